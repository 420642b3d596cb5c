// Atomic functions on global and shared memory, with their _block and _system forms.
//
// Threads run in turns, so the plain operation is atomic; what matters is that the runtime knows of it, and whether it
// changes anything: one that does not is a look.
#pragma once

#include "cuda_runtime.h"

#define CUDASHIM_ATOMIC_FORM(NAME, T, IN_BLOCK, EXPRESSION)                                         \
    CUDASHIM_HIDDEN inline T NAME(T* address, T value) {                                            \
        T old, next;                                                                                \
        if (cudashim::cudashim_older(address, sizeof(T), &old)) {                                   \
            next = static_cast<T>(EXPRESSION);                                                      \
            if (__builtin_memcmp(&old, &next, sizeof(T)) == 0) {                                    \
                cudashim::cudashim_looked(address, sizeof(T), IN_BLOCK, CUDASHIM_CALLER);           \
                return old;                                                                         \
            }                                                                                       \
        }                                                                                           \
        cudashim::cudashim_atomic(address, sizeof(T), IN_BLOCK, CUDASHIM_CALLER);                   \
        old = *address;                                                                             \
        next = static_cast<T>(EXPRESSION);                                                          \
        if (__builtin_memcmp(&old, &next, sizeof(T)) != 0)                                          \
            cudashim::cudashim_changes(address, &old, &next, sizeof(T), IN_BLOCK, CUDASHIM_CALLER); \
        else                                                                                        \
            cudashim::cudashim_kept(address);                                                       \
        *address = next;                                                                            \
        return old;                                                                                 \
    }
#define CUDASHIM_ATOMIC(NAME, T, EXPRESSION)                \
    CUDASHIM_ATOMIC_FORM(NAME, T, false, EXPRESSION)        \
    CUDASHIM_ATOMIC_FORM(NAME##_block, T, true, EXPRESSION) \
    CUDASHIM_ATOMIC_FORM(NAME##_system, T, false, EXPRESSION)
#define CUDASHIM_INTEGER_ATOMICS(T)                          \
    CUDASHIM_ATOMIC(atomicAdd, T, old + value)               \
    CUDASHIM_ATOMIC(atomicMin, T, value < old ? value : old) \
    CUDASHIM_ATOMIC(atomicMax, T, value > old ? value : old) \
    CUDASHIM_ATOMIC(atomicAnd, T, old& value)                \
    CUDASHIM_ATOMIC(atomicOr, T, old | value)                \
    CUDASHIM_ATOMIC(atomicXor, T, old ^ value)               \
    CUDASHIM_ATOMIC(atomicExch, T, value)

CUDASHIM_INTEGER_ATOMICS(int)
CUDASHIM_INTEGER_ATOMICS(unsigned)
CUDASHIM_INTEGER_ATOMICS(unsigned long long)
CUDASHIM_ATOMIC(atomicMin, long long, value < old ? value : old)
CUDASHIM_ATOMIC(atomicMax, long long, value > old ? value : old)
CUDASHIM_ATOMIC(atomicAdd, float, old + value)
CUDASHIM_ATOMIC(atomicAdd, double, old + value)
CUDASHIM_ATOMIC(atomicExch, float, value)
CUDASHIM_ATOMIC(atomicSub, int, old - value)
CUDASHIM_ATOMIC(atomicSub, unsigned, old - value)
CUDASHIM_ATOMIC(atomicInc, unsigned, old >= value ? 0 : old + 1)
CUDASHIM_ATOMIC(atomicDec, unsigned, old == 0 || old > value ? value : old - 1)

// A lock is waited for with one of these: the others must get to run, or the holder never lets go.
#define CUDASHIM_COMPARE_AND_SWAP_FORM(NAME, T, IN_BLOCK)                                            \
    CUDASHIM_HIDDEN inline T NAME(T* address, T compare, T value) {                                  \
        T old;                                                                                       \
        if (cudashim::cudashim_older(address, sizeof(T), &old) && old != compare) {                  \
            cudashim::cudashim_looked(address, sizeof(T), IN_BLOCK, CUDASHIM_CALLER);                \
            return old;                                                                              \
        }                                                                                            \
        cudashim::cudashim_atomic(address, sizeof(T), IN_BLOCK, CUDASHIM_CALLER);                    \
        old = *address;                                                                              \
        if (old != compare || value == old) cudashim::cudashim_kept(address);                        \
        if (old != compare) {                                                                        \
            cudashim::cudashim_nap();                                                                \
            return old;                                                                              \
        }                                                                                            \
        if (value != old)                                                                            \
            cudashim::cudashim_changes(address, &old, &value, sizeof(T), IN_BLOCK, CUDASHIM_CALLER); \
        *address = value;                                                                            \
        return old;                                                                                  \
    }
#define CUDASHIM_COMPARE_AND_SWAP(T)                         \
    CUDASHIM_COMPARE_AND_SWAP_FORM(atomicCAS, T, false)      \
    CUDASHIM_COMPARE_AND_SWAP_FORM(atomicCAS_block, T, true) \
    CUDASHIM_COMPARE_AND_SWAP_FORM(atomicCAS_system, T, false)
CUDASHIM_COMPARE_AND_SWAP(int)
CUDASHIM_COMPARE_AND_SWAP(unsigned)
CUDASHIM_COMPARE_AND_SWAP(unsigned long long)
CUDASHIM_COMPARE_AND_SWAP(unsigned short)
