// Device mathematics: intrinsics and the functions that CUDA has beyond <cmath>, in the host's arithmetic.
//
// Fast intrinsics are as exact as the host's functions here, so a tolerance that a device needs is never too tight.
#pragma once

#include "cuda_runtime.h"

#define CUDASHIM_MATH inline __attribute__((always_inline))

#define CUDASHIM_MIN_MAX(A, B, C)                                                             \
    CUDASHIM_MATH constexpr C min(A a, B b) {                                                 \
        return static_cast<C>(b) < static_cast<C>(a) ? static_cast<C>(b) : static_cast<C>(a); \
    }                                                                                         \
    CUDASHIM_MATH constexpr C max(A a, B b) {                                                 \
        return static_cast<C>(a) < static_cast<C>(b) ? static_cast<C>(b) : static_cast<C>(a); \
    }
CUDASHIM_MIN_MAX(int, int, int)
CUDASHIM_MIN_MAX(unsigned, unsigned, unsigned)
CUDASHIM_MIN_MAX(int, unsigned, unsigned)
CUDASHIM_MIN_MAX(unsigned, int, unsigned)
CUDASHIM_MIN_MAX(long, long, long)
CUDASHIM_MIN_MAX(unsigned long, unsigned long, unsigned long)
CUDASHIM_MIN_MAX(long long, long long, long long)
CUDASHIM_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
CUDASHIM_MATH float min(float a, float b) { return ::fminf(a, b); }
CUDASHIM_MATH float max(float a, float b) { return ::fmaxf(a, b); }
CUDASHIM_MATH double min(double a, double b) { return ::fmin(a, b); }
CUDASHIM_MATH double max(double a, double b) { return ::fmax(a, b); }
CUDASHIM_MATH double min(float a, double b) { return ::fmin(a, b); }
CUDASHIM_MATH double max(float a, double b) { return ::fmax(a, b); }
CUDASHIM_MATH double min(double a, float b) { return ::fmin(a, b); }
CUDASHIM_MATH double max(double a, float b) { return ::fmax(a, b); }

CUDASHIM_MATH float rsqrtf(float x) { return 1.0f / ::sqrtf(x); }
CUDASHIM_MATH double rsqrt(double x) { return 1.0 / ::sqrt(x); }
CUDASHIM_MATH float rsqrt(float x) { return rsqrtf(x); }
CUDASHIM_MATH float rcbrtf(float x) { return 1.0f / ::cbrtf(x); }
CUDASHIM_MATH float sinpif(float x) { return ::sinf(3.14159265358979f * x); }
CUDASHIM_MATH float cospif(float x) { return ::cosf(3.14159265358979f * x); }
CUDASHIM_MATH float normcdff(float x) { return 0.5f * ::erfcf(-x * 0.70710678118654752f); }
CUDASHIM_MATH float rhypotf(float a, float b) { return 1.0f / ::hypotf(a, b); }
CUDASHIM_MATH float erfcxf(float x) {
    const double wide = x;
    return static_cast<float>(wide < 25.0 ? ::exp(wide * wide) * ::erfc(wide) : 0.5641895835477563 / (wide + 0.5 / wide));
}
CUDASHIM_MATH float norm3df(float a, float b, float c) { return ::sqrtf(a * a + b * b + c * c); }

CUDASHIM_MATH float __expf(float x) { return ::expf(x); }
CUDASHIM_MATH float __exp10f(float x) { return ::powf(10.0f, x); }
CUDASHIM_MATH float __logf(float x) { return ::logf(x); }
CUDASHIM_MATH float __log2f(float x) { return ::log2f(x); }
CUDASHIM_MATH float __log10f(float x) { return ::log10f(x); }
CUDASHIM_MATH float __sinf(float x) { return ::sinf(x); }
CUDASHIM_MATH float __cosf(float x) { return ::cosf(x); }
CUDASHIM_MATH float __tanf(float x) { return ::tanf(x); }
CUDASHIM_MATH float __powf(float x, float y) { return ::exp2f(y * ::log2f(x)); }
CUDASHIM_MATH float __fdividef(float x, float y) {
    return ::fabsf(y) <= 0x1p126f || y != y ? x / y : ::isinf(y) ? x * (1.0f / y) : x * 0.0f;
}
CUDASHIM_MATH float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
CUDASHIM_MATH void __sincosf(float x, float* s, float* c) { *s = ::sinf(x), *c = ::cosf(x); }

