// The heap as host code of a candidate has it: how much it may hold, and that what it takes it gives back.
//
// The linker puts these functions in the place of the C library's and of C++'s operators, in the candidate's own
// object alone (`--wrap`), so that the runtime's memory is no part of it.
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>

#include "runtime.h"

namespace cudashim {

namespace {

// Host code moves a few counts; what it holds beyond this is a workspace without end.
constexpr std::size_t HOST_BYTES = std::size_t{256} << 20;

struct Held {
    std::size_t bytes;
    std::uint64_t order;
    const char* by;
    std::uintptr_t place;
};

std::map<void*, Held> heap;
std::size_t held_bytes = 0;
std::uint64_t allocations_made = 0;

void check_room(std::size_t bytes, const char* by) {
    if (current != nullptr) fail("gap", std::string(by) + " in a kernel");
    if (bytes > HOST_BYTES || held_bytes + bytes > HOST_BYTES)
        fail("limit", "host memory is exhausted: " + std::string(by) + " of " + std::to_string(bytes) +
                          " bytes more than the " + std::to_string(HOST_BYTES >> 20) + " MiB of host code");
}

void* keep(void* pointer, std::size_t bytes, const char* by, const void* place) {
    if (pointer == nullptr) return nullptr;
    heap[pointer] = {bytes, ++allocations_made, by, reinterpret_cast<std::uintptr_t>(place)};
    held_bytes += bytes;
    return pointer;
}

void forget(void* pointer) {
    const auto found = heap.find(pointer);
    if (found == heap.end()) return;
    held_bytes -= found->second.bytes;
    heap.erase(found);
}

void* taken(std::size_t bytes, const char* by, const void* place) {
    check_room(bytes, by);
    void* const pointer = std::malloc(bytes);
    if (pointer != nullptr) fill_unwritten(pointer, bytes);
    return keep(pointer, bytes, by, place);
}

void* taken_aligned(std::size_t alignment, std::size_t bytes, const char* by, const void* place) {
    check_room(bytes, by);
    void* pointer = nullptr;
    if (posix_memalign(&pointer, alignment < sizeof(void*) ? sizeof(void*) : alignment, bytes) != 0) return nullptr;
    fill_unwritten(pointer, bytes);
    return keep(pointer, bytes, by, place);
}

void* taken_again(void* before, std::size_t bytes, const void* place) {
    check_room(bytes, "realloc");
    const auto found = heap.find(before);
    const std::size_t kept = found == heap.end() ? 0 : found->second.bytes;
    forget(before);
    char* const pointer = static_cast<char*>(std::realloc(before, bytes));
    if (pointer != nullptr && bytes > kept) fill_unwritten(pointer + kept, bytes - kept);
    return keep(pointer, bytes, "realloc", place);
}

void given_back(void* pointer) {
    forget(pointer);
    std::free(pointer);
}

}  // namespace

void fail_if_host_leaks() {
    if (heap.empty()) return;
    const Held* first = nullptr;
    for (const auto& [pointer, held] : heap)
        if (first == nullptr || held.order < first->order) first = &held;
    fail("leak", "Leak of host memory: " + std::to_string(heap.size()) + " allocation(s) of " +
                     std::to_string(held_bytes) + " bytes were not freed; first is the " +
                     std::to_string(first->bytes) + "-byte allocation of " + first->by + " at " +
                     place_mark(first->place));
}

}  // namespace cudashim

#define CUDASHIM_PLACE __builtin_return_address(0)

extern "C" {
void* __wrap_malloc(std::size_t bytes) { return cudashim::taken(bytes, "malloc", CUDASHIM_PLACE); }
void* __wrap_calloc(std::size_t count, std::size_t bytes) {
    const std::size_t whole = bytes != 0 && count > SIZE_MAX / bytes ? SIZE_MAX : count * bytes;
    void* const pointer = cudashim::taken(whole, "calloc", CUDASHIM_PLACE);
    return pointer == nullptr ? nullptr : std::memset(pointer, 0, whole);
}
void* __wrap_realloc(void* before, std::size_t bytes) {
    return cudashim::taken_again(before, bytes, CUDASHIM_PLACE);
}
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) {
    return cudashim::taken_aligned(alignment, bytes, "aligned_alloc", CUDASHIM_PLACE);
}
int __wrap_posix_memalign(void** pointer, std::size_t alignment, std::size_t bytes) {
    *pointer = cudashim::taken_aligned(alignment, bytes, "posix_memalign", CUDASHIM_PLACE);
    return *pointer == nullptr;
}
void __wrap_free(void* pointer) { cudashim::given_back(pointer); }

#define CUDASHIM_NEW(NAME, ...) \
    void* __wrap_##NAME(std::size_t bytes __VA_ARGS__) { return cudashim::taken(bytes, "new", CUDASHIM_PLACE); }
#define CUDASHIM_NEW_ALIGNED(NAME, ...)                                                          \
    void* __wrap_##NAME(std::size_t bytes, std::size_t alignment __VA_ARGS__) {                  \
        return cudashim::taken_aligned(alignment, bytes, "new", CUDASHIM_PLACE);                 \
    }
#define CUDASHIM_DELETE(NAME, ...) \
    void __wrap_##NAME(void* pointer __VA_ARGS__) { cudashim::given_back(pointer); }
#define CUDASHIM_NOTHROW , const std::nothrow_t&
#define CUDASHIM_SIZE , std::size_t

CUDASHIM_NEW(_Znwm)
CUDASHIM_NEW(_Znam)
CUDASHIM_NEW(_ZnwmRKSt9nothrow_t, CUDASHIM_NOTHROW)
CUDASHIM_NEW(_ZnamRKSt9nothrow_t, CUDASHIM_NOTHROW)
CUDASHIM_NEW_ALIGNED(_ZnwmSt11align_val_t)
CUDASHIM_NEW_ALIGNED(_ZnamSt11align_val_t)
CUDASHIM_NEW_ALIGNED(_ZnwmSt11align_val_tRKSt9nothrow_t, CUDASHIM_NOTHROW)
CUDASHIM_NEW_ALIGNED(_ZnamSt11align_val_tRKSt9nothrow_t, CUDASHIM_NOTHROW)
CUDASHIM_DELETE(_ZdlPv)
CUDASHIM_DELETE(_ZdaPv)
CUDASHIM_DELETE(_ZdlPvm, CUDASHIM_SIZE)
CUDASHIM_DELETE(_ZdaPvm, CUDASHIM_SIZE)
CUDASHIM_DELETE(_ZdlPvRKSt9nothrow_t, CUDASHIM_NOTHROW)
CUDASHIM_DELETE(_ZdaPvRKSt9nothrow_t, CUDASHIM_NOTHROW)
CUDASHIM_DELETE(_ZdlPvSt11align_val_t, CUDASHIM_SIZE)
CUDASHIM_DELETE(_ZdaPvSt11align_val_t, CUDASHIM_SIZE)
CUDASHIM_DELETE(_ZdlPvmSt11align_val_t, CUDASHIM_SIZE CUDASHIM_SIZE)
CUDASHIM_DELETE(_ZdaPvmSt11align_val_t, CUDASHIM_SIZE CUDASHIM_SIZE)
}
