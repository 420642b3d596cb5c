// The threads of a block as fibers of one CPU thread, and what makes them wait: barriers and warp operations.
//
// Threads that have ended count as arrived, as on devices since sm_70. What is checked when a launch is asked for is
// launch.cpp's.
#include <setjmp.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <memory>

#include "runtime.h"

// What kernels see as constants of their own.
extern "C" {
uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;
extern const int warpSize = 32;
}

namespace cudashim {

Launch launch_state;
Block block_state;
Thread* current = nullptr;
std::uint32_t stamp = 1;

namespace {

// A device gives a thread 512 KiB of local memory, and its compiler leaves out arrays that are kept here.
constexpr std::size_t STACK_BYTES = 768 << 10, GUARD_BYTES = 4096;

struct Fiber {
    Thread thread;
    ucontext_t context;
    jmp_buf here;
    bool begun = false;
};

std::vector<std::unique_ptr<Fiber>> fibers;
Fiber* running = nullptr;
jmp_buf scheduler;
Body body;
void* closure;
bool abandoned = false;

std::uint32_t number_of(const Thread& thread) {
    return launch_state.first_number + launch_state.block_number * launch_state.threads + thread.number;
}

std::string at_line(int line) { return "kernel.cu:" + std::to_string(line); }

void leave() {
    Thread* const inside = current;
    current = nullptr;
    if (_setjmp(running->here) == 0) _longjmp(scheduler, 1);
    current = inside;
}

// Saved before the jump and not read after it, so that the compiler may keep nothing of it in a register.
void resume(Fiber& fiber) {
    running = &fiber;
    threadIdx = fiber.thread.index;
    blockIdx = block_state.index;
    blockDim = launch_state.block;
    gridDim = launch_state.grid;
    if (_setjmp(scheduler) == 0) {
        if (running->begun) _longjmp(running->here, 1);
        running->begun = true;
        setcontext(&running->context);
    }
    running = nullptr;
}

void open_barrier() {
    int line = 0, all = 1, any = 0, count = 0;
    const Thread* first = nullptr;
    for (unsigned i = 0; i < launch_state.threads; i++) {
        Thread& thread = fibers[i]->thread;
        if (thread.state != State::at_barrier) continue;
        if (first == nullptr) first = &thread, line = thread.barrier_line;
        if (thread.barrier_line != line)
            fail("barrier", "Barrier error detected: divergent threads in block: " + who(number_of(*first)) +
                                " waits at the __syncthreads of " + at_line(line) + ", " + who(number_of(thread)) +
                                " at that of " + at_line(thread.barrier_line));
        count += thread.vote != 0, all &= thread.vote != 0, any |= thread.vote != 0;
        thread.state = State::ready;
    }
    block_state.waiting = 0;
    block_state.result = {count, all, any};
    block_state.last_barrier = ++stamp;
    join_order();
}

bool live(unsigned number) { return number < launch_state.threads && fibers[number]->thread.state != State::done; }

// What the lanes of an operation know of each other's accesses, each knows from then on. A lane of the mask
// that has ended has come to it, as it has to a barrier of the block.
void join_lanes(unsigned warp, unsigned mask, unsigned lanes) {
    std::array<std::uint32_t, 32> joined{};
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(lanes >> lane & 1)) continue;
        const Thread& thread = fibers[warp * 32 + lane]->thread;
        for (unsigned i = 0; i < 32; i++) joined[i] = std::max(joined[i], thread.joined[i]);
    }
    for (unsigned lane = 0; lane < 32; lane++)
        if (mask >> lane & 1) joined[lane] = stamp;
    for (unsigned lane = 0; lane < 32; lane++)
        if (lanes >> lane & 1) fibers[warp * 32 + lane]->thread.joined = joined;
}

