#include <stddef.h>

int is_palindrome(const char *text, size_t length)
{
    size_t i = 0, j = length - 1; /* wraps for an empty text */
    while (i < j) {
        unsigned char a = (unsigned char)text[i], b = (unsigned char)text[j];
        if (a >= 'A' && a <= 'Z')
            a += 32;
        if (b >= 'A' && b <= 'Z')
            b += 32;
        if (!((a >= 'a' && a <= 'z') || (a >= '0' && a <= '9')))
            i++;
        else if (!((b >= 'a' && b <= 'z') || (b >= '0' && b <= '9')))
            j--;
        else if (a != b)
            return 0;
        else
            i++, j--;
    }
    return 1;
}
