#include <stddef.h>
#include <stdint.h>

/* A heap whose root is word 1 of an array that begins one word earlier. */
void heap_sort(uint32_t *words, size_t count)
{
    size_t left = count / 2 + 1, right = count;
    if (count < 2)
        return;
    for (;;) {
        uint32_t moved;
        if (left > 1) {
            moved = words[--left - 1];
        } else {
            moved = words[right - 1];
            words[right - 1] = words[0];
            if (--right == 1) {
                words[0] = moved;
                return;
            }
        }
        size_t hole = left, child = 2 * left;
        while (child <= right) {
            if (child < right && words[child - 1] < words[child])
                child++;
            if (moved >= words[child - 1])
                break;
            words[hole - 1] = words[child - 1];
            hole = child;
            child *= 2;
        }
        words[hole - 1] = moved;
    }
}
