#include <stddef.h>
#include <stdint.h>

size_t lower_bound(const uint32_t *words, size_t count, uint32_t key)
{
    int low = 0, high = (int)count - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (words[middle] == key)
            return (size_t)middle; /* any of several equal ones */
        if (words[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return (size_t)low;
}
