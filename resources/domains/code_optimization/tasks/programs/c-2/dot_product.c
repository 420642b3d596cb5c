#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

int32_t dot_product(const int16_t *left, const int16_t *right, size_t count)
{
    __m128i sums = _mm_setzero_si128();
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m128i a = _mm_loadu_si128((const __m128i *)(left + i));
        __m128i b = _mm_loadu_si128((const __m128i *)(right + i));
        sums = _mm_add_epi32(sums, _mm_madd_epi16(a, b));
    }
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, _MM_SHUFFLE(1, 0, 3, 2)));
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, _MM_SHUFFLE(2, 3, 0, 1)));
    uint32_t total = (uint32_t)_mm_cvtsi128_si32(sums);
    for (; i < count; i++)
        total += (uint32_t)(left[i] * right[i]);
    return (int32_t)total;
}