#define CUDASHIM_ROUNDED(SUFFIX)                                                               \
    CUDASHIM_MATH float __fadd_##SUFFIX(float a, float b) { return a + b; }                    \
    CUDASHIM_MATH float __fsub_##SUFFIX(float a, float b) { return a - b; }                    \
    CUDASHIM_MATH float __fmul_##SUFFIX(float a, float b) { return a * b; }                    \
    CUDASHIM_MATH float __fdiv_##SUFFIX(float a, float b) { return a / b; }                    \
    CUDASHIM_MATH float __fmaf_##SUFFIX(float a, float b, float c) { return ::fmaf(a, b, c); } \
    CUDASHIM_MATH float __frcp_##SUFFIX(float a) { return 1.0f / a; }                          \
    CUDASHIM_MATH float __fsqrt_##SUFFIX(float a) { return ::sqrtf(a); }                       \
    CUDASHIM_MATH double __dadd_##SUFFIX(double a, double b) { return a + b; }                 \
    CUDASHIM_MATH double __dsub_##SUFFIX(double a, double b) { return a - b; }                 \
    CUDASHIM_MATH double __dmul_##SUFFIX(double a, double b) { return a * b; }
CUDASHIM_ROUNDED(rn)

// Rounded another way: the mode is another one between two accesses that no compiler moves.
#define CUDASHIM_DIRECTED_1(NAME, TYPE, DIRECTION, VALUE) \
    CUDASHIM_HIDDEN inline TYPE NAME(TYPE a_) {           \
        volatile TYPE a = a_;                             \
        const int before = cudashim::cudashim_rounding(DIRECTION); \
        volatile TYPE result = VALUE;                     \
        cudashim::cudashim_rounding(before);              \
        return result;                                    \
    }
#define CUDASHIM_DIRECTED_2(NAME, TYPE, DIRECTION, VALUE) \
    CUDASHIM_HIDDEN inline TYPE NAME(TYPE a_, TYPE b_) {  \
        volatile TYPE a = a_, b = b_;                     \
        const int before = cudashim::cudashim_rounding(DIRECTION); \
        volatile TYPE result = VALUE;                     \
        cudashim::cudashim_rounding(before);              \
        return result;                                    \
    }
