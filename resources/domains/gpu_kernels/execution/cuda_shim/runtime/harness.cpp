// main: reads the cases, calls the candidate's entry once for each, writes what lies in device memory afterwards.
//
// Nothing is compared here: a candidate shares this process, so results are judged outside the sandbox.
#include <sys/personality.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "launch.h"

extern "C" void cudashim_entry(void** arguments);

namespace cudashim {

namespace {

enum class Kind : std::uint32_t { scalar = 0, input = 1, output = 2 };

struct Argument {
    Kind kind;
    std::string name;
    std::uint64_t bytes = 0;
    std::uint64_t scalar = 0;
    void* device = nullptr;
};

std::FILE* opened(const char* name, const char* mode) {
    std::FILE* file = std::fopen(name, mode);
    if (file == nullptr) fail("environment", std::string(name) + " cannot be opened");
    return file;
}

void read_exactly(std::FILE* file, void* to, std::size_t bytes) {
    if (bytes != 0 && std::fread(to, 1, bytes, file) != bytes) fail("environment", "the cases are cut short");
}

std::uint32_t read_word(std::FILE* file) {
    std::uint32_t word = 0;
    read_exactly(file, &word, sizeof word);
    return word;
}

Argument read_argument(std::FILE* file) {
    Argument argument;
    argument.kind = static_cast<Kind>(read_word(file));
    argument.name.resize(read_word(file));
    read_exactly(file, argument.name.data(), argument.name.size());
    read_exactly(file, &argument.bytes, sizeof argument.bytes);
    if (argument.kind == Kind::scalar) {
        read_exactly(file, &argument.scalar, argument.bytes);
        return argument;
    }
    argument.device = allocate(argument.bytes, "allocation of argument " + argument.name);
    if (argument.kind == Kind::input) {
        open_device_memory(true);
        read_exactly(file, argument.device, argument.bytes);
        open_device_memory(false);
    }
    return argument;
}

void write_results(std::FILE* file, const std::vector<Argument>& arguments) {
    open_device_memory(true);
    for (const Argument& argument : arguments)
        if (argument.kind != Kind::scalar) std::fwrite(argument.device, 1, argument.bytes, file);
    open_device_memory(false);
    const std::uint64_t counts[3] = {take_launches(), take_copied_to_host(), take_pieces_moved()};
    std::fwrite(counts, sizeof counts[0], 3, file);
    std::fflush(file);
}

void run_case(std::FILE* input, std::FILE* output) {
    std::vector<Argument> arguments(read_word(input));
    for (Argument& argument : arguments) argument = read_argument(input);
    std::vector<void*> pointers;
    for (Argument& argument : arguments)
        pointers.push_back(argument.kind == Kind::scalar ? static_cast<void*>(&argument.scalar) : argument.device);
    cudashim_entry(pointers.data());
    fail_if_pending();
    fail_if_device_leaks();
    fail_if_host_leaks();
    write_results(output, arguments);
    for (const Argument& argument : arguments)
        if (argument.kind != Kind::scalar) release(argument.device);
}

}  // namespace

int run_all() {
    initialise_memory();
    initialise_signals();
    read_limits("cases.limits");
    std::FILE* input = opened("cases.bin", "rb");
    std::FILE* output = opened("results.bin", "wb");
    const std::uint32_t count = read_word(input);
    for (std::uint32_t i = 0; i < count; i++) {
        set_case(static_cast<int>(i));
        run_case(input, output);
    }
    std::fclose(output);
    return 0;
}

}  // namespace cudashim

// What a program makes of addresses, of memory that nobody wrote, of its own stack, is the same in each run: the program
// begins anew without random addresses. Where that is refused, they stay random.
int main(int, char** arguments) {
    const int before = personality(0xffffffff);
    if (before >= 0 && (before & ADDR_NO_RANDOMIZE) == 0 && personality(before | ADDR_NO_RANDOMIZE) >= 0 &&
        (personality(0xffffffff) & ADDR_NO_RANDOMIZE) != 0) {
        char* const nothing[] = {nullptr};
        execve("/proc/self/exe", arguments, nothing);
    }
    return cudashim::run_all();
}
