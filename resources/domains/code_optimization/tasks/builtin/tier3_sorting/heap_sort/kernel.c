#include <stddef.h>
#include <stdint.h>

static void sift(uint32_t *words, size_t root, size_t count)
{
    uint32_t word = words[root];
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && words[child + 1] > words[child])
            child++;
        if (words[child] <= word)
            break;
        words[root] = words[child];
    }
    words[root] = word;
}

void heap_sort(uint32_t *words, size_t count)
{
    for (size_t root = count / 2; root > 0; root--)
        sift(words, root - 1, count);
    while (count > 1) {
        uint32_t largest = words[0];
        words[0] = words[--count];
        sift(words, 0, count);
        words[count] = largest;
    }
}