#define CUDASHIM_DIRECTED(SUFFIX, DIRECTION)                              \
    CUDASHIM_HIDDEN inline float __fmaf_##SUFFIX(float a_, float b_, float c_) { \
        volatile float a = a_, b = b_, c = c_;                            \
        const int before = cudashim::cudashim_rounding(DIRECTION);        \
        volatile float result = ::fmaf(a, b, c);                          \
        cudashim::cudashim_rounding(before);                              \
        return result;                                                    \
    }                                                                     \
    CUDASHIM_DIRECTED_2(__fadd_##SUFFIX, float, DIRECTION, a + b)         \
    CUDASHIM_DIRECTED_2(__fsub_##SUFFIX, float, DIRECTION, a - b)         \
    CUDASHIM_DIRECTED_2(__fmul_##SUFFIX, float, DIRECTION, a * b)         \
    CUDASHIM_DIRECTED_2(__fdiv_##SUFFIX, float, DIRECTION, a / b)         \
    CUDASHIM_DIRECTED_1(__frcp_##SUFFIX, float, DIRECTION, 1.0f / a)      \
    CUDASHIM_DIRECTED_1(__fsqrt_##SUFFIX, float, DIRECTION, ::sqrtf(a))   \
    CUDASHIM_DIRECTED_2(__dadd_##SUFFIX, double, DIRECTION, a + b)        \
    CUDASHIM_DIRECTED_2(__dsub_##SUFFIX, double, DIRECTION, a - b)        \
    CUDASHIM_DIRECTED_2(__dmul_##SUFFIX, double, DIRECTION, a * b)
CUDASHIM_DIRECTED(rd, -1)
CUDASHIM_DIRECTED(ru, 1)
CUDASHIM_DIRECTED(rz, 2)

// Averages of integers, which do not overflow: rounded down, and up.
CUDASHIM_MATH int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
CUDASHIM_MATH int __rhadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1); }
CUDASHIM_MATH unsigned __uhadd(unsigned a, unsigned b) { return static_cast<unsigned>((0ull + a + b) >> 1); }
CUDASHIM_MATH unsigned __urhadd(unsigned a, unsigned b) { return static_cast<unsigned>((1ull + a + b) >> 1); }
CUDASHIM_MATH float __frsqrt_rn(float a) { return rsqrtf(a); }

// Out-of-range conversions saturate on a device, and NaN becomes 0.
template <class To, class From>
CUDASHIM_MATH To cudashim_saturated(From x) {
    constexpr To lowest = static_cast<To>(To(-1) < To(0) ? To(1) << (8 * sizeof(To) - 1) : To(0)),
                 highest = static_cast<To>(~lowest);
    if (x != x) return 0;
    return x <= static_cast<From>(lowest) ? lowest : x >= static_cast<From>(highest) ? highest : static_cast<To>(x);
}
CUDASHIM_MATH int __float2int_rn(float x) { return cudashim_saturated<int>(::nearbyintf(x)); }
CUDASHIM_MATH int __float2int_rz(float x) { return cudashim_saturated<int>(::truncf(x)); }
CUDASHIM_MATH int __float2int_rd(float x) { return cudashim_saturated<int>(::floorf(x)); }
CUDASHIM_MATH int __float2int_ru(float x) { return cudashim_saturated<int>(::ceilf(x)); }
CUDASHIM_MATH unsigned __float2uint_rn(float x) { return cudashim_saturated<unsigned>(::nearbyintf(x)); }
CUDASHIM_MATH unsigned __float2uint_rz(float x) { return cudashim_saturated<unsigned>(::truncf(x)); }
CUDASHIM_MATH float __int2float_rn(int x) { return static_cast<float>(x); }
CUDASHIM_MATH float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
CUDASHIM_MATH int __float_as_int(float x) {
    int y;
    std::memcpy(&y, &x, 4);
    return y;
}
CUDASHIM_MATH unsigned __float_as_uint(float x) {
    unsigned y;
    std::memcpy(&y, &x, 4);
    return y;
}
CUDASHIM_MATH float __int_as_float(int x) {
    float y;
    std::memcpy(&y, &x, 4);
    return y;
}
CUDASHIM_MATH float __uint_as_float(unsigned x) {
    float y;
    std::memcpy(&y, &x, 4);
    return y;
}
CUDASHIM_MATH long long __double_as_longlong(double x) {
    long long y;
    std::memcpy(&y, &x, 8);
    return y;
}
CUDASHIM_MATH double __longlong_as_double(long long x) {
    double y;
    std::memcpy(&y, &x, 8);
    return y;
}

CUDASHIM_MATH int __popc(unsigned x) { return __builtin_popcount(x); }
CUDASHIM_MATH int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
CUDASHIM_MATH int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
CUDASHIM_MATH int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
CUDASHIM_MATH int __ffs(int x) { return __builtin_ffs(x); }
CUDASHIM_MATH int __ffsll(long long x) { return __builtin_ffsll(x); }
CUDASHIM_MATH unsigned __brev(unsigned x) {
    unsigned y = 0;
    for (int i = 0; i < 32; i++) y |= (x >> i & 1u) << (31 - i);
    return y;
}
CUDASHIM_MATH unsigned long long __brevll(unsigned long long x) {
    return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 | __brev(static_cast<unsigned>(x >> 32));
}
CUDASHIM_MATH int __mulhi(int a, int b) { return static_cast<int>((static_cast<long long>(a) * b) >> 32); }
CUDASHIM_MATH unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>((static_cast<unsigned long long>(a) * b) >> 32);
}
CUDASHIM_MATH unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
CUDASHIM_MATH int __mul24(int a, int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }
CUDASHIM_MATH unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
    const unsigned long long bytes = static_cast<unsigned long long>(b) << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        const unsigned choice = selector >> 4 * i & 0xfu, byte = bytes >> 8 * (choice & 7u) & 0xffu;
        result |= (choice & 8u ? (byte & 0x80u ? 0xffu : 0u) : byte) << 8 * i;
    }
    return result;
}
CUDASHIM_MATH unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31u) >> 32);
}
CUDASHIM_MATH unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31u));
}
CUDASHIM_MATH unsigned __sad(int a, int b, unsigned c) { return c + static_cast<unsigned>(a < b ? b - a : a - b); }
CUDASHIM_MATH int __dp4a(int a, int b, int c) {
    for (int i = 0; i < 4; i++) c += static_cast<signed char>(a >> 8 * i) * static_cast<signed char>(b >> 8 * i);
    return c;
}

