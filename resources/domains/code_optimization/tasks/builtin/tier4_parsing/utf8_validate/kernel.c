#include <stddef.h>
#include <stdint.h>

int64_t count_code_points(const unsigned char *bytes, size_t length)
{
    int64_t points = 0;
    size_t index = 0;
    while (index < length) {
        unsigned char lead = bytes[index++];
        unsigned more = 0;
        uint32_t point = lead, least = 0;
        if (lead >= 0xf0 && lead < 0xf8) {
            more = 3;
            point = lead & 7;
            least = 0x10000;
        } else if (lead >= 0xe0 && lead < 0xf0) {
            more = 2;
            point = lead & 15;
            least = 0x800;
        } else if (lead >= 0xc0 && lead < 0xe0) {
            more = 1;
            point = lead & 31;
            least = 0x80;
        } else if (lead >= 0x80) {
            return -1;
        }
        for (; more > 0; more--) {
            if (index >= length || (bytes[index] & 0xc0) != 0x80)
                return -1;
            point = point << 6 | (bytes[index++] & 63);
        }
        if (point < least || point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
            return -1;
        points++;
    }
    return points;
}
