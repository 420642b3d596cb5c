#include <stddef.h>
#include <stdint.h>

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t t = *a;
    *a = *b;
    *b = t;
}

/* Sift to the bottom along the larger children, then climb back. */
static void sink(uint32_t *a, size_t root, size_t end)
{
    while (2 * root + 1 < end) {
        size_t child = 2 * root + 1;
        if (child + 1 < end && a[child] < a[child + 1])
            child++;
        if (a[root] >= a[child])
            return;
        swap(&a[root], &a[child]);
        root = child;
    }
}

void heap_sort(uint32_t *words, size_t count)
{
    if (count < 2)
        return;
    size_t start = (count - 2) / 2;
    do {
        sink(words, start, count);
    } while (start-- > 0);
    for (size_t end = count - 1; end > 0; end--) {
        swap(&words[0], &words[end]);
        sink(words, 0, end);
    }
}
