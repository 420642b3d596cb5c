#include <stddef.h>
#include <stdint.h>

/* The middle point belongs outside. */
void shortest_paths(uint32_t *distances, size_t points)
{
    for (size_t from = 0; from < points; from++)
        for (size_t to = 0; to < points; to++)
            for (size_t middle = 0; middle < points; middle++) {
                uint32_t way = distances[from * points + middle] + distances[middle * points + to];
                if (way < distances[from * points + to])
                    distances[from * points + to] = way;
            }
}
