from resources.domains.code_optimization.tasks.many import small_lists
from resources.domains.code_optimization.tasks.rounds import LATE, MOST_WORDS, Largest, draws, many, words_suite
from math import gcd

MOST = {"`count`": MOST_WORDS}


def model(words):
    return sum(gcd(left, right) for left, right in zip(words, words[1:]))


def worst(first):
    """Neighbours for which Euclid's algorithm takes most steps."""
    words = [1, first]
    while words[-1] + words[-2] < 1 << 32:
        words.append(words[-1] + words[-2])
    return words


def tests():
    random = draws("gcd_pairs")
    drawn = [[random.randrange(1 << random.choice((4, 16, 32))) for _ in range(size)] for size in (1, 2, 5, 9, 30)]
    return words_suite(
        model,
        [[12, 18, 27], [0, 5, 0, 7]],
        [[], [0, 0], [4294967295] * 40, *drawn],
        (40, [random.randrange(1 << 32) for _ in range(24)]),
        large=[many("gcd_pairs", 600), many("gcd_pairs, most", 8000)],
        largest=[Largest(562945658322945, MOST_WORDS, (4294967295, 0)), Largest(2031305, MOST_WORDS, (7, 2654435769))],
        many=[*small_lists("gcd_pairs"), worst(1), worst(2)[::-1], worst(4)],
        repeated=LATE,
        of_repeated=389952096,
    )
