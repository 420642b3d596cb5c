#include <stddef.h>
#include <stdint.h>

/* The smallest is put first, so that the inner loop needs no bound. */
void insertion_sort(int32_t *numbers, size_t count)
{
    if (count < 2)
        return;
    size_t smallest = 0;
    for (size_t i = 1; i < count; i++)
        if (numbers[i] < numbers[smallest])
            smallest = i;
    int32_t first = numbers[smallest];
    for (size_t i = smallest; i > 0; i--)
        numbers[i] = numbers[i - 1];
    numbers[0] = first;
    for (int32_t *p = numbers + 2; p < numbers + count; p++) {
        int32_t moved = *p, *q = p;
        for (; q[-1] > moved; q--)
            *q = q[-1];
        *q = moved;
    }
}
