// The order that fences and atomics give to threads that no barrier joins.
//
// A thread that has fenced and then changes a location atomically, or through volatile memory, gives away what came
// before its fence; who finds that location changed is ordered after it, and after nothing else. What a thread knows,
// its block knows from its next barrier on.
#include <map>

#include "runtime.h"

namespace cudashim {

namespace {

// What a thread gave away: its own accesses before `fence`; those of its block before the barrier `joined`, which came
// before the fence; and, up to the barrier `last`, those of threads of the block that have fenced themselves.
struct Given {
    std::uint32_t fence = 0, joined = 0, last = 0;
};

using Known = std::map<std::uint32_t, Given>;  // by the number of the thread that gave

std::map<std::uintptr_t, Known> published;           // by location
std::map<std::uintptr_t, Known> published_in_block;  // the same, of fences that only the block sees
std::map<std::uint32_t, Known> known;       // by thread
Known of_block;
std::vector<std::uint32_t> joined_before;   // each thread's last barrier at its last fence
std::vector<Given> block_fences;            // what each thread of the block gives away by its last fence of the block

void join(Known& all, const Known& more) {
    for (const auto& [thread, given] : more) {
        Given& kept = all[thread];
        if (given.last >= kept.last && given.fence >= kept.fence) kept = given;
    }
}

std::uint32_t place_of(std::uint32_t number) { return number - launch_state.first_number; }

bool covers(const Known& all, std::uint32_t number, std::uint32_t when) {
    const std::uint32_t block = place_of(number) / launch_state.threads * launch_state.threads;
    const auto begin = all.lower_bound(launch_state.first_number + block);
    const auto end = all.lower_bound(launch_state.first_number + block + launch_state.threads);
    for (auto it = begin; it != end; ++it) {
        const Given& given = it->second;
        if (it->first == number ? when < given.fence : when < given.joined) return true;
        const std::uint32_t own = launch_state.last_fence[place_of(number)];
        if (when < own && own < given.last) return true;
    }
    return false;
}

}  // namespace

void begin_order() {
    published.clear(), known.clear(), of_block.clear();
    joined_before.assign(launch_state.last_fence.size(), 0);
}

void begin_block_order() {
    known.clear(), of_block.clear(), published_in_block.clear();
    block_fences.assign(launch_state.threads, {});
}

void join_order() {
    for (const auto& [thread, what] : known) join(of_block, what);
    known.clear();
}

void join_warp_order(std::uint32_t first, unsigned lanes) {
    if (known.empty()) return;
    Known all;
    for (unsigned lane = 0; lane < 32; lane++)
        if (const auto found = known.find(first + lane); (lanes >> lane & 1) && found != known.end())
            join(all, found->second);
    if (all.empty()) return;
    for (unsigned lane = 0; lane < 32; lane++)
        if (lanes >> lane & 1) join(known[first + lane], all);
}

void note_fence() {
    const std::uint32_t place = place_of(own_number());
    launch_state.last_fence[place] = ++stamp;
    joined_before[place] = block_state.last_barrier;
    ++stamp;
}

void note_block_fence() {
    const std::uint32_t place = place_of(own_number()) % launch_state.threads;
    block_fences[place] = {++stamp, block_state.last_barrier, 0};
    ++stamp;
}

void give_in_block(std::uintptr_t location) {
    const Given& own = block_fences[place_of(own_number()) % launch_state.threads];
    if (own.fence != 0) join(published_in_block[location], {{own_number(), {own.fence, own.joined, block_state.last_barrier}}});
}

void give(std::uintptr_t location) {
    give_in_block(location);
    const std::uint32_t number = own_number(), place = place_of(number);
    const auto own = known.find(number);
    const bool fenced = launch_state.last_fence[place] != 0;
    if (!fenced && own == known.end() && of_block.empty()) return;
    Known& there = published[location];
    if (own != known.end()) join(there, own->second);
    join(there, of_block);
    if (fenced) there[number] = {launch_state.last_fence[place], joined_before[place], block_state.last_barrier};
}

void take(std::uintptr_t location) {
    const auto found = published.find(location);
    if (found != published.end()) join(known[own_number()], found->second);
    const auto near = published_in_block.find(location);
    if (near != published_in_block.end()) join(known[own_number()], near->second);
}

bool given_before(std::uint32_t number, std::uint32_t when) {
    const auto own = known.find(own_number());
    return (own != known.end() && covers(own->second, number, when)) || covers(of_block, number, when);
}

bool knows_block_of(std::uint32_t number) {
    const std::uint32_t first = launch_state.first_number + place_of(number) / launch_state.threads * launch_state.threads;
    const auto has = [=](const Known& all) {
        const auto found = all.lower_bound(first);
        return found != all.end() && found->first < first + launch_state.threads;
    };
    const auto own = known.find(own_number());
    return has(of_block) || (own != known.end() && has(own->second));
}

bool has_fenced(std::uint32_t number) {
    const std::uint32_t place = place_of(number);
    const bool near = place / launch_state.threads == launch_state.block_number;
    return launch_state.last_fence[place] != 0 || (near && block_fences[place % launch_state.threads].fence != 0);
}

}  // namespace cudashim
