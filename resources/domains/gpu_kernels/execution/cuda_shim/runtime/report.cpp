// The report of a fault: one file with its kind and text, and one with the code addresses that the text names.
//
// addr2line reads the second after the run; which outcome a kind has is decided outside the sandbox.
#include <fcntl.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include "runtime.h"

namespace cudashim {

bool is_arena(const void* pointer);
bool is_program(std::uintptr_t address);
bool in_stack_guard(std::uintptr_t address);

namespace {

constexpr int FAULT_CODE = 86;
constexpr std::size_t SIGNAL_STACK_BYTES = 64 << 10;

std::vector<std::uintptr_t> places;
int case_number = -1;
char signal_stack[SIGNAL_STACK_BYTES];

void write_file(const char* name, const std::string& text) {
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0) return;
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t count = write(file, text.data() + done, text.size() - done);
        if (count <= 0) break;
        done += static_cast<std::size_t>(count);
    }
    close(file);
}

std::string coordinates(uint3 v) {
    return "(" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) + ")";
}

void on_signal(int signal, siginfo_t* information, void* raw) {
    const auto address = reinterpret_cast<std::uintptr_t>(information->si_addr);
    const auto place = static_cast<std::uintptr_t>(static_cast<ucontext_t*>(raw)->uc_mcontext.gregs[REG_RIP]) + 1;
    const std::string where = is_program(place) ? place_mark(place) : "a library function";
    const std::string thread = running_code();
    if (signal == SIGFPE) fail("arithmetic", "Integer division by zero: " + where + ", " + thread);
    if (in_stack_guard(address)) fail("memory", "Stack overflow: " + where + ", " + thread);
    if (current == nullptr && is_arena(information->si_addr))
        fail("memory", "Invalid host access: " + where + ", host code dereferences a device pointer");
    fail("memory", "Segmentation fault: " + where + ", " + thread + "; " + describe(address, 1));
}

}  // namespace

void set_case(int number) { case_number = number; }

// Return addresses lie behind the call: one byte back is inside the line that made it.
std::string place_mark(std::uintptr_t address) {
    places.push_back(address - 1);
    return "@place" + std::to_string(places.size() - 1) + "@";
}

std::string who(std::uint32_t number) {
    const std::uint32_t in_launch = number - launch_state.first_number;
    const std::uint32_t thread = in_launch % launch_state.threads, block = in_launch / launch_state.threads;
    const dim3 size = launch_state.block;
    return "thread " + coordinates({thread % size.x, thread / size.x % size.y, thread / size.x / size.y}) +
           " of block " + coordinates(index_of(block));
}

std::string running_code() { return current == nullptr ? "host code" : who(own_number()); }

void fail(const char* kind, const std::string& text) {
    const bool in_kernel = current != nullptr || launch_state.threads != 0;
    current = nullptr;
    std::string report = std::string(kind) + "\n" + std::to_string(case_number) + "\n" + text;
    if (in_kernel) report += " (kernel " + std::string(launch_state.kernel) + ")";
    std::string addresses;
    for (const std::uintptr_t place : places) {
        char line[24];
        snprintf(line, sizeof line, "%#zx\n", static_cast<std::size_t>(place));
        addresses += line;
    }
    fflush(stdout);
    write_file("fault.addresses", addresses);
    write_file("fault.report", report);
    _exit(FAULT_CODE);
}

void initialise_signals() {
    stack_t stack{};
    stack.ss_sp = signal_stack;
    stack.ss_size = sizeof signal_stack;
    sigaltstack(&stack, nullptr);
    struct sigaction action{};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE}) sigaction(signal, &action, nullptr);
}

extern "C" void cudashim_trap(const void* place) {
    const std::string where = place_mark(reinterpret_cast<std::uintptr_t>(place));
    fail("trap", "Trap: " + where + ", " + running_code());
}

extern "C" void cudashim_false_promise(const void* place) {
    const std::string where = place_mark(reinterpret_cast<std::uintptr_t>(place));
    fail("trap", "False promise to the compiler: " + where + ", " + running_code());
}

}  // namespace cudashim
