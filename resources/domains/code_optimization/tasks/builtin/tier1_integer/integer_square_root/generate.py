from resources.domains.code_optimization.tasks.many import EDGES, draws_of_many, walk
from resources.domains.code_optimization.tasks.rounds import LONG, WORD, draws, fold, many, words_suite
from math import isqrt

MOST = {"`value`": LONG - 1}


def model(words):
    return fold(isqrt(left << 32 | right) for left, right in zip(words, words[1:]))


def roots_of_many():
    """Squares of all sizes, and what is beside them."""
    random = draws_of_many("integer_square_root")
    roots = [*EDGES, *(random.randrange(WORD) for _ in range(300))]
    values = (max(0, root * root + step) for root in roots for step in (-1, 0, 1))
    return [[value >> 32, value % WORD] for value in values]


def tests():
    random = draws("integer_square_root")
    drawn = [[random.randrange(1 << random.choice((3, 12, 32))) for _ in range(size)] for size in (2, 3, 8, 20)]
    roots = [4294967295, 4294967294, 3037000500, 94906267, 94906266, 67108865, 65537]
    squares = [[value >> 32, value % WORD] for root in roots for value in (root * root - 1, root * root)]
    return words_suite(
        model,
        [[0, 16], [0, 2, 1]],
        [[0, 5], [4294967295, 4294967295], [65536, 65536, 65535], *drawn, *squares],
        (8, [random.randrange(1 << 32) for _ in range(150)]),
        large=[many("integer_square_root", 600)],
        many=[walk("integer_square_root", 2000), *roots_of_many()],
    )
