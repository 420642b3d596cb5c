from resources.domains.code_optimization.seeds.generating import draws, words_suite


def model(words):
    base, exponent, modulus = words
    return pow(base, exponent, modulus or 1)


def tests():
    random = draws("power_modulo")
    drawn = [[random.randrange(1 << bits) for _ in range(3)] for bits in (4, 10, 16, 32, 32)]
    return words_suite(
        model,
        [[3, 13, 7], [2, 10, 1000]],
        [[0, 0, 0], [5, 0, 9], [4294967295, 4294967295, 4294967295], [7, 5, 12], [3, 4294967295, 4294967294], [5, 9, 2147483648], *drawn],
        (300, [123456789, 987654321, 998244353]),
    )