// Four bytes or two halves of a word at a time.
#define CUDASHIM_LANES(NAME, PART, BITS, EXPRESSION)                                                   \
    CUDASHIM_MATH unsigned NAME(unsigned x, unsigned y) {                                              \
        unsigned result = 0;                                                                           \
        for (int i = 0; i < 32; i += BITS) {                                                           \
            const int a = static_cast<PART>(x >> i), b = static_cast<PART>(y >> i);                    \
            result |= (static_cast<unsigned>(EXPRESSION) & (1u << BITS) - 1u) << i;                    \
        }                                                                                              \
        return result;                                                                                 \
    }
#define CUDASHIM_LANE_FUNCTIONS(COUNT, SIGNED, UNSIGNED, BITS)                    \
    CUDASHIM_LANES(__vadd##COUNT, UNSIGNED, BITS, a + b)                          \
    CUDASHIM_LANES(__vsub##COUNT, UNSIGNED, BITS, a - b)                          \
    CUDASHIM_LANES(__vmaxs##COUNT, SIGNED, BITS, a > b ? a : b)                   \
    CUDASHIM_LANES(__vmaxu##COUNT, UNSIGNED, BITS, a > b ? a : b)                 \
    CUDASHIM_LANES(__vmins##COUNT, SIGNED, BITS, a < b ? a : b)                   \
    CUDASHIM_LANES(__vminu##COUNT, UNSIGNED, BITS, a < b ? a : b)                 \
    CUDASHIM_LANES(__vabsdiffs##COUNT, SIGNED, BITS, a > b ? a - b : b - a)       \
    CUDASHIM_LANES(__vabsdiffu##COUNT, UNSIGNED, BITS, a > b ? a - b : b - a)     \
    CUDASHIM_LANES(__vavgu##COUNT, UNSIGNED, BITS, (a + b + 1) >> 1)              \
    CUDASHIM_LANES(__vcmpeq##COUNT, UNSIGNED, BITS, a == b ? -1 : 0)              \
    CUDASHIM_LANES(__vcmpgts##COUNT, SIGNED, BITS, a > b ? -1 : 0)                \
    CUDASHIM_LANES(__vcmpgtu##COUNT, UNSIGNED, BITS, a > b ? -1 : 0)
CUDASHIM_LANE_FUNCTIONS(2, short, unsigned short, 16)
CUDASHIM_LANE_FUNCTIONS(4, signed char, unsigned char, 8)

// Read through a cache: the same value, and the same check.
#define CUDASHIM_LOAD(NAME)                  \
    template <class T>                       \
    CUDASHIM_MATH T NAME(const T* address) { \
        return *address;                     \
    }
#define CUDASHIM_STORE(NAME)                       \
    template <class T>                             \
    CUDASHIM_MATH void NAME(T* address, T value) { \
        *address = value;                          \
    }
CUDASHIM_LOAD(__ldg)
CUDASHIM_LOAD(__ldca)
CUDASHIM_LOAD(__ldcg)
CUDASHIM_LOAD(__ldcs)
CUDASHIM_LOAD(__ldlu)
CUDASHIM_LOAD(__ldcv)
CUDASHIM_STORE(__stwb)
CUDASHIM_STORE(__stcg)
CUDASHIM_STORE(__stcs)
CUDASHIM_STORE(__stwt)
