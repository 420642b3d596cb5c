#include <stddef.h>

static int plain(int letter)
{
    if (letter >= 'A' && letter <= 'Z')
        return letter + ('a' - 'A');
    if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9'))
        return letter;
    return 0;
}

int is_palindrome(const char *text, size_t length)
{
    size_t first = 0, last = length;
    while (first < last) {
        int left = plain(text[first]), right = plain(text[last - 1]);
        if (!left)
            first++;
        else if (!right)
            last--;
        else if (left != right)
            return 0;
        else {
            first++;
            last--;
        }
    }
    return 1;
}