// Lets a warp's operation happen if every live lane that its mask names has come to it.
void try_warp(unsigned warp, unsigned mask) {
    const Thread* first = nullptr;
    for (unsigned lane = 0; lane < 32; lane++) {
        const unsigned number = warp * 32 + lane;
        if (!(mask >> lane & 1) || !live(number)) continue;
        Thread& thread = fibers[number]->thread;
        if (thread.state != State::at_warp || thread.warp.mask != mask) return;
        if (first == nullptr) first = &thread;
        if (thread.warp.operation != first->warp.operation ||
            (thread.warp.operation != 0 && thread.warp.line != first->warp.line))
            fail("barrier", "Barrier error detected: divergent threads in warp: " + who(number_of(*first)) +
                                " is at the warp operation of " + at_line(first->warp.line) + ", " +
                                who(number_of(thread)) + " at that of " + at_line(thread.warp.line));
    }
    if (first == nullptr) return;
    Gathered gathered;
    gathered.present = 0;
    stamp++;
    for (unsigned lane = 0; lane < 32; lane++) {
        const bool here = (mask >> lane & 1) && live(warp * 32 + lane);
        gathered.value[lane] = here ? fibers[warp * 32 + lane]->thread.warp.value : ~std::uint64_t{0};
        gathered.present |= static_cast<unsigned>(here) << lane;
    }
    join_lanes(warp, mask, gathered.present);
    join_warp_order(number_of(fibers[warp * 32]->thread), gathered.present);
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(gathered.present >> lane & 1)) continue;
        Thread& thread = fibers[warp * 32 + lane]->thread;
        thread.warp.gathered = gathered;
        thread.last_warp_sync = stamp;
        thread.state = State::ready;
    }
}

void end_thread(Thread& thread) {
    settle_conversions();
    settle_shifts();
    thread.state = State::done;
    block_state.alive--;
    if (block_state.alive > 0 && block_state.waiting == block_state.alive) open_barrier();
    const unsigned warp = thread.number / 32;
    for (unsigned number = warp * 32; number < warp * 32 + 32; number++)
        if (live(number) && fibers[number]->thread.state == State::at_warp)
            try_warp(warp, fibers[number]->thread.warp.mask);
}

void run_fiber() {
    for (;;) {
        body(closure);
        settle_equal_writes();
        current = nullptr;
        end_thread(running->thread);
        leave();
    }
}

void start_over(Fiber& fiber) {
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = reinterpret_cast<void*>(fiber.thread.stack_begin);
    fiber.context.uc_stack.ss_size = STACK_BYTES;
    fiber.context.uc_link = nullptr;
    makecontext(&fiber.context, run_fiber, 0);
    fiber.begun = false;
    fiber.thread.calls.clear();
}

void add_fiber() {
    auto fiber = std::make_unique<Fiber>();
    void* stack =
        mmap(nullptr, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED)
        fail("limit", "no memory for the stacks of " + std::to_string(launch_state.threads) + " threads");
    mprotect(stack, GUARD_BYTES, PROT_NONE);
    fiber->thread.stack_begin = reinterpret_cast<std::uintptr_t>(stack);
    fiber->thread.stack_end = fiber->thread.stack_begin + STACK_BYTES;
    start_over(*fiber);
    fibers.push_back(std::move(fiber));
}

[[noreturn]] void fail_deadlock() {
    const Thread *barrier = nullptr, *warp = nullptr;
    for (unsigned i = 0; i < launch_state.threads; i++) {
        const Thread& thread = fibers[i]->thread;
        if (thread.state == State::at_barrier && barrier == nullptr) barrier = &thread;
        if (thread.state == State::at_warp && warp == nullptr) warp = &thread;
    }
    std::string text = "Barrier error detected: divergent threads in warp: " + who(number_of(*warp)) + " waits at " +
                       at_line(warp->warp.line) + " for lanes of its mask that never come";
    if (barrier != nullptr)
        text +=
            ", while " + who(number_of(*barrier)) + " waits at the __syncthreads of " + at_line(barrier->barrier_line);
    fail("barrier", text);
}

}  // namespace

