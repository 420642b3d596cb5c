from resources.domains.code_optimization.tasks.many import walk
from resources.domains.code_optimization.tasks.rounds import MOST_WORDS, Largest, draws, fold, many, words_suite
from math import isqrt

WORD = 1 << 32

MOST = {"`size`": 256}


def model(words):
    size = isqrt(len(words) // 2)
    rows = [words[row * size : row * size + size] for row in range(size)]
    right = words[size * size :]
    columns = [right[column : size * size : size] for column in range(size)]
    return fold(sum(a * b for a, b in zip(row, column)) % WORD for row in rows for column in columns)


def tests():
    random = draws("matrix_multiply")
    drawn = [[random.randrange(1 << 32) for _ in range(2 * size * size)] for size in (1, 3, 4, 5, 7)]
    return words_suite(
        model,
        [[1, 2, 3, 4, 5, 6, 7, 8], [2, 3]],
        [[], [0] * 8, *drawn],
        (4, [random.randrange(1 << 32) for _ in range(2 * 20 * 20)]),
        large=[many("matrix_multiply", 1352), many("matrix_multiply, most", 9800)],
        largest=[Largest(9972087749122981888, MOST_WORDS, (7, 2654435769))],
        many=[walk(f"matrix_multiply, {size}", 2 * size * size) for size in range(1, 20)],
    )
