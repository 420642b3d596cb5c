#include <stdint.h>

/* One function for each level, the place in the text given back through a structure. */
struct parser {
    const char *at;
};

static uint64_t expression(struct parser *p);

static void blanks(struct parser *p)
{
    while (*p->at == ' ')
        p->at++;
}

static uint64_t primary(struct parser *p)
{
    uint64_t value = 0;
    blanks(p);
    if (*p->at == '(') {
        p->at++;
        value = expression(p);
        if (*p->at == ')')
            p->at++;
    } else {
        unsigned digit;
        while ((digit = (unsigned char)*p->at - (unsigned)'0') <= 9) {
            value = 10 * value + digit;
            p->at++;
        }
    }
    blanks(p);
    return value;
}

static uint64_t expression(struct parser *p)
{
    uint64_t total = 0;
    char operation = '+';
    for (;;) {
        uint64_t term = primary(p);
        while (*p->at == '*') {
            p->at++;
            term *= primary(p);
        }
        total += operation == '+' ? term : 0 - term;
        if (*p->at != '+' && *p->at != '-')
            return total;
        operation = *p->at++;
    }
}

uint64_t expression_value(const char *text)
{
    struct parser p = {text};
    return expression(&p);
}
