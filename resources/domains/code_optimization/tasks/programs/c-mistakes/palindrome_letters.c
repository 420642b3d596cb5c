#include <stddef.h>

int is_palindrome(const char *text, size_t length)
{
    size_t i = 0, j = length;
    while (i < j) {
        char a = text[i], b = text[j - 1];
        a |= 32, b |= 32; /* makes letters of other things */
        if (a < '0' || (a > '9' && a < 'a') || a > 'z')
            i++;
        else if (b < '0' || (b > '9' && b < 'a') || b > 'z')
            j--;
        else if (a != b)
            return 0;
        else
            i++, j--;
    }
    return 1;
}
