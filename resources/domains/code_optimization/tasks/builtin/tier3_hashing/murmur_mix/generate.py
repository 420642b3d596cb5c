from resources.domains.code_optimization.tasks.many import small_lists
from resources.domains.code_optimization.tasks.rounds import LATE, MOST_WORDS, WORD, Largest, draws, many, words_suite

MOST = {"`count`": MOST_WORDS - 1, "`seed`": WORD - 1}


def rotate(word, places):
    return (word << places | word >> (32 - places)) % WORD


def model(words):
    total, rest = (words[0], words[1:]) if words else (42, [])
    for word in rest:
        total ^= rotate(word * 0xCC9E2D51 % WORD, 15) * 0x1B873593 % WORD
        total = (rotate(total, 13) * 5 + 0xE6546B64) % WORD
    total ^= len(rest) * 4
    total = (total ^ total >> 16) * 0x85EBCA6B % WORD
    total = (total ^ total >> 13) * 0xC2B2AE35 % WORD
    return total ^ total >> 16


def tests():
    random = draws("murmur_mix")
    drawn = [[random.randrange(1 << 32) for _ in range(size)] for size in (1, 3, 4, 17, 40)]
    return words_suite(
        model,
        [[0, 1, 2], [7]],
        [[], [0], [4294967295, 5], *drawn],
        (6, [random.randrange(1 << 32) for _ in range(2000)]),
        large=[many("murmur_mix", 1500)],
        largest=[Largest(886819046, MOST_WORDS, (7, 2654435769))],
        many=small_lists("murmur_mix"),
        repeated=LATE,
        of_repeated=3156608644443,
    )
