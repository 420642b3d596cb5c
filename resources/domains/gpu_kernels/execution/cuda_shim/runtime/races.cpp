// Who touched a byte last, and whether a barrier, a warp operation or a fence lies between that and this access.
//
// Blocks run one after the other and threads in turns, so a race shows in the order of synchronising events and not in
// the order of accesses: the same race is found in each run, whatever its luck.
#include <cstring>

#include "runtime.h"

namespace cudashim {

namespace {

constexpr std::uint32_t RELAXED = 1u << 31;       // atomic or volatile
constexpr std::uint32_t IN_STEP = 1u << 30;       // volatile
constexpr std::uint32_t IN_BLOCK = 1u << 28;      // of a writer: atomic among the threads of its block
constexpr std::uint32_t NUMBER = (1u << 28) - 1;  // thread
constexpr std::uint32_t LEVEL_SHIFT = 28, LEVEL = 3u << LEVEL_SHIFT;
enum Readers : std::uint32_t { one = 0, in_warp = 1, in_block = 2, in_grid = 3 };

// A second write of the same value does no harm, and the value is known only once it is written.
struct Pending {
    bool active = false;
    std::uintptr_t address = 0;
    unsigned size = 0;
    unsigned char before[16];
    std::string text;
};
Pending pending;

std::uint32_t block_of(std::uint32_t number) { return (number - launch_state.first_number) / launch_state.threads; }

bool same_block(std::uint32_t number) { return block_of(number) == launch_state.block_number; }

bool same_warp(std::uint32_t number) {
    return (number - launch_state.first_number) % launch_state.threads / 32 == current->number / 32;
}

bool ordered_before(std::uint32_t number, std::uint32_t when, Readers level) {
    if (level == in_grid) return false;
    if (!same_block(number)) return given_before(number, when);
    if (block_state.last_barrier > when) return true;
    if (level <= in_warp && same_warp(number) && current->last_warp_sync > when) return true;
    return level == one && given_before(number, when);
}

bool is_atomic(Access access) { return access == Access::atomic || access == Access::in_block; }

// Whether two accesses that nothing orders do no harm. A volatile one is a flag only where its writer has fenced:
// without that it says nothing, and two that read, add and write lose what one of them has added.
bool harmless(std::uint32_t earlier, std::uint32_t number, Readers level, bool wrote, Access access, bool write) {
    if (access == Access::plain || !(earlier & RELAXED)) return false;
    if (!same_block(number) && (access == Access::in_block || (wrote && (earlier & IN_BLOCK)))) return false;
    if (is_atomic(access) && !(earlier & IN_STEP)) return true;
    if (level <= in_warp && same_block(number) && same_warp(number)) return true;
    if (wrote && write) return false;
    if (wrote) return !(earlier & IN_STEP) || has_fenced(number);
    return is_atomic(access) || has_fenced(own_number());
}

// One slot keeps one reader of many: where that is the writer itself, the others are not known by name.
std::string reader_name(std::uint32_t number, Readers level) {
    if (number != own_number()) return who(number);
    return level == in_grid    ? "a thread of another block"
           : level == in_block ? "another thread of the block"
                               : "another lane of the warp";
}

std::string story(const char* first, const std::string& first_thread, std::uint32_t first_place, const char* second,
                  std::uintptr_t second_place, const Region& region) {
    const std::string space = region.space == Space::shared ? "__shared__" : "__global__";
    const std::string earlier = std::string(first) + " access at " + place_mark(first_place) + " by " + first_thread;
    const std::string later =
        std::string(second) + " access at " + place_mark(second_place) + " by " + who(own_number());
    return "Race reported between " + earlier + " and " + later + ": no barrier orders them in " + space + " memory (" +
           region.name + ")";
}

void note_write_after_write(const Region& region, const Cell& cell, std::uintptr_t address, unsigned size,
                            std::uintptr_t place) {
    if (size > sizeof pending.before)
        fail("race", story("write", who(cell.writer & NUMBER), cell.write_place, "write", place, region));
    pending.active = true;
    pending.address = address;
    pending.size = size;
    std::memcpy(pending.before, reinterpret_cast<void*>(address), size);
    pending.text = story("write", who(cell.writer & NUMBER), cell.write_place, "write", place, region);
}

Readers level_with(const Cell& cell, std::uint32_t number) {
    const auto known = static_cast<Readers>((cell.reader & LEVEL) >> LEVEL_SHIFT);
    const std::uint32_t other = cell.reader & NUMBER;
    if (other == number) return known;
    const Readers now = !same_block(other) ? in_grid : same_warp(other) ? in_warp : in_block;
    return now > known ? now : known;
}

std::uint32_t own_lane() { return 1u << current->number % 32; }

// The readers of this warp, itself aside, whose reads no operation of the warp puts before its own.
std::uint32_t other_lanes(const Cell& cell) {
    std::uint32_t lanes = cell.lanes & ~own_lane();
    if (current->last_warp_sync <= cell.read_stamp) return lanes;
    for (unsigned lane = 0; lane < 32; lane++)
        if (current->joined[lane] > cell.read_stamp) lanes &= ~(1u << lane);
    return lanes;
}

// Whether all earlier reads come before this one: then whatever is ordered after this one is ordered after them. A
// plain read is not forgotten for a volatile one, which is harmless where the plain one is not.
bool follows_readers(const Cell& cell, std::uint32_t number, std::uint32_t lanes, Access access) {
    const auto level = static_cast<Readers>((cell.reader & LEVEL) >> LEVEL_SHIFT);
    const std::uint32_t other = cell.reader & NUMBER;
    if (other < launch_state.first_number) return true;
    if (same_block(other) && block_state.last_barrier > cell.read_stamp && level != in_grid) return true;
    if (access != Access::plain && !(cell.reader & RELAXED)) return false;
    if (level <= in_warp && same_block(other) && same_warp(other) && lanes == 0) return true;
    return level == one && other != number && given_before(other, cell.read_stamp);
}

void read_cell(Cell& cell, std::uint32_t number, Access access, std::uintptr_t place) {
    const std::uint32_t lanes = other_lanes(cell);
    const bool stale = follows_readers(cell, number, lanes, access);
    const Readers level = stale ? one : level_with(cell, number);
    const bool all_relaxed = access != Access::plain && (stale || (cell.reader & RELAXED));
    const bool any_in_step = access == Access::in_step || (!stale && (cell.reader & IN_STEP));
    cell.reader = number | level << LEVEL_SHIFT | (all_relaxed ? RELAXED : 0) | (any_in_step ? IN_STEP : 0);
    cell.read_stamp = stamp;
    cell.read_place = static_cast<std::uint32_t>(place);
    cell.lanes = (stale ? 0 : lanes) | own_lane();
}

}  // namespace

void settle_equal_writes() {
    settle_visibility();
    if (!pending.active) return;
    pending.active = false;
    if (std::memcmp(pending.before, reinterpret_cast<void*>(pending.address), pending.size) != 0)
        fail("race", pending.text);
}

void check_race(Region& region, std::uintptr_t address, unsigned size, bool write, Access access, std::uintptr_t place) {
    const std::uint32_t number = own_number();
    // Shared memory belongs to one block: what earlier blocks did to it is no one's business.
    const std::uint32_t oldest = region.space == Space::shared ? number - current->number : launch_state.first_number;
    const char* now = is_atomic(access) ? "atomic" : write ? "write" : "read";
    const std::uint32_t kind =
        access == Access::plain     ? 0
        : access == Access::in_step ? RELAXED | IN_STEP
        : access == Access::atomic  ? RELAXED
                                    : RELAXED | IN_BLOCK;
    for (unsigned i = 0; i < size; i++) {
        Cell& cell = region.cells[address - region.begin + i];
        const std::uint32_t writer = cell.writer & NUMBER;
        bool agrees = false;  // with another block's write, which stays the one that others are held to
        if (writer >= oldest && writer != number && !ordered_before(writer, cell.write_stamp, one) &&
            !harmless(cell.writer, writer, one, true, access, write)) {
            const bool was_atomic = (cell.writer & (RELAXED | IN_STEP)) == RELAXED;
            if (write && !is_atomic(access) && !was_atomic) {
                if (!pending.active) note_write_after_write(region, cell, address, size, place);
                agrees = access == Access::in_step && !same_block(writer);
            } else {
                fail("race", story(was_atomic ? "atomic" : "write", who(writer), cell.write_place, now, place, region));
            }
        }
        const std::uint32_t reader = cell.reader & NUMBER;
        const auto level = static_cast<Readers>((cell.reader & LEVEL) >> LEVEL_SHIFT);
        if (write && reader >= oldest && (reader != number || level != one) &&
            !ordered_before(reader, cell.read_stamp, level) &&
            !harmless(cell.reader, reader, level, false, access, write))
            fail("race", story("read", reader_name(reader, level), cell.read_place, now, place, region));
        if (write && !agrees) {
            cell = {number | kind, stamp, static_cast<std::uint32_t>(place), 0, 0, 0, 0};
        } else if (!write) {
            if (reader < oldest) cell.reader = 0;
            read_cell(cell, number, access, place);
        }
    }
}

}  // namespace cudashim