[[noreturn]] void abandon_launch() {
    settle_equal_writes();
    current = nullptr;
    abandoned = true;
    _longjmp(scheduler, 1);
}

// Runs one block to its end; false where the launch was abandoned.
bool run_block(Body kernel, void* arguments) {
    body = kernel;
    closure = arguments;
    while (fibers.size() < launch_state.threads) add_fiber();
    block_state.alive = launch_state.threads;
    block_state.waiting = 0;
    block_state.last_barrier = ++stamp;
    begin_block_order();
    const dim3 size = launch_state.block;
    for (unsigned i = 0; i < launch_state.threads; i++) {
        Thread& thread = fibers[i]->thread;
        thread.number = i;
        thread.index = {i % size.x, i / size.x % size.y, i / size.x / size.y};
        thread.state = State::ready;
        thread.last_warp_sync = 0;
        thread.joined.fill(0);
    }
    while (block_state.alive > 0) {
        bool progress = false;
        for (unsigned i = 0; i < launch_state.threads; i++) {
            if (fibers[i]->thread.state != State::ready) continue;
            progress = true;
            resume(*fibers[i]);
            if (abandoned) {
                abandoned = false;
                for (const auto& fiber : fibers) start_over(*fiber);
                return false;
            }
        }
        if (!progress) fail_deadlock();
    }
    return true;
}

std::uint32_t own_number() {
    return launch_state.first_number + launch_state.block_number * launch_state.threads + current->number;
}

void yield_thread() {
    settle_equal_writes();
    leave();
}

bool in_stack_guard(std::uintptr_t address) {
    for (const auto& fiber : fibers)
        if (address >= fiber->thread.stack_begin && address < fiber->thread.stack_begin + GUARD_BYTES) return true;
    return false;
}

// Reading them is no access to memory of the device.
bool is_index(std::uintptr_t address, std::size_t bytes) {
    const auto inside = [=](const auto& object) {
        const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(&object);
        return address >= begin && address + bytes <= begin + sizeof object;
    };
    return inside(threadIdx) || inside(blockIdx) || inside(blockDim) || inside(gridDim) || inside(warpSize);
}

extern "C" {
unsigned cudashim_lane() { return running->thread.number % 32; }

void cudashim_enter_kernel(bool inside) { current = inside ? &running->thread : nullptr; }

void cudashim_barrier(int line, int vote, Votes* votes) {
    settle_equal_writes();
    Thread& thread = running->thread;
    thread.barrier_line = line;
    thread.vote = vote;
    thread.state = State::at_barrier;
    if (++block_state.waiting == block_state.alive)
        open_barrier();
    else
        leave();
    *votes = block_state.result;
}

void cudashim_warp(unsigned mask, int operation, int line, std::uint64_t value, Gathered* gathered) {
    settle_equal_writes();
    Thread& thread = running->thread;
    if (!(mask >> thread.number % 32 & 1))
        fail("barrier", "Barrier error detected: invalid arguments: the mask of the warp operation at " +
                            at_line(line) + " does not name its caller, " + who(number_of(thread)));
    thread.warp.mask = mask;
    thread.warp.operation = operation;
    thread.warp.line = line;
    thread.warp.value = value;
    thread.state = State::at_warp;
    try_warp(thread.number / 32, mask);
    if (thread.state == State::at_warp) leave();
    *gathered = thread.warp.gathered;
}

void cudashim_fence(bool in_block) {
    settle_equal_writes();
    in_block ? note_block_fence() : note_fence();
}

void cudashim_nap() { yield_thread(); }

// Time that goes on with each look at it: whatever it is, a program is to be right.
std::int64_t cudashim_clock() {
    static std::int64_t ticks = 0;
    yield_thread();
    return ticks += 64;
}

void cudashim_grid_barrier(int line) {
    fail("gap", "a barrier of the whole grid, at " + at_line(line));
}
}

}  // namespace cudashim
