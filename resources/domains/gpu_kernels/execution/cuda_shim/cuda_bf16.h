// __nv_bfloat16 and __nv_bfloat162 under CUDA's names.
#pragma once

#include "small_floats.h"

typedef cudashim::SmallFloat<cudashim::BrainCodec> __nv_bfloat16;
typedef cudashim::SmallPair<cudashim::BrainCodec> __nv_bfloat162;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#define __halves2nv_bfloat162 __halves2bfloat162

CUDASHIM_SMALL_FUNCTIONS(nv_bfloat16, nv_bfloat162)

inline nv_bfloat16 __float2bfloat16(float x) { return nv_bfloat16(x); }
inline nv_bfloat16 __float2bfloat16_rn(float x) { return nv_bfloat16(x); }
inline nv_bfloat16 __double2bfloat16(double x) { return nv_bfloat16(x); }
inline nv_bfloat16 __int2bfloat16_rn(int x) { return nv_bfloat16(x); }
inline float __bfloat162float(nv_bfloat16 x) { return float(x); }
inline nv_bfloat162 __bfloat162bfloat162(nv_bfloat16 x) { return {x, x}; }
inline nv_bfloat162 __float2bfloat162_rn(float x) { return {nv_bfloat16(x), nv_bfloat16(x)}; }
inline nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {nv_bfloat16(x), nv_bfloat16(y)}; }
inline nv_bfloat162 __float22bfloat162_rn(float2 v) { return {nv_bfloat16(v.x), nv_bfloat16(v.y)}; }
inline float2 __bfloat1622float2(nv_bfloat162 v) { return {float(v.x), float(v.y)}; }
inline nv_bfloat16 __low2bfloat16(nv_bfloat162 v) { return v.x; }
inline nv_bfloat16 __high2bfloat16(nv_bfloat162 v) { return v.y; }
inline nv_bfloat162 make_bfloat162(nv_bfloat16 x, nv_bfloat16 y) { return {x, y}; }
inline unsigned short __bfloat16_as_ushort(nv_bfloat16 x) { return x.bits; }
inline nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
    nv_bfloat16 x;
    x.bits = bits;
    return x;
}
