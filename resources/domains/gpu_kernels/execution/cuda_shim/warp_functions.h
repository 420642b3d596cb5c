// Barriers, fences, and what the lanes of a warp do together.
//
// Only the *_sync forms: those without a mask left CUDA with sm_70. __activemask is left out on purpose: which lanes
// are converged is the hardware's affair, and any answer here would be an invention.
#pragma once

#include "cuda_runtime.h"

namespace cudashim {

enum Operation { syncwarp = 0, shuffle, shuffle_up, shuffle_down, shuffle_xor, ballot, reduce, match };

template <class T>
std::uint64_t to_bits(T value) {
    static_assert(sizeof(T) <= 8, "a warp operation moves at most 8 bytes a lane");
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class T>
T from_bits(std::uint64_t bits) {
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

template <class T>
CUDASHIM_HIDDEN T shuffled(unsigned mask, Operation operation, int line, T value, int argument, int width) {
    Gathered gathered;
    cudashim_warp(mask, operation, line, to_bits(value), &gathered);
    const int lane = static_cast<int>(cudashim_lane()), start = lane / width * width;
    int source = lane;
    switch (operation) {
        case shuffle: source = start + (argument & (width - 1)); break;
        case shuffle_up: source = lane - argument < start ? lane : lane - argument; break;
        case shuffle_down: source = lane + argument >= start + width ? lane : lane + argument; break;
        default: source = (lane ^ argument) >= start + width ? lane : lane ^ argument; break;
    }
    return from_bits<T>(gathered.value[source & 31]);
}

template <class T, class Combine>
CUDASHIM_HIDDEN T reduced(unsigned mask, int line, T value, Combine combine) {
    Gathered gathered;
    cudashim_warp(mask, reduce, line, to_bits(value), &gathered);
    bool first = true;
    T result{};
    for (int lane = 0; lane < 32; lane++) {
        if (!(gathered.present >> lane & 1)) continue;
        const T other = from_bits<T>(gathered.value[lane]);
        result = first ? other : combine(result, other);
        first = false;
    }
    return result;
}

CUDASHIM_HIDDEN inline unsigned voted(unsigned mask, int line, int predicate, unsigned* present) {
    Gathered gathered;
    cudashim_warp(mask, ballot, line, predicate != 0, &gathered);
    unsigned votes = 0;
    for (int lane = 0; lane < 32; lane++)
        if ((gathered.present >> lane & 1) && gathered.value[lane] == 1) votes |= 1u << lane;
    *present = gathered.present;
    return votes;
}

CUDASHIM_HIDDEN inline Votes barrier(int line, int vote) {
    Votes votes;
    cudashim_barrier(line, vote, &votes);
    return votes;
}

}  // namespace cudashim

#define CUDASHIM_LINE int line = __builtin_LINE()

inline void __syncthreads(CUDASHIM_LINE) { cudashim::barrier(line, 0); }
inline int __syncthreads_count(int predicate, CUDASHIM_LINE) { return cudashim::barrier(line, predicate).count; }
inline int __syncthreads_and(int predicate, CUDASHIM_LINE) { return cudashim::barrier(line, predicate).all; }
inline int __syncthreads_or(int predicate, CUDASHIM_LINE) { return cudashim::barrier(line, predicate).any; }
inline void __threadfence() { cudashim::cudashim_fence(false); }
inline void __threadfence_block() { cudashim::cudashim_fence(true); }
inline void __threadfence_system() { cudashim::cudashim_fence(false); }
CUDASHIM_HIDDEN inline void __trap() { cudashim::cudashim_trap(CUDASHIM_CALLER); }
inline void __nanosleep(unsigned) { cudashim::cudashim_nap(); }
inline long long clock64() { return cudashim::cudashim_clock(); }

CUDASHIM_HIDDEN inline void __syncwarp(unsigned mask = 0xffffffffu, CUDASHIM_LINE) {
    cudashim::Gathered gathered;
    cudashim::cudashim_warp(mask, cudashim::syncwarp, line, 0, &gathered);
}
template <class T>
T __shfl_sync(unsigned mask, T value, int source, int width = 32, CUDASHIM_LINE) {
    return cudashim::shuffled(mask, cudashim::shuffle, line, value, source, width);
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, CUDASHIM_LINE) {
    return cudashim::shuffled(mask, cudashim::shuffle_up, line, value, static_cast<int>(delta), width);
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, CUDASHIM_LINE) {
    return cudashim::shuffled(mask, cudashim::shuffle_down, line, value, static_cast<int>(delta), width);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32, CUDASHIM_LINE) {
    return cudashim::shuffled(mask, cudashim::shuffle_xor, line, value, lanes, width);
}
inline unsigned __ballot_sync(unsigned mask, int predicate, CUDASHIM_LINE) {
    unsigned present;
    return cudashim::voted(mask, line, predicate, &present);
}
inline int __any_sync(unsigned mask, int predicate, CUDASHIM_LINE) {
    unsigned present;
    return cudashim::voted(mask, line, predicate, &present) != 0;
}
inline int __all_sync(unsigned mask, int predicate, CUDASHIM_LINE) {
    unsigned present;
    const unsigned votes = cudashim::voted(mask, line, predicate, &present);
    return votes == present;
}

#define CUDASHIM_REDUCE(NAME, T, EXPRESSION)                                                              \
    inline T __reduce_##NAME##_sync(unsigned mask, T value, CUDASHIM_LINE) {                              \
        return cudashim::reduced(mask, line, value, [](T a, T b) { return static_cast<T>(EXPRESSION); }); \
    }
CUDASHIM_REDUCE(add, unsigned, a + b)
CUDASHIM_REDUCE(add, int, a + b)
CUDASHIM_REDUCE(min, unsigned, a < b ? a : b)
CUDASHIM_REDUCE(min, int, a < b ? a : b)
CUDASHIM_REDUCE(max, unsigned, a > b ? a : b)
CUDASHIM_REDUCE(max, int, a > b ? a : b)
CUDASHIM_REDUCE(and, unsigned, a& b)
CUDASHIM_REDUCE(or, unsigned, a | b)
CUDASHIM_REDUCE(xor, unsigned, a ^ b)

template <class T>
CUDASHIM_HIDDEN unsigned __match_any_sync(unsigned mask, T value, CUDASHIM_LINE) {
    cudashim::Gathered gathered;
    cudashim::cudashim_warp(mask, cudashim::match, line, cudashim::to_bits(value), &gathered);
    unsigned same = 0;
    for (int lane = 0; lane < 32; lane++)
        if ((gathered.present >> lane & 1) && gathered.value[lane] == cudashim::to_bits(value)) same |= 1u << lane;
    return same;
}
