// float4 and its kin: the built-in vector types with CUDA's alignments, and make_*.
#pragma once

#include "device_interface.h"

#define CUDASHIM_VECTORS(T, NAME, SIZE)                                                                 \
    struct NAME##1 { T x; };                                                                            \
    struct alignas(2 * SIZE) NAME##2 { T x, y; };                                                       \
    CUDASHIM_THREE_##NAME(T, NAME) struct alignas(SIZE >= 4 ? 16 : 4 * SIZE) NAME##4 { T x, y, z, w; }; \
    inline constexpr NAME##1 make_##NAME##1(T x) { return {x}; }                                        \
    inline constexpr NAME##2 make_##NAME##2(T x, T y) { return {x, y}; }                                \
    inline constexpr NAME##3 make_##NAME##3(T x, T y, T z) { return {x, y, z}; }                        \
    inline constexpr NAME##4 make_##NAME##4(T x, T y, T z, T w) { return {x, y, z, w}; }

#define CUDASHIM_THREE(T, NAME) \
    struct NAME##3 { T x, y, z; };
#define CUDASHIM_THREE_char(T, NAME) CUDASHIM_THREE(T, NAME)
#define CUDASHIM_THREE_uchar(T, NAME) CUDASHIM_THREE(T, NAME)
#define CUDASHIM_THREE_short(T, NAME) CUDASHIM_THREE(T, NAME)
#define CUDASHIM_THREE_ushort(T, NAME) CUDASHIM_THREE(T, NAME)
#define CUDASHIM_THREE_int(T, NAME) CUDASHIM_THREE(T, NAME)
#define CUDASHIM_THREE_uint(T, NAME)
#define CUDASHIM_THREE_longlong(T, NAME) CUDASHIM_THREE(T, NAME)
#define CUDASHIM_THREE_ulonglong(T, NAME) CUDASHIM_THREE(T, NAME)
#define CUDASHIM_THREE_float(T, NAME) CUDASHIM_THREE(T, NAME)
#define CUDASHIM_THREE_double(T, NAME) CUDASHIM_THREE(T, NAME)

CUDASHIM_VECTORS(signed char, char, 1)
CUDASHIM_VECTORS(unsigned char, uchar, 1)
CUDASHIM_VECTORS(short, short, 2)
CUDASHIM_VECTORS(unsigned short, ushort, 2)
CUDASHIM_VECTORS(int, int, 4)
CUDASHIM_VECTORS(unsigned, uint, 4)
CUDASHIM_VECTORS(long long, longlong, 8)
CUDASHIM_VECTORS(unsigned long long, ulonglong, 8)
CUDASHIM_VECTORS(float, float, 4)
CUDASHIM_VECTORS(double, double, 8)
