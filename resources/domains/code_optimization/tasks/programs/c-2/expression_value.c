#include <stdint.h>

static const char *skip(const char *s)
{
    while (*s == ' ')
        s++;
    return s;
}

static const char *parse_sum(const char *s, uint64_t *out);

static const char *parse_atom(const char *s, uint64_t *out)
{
    uint64_t v = 0;
    s = skip(s);
    if (*s == '(') {
        s = parse_sum(s + 1, &v);
        if (*s == ')')
            s++;
    } else {
        while (*s >= '0' && *s <= '9')
            v = v * 10 + (uint64_t)(*s++ - '0');
    }
    *out = v;
    return skip(s);
}

static const char *parse_product(const char *s, uint64_t *out)
{
    uint64_t factor;
    s = parse_atom(s, out);
    while (*s == '*') {
        s = parse_atom(s + 1, &factor);
        *out *= factor;
    }
    return s;
}

static const char *parse_sum(const char *s, uint64_t *out)
{
    uint64_t term;
    s = parse_product(s, out);
    for (;;) {
        switch (*s) {
        case '+':
            s = parse_product(s + 1, &term);
            *out += term;
            break;
        case '-':
            s = parse_product(s + 1, &term);
            *out -= term;
            break;
        default:
            return s;
        }
    }
}

uint64_t expression_value(const char *text)
{
    uint64_t value;
    parse_sum(text, &value);
    return value;
}
