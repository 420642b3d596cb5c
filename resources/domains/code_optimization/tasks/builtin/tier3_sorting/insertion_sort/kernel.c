#include <stddef.h>
#include <stdint.h>

void insertion_sort(int32_t *numbers, size_t count)
{
    for (size_t sorted = 1; sorted < count; sorted++) {
        int32_t number = numbers[sorted];
        size_t place = sorted;
        while (place > 0 && numbers[place - 1] > number) {
            numbers[place] = numbers[place - 1];
            place--;
        }
        numbers[place] = number;
    }
}
