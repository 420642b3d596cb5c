#include <stdint.h>

uint32_t square_root(uint64_t value)
{
    uint64_t result = 0, rest = value, place = (uint64_t)1 << 62;
    while (place > rest)
        place >>= 2;
    while (place) {
        if (rest >= result + place) {
            rest -= result + place;
            result = (result >> 1) + place;
        } else {
            result >>= 1;
        }
        place >>= 2;
    }
    return (uint32_t)result;
}
