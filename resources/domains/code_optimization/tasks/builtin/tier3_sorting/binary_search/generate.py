from resources.domains.code_optimization.tasks.many import draws_of_many
from resources.domains.code_optimization.tasks.rounds import (
    MOST_WORDS,
    WORD,
    Largest,
    below,
    draw_of_call,
    draws,
    fold,
    many,
    scattered,
    words_suite,
)
from bisect import bisect_left

MOST = {"`count`": MOST_WORDS, "`key`": WORD - 1}


def table_of(count, word):
    step = 32749 if count > 16384 else 262139
    return [(index - index % (1 + word % 3)) * step + word % 97 for index in range(count)]


def model(words):
    table = table_of(len(words), words[0]) if words else []
    assert table == sorted(table)
    assert not table or table[-1] < WORD
    return fold(search(table, word, draw_of_call(words, index)) for index, word in enumerate(words))


def search(table, key, draw):
    """harness.c, `search`."""
    less = 0 if draw & 8 else 24 + (draw & 7)
    at = below(draw >> less << less, len(table))
    size = len(table) if draw & 96 else len(table) - below(scattered(draw), len(table))
    low, high = table[at - 1] if at else 0, table[at + 1] if at + 1 < len(table) else WORD - 1
    before, now = table[at], low + below(scattered(draw), high - low + 1)
    table[at] = now
    found = bisect_left(table, key if draw & 16 else max(before, now), 0, size)
    table[at] = before
    return found


def searched():
    """Tables of each size, with what is in them, beside that, and at the ends."""
    random = draws_of_many("binary_search")
    for size in range(1, 131):
        first = random.randrange(300)
        table = table_of(size, first)
        near = [number + step for number in table for step in (-1, 0, 1) if number + step >= 0]
        yield [first, *random.choices([0, WORD - 1, table[0], table[-1], *near], k=size - 1)]


def within(name, size):
    """Keys between a table's ends."""
    return [word % (size * 262139) for word in many(name, size)]


def tests():
    random = draws("binary_search")
    drawn = [[random.randrange(size * 262139) for _ in range(size)] for size in (2, 5, 16, 33)]
    present = [[first, *random.sample(table_of(60, first), 59)] for first in (0, 7, 8)]
    around = [[first, *(number + step for number in table_of(9, first) for step in (-1, 0, 1))] for first in (10, 11)]
    return words_suite(
        model,
        [[0, 262140, 524278], [600000, 1]],
        [[], [9], [0, 4294967295], [2, 4294967295, 4294967295], *drawn, *present, *around],
        (30, [random.randrange(300 * 262139) for _ in range(300)]),
        large=[within("binary_search", 1400), within("binary_search, within", 1100), many("binary_search, most", 8000)],
        largest=[Largest(15218767316920499737, MOST_WORDS, (5, 65537)), Largest(14117080432979286944, MOST_WORDS, (7, 2654435769))],
        many=[*searched()],
    )
