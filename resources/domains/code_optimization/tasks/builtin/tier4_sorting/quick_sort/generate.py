from resources.domains.code_optimization.tasks.many import small_lists
from resources.domains.code_optimization.tasks.rounds import LATE, MOST_WORDS, NEIGHBOURS, WORD, Largest, draws, fold, many, signed, words_suite

MOST = {"`count`": MOST_WORDS}


def model(words):
    return fold(number % WORD for number in sorted(map(signed, words)))


def tests():
    random = draws("quick_sort")
    drawn = [[random.randrange(1 << random.choice((3, 32))) for _ in range(size)] for size in (2, 5, 16, 33)]
    return words_suite(
        model,
        [[3, 1, 2], [5, 4294967295, 5]],
        [[], [9], [1, 2, 3], [4, 3, 2, 1], [7] * 9, *drawn, NEIGHBOURS],
        (12, [random.randrange(1 << 32) for _ in range(300)]),
        large=[many("quick_sort", 1200)],
        largest=[Largest(10867177481870270530, MOST_WORDS, (7, 2654435769))],
        many=small_lists("quick_sort"),
        repeated=LATE,
        of_repeated=18196180328736168449,
    )
