#include <stddef.h>
#include <stdint.h>

void shortest_paths(uint32_t *distances, size_t points)
{
    for (size_t middle = 0; middle < points; middle++) {
        for (size_t from = 0; from < points; from++) {
            uint32_t first = distances[from * points + middle];
            for (size_t to = 0; to < points; to++) {
                uint32_t through = first + distances[middle * points + to];
                if (through < distances[from * points + to])
                    distances[from * points + to] = through;
            }
        }
    }
}
