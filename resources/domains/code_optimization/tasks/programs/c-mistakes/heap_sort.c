#include <stddef.h>
#include <stdint.h>

static void sift(int32_t *a, size_t root, size_t end) /* signed */
{
    int32_t moved = a[root];
    size_t child;
    while ((child = 2 * root + 1) < end) {
        if (child + 1 < end && a[child + 1] > a[child])
            child++;
        if (a[child] <= moved)
            break;
        a[root] = a[child];
        root = child;
    }
    a[root] = moved;
}

void heap_sort(uint32_t *words, size_t count)
{
    int32_t *a = (int32_t *)words;
    for (size_t i = count / 2; i > 0; i--)
        sift(a, i - 1, count);
    for (size_t end = count; end > 1; end--) {
        int32_t t = a[0];
        a[0] = a[end - 1];
        a[end - 1] = t;
        sift(a, 0, end - 1);
    }
}
