from resources.domains.code_optimization.tasks.many import draws_of_many
from resources.domains.code_optimization.tasks.rounds import MOST_WORDS, Largest, continued, draws, fold, many, words_suite

MOST = {"`rows`": 2 * MOST_WORDS - 2, "`columns`": 2 * MOST_WORDS - 2}


def model(words):
    rows = words[0] % MOST_WORDS if words and words[0] >> 28 == 15 else words[0] % 16 + 1 if words else 0
    halves = [half for word in words[1:] for half in (word % 65536, word >> 16)]
    columns = len(halves) // rows if rows else 0
    if words and words[0] & 16 and words[0] >> 28 != 15:
        rows, columns = columns, rows
    return fold(halves[row * columns + column] for column in range(columns) for row in range(rows))


def sized(rows, columns, step=2654435769):
    """Words of a matrix of that many rows, and at least as many columns."""
    return continued((15 << 28 | rows, step), 1 + (rows * columns + 1) // 2)


def small_sizes():
    """Each size, by both ways to say it."""
    random = draws_of_many("transpose_matrix")
    for rows in range(1, 36):
        for columns in (*range(1, 20), 31, 32, 33, 63, 64, 65):
            words = sized(rows, columns, random.randrange(1 << 32))
            yield words if (rows + columns) % 2 else [words[0] ^ 16 if rows % 16 else words[0], *words[1:]]


def tests():
    random = draws("transpose_matrix")
    drawn = [[random.randrange(1 << 32) for _ in range(size)] for size in (2, 5, 9, 40, 41)]
    return words_suite(
        model,
        [[1, 131073, 262147], [2, 65536, 65537, 65538]],
        [[], [0], [3, 1], *drawn],
        (5, [15, *(random.randrange(1 << 32) for _ in range(1200))]),
        large=[many("transpose_matrix", 1501)],
        largest=[
            Largest(7542073101514898689, MOST_WORDS, (0, 2654435769)),
            Largest(5470536347514079391, MOST_WORDS, (1, 2654435769)),
            Largest(5542463632402767649, MOST_WORDS, (16, 2654435769)),
            Largest(3722664370868456183, MOST_WORDS, (17, 2654435769)),
            Largest(16416915166887647960, MOST_WORDS, (15 << 28 | 362, 2654435769)),
            Largest(10801189128014258938, MOST_WORDS, (15 << 28 | 3, 2654435769)),
            Largest(1957220091088127540, MOST_WORDS, (15 << 28 | 200, 2654435769)),
            Largest(11491530740580097240, MOST_WORDS, (15 << 28 | 8192, 2654435769)),
        ],
        many=[*small_sizes()],
    )
