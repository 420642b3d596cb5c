from resources.domains.code_optimization.tasks.many import draws_of_many, walk
from resources.domains.code_optimization.tasks.rounds import LONG, WORD, draws, fold, many, words_suite

MOST = {"`value`": LONG - 1}


def model(words):
    values = (left << 32 | right for left, right in zip(words, words[1:]))
    return fold(sum(map(int, str(value))) for value in values)


def beside_multiples():
    """Of powers of ten, where an inexact reciprocal is one too many: a value and the one below it."""
    random = draws_of_many("decimal_digit_sum")
    for power in (10**places for places in range(1, 20)):
        most = (LONG - 1) // power
        for many in {1, most, *(random.randrange(1, most + 1) for _ in range(40))}:
            yield [many * power >> 32, many * power % WORD]
            yield [(many * power - 1) >> 32, (many * power - 1) % WORD]


def tests():
    random = draws("decimal_digit_sum")
    drawn = [[random.randrange(1 << random.choice((3, 12, 32))) for _ in range(size)] for size in (2, 3, 8, 20)]
    return words_suite(
        model,
        [[0, 1234], [0, 99, 7]],
        [[0, 0], [4294967295, 4294967295], [0, 10, 0, 9], *drawn],
        (8, [random.randrange(1 << 32) for _ in range(180)]),
        large=[many("decimal_digit_sum", 600)],
        many=[walk("decimal_digit_sum", 1000), *beside_multiples()],
    )
