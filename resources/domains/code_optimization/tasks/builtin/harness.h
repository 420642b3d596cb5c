/* What the harnesses of the built-in tasks share. stdin starts with a number of rounds; each round calls the kernel
   on data of its own and folds what it returns into one number, which is printed at the end. The first round's data are
   those of stdin; every later round's are new, so that nothing remembered from one helps with another, and of the same
   kind: words as long as the given ones, text with other letters and digits in the same places. `tasks/rounds.py` does
   the same in Python. A timed run has the inputs of several tests (several sections), and nobody who sees a round knows which
   comes next. What a kernel is given lies between pages that nobody may touch; what lies beside it, and what
   is given as const, is compared after the call. Where in its pages it lies changes from round to round. */
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
   own data can be written, and after each round the kernel's data and the stack are as they were. Between the two of
   `kernel_begins` and `kernel_ended` what is hidden cannot even be read. The function that calls the first and the third
   keeps nothing in its frame that changes. `lies_at` says where in a
   room a call's memory lies: the rest of it is nobody's. */
void rounds_begin(void *hidden, size_t bytes, size_t behind);
void kernel_begins(void);
void kernel_ended(void);
void round_over(void);
void rounds_end(void);
void lies_at(char *given, size_t bytes);
int is_other_than(const char *bytes, size_t count, unsigned char byte);
#define CHANGING __attribute__((section("harness_state")))

/* Whole pages between two that nobody may touch; `before` and `behind` are those bytes of them that are nobody's, and hold
   the same byte, which is another one in each round. */
struct room {
    char *pages;
    size_t bytes, before, behind;
    unsigned char nobodys;
};

enum { MOST_ROOMS = 8, NOBODYS = 0xa5, ANYTHING = 61 };
/* What memory holds that nobody wrote: all kinds of bytes, twice, so that they can begin anywhere. Their number is a prime:
   whichever step a kernel goes by, it meets all of them. */
static const unsigned char anything[2 * ANYTHING + 1] =
    "\x01\x9c\x00\x00\x00\x00\x07\x00\xf3\x61\xff\xff\xff\xff\x02\x5b\x80\x01\x01\x00\x3d\xe8\x41\x7f\x14\x01\xc6\x00\x2a\xd9\x0b"
    "\x01\x66\x00\xb4\x13\xfe\x01\x30\x8d\x20\x03\x00\xa5\x77\x01\x05\x01\xe1\x00\x4c\x92\x01\x7a\x28\xcb\x00\x01\x56\xf0\x08"
    "\x01\x9c\x00\x00\x00\x00\x07\x00\xf3\x61\xff\xff\xff\xff\x02\x5b\x80\x01\x01\x00\x3d\xe8\x41\x7f\x14\x01\xc6\x00\x2a\xd9\x0b"
    "\x01\x66\x00\xb4\x13\xfe\x01\x30\x8d\x20\x03\x00\xa5\x77\x01\x05\x01\xe1\x00\x4c\x92\x01\x7a\x28\xcb\x00\x01\x56\xf0\x08";
static CHANGING struct room *rooms[MOST_ROOMS];
static CHANGING uint32_t room_count, round_now;
static CHANGING int is_const_changed, is_beside_changed;

/* Words that no sum or product of earlier ones foretells. */
static inline uint32_t scattered(uint32_t word)
{
    word = (word ^ word >> 16) * 0x7feb352du;
    word = (word ^ word >> 15) * 0x846ca68bu;
    return word ^ word >> 16;
}

/* Of a word, a number below `bound`. */
static inline uint32_t below(uint32_t draw, uint32_t bound)
{
    return (uint32_t)((uint64_t)draw * bound >> 32);
}

/* Of the round's words, for one of the calls of a round that makes several of one array: what such an array holds is
   another in each, or else a table that a kernel makes of it in the first would do for all of them. */
static inline uint32_t draw_of_call(const uint32_t *words, size_t count, size_t number)
{
    size_t next = number + 1 < count ? number + 1 : 0;
    return scattered(words[number] + 0x9e3779b9u * (words[next] + (uint32_t)number));
}

/* How many of the `free` bytes lie before: all, so that a step beyond the end is a fault, in one round of four none, so
   that one beyond the start is, and in one some, so that neither is where vectors or pages begin; every other time none
   in this one, too. The first two rounds' data so lie at the same place, and of later ones data of other sizes: who knows
   them by their address takes the second for the first. */
