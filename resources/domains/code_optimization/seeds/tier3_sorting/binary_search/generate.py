from resources.domains.code_optimization.seeds.generating import WORD, draws, fold, many, words_suite
from bisect import bisect_left


def model(words):
    table = [
        (index * 16777259 % (1 << 64) // 3 + (words[0] % 97 if index else 0)) % WORD for index in range(len(words))
    ]
    return fold(bisect_left(table, word) for word in words)


def tests():
    random = draws("binary_search")
    drawn = [[random.randrange(size * 5592420) for _ in range(size)] for size in (2, 5, 16, 33)]
    return words_suite(
        model,
        [[0, 5592420, 11184839], [6000000, 1]],
        [[], [9], [0, 4294967295], *drawn],
        (30, [random.randrange(300 * 5592420) for _ in range(300)]),
        large=[many("binary_search", 1000)],
    )
