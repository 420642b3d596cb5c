#include <stddef.h>
#include <stdint.h>

enum { SMALL = 12 };

/* A stack of its own, and insertion for what is short. */
void quick_sort(int32_t *numbers, size_t count)
{
    size_t stack[2 * 64], top = 0, low = 0, high = count;
    for (;;) {
        if (high - low <= SMALL) {
            for (size_t i = low + 1; i < high; i++) {
                int32_t moved = numbers[i];
                size_t j = i;
                for (; j > low && numbers[j - 1] > moved; j--)
                    numbers[j] = numbers[j - 1];
                numbers[j] = moved;
            }
            if (!top)
                return;
            high = stack[--top];
            low = stack[--top];
            continue;
        }
        int32_t pivot = numbers[low + (high - low) / 2];
        size_t i = low, j = high - 1;
        for (;;) {
            while (numbers[i] < pivot)
                i++;
            while (numbers[j] > pivot)
                j--;
            if (i >= j)
                break;
            int32_t t = numbers[i];
            numbers[i++] = numbers[j];
            numbers[j--] = t;
        }
        size_t middle = j + 1;
        if (middle - low > high - middle) {
            stack[top++] = low;
            stack[top++] = middle;
            low = middle;
        } else {
            stack[top++] = middle;
            stack[top++] = high;
            high = middle;
        }
    }
}
