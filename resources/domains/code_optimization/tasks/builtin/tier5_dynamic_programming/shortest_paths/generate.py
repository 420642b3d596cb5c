from resources.domains.code_optimization.tasks.many import EDGES, draws_of_many
from resources.domains.code_optimization.tasks.rounds import MOST_WORDS, Largest, Repetition, draws, fold, many, words_suite
from math import isqrt

MOST = {"`points`": 362, "`distances[k]`": (1 << 30) - 1}


def model(words):
    points = isqrt(len(words))
    far = [[words[row * points + column] % (1 << 30) for column in range(points)] for row in range(points)]
    for middle in range(points):
        for row in far:
            first = row[middle]
            row[:] = [min(old, first + more) for old, more in zip(row, list(far[middle]))]
    return fold(distance for row in far for distance in row)


def squares(points):
    random = draws_of_many(f"shortest_paths, {points}")
    few = (0, 1, 2, 3, (1 << 30) - 1, (1 << 29) - 1)
    return [random.choices(values, k=points * points) for values in (EDGES, few, few, range(20)) for _ in range(15)]


def rings(points, legs):
    """From each point a way to the next alone: all others are as far as can be. Long legs, and ways of many short ones."""
    far = (1 << 30) - 1
    return [Repetition((far, leg, *[far] * (points - 1)), points + 1, points * points) for leg in legs]


def tests():
    random = draws("shortest_paths")
    drawn = [[random.randrange(1 << 32) for _ in range(points * points)] for points in (1, 3, 5, 8)]
    return words_suite(
        model,
        [[0, 5, 9, 1, 0, 2, 4, 7, 0], [0, 3, 1, 0]],
        [[], [0] * 4, [5, 1, 1, 5], [4294967295] * 9, *drawn],
        (3, [random.randrange(1 << 32) for _ in range(26 * 26)]),
        large=[many("shortest_paths", 961), many("shortest_paths, most", 4900)],
        largest=[Largest(14995412352493258846, MOST_WORDS, (7, 2654435769))],
        many=[words for points in range(1, 7) for words in squares(points)],
        repeated=[*rings(70, ((1 << 28) + 5, (1 << 29) - 1, 15339167, 3)), *rings(MOST["`points`"], ((1 << 28) + 5, 3))],
        of_repeated=7025357729624826488,
    )
