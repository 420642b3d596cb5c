#include <stddef.h>
#include <stdint.h>

/* From behind: lengths[i] is the longest that begins with number i. */
uint32_t longest_increasing(const int32_t *numbers, size_t count, uint32_t *lengths)
{
    uint32_t answer = 0;
    for (size_t i = count; i-- > 0;) {
        uint32_t most = 0;
        for (size_t j = i + 1; j < count; j++) {
            uint32_t candidate = numbers[j] > numbers[i] ? lengths[j] : 0;
            most = candidate > most ? candidate : most;
        }
        lengths[i] = ++most;
        answer = most > answer ? most : answer;
    }
    return answer;
}
