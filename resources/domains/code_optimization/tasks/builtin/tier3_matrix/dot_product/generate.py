from resources.domains.code_optimization.tasks.many import small_lists
from resources.domains.code_optimization.tasks.rounds import (
    LATE,
    MOST_WORDS,
    WORD,
    Largest,
    below,
    draw_of_call,
    draws,
    fold,
    many,
    scattered,
    signed,
    words_suite,
)
from operator import mul

MOST = {"`count`": MOST_WORDS}


def model(words):
    size = len(words)
    times = 1 if size < 64 else 64 if size < 8192 else 2
    halves = [half for word in words for half in halves_of(word)]
    return fold(product(words, halves, less) for less in range(times)) if words else 0


def halves_of(word):
    return signed(word % 65536, 16), signed(word >> 16, 16)


def product(words, halves, less):
    """harness.c, `product`."""
    size, draw = len(words), draw_of_call(words, less)
    at = below(draw, size)
    before = halves[2 * at : 2 * at + 2]
    halves[2 * at : 2 * at + 2] = halves_of(words[at] ^ scattered(draw))
    found = sum(map(mul, halves[less:size], halves[size:])) % WORD
    halves[2 * at : 2 * at + 2] = before
    return found


def tests():
    random = draws("dot_product")
    drawn = [[random.randrange(1 << 32) for _ in range(size)] for size in (1, 2, 3, 7, 8, 9, 16, 31, 40)]
    return words_suite(
        model,
        [[131073, 262147], [4294967295, 1, 2]],
        [[], [2147516416, 2147516416], *drawn],
        (20, [random.randrange(1 << 32) for _ in range(3621)]),
        large=[many("dot_product", 1501)],
        largest=[Largest(133287839504, MOST_WORDS, (7, 2654435769))],
        many=small_lists("dot_product"),
        repeated=LATE,
        of_repeated=321473513402,
    )
