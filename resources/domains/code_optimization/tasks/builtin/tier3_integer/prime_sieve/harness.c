#include "harness.h"

uint32_t count_primes(unsigned char *marks, uint32_t limit);

static uint64_t call(uint32_t *words, size_t count)
{
    ROOM(unsigned char, marks, 100 * PAGE, words[0]);
    (void)count;
    return count_primes(marks, words[0]);
}

int main(void)
{
    return run_words(call, 20000, TO_CHANGE);
}
