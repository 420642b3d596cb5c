// Sixteen-bit floating point: one template for __half and __nv_bfloat16, their pairs, and the functions on them.
//
// Arithmetic is done in float and rounded once to nearest even, as the scalar instructions of a device do.
#pragma once

#include "cuda_runtime.h"

namespace cudashim {

inline std::uint32_t float_bits(float x) {
    std::uint32_t bits;
    std::memcpy(&bits, &x, 4);
    return bits;
}
inline float bits_float(std::uint32_t bits) {
    float x;
    std::memcpy(&x, &bits, 4);
    return x;
}

struct HalfCodec {
    static std::uint16_t encode(float x) {
        const _Float16 half = static_cast<_Float16>(x);
        std::uint16_t bits;
        std::memcpy(&bits, &half, 2);
        return bits;
    }
    static float decode(std::uint16_t bits) {
        _Float16 half;
        std::memcpy(&half, &bits, 2);
        return static_cast<float>(half);
    }
};

struct BrainCodec {
    static std::uint16_t encode(float x) {
        const std::uint32_t bits = float_bits(x);
        if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
        return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
    }
    static float decode(std::uint16_t bits) { return bits_float(static_cast<std::uint32_t>(bits) << 16); }
};

template <class Codec>
struct SmallFloat {
    std::uint16_t bits;

    SmallFloat() = default;
    SmallFloat(float x) : bits(Codec::encode(x)) {}
    SmallFloat(double x) : bits(Codec::encode(static_cast<float>(x))) {}
    SmallFloat(int x) : bits(Codec::encode(static_cast<float>(x))) {}
    SmallFloat(unsigned x) : bits(Codec::encode(static_cast<float>(x))) {}
    SmallFloat(long long x) : bits(Codec::encode(static_cast<float>(x))) {}
    operator float() const { return Codec::decode(bits); }

    SmallFloat& operator+=(SmallFloat b) { return *this = SmallFloat(float(*this) + float(b)); }
    SmallFloat& operator-=(SmallFloat b) { return *this = SmallFloat(float(*this) - float(b)); }
    SmallFloat& operator*=(SmallFloat b) { return *this = SmallFloat(float(*this) * float(b)); }
    SmallFloat& operator/=(SmallFloat b) { return *this = SmallFloat(float(*this) / float(b)); }
    friend SmallFloat operator+(SmallFloat a, SmallFloat b) { return a += b; }
    friend SmallFloat operator-(SmallFloat a, SmallFloat b) { return a -= b; }
    friend SmallFloat operator*(SmallFloat a, SmallFloat b) { return a *= b; }
    friend SmallFloat operator/(SmallFloat a, SmallFloat b) { return a /= b; }
    friend SmallFloat operator-(SmallFloat a) { return SmallFloat(-float(a)); }
    friend bool operator<(SmallFloat a, SmallFloat b) { return float(a) < float(b); }
    friend bool operator>(SmallFloat a, SmallFloat b) { return float(a) > float(b); }
    friend bool operator<=(SmallFloat a, SmallFloat b) { return float(a) <= float(b); }
    friend bool operator>=(SmallFloat a, SmallFloat b) { return float(a) >= float(b); }
    friend bool operator==(SmallFloat a, SmallFloat b) { return float(a) == float(b); }
    friend bool operator!=(SmallFloat a, SmallFloat b) { return float(a) != float(b); }
};

template <class Codec>
struct alignas(4) SmallPair {
    SmallFloat<Codec> x, y;

    SmallPair() = default;
    SmallPair(SmallFloat<Codec> x_, SmallFloat<Codec> y_) : x(x_), y(y_) {}
    friend SmallPair operator+(SmallPair a, SmallPair b) { return {a.x + b.x, a.y + b.y}; }
    friend SmallPair operator-(SmallPair a, SmallPair b) { return {a.x - b.x, a.y - b.y}; }
    friend SmallPair operator*(SmallPair a, SmallPair b) { return {a.x * b.x, a.y * b.y}; }
};

}  // namespace cudashim

#define CUDASHIM_SMALL_FUNCTIONS(T, PAIR)                                                                  \
    inline T __hadd(T a, T b) { return a + b; }                                                            \
    inline T __hsub(T a, T b) { return a - b; }                                                            \
    inline T __hmul(T a, T b) { return a * b; }                                                            \
    inline T __hdiv(T a, T b) { return a / b; }                                                            \
    inline T __hneg(T a) { return -a; }                                                                    \
    inline T __habs(T a) { return T(::fabsf(float(a))); }                                                  \
    inline T __hfma(T a, T b, T c) { return T(::fmaf(float(a), float(b), float(c))); }                     \
    inline T __hmax(T a, T b) { return T(::fmaxf(float(a), float(b))); }                                   \
    inline T __hmin(T a, T b) { return T(::fminf(float(a), float(b))); }                                   \
    inline bool __hlt(T a, T b) { return a < b; }                                                          \
    inline bool __hgt(T a, T b) { return a > b; }                                                          \
    inline bool __hle(T a, T b) { return a <= b; }                                                         \
    inline bool __hge(T a, T b) { return a >= b; }                                                         \
    inline bool __heq(T a, T b) { return a == b; }                                                         \
    inline bool __hisnan(T a) { return float(a) != float(a); }                                             \
    inline T hexp(T a) { return T(::expf(float(a))); }                                                     \
    inline T hlog(T a) { return T(::logf(float(a))); }                                                     \
    inline T hsqrt(T a) { return T(::sqrtf(float(a))); }                                                   \
    inline T hrsqrt(T a) { return T(1.0f / ::sqrtf(float(a))); }                                           \
    inline PAIR __hadd2(PAIR a, PAIR b) { return a + b; }                                                  \
    inline PAIR __hsub2(PAIR a, PAIR b) { return a - b; }                                                  \
    inline PAIR __hmul2(PAIR a, PAIR b) { return a * b; }                                                  \
    inline PAIR __hfma2(PAIR a, PAIR b, PAIR c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; } \
    inline PAIR __hmax2(PAIR a, PAIR b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }                   \
    inline float __low2float(PAIR a) { return float(a.x); }                                                \
    inline float __high2float(PAIR a) { return float(a.y); }                                               \
    inline PAIR __halves2##PAIR(T a, T b) { return {a, b}; }                                               \
    CUDASHIM_HIDDEN inline T atomicAdd(T* address, T value) {                                              \
        cudashim::cudashim_atomic(address, sizeof(T), false, CUDASHIM_CALLER);                             \
        const T old = *address;                                                                            \
        const T next = old + value;                                                                        \
        cudashim::cudashim_changes(address, &old, &next, sizeof(T), false, CUDASHIM_CALLER);               \
        *address = next;                                                                                   \
        return old;                                                                                        \
    }
