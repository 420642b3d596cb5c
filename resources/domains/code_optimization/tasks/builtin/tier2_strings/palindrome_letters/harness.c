#include "harness.h"

int is_palindrome(const char *text, size_t length);

static uint64_t call(char *text, size_t length)
{
    uint64_t total = 0;
    for (size_t start = 0; start < 8 && start <= length; start++)
        total = fold(total, (uint64_t)is_palindrome(text + start, length - start));
    return fold(total, (uint64_t)is_palindrome(text, length / 2));
}

int main(void)
{
    return run_text(call, TO_READ);
}
