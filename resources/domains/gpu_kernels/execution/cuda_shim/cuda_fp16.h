// __half and __half2 under CUDA's names.
#pragma once

#include "small_floats.h"

typedef cudashim::SmallFloat<cudashim::HalfCodec> __half;
typedef cudashim::SmallPair<cudashim::HalfCodec> __half2;
typedef __half half;
typedef __half2 half2;

CUDASHIM_SMALL_FUNCTIONS(half, half2)

inline half __float2half(float x) { return half(x); }
inline half __float2half_rn(float x) { return half(x); }
inline half __double2half(double x) { return half(x); }
inline half __int2half_rn(int x) { return half(x); }
inline float __half2float(half x) { return float(x); }
inline int __half2int_rn(half x) { return __float2int_rn(float(x)); }
inline half2 __half2half2(half x) { return {x, x}; }
inline half2 __float2half2_rn(float x) { return {half(x), half(x)}; }
inline half2 __floats2half2_rn(float x, float y) { return {half(x), half(y)}; }
inline half2 __float22half2_rn(float2 v) { return {half(v.x), half(v.y)}; }
inline float2 __half22float2(half2 v) { return {float(v.x), float(v.y)}; }
inline half __low2half(half2 v) { return v.x; }
inline half __high2half(half2 v) { return v.y; }
inline half2 make_half2(half x, half y) { return {x, y}; }
inline unsigned short __half_as_ushort(half x) { return x.bits; }
inline half __ushort_as_half(unsigned short bits) {
    half x;
    x.bits = bits;
    return x;
}
