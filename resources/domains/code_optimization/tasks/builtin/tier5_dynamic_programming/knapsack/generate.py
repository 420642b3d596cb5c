from resources.domains.code_optimization.tasks.rounds import draws, many, words_suite


def model(words):
    capacity = words[-1] % 1000 if len(words) % 2 else 500
    best = [0] * (capacity + 1)
    for weight, value in zip(words[: len(words) // 2 * 2 : 2], words[1::2]):
        weight, value = weight % 200 + 1, value % 20000000
        for load in range(capacity, weight - 1, -1):
            best[load] = max(best[load], best[load - weight] + value)
    return best[capacity]


def tests():
    random = draws("knapsack")
    drawn = [[random.randrange(1 << 32) for _ in range(size)] for size in (3, 9, 16, 21)]
    return words_suite(
        model,
        [[9, 60, 19, 100, 29, 120, 50], [4, 10, 3, 40]],
        [[], [0], [199, 5, 100], *drawn, [*(0, 19999999) * 200, 999]],
        (4, [*(random.randrange(1 << 32) for _ in range(60)), 999]),
        large=[many("knapsack", 301)],
    )
