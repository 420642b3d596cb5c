// What a compiled candidate and the device runtime share: vector types of three, launches, barriers, atomics' hooks.
//
// Only declarations. Everything that a candidate may write by name stands in the other headers of this folder.
#pragma once

#include <cstddef>
#include <cstdint>

struct uint3 {
    unsigned x, y, z;
};

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
};

namespace cudashim {

struct Votes {
    int count, all, any;
};

// The values of a warp's lanes. Lanes that have ended or do not exist hold ones in every bit: their value is undefined.
struct Gathered {
    std::uint64_t value[32];
    unsigned present;
};

using Body = void (*)(void* closure);

extern "C" {
unsigned cudashim_lane() __attribute__((const));
void* cudashim_dynamic_shared() __attribute__((const));
void cudashim_launch(const char* kernel, dim3 grid, dim3 block, std::size_t shared_bytes, Body body, void* closure);
void cudashim_argument(void* value, std::size_t bytes, bool is_pointer);
[[noreturn]] void cudashim_host_code(const char* kernel, const char* what);
extern bool cudashim_has_device_functions;
void* cudashim_symbol(const void* symbol, std::size_t bytes);
void cudashim_enter_kernel(bool inside);
void cudashim_barrier(int line, int vote, Votes* votes);
void cudashim_warp(unsigned mask, int operation, int line, std::uint64_t value, Gathered* gathered);
void cudashim_fence(bool in_block);
void cudashim_atomic(const void* address, unsigned size, bool in_block, const void* place);
bool cudashim_older(const void* address, unsigned size, void* older);
void cudashim_looked(const void* address, unsigned size, bool in_block, const void* place);
void cudashim_kept(const void* address);
void cudashim_changes(const void* address, const void* before, const void* now, unsigned size, bool in_block,
                      const void* place);
void cudashim_touch(const void* address, std::size_t bytes, bool write, const void* place);
[[noreturn]] void cudashim_trap(const void* place);
[[noreturn]] void cudashim_false_promise(const void* place);
int cudashim_rounding(int direction);
void cudashim_nap();
std::int64_t cudashim_clock();
[[noreturn]] void cudashim_grid_barrier(int line);
}

}  // namespace cudashim
