#include <stddef.h>
#include <stdint.h>

void shortest_paths(uint32_t *distances, size_t points)
{
    for (size_t k = 0; k < points; k++) {
        const uint32_t *through = distances + k * points;
        for (size_t i = 0; i < points; i++) {
            uint32_t *line = distances + i * points;
            uint32_t first = line[k];
            for (size_t j = 0; j < points; j++) {
                uint32_t way = first + through[j];
                line[j] = line[j] <= way ? line[j] : way;
            }
        }
    }
}
