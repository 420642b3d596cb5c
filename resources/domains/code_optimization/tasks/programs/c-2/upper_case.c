#include <emmintrin.h>
#include <stddef.h>

size_t upper_case(char *text, size_t length)
{
    size_t changed = 0, i = 0;
    const __m128i below = _mm_set1_epi8('a' - 1), above = _mm_set1_epi8('z' + 1), bit = _mm_set1_epi8(32);
    for (; i + 16 <= length; i += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(text + i));
        __m128i small = _mm_and_si128(_mm_cmpgt_epi8(v, below), _mm_cmplt_epi8(v, above));
        _mm_storeu_si128((__m128i *)(text + i), _mm_sub_epi8(v, _mm_and_si128(small, bit)));
        for (int mask = _mm_movemask_epi8(small); mask; mask &= mask - 1)
            changed++;
    }
    for (; i < length; i++)
        if (text[i] >= 'a' && text[i] <= 'z') {
            text[i] &= ~32;
            changed++;
        }
    return changed;
}
