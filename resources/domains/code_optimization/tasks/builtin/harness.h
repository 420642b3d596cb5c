/* What the harnesses of the built-in tasks share. stdin starts with a number of rounds; each round calls the kernel
   on data of its own and folds what it returns into one number, which is printed at the end. The first round's data are
   those of stdin; every later round's are new, so that nothing remembered from one helps with another, and of the same
   kind: words as long as the given ones, text with other letters and digits in the same places. `tasks/rounds.py` does
   the same in Python. What a kernel is given lies between pages that nobody may touch; what lies beside it, and what
   is given as const, is compared after the call. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { MAXIMUM_WORDS = 1 << 17, MAXIMUM_TEXT = 1 << 17 };

enum { PAGE = 4096 };
/* What a kernel gets of the text or the words: as it likes, or as const. */
enum access { TO_CHANGE, TO_READ };

/* Of the domain (`execution/support/rounds.c`): while rounds run, no memory but what is CHANGING, the rooms below and the kernel's
   own data can be written, and after each round the kernel's data and the stack are as they were. */
void rounds_begin(void);
void round_over(void);
void rounds_end(void);
int is_other_than(const char *bytes, size_t count, unsigned char byte);
#define CHANGING __attribute__((section("harness_state")))

/* Whole pages between two that nobody may touch; `beside` are those bytes of them that are nobody's. */
struct room {
    char *pages, *beside;
    size_t bytes, bytes_beside;
};

enum { MOST_ROOMS = 8, NOBODYS = 0xa5 };
static CHANGING struct room *rooms[MOST_ROOMS];
static CHANGING uint32_t room_count, round_now;
static CHANGING int is_const_changed, is_beside_changed;

/* That many bytes at the end of a room's last page, and in every other round at the start of its first, so that a step
   beyond either end is a fault; what else the pages hold is looked at after the round. A room lies at an address that
   needs more than 32 bits, so that a pointer cut to 32 bits does not work by chance. It stays from round to round, and
   holds the same byte everywhere at first. */
static inline void *placed(struct room *room, size_t most, size_t bytes)
{
    size_t pages = (bytes ? bytes + PAGE - 1 : PAGE) / PAGE * PAGE;
    if (!room->pages) {
        room->pages = (char *)mmap(0, most + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) + PAGE;
        rooms[room_count++] = room;
    }
    if (pages != room->bytes) {
        if (room->bytes)
            mprotect(room->pages, room->bytes, PROT_NONE);
        mprotect(room->pages, pages, PROT_READ | PROT_WRITE);
        room->bytes = pages;
    }
    memset(room->pages, NOBODYS, pages);
    room->bytes_beside = pages - bytes;
    room->beside = round_now % 2 ? room->pages + bytes : room->pages;
    return round_now % 2 ? room->pages : room->pages + room->bytes_beside;
}

/* Declares a pointer to that many elements in a room for the most of them. */
#define ROOM(type, name, most, count) \
    static CHANGING struct room name##_room; \
    type *name = placed(&name##_room, (most) * sizeof(type), (count) * sizeof(type))

/* Behind a call: what it was given as const, and what lies beside its memory. */
static inline void look(int is_changed)
{
    is_const_changed |= is_changed;
    for (uint32_t index = 0; index < room_count; index++)
        is_beside_changed |= is_other_than(rooms[index]->beside, rooms[index]->bytes_beside, NOBODYS);
}

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

static CHANGING int is_over;

/* 0 where stdin is over. */
static int64_t read_integer(void)
{
    int letter = getchar_unlocked(), negative = 0;
    int64_t value = 0;
    while (letter == ' ' || letter == '\n')
        letter = getchar_unlocked();
    is_over = letter < 0;
    if (letter == '-') {
        negative = 1;
        letter = getchar_unlocked();
    }
    for (; letter >= '0' && letter <= '9'; letter = getchar_unlocked())
        value = value * 10 + (letter - '0');
    return negative ? -value : value;
}

/* Memory that is read from stdin, and closed to writing afterwards. */
static inline void *input_of(size_t bytes)
{
    return mmap(0, bytes + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static inline void close_input(void *input, size_t bytes)
{
    mprotect(input, bytes + 1, PROT_READ);
}

static int print_total(uint64_t total)
{
    if (is_const_changed)
        return puts("a const argument was changed") < 0;
    if (is_beside_changed)
        return puts("memory beside an argument was changed") < 0;
    return printf("%llu\n", (unsigned long long)total) < 0;
}

/* stdin: rounds, count, words. Where less than the count are there, each further one is the one that lies as many places
   before it as are there, and the last of those. */
static inline int run_words(uint64_t (*call)(uint32_t *words, size_t count), uint32_t limit, enum access access)
{
    uint32_t rounds = (uint32_t)read_integer(), count = (uint32_t)read_integer(), there = 0;
    uint32_t *words = input_of(count * sizeof *words);
    uint64_t total = 0;
    for (; there < count; there++) {
        words[there] = (uint32_t)read_integer();
        if (is_over)
            break;
    }
    for (uint32_t index = there; index < count; index++)
        words[index] = words[index - there] + words[there - 1];
    close_input(words, count * sizeof *words);
    rounds_begin();
    for (; round_now < rounds; round_now++) {
        ROOM(uint32_t, given, MAXIMUM_WORDS, count);
        ROOM(uint32_t, kept, MAXIMUM_WORDS, count);
        for (uint32_t index = 0; index < count; index++)
            given[index] = kept[index] =
                round_now ? word_of_round(words[index], round_now, index, limit) : words[index];
        total = fold(total, call(given, count));
        look(access == TO_READ && memcmp(given, kept, count * sizeof *words));
        round_over();
    }
    rounds_end();
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
    char letters[256], *text = input_of(MAXIMUM_TEXT);
    uint32_t rounds = (uint32_t)read_integer();
    uint32_t length = (uint32_t)fread(text, 1, MAXIMUM_TEXT - 1, stdin);
    uint64_t total = 0;
    for (uint32_t letter = 0; letter < 256; letter++)
        letters[letter] = (char)letter;
    close_input(text, MAXIMUM_TEXT);
    rounds_begin();
    for (; round_now < rounds; round_now++) {
        ROOM(char, given, MAXIMUM_TEXT, length + 1);
        ROOM(char, kept, MAXIMUM_TEXT, length + 1);
        for (uint32_t index = 0; index < length; index++)
            given[index] = letters[(unsigned char)text[index]];
        for (uint32_t change = 0; length && round_now && change < 2; change++) {
            char *letter = &given[scattered(2 * round_now + change) % length];
            *letter = *letter >= ' ' && *letter < '~' ? *letter + 1 : ' ';
        }
        given[length] = 0;
        memcpy(kept, given, length + 1);
        total = fold(total, call(given, length));
        look(access == TO_READ && memcmp(given, kept, length + 1));
        alphabet_of_round(letters, round_now + 1);
        round_over();
    }
    rounds_end();
    return print_total(total);
}
