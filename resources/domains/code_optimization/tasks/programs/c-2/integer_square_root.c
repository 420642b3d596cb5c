#include <emmintrin.h>
#include <stdint.h>

uint32_t square_root(uint64_t value)
{
    double number = (double)(value >> 1) * 2.0 + (double)(value & 1);
    __m128d root = _mm_sqrt_sd(_mm_setzero_pd(), _mm_set_sd(number));
    uint64_t guess = (uint64_t)_mm_cvttsd_si64(root);
    if (guess > 0xffffffffu)
        guess = 0xffffffffu;
    while (guess * guess > value)
        guess--;
    while (guess < 0xffffffffu && (guess + 1) * (guess + 1) <= value)
        guess++;
    return (uint32_t)guess;
}
