#include <stdint.h>

static __attribute__((noinline)) uint64_t sum(const char **at);

static void skip_blanks(const char **at)
{
    while (**at == ' ')
        (*at)++;
}

static uint64_t factor(const char **at)
{
    uint64_t value = 0;
    skip_blanks(at);
    if (**at == '(') {
        (*at)++;
        value = sum(at);
        if (**at == ')')
            (*at)++;
    } else {
        for (; **at >= '0' && **at <= '9'; (*at)++)
            value = value * 10 + (uint64_t)(**at - '0');
    }
    skip_blanks(at);
    return value;
}

static uint64_t product(const char **at)
{
    uint64_t value = factor(at);
    while (**at == '*') {
        (*at)++;
        value *= factor(at);
    }
    return value;
}

static uint64_t sum(const char **at)
{
    uint64_t value = product(at);
    while (**at == '+' || **at == '-') {
        int minus = *(*at)++ == '-';
        uint64_t term = product(at);
        value = minus ? value - term : value + term;
    }
    return value;
}

uint64_t expression_value(const char *text)
{
    return sum(&text);
}
