from resources.domains.code_optimization.seeds.generating import draws, fold, many, words_suite
from math import isqrt


def model(words):
    return fold(isqrt(left * right) for left, right in zip(words, words[1:]))


def tests():
    random = draws("integer_square_root")
    drawn = [[random.randrange(1 << random.choice((3, 12, 32))) for _ in range(size)] for size in (2, 3, 8, 20)]
    return words_suite(
        model,
        [[9, 16], [2, 1, 3]],
        [[0, 5], [4294967295, 4294967295], [65536, 65536, 65535], *drawn],
        (60, [random.randrange(1 << 32) for _ in range(20)]),
        large=[many("integer_square_root", 600)],
    )
