#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

/* Whole vectors alone. */
int32_t dot_product(const int16_t *left, const int16_t *right, size_t count)
{
    __m128i sums = _mm_setzero_si128();
    int32_t parts[4];
    for (size_t i = 0; i + 8 <= count; i += 8)
        sums = _mm_add_epi32(sums, _mm_madd_epi16(_mm_loadu_si128((const __m128i *)(left + i)),
                                                  _mm_loadu_si128((const __m128i *)(right + i))));
    _mm_storeu_si128((__m128i *)parts, sums);
    return (int32_t)((uint32_t)parts[0] + (uint32_t)parts[1] + (uint32_t)parts[2] + (uint32_t)parts[3]);
}
