from resources.domains.code_optimization.tasks.many import small_lists
from resources.domains.code_optimization.tasks.rounds import LATE, MOST_WORDS, Largest, draws, many, words_suite

MOST = {"`count`": MOST_WORDS}


def model(words):
    return sum(word.bit_count() for word in words)


def tests():
    random = draws("popcount_words")
    drawn = [[random.randrange(1 << 32) for _ in range(size)] for size in (1, 3, 4, 17, 40)]
    return words_suite(
        model,
        [[1, 3, 255], [4294967295, 0]],
        [[], [0], [2147483648, 1], [4294967295] * 300, *drawn],
        (8, [random.randrange(1 << 32) for _ in range(480)]),
        large=[many("popcount_words", 1500)],
        largest=[Largest(3080192, MOST_WORDS, (4294967295,)), Largest(2097154, MOST_WORDS, (7, 2654435769))],
        many=small_lists("popcount_words"),
        repeated=LATE,
        of_repeated=262009577,
    )
