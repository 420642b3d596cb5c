#include "harness.h"

int32_t dot_product(const int16_t *left, const int16_t *right, size_t count);

/* In each call another of the numbers is changed: who keeps something of them from an earlier call is wrong. */
static uint32_t product(uint32_t *words, size_t count, size_t less)
{
    const int16_t *numbers = (const int16_t *)words;
    uint32_t draw = draw_of_call(words, count, less), *changed = &words[below(draw, (uint32_t)count)];
    uint32_t before = *changed, now = before ^ scattered(draw);
    *changed = now;
    uint32_t found = (uint32_t)dot_product(numbers + less, numbers + count, count - less);
    is_const_changed |= *changed != now;
    *changed = before;
    return found;
}

static uint64_t call(uint32_t *words, size_t count)
{
    size_t times = count < 64 ? 1 : count < 8192 ? 64 : 2;
    uint64_t total = 0;
    if (!count)
        return fold(0, (uint32_t)dot_product((const int16_t *)words, (const int16_t *)words, 0));
    for (size_t less = 0; less < times; less++)
        total = fold(total, product(words, count, less));
    return total;
}

int main(void)
{
    return run_words(call, 0, TO_READ);
}