static inline size_t before_in_this_round(size_t free, size_t align)
{
    if (round_now % 4 == 2 || round_now % 8 == 3)
        return 0;
    if (round_now % 4 != 3 || free < 2 * align)
        return free;
    return align * (1 + scattered(round_now + (uint32_t)free) % (free / align - 1));
}

/* Bytes that a kernel may not count on. */
static inline void hold_anything(char *given, size_t bytes)
{
    size_t first = bytes < ANYTHING ? bytes : ANYTHING;
    memcpy(given, anything + round_now % ANYTHING, first);
    for (size_t done = first; done < bytes; done += done)
        memcpy(given + done, given, done < bytes - done ? done : bytes - done);
}

/* That many bytes in a room's pages; what else the pages hold is looked at after the round. A room lies at an address that
   needs more than 32 bits, so that a pointer cut to 32 bits does not work by chance. It stays from round to round. */
static inline void *placed(struct room *room, size_t most, size_t bytes, size_t align)
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
    room->nobodys = (unsigned char)(NOBODYS + 71 * round_now);
    memset(room->pages, room->nobodys, pages);
    room->before = before_in_this_round(pages - bytes, align);
    room->behind = pages - bytes - room->before;
    char *given = room->pages + room->before;
    lies_at(given, bytes);
    hold_anything(given, bytes);
    return given;
}

