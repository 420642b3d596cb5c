#include "harness.h"

size_t lower_bound(const uint32_t *words, size_t count, uint32_t key);

/* Runs of up to three equal numbers, below 2^32 for as many as there is room for. */
static uint32_t number_at(uint32_t index, uint32_t word, size_t count)
{
    return (index - index % (1 + word % 3)) * (count > 16384 ? 32749u : 262139u) + word % 97;
}

/* Half of the places are those that a search looks at first, or near them. */
static size_t place_drawn(uint32_t draw, size_t count)
{
    return below(draw & 8 ? draw : draw & ~0u << (24 + (draw & 7)), (uint32_t)count);
}

/* Between its neighbours, so that the array stays sorted. */
static uint32_t number_between(const uint32_t *sorted, size_t at, size_t count, uint32_t draw)
{
    uint32_t low = at ? sorted[at - 1] : 0, high = at + 1 < count ? sorted[at + 1] : UINT32_MAX;
    return low + (uint32_t)(draw * (1 + (uint64_t)(high - low)) >> 32);
}

/* In each call another of the numbers is changed, the array is shorter in one of four, and every other key tells the
   array from the one that it was: who keeps something of it from an earlier call is wrong. */
static uint64_t search(uint32_t *sorted, size_t count, uint32_t key, uint32_t draw)
{
    size_t at = place_drawn(draw, count), size = draw & 96 ? count : count - below(scattered(draw), (uint32_t)count);
    uint32_t before = sorted[at], now = number_between(sorted, at, count, scattered(draw));
    sorted[at] = now;
    uint64_t found = lower_bound(sorted, size, draw & 16 ? key : before < now ? now : before);
    is_const_changed |= sorted[at] != now;
    sorted[at] = before;
    return found;
}

static uint64_t call(uint32_t *words, size_t count)
{
    ROOM(uint32_t, sorted, MAXIMUM_WORDS, count);
    for (size_t index = 0; index < count; index++)
        sorted[index] = number_at((uint32_t)index, words[0], count);
    uint64_t total = 0;
    for (size_t index = 0; index < count; index++)
        total = fold(total, search(sorted, count, words[index], draw_of_call(words, count, index)));
    for (size_t index = 0; index < count; index++)
        is_const_changed |= sorted[index] != number_at((uint32_t)index, words[0], count);
    return total;
}

int main(void)
{
    return run_words(call, 0, TO_CHANGE);
}
