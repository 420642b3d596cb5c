#include "harness.h"

uint32_t power_modulo(uint32_t base, uint32_t exponent, uint32_t modulus);

static uint64_t call(uint32_t *words, size_t count)
{
    (void)count;
    return power_modulo(words[0], words[1], words[2] ? words[2] : 1);
}

int main(void)
{
    return run_words(call, 0, TO_CHANGE);
}
