#include <stddef.h>

static int is_kept(unsigned char c)
{
    unsigned char lower = c | 0x20;
    return (unsigned char)(c - '0') < 10 || (unsigned char)(lower - 'a') < 26;
}

static unsigned char lower(unsigned char c)
{
    return (unsigned char)(c - 'A') < 26 ? c | 0x20 : c;
}

int is_palindrome(const char *text, size_t length)
{
    const unsigned char *left = (const unsigned char *)text, *right = left + length;
    for (;;) {
        while (left < right && !is_kept(*left))
            left++;
        while (left < right && !is_kept(right[-1]))
            right--;
        if (left >= right)
            return 1;
        if (lower(*left++) != lower(*--right))
            return 0;
    }
}
