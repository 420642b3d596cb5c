from resources.domains.code_optimization.tasks.many import small_lists
from resources.domains.code_optimization.tasks.rounds import LATE, MOST_WORDS, WORD, Largest, draws, fold, many, signed, words_suite
from operator import mul

MOST = {"`count`": MOST_WORDS}


def model(words):
    halves = [signed(half, 16) for word in words for half in (word % 65536, word >> 16)]
    size = len(words)
    times = 1 if size < 64 else 64 if size < 8192 else 2
    return fold(sum(map(mul, halves[less:size], halves[size:])) % WORD for less in range(times))


def tests():
    random = draws("dot_product")
    drawn = [[random.randrange(1 << 32) for _ in range(size)] for size in (1, 2, 3, 7, 8, 9, 16, 31, 40)]
    return words_suite(
        model,
        [[131073, 262147], [4294967295, 1, 2]],
        [[], [2147516416, 2147516416], *drawn],
        (20, [random.randrange(1 << 32) for _ in range(3621)]),
        large=[many("dot_product", 1501)],
        largest=[Largest(112482142371, MOST_WORDS, (7, 2654435769))],
        many=small_lists("dot_product"),
        repeated=LATE,
        of_repeated=318394917707,
    )
