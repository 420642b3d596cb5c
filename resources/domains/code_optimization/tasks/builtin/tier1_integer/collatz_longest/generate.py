from resources.domains.code_optimization.tasks.rounds import Largest, words_suite
from functools import cache

MOST = {"`limit`": 650000}


@cache
def steps(value):
    total = 0
    while value != 1:
        value = 3 * value + 1 if value & 1 else value // 2
        total += 1
    return total


RECORDS = (26623, 34239, 35655, 52527, 77031, 106239, 142587, 156159, 216367, 230631, 410011, 511935, 626331)
"""Known starts with more steps than all smaller ones (OEIS A006877), where following each start takes long."""


def model(words):
    if words[0] > 30000:
        return max(start for start in RECORDS if start <= words[0])
    starts = range(1, words[0] + 1)
    return max(starts, key=lambda start: (steps(start), -start)) if starts else 0


def tests():
    most = ((77031, 106238), (230631, 231000), (626331, 626331), (626331, MOST["`limit`"]))
    return words_suite(
        model,
        [[7], [20]],
        [[0], [1], [2], [3], [27], [100], [313]],
        (4, [700]),
        limit=1000,
        largest=[Largest(output, 1, (limit,)) for output, limit in most],
        many=[[limit] for limit in range(600)],
    )
