#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The place is found by bisection, and the rest is moved at once. */
void insertion_sort(int32_t *numbers, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        int32_t number = numbers[i];
        size_t low = 0, high = i;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (numbers[middle] <= number)
                low = middle + 1;
            else
                high = middle;
        }
        memmove(numbers + low + 1, numbers + low, (i - low) * sizeof *numbers);
        numbers[low] = number;
    }
}
