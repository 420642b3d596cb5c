#include <stddef.h>
#include <stdint.h>

void insertion_sort(int32_t *numbers, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        int32_t moved = numbers[i];
        size_t j = i;
        while (j > 0 && numbers[j - 1] - moved > 0) { /* the difference overflows */
            numbers[j] = numbers[j - 1];
            j--;
        }
        numbers[j] = moved;
    }
}