/* Declares a pointer to that many elements in a room for the most of them. */
#define ROOM(type, name, most, count) \
    static CHANGING struct room name##_room; \
    type *name = placed(&name##_room, (most) * sizeof(type), (count) * sizeof(type), sizeof(type))

/* Behind a call: what it was given as const, and what lies beside its memory. */
static inline void look(int is_changed)
{
    is_const_changed |= is_changed;
    for (uint32_t index = 0; index < room_count; index++) {
        const struct room *room = rooms[index];
        is_beside_changed |= is_other_than(room->pages, room->before, room->nobodys) ||
                             is_other_than(room->pages + room->bytes - room->behind, room->behind, room->nobodys);
    }
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

/* Behind the last number that was read: its line is over, or a plus followed it. */
static CHANGING int is_line_over, is_plus;

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
    is_line_over = letter < 0 || letter == '\n';
    is_plus = letter == '+';
    return negative ? -value : value;
}

enum { MOST_SECTIONS = 64, MOST_TURNS = 1 << 12, HIDDEN = 2 * PAGE, MAXIMUM_INPUT = 1 << 19, MAXIMUM_MANY = 1 << 21 };

/* Elements from `start` on. */
struct section {
    uint32_t start, count;
};

/* What a round has: of the elements from `start` on `there`, which become `count`; behind the last comes the one at `back`. */
struct turn {
    uint32_t start, there, count, back;
    int is_new;
};

/* What stdin brings, and what becomes of it: hidden pages, and then the data. */
struct input {
    uint32_t rounds, sections, *words;
    char *text;
    /* Each round's, where stdin brings many small inputs; else 0. */
    struct turn *each;
    uint64_t total;
    struct section section[MOST_SECTIONS];
    char letters[256];
    /* Of each round, where there are several sections: 4 * the section + what becomes of it. */
    unsigned char turns[MOST_TURNS];
};

/* Rounds, and where a plus follows as many lengths of sections in bytes, with plus signs between them. 0 rounds and a
   plus are the head of many small inputs, as many as the next number says. */
static inline uint32_t read_head(uint32_t *rounds, uint32_t *lengths)
{
    uint32_t sections = 0;
    *rounds = (uint32_t)read_integer();
    while (*rounds && is_plus && sections < MOST_SECTIONS)
        lengths[sections++] = (uint32_t)read_integer();
    return sections;
}

static inline struct input *input_for(uint32_t rounds, uint32_t sections, size_t bytes)
{
    _Static_assert(sizeof(struct input) <= HIDDEN, "hidden pages");
    char *pages = mmap(0, PAGE + HIDDEN + bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct input *input = (struct input *)(pages + PAGE);
    input->rounds = rounds;
    input->sections = sections;
    input->text = pages + PAGE + HIDDEN;
    input->words = (uint32_t *)input->text;
    return input;
}

/* Their table stands behind their data, and is no secret: they come in no run that is timed. */
static inline struct input *input_for_many(size_t *bytes)
{
    uint32_t rounds = (uint32_t)read_integer();
    *bytes = MAXIMUM_MANY + rounds * sizeof(struct turn);
    struct input *input = input_for(rounds, 0, *bytes);
    input->each = (struct turn *)(input->text + MAXIMUM_MANY);
    return input;
}

/* A section's data as they are, with new ones of the kind in their places, or again and again up to as many as the first
   section has: its size tells nobody that a round's data are those that are new. */
enum { AS_IT_IS, NEW, REPEATED, WAYS = 4 };

/* Each section but the first in each way, and new data of the first in all other rounds, in an order that follows from
   all that was read. */
static inline void shuffle_turns(struct input *input, const char *bytes, size_t count)
{
    uint32_t key = 0, rounds = input->rounds, place = 1;
    for (size_t index = 0; index < count; index += 16)
        key = scattered(key ^ (unsigned char)bytes[index]);
    memset(input->turns, NEW, rounds);
    input->turns[0] = AS_IT_IS;
    for (uint32_t turn = WAYS; turn < WAYS * input->sections && place < rounds; turn++)
        if (turn % WAYS <= REPEATED)
            input->turns[place++] = (unsigned char)turn;
    for (uint32_t last = rounds - 1; last > 0; last--) {
        uint32_t other = scattered(key ^ last) % (last + 1);
        unsigned char turn = input->turns[last];
        input->turns[last] = input->turns[other];
        input->turns[other] = turn;
    }
}

static inline struct turn turn_now(const struct input *input)
{
    if (input->each)
        return input->each[round_now];
    uint32_t turn = input->sections ? input->turns[round_now] : round_now ? NEW : AS_IT_IS;
    struct section section = input->section[turn / WAYS];
    uint32_t count = turn % WAYS == REPEATED && section.count ? input->section[0].count : section.count;
    return (struct turn){section.start, section.count, count, 0, turn % WAYS == NEW};
}

static int print_total(uint64_t total)
{
    if (is_const_changed)
        return puts("a const argument was changed") < 0;
    if (is_beside_changed)
        return puts("memory beside an argument was changed") < 0;
    return printf("%llu\n", (unsigned long long)total) < 0;
}

/* Where less than the count are on the line, each further one is the one that lies as many places before it as are
   there, and the last of those. Behind a plus, instead, as many of the last as stand there come again and again. */
static inline void read_section(uint32_t *words, uint32_t count)
{
    uint32_t there = 0;
    while (there < count && !is_line_over && !is_plus)
        words[there++] = (uint32_t)read_integer();
    uint32_t is_again = (uint32_t)is_plus, back = is_again ? (uint32_t)read_integer() : there;
    for (uint32_t index = there; index < count; index++)
        words[index] = words[index - back] + (is_again ? 0 : words[there - 1]);
}

/* Each is a line as a section's. */
static inline struct input *read_many_words(size_t *bytes)
{
    struct input *input = input_for_many(bytes);
    for (uint32_t number = 0, start = 0; number < input->rounds; number++) {
        uint32_t count = (uint32_t)read_integer();
        input->each[number] = (struct turn){start, count, count, 0, 0};
        read_section(input->words + start, count);
        start += count;
    }
    return input;
}

/* stdin: the head, and for each section a count and words on one line. */
static inline struct input *read_words(size_t *bytes)
{
    uint32_t rounds, lengths[MOST_SECTIONS], sections = read_head(&rounds, lengths), start = 0;
    if (!rounds && is_plus)
        return read_many_words(bytes);
    uint32_t count = (uint32_t)read_integer();
    *bytes = count * sizeof count + (sections ? 2 * MAXIMUM_INPUT : 0);
    struct input *input = input_for(rounds, sections, *bytes);
    for (uint32_t number = 0;; count = (uint32_t)read_integer()) {
        input->section[number] = (struct section){start, count};
        read_section(input->words + start, count);
        start += count;
        if (++number >= sections)
            break;
    }
    if (sections)
        shuffle_turns(input, (const char *)input->words, start * sizeof count);
    return input;
}

/* A round, if there is one more. Its frame is gone when its kernel's memory is restored. */
__attribute__((noinline)) static int run_round_of_words(struct input *input, uint64_t (*call)(uint32_t *words, size_t count),
                                                        uint32_t limit, enum access access)
{
    if (round_now == input->rounds)
        return 0;
    struct turn turn = turn_now(input);
    const uint32_t *words = input->words + turn.start;
    uint32_t count = turn.count;
    ROOM(uint32_t, given, MAXIMUM_WORDS, count);
    ROOM(uint32_t, kept, MAXIMUM_WORDS, count);
    for (uint32_t index = 0, from = 0; index < count; index++) {
        given[index] = kept[index] = turn.is_new ? word_of_round(words[from], round_now, index, limit) : words[from];
        from = from + 1 < turn.there ? from + 1 : turn.back;
    }
    kernel_begins();
    uint64_t result = call(given, count);
    kernel_ended();
    input->total = fold(input->total, result);
    look(access == TO_READ && memcmp(given, kept, count * sizeof *words));
    round_now++;
    return 1;
}

static inline int run_words(uint64_t (*call)(uint32_t *words, size_t count), uint32_t limit, enum access access)
{
    size_t bytes;
    struct input *input = read_words(&bytes);
    rounds_begin(input, HIDDEN, bytes);
    while (run_round_of_words(input, call, limit, access))
        round_over();
    rounds_end();
    return print_total(input->total);
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

/* For each, the head says how many letters of it stand in the text, and how many it has; the last one of them goes on, or
   behind a comma, as many as stand there. */
static inline struct input *read_many_texts(size_t *bytes)
{
    struct input *input = input_for_many(bytes);
    for (uint32_t number = 0, start = 0; number < input->rounds; number++) {
        uint32_t there = (uint32_t)read_integer(), count = (uint32_t)read_integer();
        uint32_t back = is_plus || is_line_over ? 1 : (uint32_t)read_integer();
        input->each[number] = (struct turn){start, there, count, there - back, 0};
        start += there;
    }
    if (fread(input->text, 1, MAXIMUM_MANY, stdin) == MAXIMUM_MANY)
        input->rounds = 0;
    return input;
}

/* stdin: the head, and each section's text behind a line's end; the last goes up to the end. */
static inline struct input *read_text(size_t *bytes)
{
    uint32_t rounds, lengths[MOST_SECTIONS], sections = read_head(&rounds, lengths), start = 0;
    if (!rounds && is_plus)
        return read_many_texts(bytes);
    *bytes = sections ? MAXIMUM_INPUT : MAXIMUM_TEXT;
    struct input *input = input_for(rounds, sections, *bytes);
    uint32_t length = (uint32_t)fread(input->text, 1, *bytes - 1, stdin);
    input->section[0] = (struct section){0, length};
    for (uint32_t number = 0; number < sections; number++) {
        input->section[number] = (struct section){start, lengths[number] - 1};
        start += lengths[number];
    }
    if (sections)
        shuffle_turns(input, input->text, length);
    for (uint32_t letter = 0; letter < 256; letter++)
        input->letters[letter] = (char)letter;
    return input;
}

/* Two letters of new data are the next printable ones, but what is part of a longer letter stays. */
__attribute__((noinline)) static int run_round_of_text(struct input *input, uint64_t (*call)(char *text, size_t length),
                                                       enum access access)
{
    if (round_now == input->rounds)
        return 0;
    struct turn turn = turn_now(input);
    const char *text = input->text + turn.start;
    uint32_t length = turn.count;
    ROOM(char, given, MAXIMUM_TEXT, length + 1);
    ROOM(char, kept, MAXIMUM_TEXT, length + 1);
    for (uint32_t index = 0, from = 0; index < length; index++) {
        given[index] = turn.is_new ? input->letters[(unsigned char)text[from]] : text[from];
        from = from + 1 < turn.there ? from + 1 : turn.back;
    }
    for (uint32_t change = 0; length && turn.is_new && change < 2; change++) {
        char *letter = &given[scattered(2 * round_now + change) % length];
        if ((unsigned char)*letter < 128)
            *letter = *letter >= ' ' && *letter < '~' ? *letter + 1 : ' ';
    }
    given[length] = 0;
    memcpy(kept, given, length + 1);
    kernel_begins();
    uint64_t result = call(given, length);
    kernel_ended();
    input->total = fold(input->total, result);
    look(access == TO_READ && memcmp(given, kept, length + 1));
    alphabet_of_round(input->letters, ++round_now);
    return 1;
}

static inline int run_text(uint64_t (*call)(char *text, size_t length), enum access access)
{
    size_t bytes;
    struct input *input = read_text(&bytes);
    rounds_begin(input, HIDDEN, bytes);
    while (run_round_of_text(input, call, access))
        round_over();
    rounds_end();
    return print_total(input->total);
}
