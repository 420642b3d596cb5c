from resources.domains.code_optimization.tasks.rounds import MOST_WORDS, Largest, draws, fold, many, words_suite

MOST = {"`rows`": 2 * MOST_WORDS - 2, "`columns`": 2 * MOST_WORDS - 2}


def model(words):
    rows = words[0] % 16 + 1 if words else 0
    halves = [half for word in words[1:] for half in (word % 65536, word >> 16)]
    columns = len(halves) // rows if rows else 0
    if words and words[0] & 16:
        rows, columns = columns, rows
    return fold(halves[row * columns + column] for column in range(columns) for row in range(rows))


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
        ],
    )
