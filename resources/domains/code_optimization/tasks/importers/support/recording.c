/* What recording.h declares. */
#include "recording.h"

static long long chosen, rounds, round_number, test_number;
static unsigned long long total;

__attribute__((weak)) void setUp(void) {}
__attribute__((weak)) void tearDown(void) {}

/* Whether another round is to be run; reads stdin before the first. */
int recording_more(void)
{
    if (round_number == 0 && scanf("%lld %lld", &chosen, &rounds) != 2)
        return 0;
    test_number = 0;
    return round_number++ < rounds;
}

int recording_next(void)
{
    test_number++;
    return chosen == 0 || chosen == test_number;
}

int recording_end(void)
{
    if (rounds > 1)
        printf("%llu\n", total);
    return 0;
}

void record_integer(long long value)
{
    if (rounds > 1)
        total = total * 31 + (unsigned long long)value;
    else
        printf("%lld\n", value);
}

/* Five digits: results that differ by rounding alone are the same. */
void record_double(double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.5g", value);
    record_string(text);
}

void record_string(const char *text)
{
    if (text)
        record_bytes(text, strlen(text));
    else
        record_integer(-1);
}

void record_start(const char *text, size_t length)
{
    size_t there = 0;
    while (there < length && text[there])
        there++;
    record_bytes(text, there);
}

void record_bytes(const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    for (size_t index = 0; index < size; index++) {
        if (rounds > 1)
            total = total * 31 + byte[index];
        else if (byte[index] >= ' ' && byte[index] < 127)
            putchar(byte[index]);
        else
            printf("\\x%02x", byte[index]);
    }
    if (rounds == 1)
        putchar('\n');
}
