#include <stddef.h>
#include <stdint.h>

static void exchange(int32_t *a, int32_t *b)
{
    int32_t t = *a;
    *a = *b;
    *b = t;
}

/* Three ways around the median of three; the shorter part first. */
void quick_sort(int32_t *numbers, size_t count)
{
    while (count > 1) {
        int32_t a = numbers[0], b = numbers[count / 2], c = numbers[count - 1];
        int32_t pivot = a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
        size_t less = 0, at = 0, more = count;
        while (at < more) {
            if (numbers[at] < pivot)
                exchange(&numbers[less++], &numbers[at++]);
            else if (numbers[at] > pivot)
                exchange(&numbers[at], &numbers[--more]);
            else
                at++;
        }
        if (less < count - more) {
            quick_sort(numbers, less);
            numbers += more;
            count -= more;
        } else {
            quick_sort(numbers + more, count - more);
            count = less;
        }
    }
}
