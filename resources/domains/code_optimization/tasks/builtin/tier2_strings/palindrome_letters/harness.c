#include "harness.h"

int is_palindrome(const char *text, size_t length);

/* In every other call one letter is another, which hardly a palindrome survives: who keeps something of the text from an
   earlier call is wrong. */
static uint64_t answer(char *text, size_t length, size_t number)
{
    uint32_t draw = scattered((uint32_t)(9 * length + number + 1));
    if (!length || draw & 1)
        return (uint64_t)is_palindrome(text, length);
    char *letter = &text[below(draw, (uint32_t)length)], before = *letter, now = before == 'q' ? 'z' : 'q';
    *letter = now;
    uint64_t found = (uint64_t)is_palindrome(text, length);
    is_const_changed |= *letter != now;
    *letter = before;
    return found;
}

static uint64_t call(char *text, size_t length)
{
    uint64_t total = 0;
    for (size_t start = 0; start < 8 && start <= length; start++)
        total = fold(total, answer(text + start, length - start, start));
    return fold(total, answer(text, length / 2, 8));
}

int main(void)
{
    return run_text(call, TO_READ);
}
