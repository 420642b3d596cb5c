#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

static __m128i bytes_of(__m128i x)
{
    __m128i m1 = _mm_set1_epi8(0x55), m2 = _mm_set1_epi8(0x33), m4 = _mm_set1_epi8(0x0f);
    x = _mm_sub_epi8(x, _mm_and_si128(_mm_srli_epi64(x, 1), m1));
    x = _mm_add_epi8(_mm_and_si128(x, m2), _mm_and_si128(_mm_srli_epi64(x, 2), m2));
    return _mm_and_si128(_mm_add_epi8(x, _mm_srli_epi64(x, 4)), m4);
}

uint64_t popcount_words(const uint32_t *words, size_t count)
{
    __m128i sums = _mm_setzero_si128(), zero = _mm_setzero_si128();
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        sums = _mm_add_epi64(sums, _mm_sad_epu8(bytes_of(_mm_loadu_si128((const __m128i *)(words + i))), zero));
    uint64_t parts[2];
    _mm_storeu_si128((__m128i *)parts, sums);
    uint64_t total = parts[0] + parts[1];
    for (; i < count; i++)
        for (uint32_t rest = words[i]; rest; rest >>= 1)
            total += rest & 1;
    return total;
}
