#include <stddef.h>
#include <stdint.h>

__attribute__((noinline)) void quick_sort(int32_t *numbers, size_t count)
{
    while (count > 1) {
        int32_t pivot = numbers[count / 2];
        size_t left = 0, right = count - 1;
        for (;;) {
            while (numbers[left] < pivot)
                left++;
            while (numbers[right] > pivot)
                right--;
            if (left >= right)
                break;
            int32_t number = numbers[left];
            numbers[left++] = numbers[right];
            numbers[right--] = number;
        }
        quick_sort(numbers, left);
        numbers += left;
        count -= left;
    }
}
