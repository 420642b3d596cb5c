from resources.domains.code_optimization.tasks.many import small_lists
from resources.domains.code_optimization.tasks.rounds import NEIGHBOURS, Largest, draws, many, signed, words_suite
from bisect import bisect_left

MOST = {"`count`": 8192}


def model(words):
    ends = []
    for number in map(signed, words):
        at = bisect_left(ends, number)
        ends[at : at + 1] = [number]
    return len(ends)


def tests():
    random = draws("longest_increasing")
    drawn = [[random.randrange(1 << random.choice((3, 32))) for _ in range(size)] for size in (2, 5, 16, 33)]
    return words_suite(
        model,
        [[3, 1, 2], [4294967295, 0, 1, 1]],
        [[], [9], [1, 2, 3, 4], [4, 3, 2, 1], *drawn, NEIGHBOURS, range(300)],
        (6, [random.randrange(1 << 32) for _ in range(150)]),
        large=[many("longest_increasing", 400), many("longest_increasing, most", 3000)],
        largest=[
            Largest(8192, MOST["`count`"], (1,)),
            Largest(176, MOST["`count`"], (7, 2654435769)),
            Largest(2732, MOST["`count`"], (4294967000, 5, 3)),
        ],
        many=small_lists("longest_increasing"),
    )
