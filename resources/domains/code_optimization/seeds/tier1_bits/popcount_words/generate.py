from resources.domains.code_optimization.seeds.generating import draws, many, words_suite


def model(words):
    return sum(word.bit_count() for word in words)


def tests():
    random = draws("popcount_words")
    drawn = [[random.randrange(1 << 32) for _ in range(size)] for size in (1, 3, 4, 17, 40)]
    return words_suite(
        model,
        [[1, 3, 255], [4294967295, 0]],
        [[], [0], [2147483648, 1], *drawn],
        (60, [random.randrange(1 << 32) for _ in range(64)]),
        large=[many("popcount_words", 1500)],
    )
