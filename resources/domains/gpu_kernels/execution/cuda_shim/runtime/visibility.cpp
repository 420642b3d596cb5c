// What a thread may still find where another block has written: on a device blocks run at once, and none waits for another
// unless it is made to.
//
// Here they run one after the other, so that each flag is set when a later block first looks. Its first looks, by
// volatile reads or by atomics that change nothing, find an older value where nothing orders them behind the change:
// who waits looks again; who does not goes on with it, as it may on a device.
#include <cstring>
#include <unordered_map>

#include "runtime.h"

namespace cudashim {

namespace {

constexpr unsigned WIDEST = 16, EARLY = 16;  // bytes; looks of a block that come too early
using Bytes = std::array<unsigned char, WIDEST>;

// A location that one block has changed last. `oldest` was there when the launch began, `latest` before the last change.
struct Changed {
    Bytes oldest{}, latest{}, now{};
    unsigned size = 0;
    std::uint32_t writer = 0, when = 0;
    std::uint32_t looked = 0;  // the block, counted from 1, that has looked since
    unsigned looks = 0;        // how often; EARLY where it has found what is there
};

std::unordered_map<std::uintptr_t, Changed> changes;

bool is_global(std::uintptr_t address) {
    const Region* region = find_region(address);
    return region != nullptr && region->space != Space::shared;
}

// A value that is put there for one load, and a volatile store that is not yet made.
struct Step {
    std::uintptr_t address = 0;
    unsigned size = 0;
    Bytes bytes{};
    std::uint32_t thread = 0, when = 0;
};
Step shown, stored;

void* at(std::uintptr_t address) { return reinterpret_cast<void*>(address); }

std::uint32_t block_of_thread(std::uint32_t number) { return (number - launch_state.first_number) / launch_state.threads; }

void note(std::uintptr_t address, unsigned size, const void* before, const void* now, std::uint32_t writer,
          std::uint32_t when) {
    Changed& change = changes[address];
    if (change.size != size) change = {}, std::memcpy(change.oldest.data(), before, size);
    std::memcpy(change.latest.data(), before, size);
    std::memcpy(change.now.data(), now, size);
    change.size = size;
    change.writer = writer;
    change.when = when;
    change.looked = block_of_thread(writer) + 1;
    change.looks = EARLY;
}

}  // namespace

void begin_visibility() { changes.clear(); }

bool takes_turns() { return !changes.empty(); }

void settle_visibility() {
    if (shown.size != 0) std::memcpy(at(shown.address), shown.bytes.data(), shown.size);
    shown.size = 0;
    if (stored.size != 0 && std::memcmp(at(stored.address), stored.bytes.data(), stored.size) != 0)
        note(stored.address, stored.size, stored.bytes.data(), at(stored.address), stored.thread, stored.when);
    stored.size = 0;
}

void will_store(std::uintptr_t address, unsigned size) {
    if (!is_global(address) || size > WIDEST) return;
    stored = {address, size, {}, own_number(), stamp};
    std::memcpy(stored.bytes.data(), at(address), size);
}

// Of two older values each may be found; blocks take turns, so that no program can count on one.
const void* older_value(std::uintptr_t address, unsigned size) {
    const auto found = changes.find(address);
    if (found == changes.end() || found->second.size != size) return nullptr;
    const Changed& change = found->second;
    const std::uint32_t block = launch_state.block_number;
    if (change.looked == block + 1 && change.looks >= EARLY) return nullptr;
    if (block_of_thread(change.writer) == block) return nullptr;
    if (std::memcmp(at(address), change.now.data(), size) != 0) return nullptr;
    if (knows_block_of(change.writer) || given_before(change.writer, change.when)) return nullptr;
    return (block % 2 != 0 ? change.latest : change.oldest).data();
}

void look(std::uintptr_t address, bool finds_older) {
    const auto found = changes.find(address);
    if (found == changes.end()) return;
    Changed& change = found->second;
    if (change.looked != launch_state.block_number + 1) change.looks = 0;
    change.looked = launch_state.block_number + 1;
    change.looks = finds_older ? change.looks + 1 : EARLY;
}

bool show_older(std::uintptr_t address, unsigned size) {
    if (launch_state.backwards && is_global(address)) abandon_launch();
    const void* older = older_value(address, size);
    look(address, older != nullptr);
    if (older == nullptr) return false;
    shown = {address, size, {}, 0, 0};
    std::memcpy(shown.bytes.data(), at(address), size);
    std::memcpy(at(address), older, size);
    return true;
}

void note_change(std::uintptr_t address, const void* before, const void* now, unsigned size) {
    if (is_global(address)) note(address, size, before, now, own_number(), stamp);
}

extern "C" {
bool cudashim_older(const void* address, unsigned size, void* older) {
    if (current == nullptr || launch_state.backwards) return false;
    settle_equal_writes();
    const void* value = older_value(reinterpret_cast<std::uintptr_t>(address), size);
    if (value != nullptr) std::memcpy(older, value, size);
    return value != nullptr;
}

// Whoever looks in the second order may wait for a block that comes later.
void cudashim_kept(const void* address) {
    if (current != nullptr && launch_state.backwards && is_global(reinterpret_cast<std::uintptr_t>(address))) abandon_launch();
}
}

}  // namespace cudashim
