#include "harness.h"

uint32_t power_modulo(uint32_t base, uint32_t exponent, uint32_t modulus);

static uint64_t call(uint32_t *words, size_t count)
{
    uint64_t total = 0;
    for (size_t index = 0; index + 2 < count; index += 3) {
        uint32_t modulus = words[index + 2];
        total = fold(total, power_modulo(words[index], words[index + 1], modulus ? modulus : 1));
    }
    return total;
}

int main(void)
{
    return run_words(call, 0, TO_CHANGE);
}
