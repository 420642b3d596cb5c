#include <stdint.h>

static uint64_t level(const char **s, int product)
{
    uint64_t value = 0;
    while (**s == ' ')
        ++*s;
    if (product) {
        if (**s == '(') {
            ++*s;
            value = level(s, 0);
            ++*s; /* whatever stands there */
        } else {
            while (**s >= '0' && **s <= '9')
                value = value * 10 + (uint64_t)(*(*s)++ - '0');
        }
        while (**s == ' ')
            ++*s;
        return value;
    }
    value = level(s, 1);
    while (**s == '+' || **s == '-' || **s == '*') { /* from left to right without regard to * */
        char operation = *(*s)++;
        uint64_t next = level(s, 1);
        value = operation == '+' ? value + next : operation == '-' ? value - next : value * next;
    }
    return value;
}

uint64_t expression_value(const char *text)
{
    return level(&text, 0);
}
