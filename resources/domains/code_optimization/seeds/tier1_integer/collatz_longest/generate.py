from resources.domains.code_optimization.seeds.generating import words_suite
from functools import cache


@cache
def steps(value):
    total = 0
    while value != 1:
        value = 3 * value + 1 if value & 1 else value // 2
        total += 1
    return total


def model(words):
    starts = range(1, words[0] + 1)
    return max(starts, key=lambda start: (steps(start), -start)) if starts else 0


def tests():
    return words_suite(model, [[7], [20]], [[0], [1], [2], [3], [27], [100], [313]], (4, [700]), limit=1000)
