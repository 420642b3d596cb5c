/* What the harnesses of the built-in tasks share. stdin starts with a number of rounds; each round calls the kernel
   on data of its own and folds what it returns into one number, which is printed at the end. The first round's data are
   those of stdin; every later round's are new, so that nothing remembered from one helps with another, and of the same
   kind: words as long as the given ones, text with other letters and digits in the same places. `generating.py` does
   the same in Python. What a kernel is given lies between pages that nobody may touch, and what it is given as const
   is compared after the call. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { MAXIMUM_WORDS = 1 << 14, MAXIMUM_TEXT = 1 << 14 };

enum { PAGE = 4096 };
/* What a kernel gets of the text or the words: as it likes, or as const. */
enum access { TO_CHANGE, TO_READ };

static uint32_t round_now;
static int is_const_changed;

/* Whole pages between two that nobody may touch, at an address that needs more than 32 bits, so that a pointer cut to
   32 bits does not work by chance. */
static inline char *room(size_t bytes)
{
    char *start = mmap(0, bytes + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(start + PAGE, bytes, PROT_READ | PROT_WRITE);
    return start + PAGE;
}

/* Bytes at the end of a room, and in every other round at its start, so that a step beyond either end is a fault. */
static inline void *placed(char *room, size_t size, size_t bytes)
{
    return round_now % 2 ? room : room + (size - bytes);
}

/* Declares a pointer to that many elements in a room for the most of them. The room stays from call to call. */
#define ROOM(type, name, most, count) \
    static char *name##_room; \
    if (!name##_room) \
        name##_room = room((most) * sizeof(type)); \
    type *name = placed(name##_room, (most) * sizeof(type), (count) * sizeof(type))

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

/* Words that no sum or product of earlier ones foretells. */
static inline uint32_t scattered(uint32_t word)
{
    word = (word ^ word >> 16) * 0x7feb352du;
    word = (word ^ word >> 15) * 0x846ca68bu;
    return word ^ word >> 16;
}

/* As many bits as `word` has, or a number below `limit`. */
static inline uint32_t word_of_round(uint32_t word, uint32_t round, uint32_t index, uint32_t limit)
{
    uint32_t drawn = scattered(word ^ (round * 0x9e3779b9u + index * 0x85ebca6bu)), bits = word | 1;
    if (limit)
        return drawn % limit;
    bits |= bits >> 1;
    bits |= bits >> 2;
    bits |= bits >> 4;
    bits |= bits >> 8;
    return drawn & (bits | bits >> 16);
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
    if (is_const_changed)
        return puts("a const argument was changed") < 0;
    return printf("%llu\n", (unsigned long long)total) < 0;
}

/* stdin: rounds, count, words. */
static inline int run_words(uint64_t (*call)(uint32_t *words, size_t count), uint32_t limit, enum access access)
{
    static uint32_t words[MAXIMUM_WORDS], kept[MAXIMUM_WORDS];
    char *all = room(sizeof words);
    uint32_t rounds = (uint32_t)read_integer(), count = (uint32_t)read_integer();
    uint64_t total = 0;
    for (uint32_t index = 0; index < count; index++)
        words[index] = (uint32_t)read_integer();
    for (; round_now < rounds; round_now++) {
        uint32_t *copy = placed(all, sizeof words, count * sizeof *words);
        for (uint32_t index = 0; index < count; index++)
            copy[index] = kept[index] =
                round_now ? word_of_round(words[index], round_now, index, limit) : words[index];
        total = fold(total, call(copy, count));
        if (access == TO_READ)
            is_const_changed |= !!memcmp(copy, kept, count * sizeof *words);
    }
    return print_total(total);
}

/* Another alphabet for each round: equal letters stay equal, large ones large, and digits digits. */
static inline void alphabet_of_round(char *letters, uint32_t round)
{
    static const char steps[] = {1, 3, 5, 7, 9, 11, 15, 17, 19, 21, 23, 25}, digit_steps[] = {1, 3, 7, 9};
    uint32_t drawn = scattered(round), step = steps[drawn % 12], start = drawn >> 8 & 31;
    uint32_t digit_step = digit_steps[drawn >> 16 & 3], digit_start = drawn >> 24 & 15;
    for (uint32_t index = 0; index < 26; index++) {
        letters['a' + index] = (char)('a' + (start + step * index) % 26);
        letters['A' + index] = (char)('A' + (start + step * index) % 26);
    }
    for (uint32_t index = 0; index < 10; index++)
        letters['0' + index] = (char)('0' + (digit_start + digit_step * index) % 10);
}

/* stdin: rounds, a line's end, text up to the end. Two letters of each round's text are the next printable ones. */
static inline int run_text(uint64_t (*call)(char *text, size_t length), enum access access)
{
    static char text[MAXIMUM_TEXT], kept[MAXIMUM_TEXT], letters[256];
    char *all = room(sizeof text);
    uint32_t rounds = (uint32_t)read_integer();
    uint32_t length = (uint32_t)fread(text, 1, sizeof text - 1, stdin);
    uint64_t total = 0;
    for (uint32_t letter = 0; letter < 256; letter++)
        letters[letter] = (char)letter;
    for (; round_now < rounds; round_now++) {
        char *copy = placed(all, sizeof text, length + 1);
        for (uint32_t index = 0; index < length; index++)
            copy[index] = letters[(unsigned char)text[index]];
        for (uint32_t change = 0; length && round_now && change < 2; change++) {
            char *letter = &copy[scattered(2 * round_now + change) % length];
            *letter = *letter >= ' ' && *letter < '~' ? *letter + 1 : ' ';
        }
        copy[length] = 0;
        memcpy(kept, copy, length + 1);
        total = fold(total, call(copy, length));
        if (access == TO_READ)
            is_const_changed |= !!memcmp(copy, kept, length + 1);
        alphabet_of_round(letters, round_now + 1);
    }
    return print_total(total);
}
