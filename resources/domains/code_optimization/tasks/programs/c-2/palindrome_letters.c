#include <stddef.h>

/* What a byte counts as: itself in small letters, or nothing. */
static unsigned char folded(unsigned char c)
{
    switch (c) {
    case '0' ... '9':
    case 'a' ... 'z':
        return c;
    case 'A' ... 'Z':
        return c + 32;
    default:
        return 0;
    }
}

int is_palindrome(const char *text, size_t length)
{
    size_t i = 0, j = length;
    while (i < j) {
        unsigned char a = folded((unsigned char)text[i]);
        if (!a) {
            i++;
            continue;
        }
        unsigned char b = folded((unsigned char)text[j - 1]);
        if (!b) {
            j--;
            continue;
        }
        if (a != b)
            return 0;
        i++, j--;
    }
    return 1;
}
