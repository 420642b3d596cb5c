#include <emmintrin.h>
#include <stdint.h>

/* Doubles have 53 bits. */
uint32_t square_root(uint64_t value)
{
    __m128d root = _mm_sqrt_sd(_mm_setzero_pd(), _mm_set_sd((double)value));
    return (uint32_t)_mm_cvttsd_si64(root);
}
