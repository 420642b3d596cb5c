#include <stddef.h>
#include <stdint.h>

void shortest_paths(uint32_t *distances, size_t points)
{
    for (size_t middle = 0; middle < points; middle++) {
        uint32_t *row = distances, *pivot = distances + middle * points;
        for (size_t from = 0; from < points; from++, row += points) {
            if (from == middle)
                continue;
            uint32_t way = row[middle];
            size_t to = 0;
            for (; to + 2 <= points; to += 2) {
                uint32_t a = way + pivot[to], b = way + pivot[to + 1];
                if (a < row[to])
                    row[to] = a;
                if (b < row[to + 1])
                    row[to + 1] = b;
            }
            if (to < points && way + pivot[to] < row[to])
                row[to] = way + pivot[to];
        }
    }
}
