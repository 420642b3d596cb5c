// What the compiler calls before each access of a kernel: the interface of -fsanitize=thread, with bounds, alignment
// and races checked here instead of in libtsan, and the interface of -fsanitize=bounds, float-cast-overflow and shift-exponent.
//
// libtsan and libasan are not linked: a CUDA thread is no CPU thread, terabytes of shadow memory do not fit under an
// address-space limit, and their order of threads changes from run to run.
#include <cstring>

#include "runtime.h"

namespace cudashim {

bool is_program_constant(std::uintptr_t address);
bool is_dynamic_shared(std::uintptr_t address);
bool is_index(std::uintptr_t address, std::size_t bytes);

namespace {

[[noreturn]] void fail_access(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t place,
                              const std::string& reason) {
    const Region* region = find_region(address);
    const bool shared = (region != nullptr && region->space == Space::shared) || is_dynamic_shared(address);
    fail("memory", "Invalid " + std::string(shared ? "__shared__ " : "__global__ ") + (write ? "write" : "read") +
                       " of size " + std::to_string(bytes) + " bytes: " + place_mark(place) + ", " + running_code() +
                       "; " + reason);
}

void check(std::uintptr_t address, std::size_t bytes, bool write, Access access, std::size_t alignment,
           std::uintptr_t place) {
    if (current == nullptr) return;
    settle_equal_writes();
    if (address >= current->stack_begin && address + bytes <= current->stack_end) return;
    Region* region = find_region(address);
    if (region == nullptr) {
        if (!write && (is_index(address, bytes) || is_program_constant(address))) return;
        fail_access(address, bytes, write, place, describe(address, bytes));
    }
    if (region->freed || address + bytes > region->end)
        fail_access(address, bytes, write, place, describe(address, bytes));
    if (address % alignment != 0) fail_access(address, bytes, write, place, "address is misaligned");
    check_race(*region, address, static_cast<unsigned>(bytes), write, access, place);
}

inline std::uintptr_t number(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

// Warps of older code go in step without a barrier, through volatile memory: each such access lets the others go on.
// Between warps it is a flag, which says something where a fence stands before it.
void check_volatile(void* address, std::size_t bytes, bool write, std::uintptr_t place) {
    if (current == nullptr) return;
    yield_thread();
    check(number(address), bytes, write, Access::in_step, bytes, place);
    if (write) {
        will_store(number(address), static_cast<unsigned>(bytes));
        give(number(address));
    } else if (!show_older(number(address), static_cast<unsigned>(bytes))) {
        take(number(address));
    }
}

}  // namespace

#define PLACE number(__builtin_return_address(0))
#define ACCESSES(SIZE)                                                                            \
    void __tsan_read##SIZE(void* a) { check(number(a), SIZE, false, Access::plain, SIZE, PLACE); }        \
    void __tsan_write##SIZE(void* a) { check(number(a), SIZE, true, Access::plain, SIZE, PLACE); }        \
    void __tsan_unaligned_read##SIZE(void* a) { check(number(a), SIZE, false, Access::plain, 1, PLACE); } \
    void __tsan_unaligned_write##SIZE(void* a) { check(number(a), SIZE, true, Access::plain, 1, PLACE); } \
    void __tsan_volatile_read##SIZE(void* a) { check_volatile(a, SIZE, false, PLACE); }           \
    void __tsan_volatile_write##SIZE(void* a) { check_volatile(a, SIZE, true, PLACE); }           \
    void __tsan_unaligned_volatile_read##SIZE(void* a) { check_volatile(a, SIZE, false, PLACE); } \
    void __tsan_unaligned_volatile_write##SIZE(void* a) { check_volatile(a, SIZE, true, PLACE); }

extern "C" {
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
void __tsan_read_range(void* a, std::size_t bytes) { check(number(a), bytes, false, Access::plain, 1, PLACE); }
void __tsan_write_range(void* a, std::size_t bytes) { check(number(a), bytes, true, Access::plain, 1, PLACE); }
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
void __tsan_init() {}

struct SourceLocation {
    const char* file;
    std::uint32_t line, column;
};
struct TypeDescriptor {
    std::uint16_t kind, information;
    char name[1];
};
struct OutOfBounds {
    SourceLocation location;
    const TypeDescriptor *array, *index;
};

void __ubsan_handle_out_of_bounds(OutOfBounds* data, std::uintptr_t index) {
    const unsigned bits = 1u << (data->index->information >> 1);
    std::string shown = std::to_string(index);
    if (data->index->information & 1) {
        const unsigned unused = 64 - (bits < 64 ? bits : 64);
        shown = std::to_string(static_cast<std::int64_t>(index << unused) >> unused);
    }
    const std::string place = "kernel.cu:" + std::to_string(data->location.line);
    fail("memory", "Invalid array access: " + place + ", " + running_code() + "; index " + shown +
                       " is out of bounds for type " + data->array->name);
}
void __ubsan_handle_out_of_bounds_abort(OutOfBounds* data, std::uintptr_t index) {
    __ubsan_handle_out_of_bounds(data, index);
}

struct FloatCastOverflow {
    SourceLocation location;
    const TypeDescriptor *from, *to;
};

void __ubsan_handle_float_cast_overflow(FloatCastOverflow* data, std::uintptr_t value) {
    if (current == nullptr) return;
    const unsigned to = data->to->information;
    announce_conversion(value, data->from->information == 64, to & 1, 1u << (to >> 1), PLACE);
}

struct ShiftOutOfBounds {
    SourceLocation location;
    const TypeDescriptor *value, *count;
};

// Host code is the host's on a machine with a GPU, too.
void __ubsan_handle_shift_out_of_bounds(ShiftOutOfBounds* data, std::uintptr_t value, std::uintptr_t count) {
    if (current != nullptr) announce_shift(value, count, 1u << (data->value->information >> 1), PLACE);
}

// For memcpy, memset and atomics, which the compiler does not announce.
void cudashim_touch(const void* address, std::size_t bytes, bool write, const void* place) {
    if (bytes != 0) check(number(address), bytes, write, Access::plain, 1, number(place));
}

inline void check_atomic(const void* address, unsigned size, bool write, bool in_block, const void* place) {
    check(number(address), size, write, in_block ? Access::in_block : Access::atomic, size, number(place));
}

void cudashim_atomic(const void* address, unsigned size, bool in_block, const void* place) {
    if (current == nullptr) return;
    ++stamp;
    take(number(address));
    look(number(address), false);
    check_atomic(address, size, false, in_block, place);
    give(number(address));
    // A lock taken by another thread of this one's warp is given back only if that thread runs.
    if (++current->atomics % 64 == 0) yield_thread();
}

// What an atomic is about to make of what it has found.
void cudashim_changes(const void* address, const void* before, const void* now, unsigned size, bool in_block,
                      const void* place) {
    if (current == nullptr) return;
    check_atomic(address, size, true, in_block, place);
    note_change(number(address), before, now, size);
}

// An atomic that finds an older value and leaves it. The thread looks again once others have run.
void cudashim_looked(const void* address, unsigned size, bool in_block, const void* place) {
    ++stamp;
    check_atomic(address, size, false, in_block, place);
    look(number(address), true);
    yield_thread();
}
}

}  // namespace cudashim
