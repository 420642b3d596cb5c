from resources.domains.code_optimization.tasks.rounds import MOST_WORDS, WORD, Largest, draws, many, words_suite

MOST = {"`count`": MOST_WORDS // 2, "`capacity`": MOST_WORDS - 1, "`weights[k]`": WORD - 1, "the sum of all `values[k]`": WORD - 1}


def model(words):
    capacity = words[-1] % (MOST_WORDS if words[-1] >> 28 == 15 else 1000) if len(words) % 2 else 500
    best = [0] * (capacity + 1)
    things = len(words) // 2
    for weight, value in zip(words[: 2 * things : 2], words[1::2]):
        weight, value = weight if weight >> 28 == 15 else weight % 200 + 1, value % ((WORD - 1) // things + 1)
        for load in range(capacity, weight - 1, -1):
            best[load] = max(best[load], best[load - weight] + value)
    return best[capacity]


def tests():
    random = draws("knapsack")
    drawn = [[random.randrange(1 << 32) for _ in range(size)] for size in (3, 9, 16, 21)]
    return words_suite(
        model,
        [[9, 60, 19, 100, 29, 120, 50], [4, 10, 3, 40]],
        [[], [0], [199, 5, 100], *drawn, [*(0, 19999999) * 200, 999], [0, 1431655765] * 3, [4294967295, 9, 2147483647, 7, 4026531840, 8, 3, 1, 999]],
        (4, [*(random.randrange(1 << 32) for _ in range(60)), 999]),
        large=[many("knapsack", 301)],
        largest=[
            Largest(1934205985, 101, (*many("knapsack, capacity", 100), WORD - 1)),
            Largest(16540344, MOST_WORDS, (7, 2654435769)),
        ],
    )
