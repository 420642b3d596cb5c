from resources.domains.code_optimization.tasks.many import small_lists
from resources.domains.code_optimization.tasks.rounds import LATE, MOST_WORDS, NEIGHBOURS, Largest, draws, fold, many, words_suite

MOST = {"`count`": MOST_WORDS}


def model(words):
    return fold(sorted(words))


def tests():
    random = draws("heap_sort")
    drawn = [[random.randrange(1 << random.choice((3, 32))) for _ in range(size)] for size in (2, 5, 16, 33)]
    return words_suite(
        model,
        [[3, 1, 2], [5, 4294967295, 5, 0]],
        [[], [9], [1, 2, 3], [4, 3, 2, 1], *drawn, NEIGHBOURS],
        (12, [random.randrange(1 << 32) for _ in range(250)]),
        large=[many("heap_sort", 1000)],
        largest=[Largest(290648478470660162, MOST_WORDS, (7, 2654435769))],
        many=small_lists("heap_sort"),
        repeated=LATE,
        of_repeated=14212051382011501057,
    )
