// What the parts of the device runtime share: device memory, the running block, and the report of a fault.
//
// The runtime executes CUDA kernels on one CPU thread. It is not a GPU: it gives kernels the memory spaces, barriers
// and error reports of one, and leaves time, caches and the memory model's finer points out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../device_interface.h"

namespace cudashim {

// One byte's history, for races. Thread numbers are unique over all launches, so an earlier launch's are recognised.
// `lanes` are the readers where all are of one warp.
struct Cell {
    std::uint32_t writer, write_stamp, write_place;
    std::uint32_t reader, read_stamp, read_place, lanes;
};

enum class Space { global, shared };

// A range that kernels may touch. `cells` has one entry for each byte.
struct Region {
    std::uintptr_t begin = 0, end = 0;
    Space space = Space::global;
    bool freed = false;
    std::string name;
    Cell* cells = nullptr;
    int line = 0;  // of the candidate's allocation; 0 for the runtime's own

    bool holds(std::uintptr_t address) const { return address >= begin && address < end; }
};

enum class State { ready, at_barrier, at_warp, done };

// What a lane brings to a warp-wide operation, and what it takes away.
struct Rendezvous {
    unsigned mask = 0;
    int operation = 0, line = 0;
    std::uint64_t value = 0;
    Gathered gathered{};
};

struct Thread {
    unsigned number = 0;  // linear in the block
    uint3 index{};
    State state = State::done;
    int barrier_line = 0;
    int vote = 0;
    std::uint32_t last_warp_sync = 0;
    std::array<std::uint32_t, 32> joined{};  // by lane of its warp: up to when that one's accesses come before its own
    unsigned atomics = 0;
    Rendezvous warp;
    std::uintptr_t stack_begin = 0, stack_end = 0;
    std::vector<std::uintptr_t> calls;  // the functions it is in, where they are counted
};

struct Block {
    uint3 index{};
    unsigned alive = 0, waiting = 0;
    std::uint32_t last_barrier = 0;
    int votes = 0;
    Votes result{};
};

// The launch that runs. `first_number` is the number of its first thread, counted over all launches. Blocks are numbered as
// they run: in the second order the last is 0.
struct Launch {
    bool backwards = false;
    const char* kernel = "";
    dim3 grid, block;
    std::size_t shared_bytes = 0;
    unsigned threads = 0;
    std::uint32_t first_number = 1, block_number = 0;
    std::vector<std::uint32_t> last_fence;
};

extern Launch launch_state;
extern Block block_state;
extern Thread* current;      // null while host code runs
extern std::uint32_t stamp;  // counts synchronising events; orders what threads did

// memory.cpp
Region* find_region(std::uintptr_t address);
void* allocate(std::size_t bytes, const std::string& name, int line = 0);
bool release(void* pointer);
void fail_if_device_leaks();
void open_device_memory(bool open);
void show_variables(bool of_kernels);
void* found_for_host(const void* pointer);
void forget_shared_memory();
std::vector<std::vector<char>> device_contents();
void restore_device(const std::vector<std::vector<char>>& contents);
bool is_device(const void* pointer, std::size_t bytes);
std::string describe(std::uintptr_t address, std::size_t bytes);
void initialise_memory();

// unwritten.cpp
void fill_unwritten(void* memory, std::size_t bytes);

// host_heap.cpp
void fail_if_host_leaks();

// How an access goes with others to the same place that nothing orders: not at all, within a warp, within a block, or always.
enum class Access { plain, in_step, in_block, atomic };

// races.cpp
void check_race(Region& region, std::uintptr_t address, unsigned size, bool write, Access access, std::uintptr_t place);
void settle_equal_writes();

// order.cpp
void begin_order();        // of a launch
void begin_block_order();  // of a block
void join_order();         // at a barrier
void join_warp_order(std::uint32_t first, unsigned lanes);
void note_fence();
void note_block_fence();
void give(std::uintptr_t location);
void take(std::uintptr_t location);
bool given_before(std::uint32_t number, std::uint32_t when);  // whether an access of that thread was given to this one
bool has_fenced(std::uint32_t number);  // so that this thread may know: by any fence in its own block

bool knows_block_of(std::uint32_t number);  // whether anything of that thread's block was given to this one

// visibility.cpp
void begin_visibility();  // of a launch
uint3 index_of(std::uint32_t block);  // of a block that has run as that one
bool takes_turns();  // whether anything was changed atomically or through volatile memory
void settle_visibility();
void will_store(std::uintptr_t address, unsigned size);  // by a volatile access
bool show_older(std::uintptr_t address, unsigned size);  // for the load that follows; false where it finds what is there
void look(std::uintptr_t address, bool finds_older);
void note_change(std::uintptr_t address, const void* before, const void* now, unsigned size);

// conversions.cpp
void announce_conversion(std::uint64_t source, bool is_double, bool is_signed, unsigned bits, std::uintptr_t place);
void settle_conversions();  // where one was announced and not made, ends the process

// shifts.cpp
void announce_shift(std::uint64_t value, std::uint64_t count, unsigned bits, std::uintptr_t place);
void settle_shifts();  // where one was announced and not made, ends the process

// threads.cpp
[[noreturn]] void abandon_launch();  // for the current thread, which looks in the second order
void yield_thread();
std::uint32_t own_number();  // of the current thread

// report.cpp: each ends the process, after the report is written.
[[noreturn]] void fail(const char* kind, const std::string& text);
std::string place_mark(std::uintptr_t address);
std::string who(std::uint32_t number);
std::string running_code();  // the current thread, or host code
void initialise_signals();
void set_case(int number);

}  // namespace cudashim
