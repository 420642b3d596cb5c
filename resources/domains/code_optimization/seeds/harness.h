/* What the harnesses of the built-in tasks share. stdin starts with a number of rounds; each round calls the kernel
   on a fresh copy of the data, folds what it returns into one number, and then changes the data, so that no round's
   result is the next one's. The number is printed at the end. `generating.py` does the same in Python. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { MAXIMUM_WORDS = 1 << 14, MAXIMUM_TEXT = 1 << 14 };

/* Room at an address that needs more than 32 bits, so that a pointer cut to 32 bits does not work by chance. */
static inline void *room(size_t bytes)
{
    return mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/* Declares a pointer to room for that many elements, which stays from call to call. */
#define ROOM(type, name, count) static type *name; if (!name) name = room((count) * sizeof *name)

static inline uint64_t fold(uint64_t total, uint64_t value)
{
    return total * 31 + value;
}

static inline uint64_t fold_words(const uint32_t *words, size_t count)
{
    uint64_t total = 0;
    for (size_t index = 0; index < count; index++)
        total = fold(total, words[index]);
    return total;
}

static inline uint64_t fold_bytes(const char *bytes, size_t count)
{
    uint64_t total = 0;
    for (size_t index = 0; index < count; index++)
        total = fold(total, (unsigned char)bytes[index]);
    return total;
}

static inline uint32_t next_word(uint32_t word)
{
    return word * 1664525u + 1013904223u;
}

static int64_t read_integer(void)
{
    int letter = getchar_unlocked(), negative = 0;
    int64_t value = 0;
    while (letter == ' ' || letter == '\n')
        letter = getchar_unlocked();
    if (letter == '-') {
        negative = 1;
        letter = getchar_unlocked();
    }
    for (; letter >= '0' && letter <= '9'; letter = getchar_unlocked())
        value = value * 10 + (letter - '0');
    return negative ? -value : value;
}

static int print_total(uint64_t total)
{
    return printf("%llu\n", (unsigned long long)total) < 0;
}

/* stdin: rounds, count, words. With `all`, each round changes all words, else one of them, below `limit`. */
static inline int run_words(uint64_t (*call)(uint32_t *words, size_t count), int all, uint32_t limit)
{
    static uint32_t words[MAXIMUM_WORDS];
    uint32_t *copy = room(sizeof words);
    size_t rounds = (size_t)read_integer(), count = (size_t)read_integer();
    uint64_t total = 0;
    for (size_t index = 0; index < count; index++)
        words[index] = (uint32_t)read_integer();
    for (size_t round = 0; round < rounds; round++) {
        memcpy(copy, words, count * sizeof *copy);
        total = fold(total, call(copy, count));
        for (size_t index = all ? 0 : round % (count ? count : 1); index < (all ? count : count ? round % count + 1 : 0); index++)
            words[index] = limit ? next_word(words[index]) % limit : next_word(words[index]);
    }
    return print_total(total);
}

/* stdin: rounds, a line's end, text up to the end. Each round changes one letter to the next printable one. */
static inline int run_text(uint64_t (*call)(char *text, size_t length))
{
    static char text[MAXIMUM_TEXT];
    char *copy = room(sizeof text);
    size_t rounds = (size_t)read_integer();
    size_t length = fread(text, 1, sizeof text - 1, stdin);
    uint64_t total = 0;
    for (size_t round = 0; round < rounds; round++) {
        memcpy(copy, text, length + 1);
        total = fold(total, call(copy, length));
        if (length) {
            char *letter = &text[round % length];
            *letter = *letter >= ' ' && *letter < '~' ? *letter + 1 : ' ';
        }
    }
    return print_total(total);
}
