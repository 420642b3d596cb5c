from resources.domains.code_optimization.tasks.many import small_lists
from resources.domains.code_optimization.tasks.rounds import LATE, MOST_WORDS, Largest, draws, fold, many, words_suite

MOST = {"`count`": MOST_WORDS}


def model(words):
    return fold(int(f"{word:032b}"[::-1], 2) for word in words)


def tests():
    random = draws("reverse_bits")
    drawn = [[random.randrange(1 << 32) for _ in range(size)] for size in (1, 3, 4, 5, 8, 31)]
    return words_suite(
        model,
        [[1], [1, 2, 3, 4, 5]],
        [[], *drawn],
        (8, [random.randrange(1 << 32) for _ in range(763)]),
        large=[many("reverse_bits", 1500)],
        largest=[Largest(9296567579377131806, MOST_WORDS, (7, 2654435769))],
        many=small_lists("reverse_bits"),
        repeated=LATE,
        of_repeated=12196363336128925024,
    )
