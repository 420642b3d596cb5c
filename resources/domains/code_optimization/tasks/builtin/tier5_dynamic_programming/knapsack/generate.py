from resources.domains.code_optimization.tasks.many import draws_of_many
from resources.domains.code_optimization.tasks.rounds import MOST_WORDS, WORD, Largest, draws, many, words_suite

MOST = {"`count`": MOST_WORDS // 2, "`capacity`": MOST_WORDS - 1, "`weights[k]`": WORD - 1, "the sum of all `values[k]`": WORD - 1}


def weight_of(word):
    return word if word >> 28 == 15 else word % (20000 if word >> 28 == 14 else 200) + 1


def full(name, count):
    """Things of up to 20000 that are worth what they weigh, so that the last unit of a capacity counts."""
    words = [14 << 28 | word >> 4 for word in many(name, count)]
    return [number for word in words for number in (word, weight_of(word))]


def model(words):
    capacity = words[-1] % (MOST_WORDS if words[-1] >> 28 == 15 else 1000) if len(words) % 2 else 500
    best = [0] * (capacity + 1)
    things = len(words) // 2
    for weight, value in zip(words[: 2 * things : 2], words[1::2]):
        weight, value = weight_of(weight), value % ((WORD - 1) // things + 1)
        for load in range(capacity, weight - 1, -1):
            best[load] = max(best[load], best[load - weight] + value)
    return best[capacity]


def small_things():
    """A few things, some alike, some that weigh more than anything: together less than one, modulo 2^32."""
    random = draws_of_many("knapsack")
    for _ in range(900):
        heavy = WORD - random.randrange(1, 40)
        weights = [random.choice((0, 1, 2, 4, 9, 14, heavy, heavy)) for _ in range(random.randrange(1, 7))]
        words = [word for weight in weights for word in (weight, random.randrange(1, 12))]
        yield [*words, random.randrange(25)]


def alike():
    """Things of one weight, and of one worth or not, that fill the capacity to its last unit, and one more or less."""
    for weight, count, step in ((weight, count, step) for weight in range(1, 9) for count in (2, 3, 4) for step in (-1, 0, 1)):
        for values in ([5] * count, [*range(3, 3 + count)], [*range(3 + count, 3, -1)]):
            yield [*(word for value in values for word in (weight - 1, value)), weight * count + step]


def gaps():
    """What is worth most for its weight leaves a gap that only the worst thing of all fills, or only a heavy one does."""
    good = [1, 1000] * 150
    yield [*good, 0, 1, *good, 101]
    yield [*good, 0, 1, *good, 501]
    many = [99, 1010] * 35
    yield [*many, 198, 2000, *many, 199]
    yield [*([61, 640, 62, 650] * 30), 185, 1880, *([60, 629] * 30), 186]


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
            Largest(131071, 61, (*full("knapsack, full", 30), WORD - 1)),
            # The last of all things weighs 1 and is worth 32768: nobody can do without it.
            Largest(15812059, MOST_WORDS, (7, 11, 3780835769, 2654435769)),
        ],
        many=[*small_things(), *alike(), *gaps()],
    )
