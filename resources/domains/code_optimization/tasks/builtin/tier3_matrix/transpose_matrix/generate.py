from resources.domains.code_optimization.tasks.rounds import Largest, draws, fold, many, words_suite


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
        largest=[Largest(18247179580309254935, 70001, (1, 2654435769,)), Largest(15398278338560254594, 70001, (17, 2654435769,))],
    )
