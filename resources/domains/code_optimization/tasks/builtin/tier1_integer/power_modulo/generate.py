from resources.domains.code_optimization.tasks.many import EDGES, draws_of_many
from resources.domains.code_optimization.tasks.rounds import WORD, draws, fold, words_suite
from itertools import islice
from math import gcd

MOST = {"`base`": WORD - 1, "`exponent`": WORD - 1, "`modulus`": WORD - 1}


def model(words):
    triples = zip(words[::3], words[1::3], words[2::3])
    return fold(pow(base, exponent, modulus or 1) for base, exponent, modulus in triples)


def multiples():
    """Powers that are multiples of a modulus whose reciprocal is rounded down: what corrects one side only is wrong."""
    moduli = [modulus for modulus in range(2, 3000) if modulus * (1.0 / modulus) < 1]
    roots = ((next(root for root in range(2, modulus + 1) if root**12 % modulus == 0), modulus) for modulus in moduli)
    return [word for root, modulus in roots for word in (root, 12, modulus)]


def edges():
    random = draws_of_many("power_modulo")
    return [random.choices(EDGES, k=3) for _ in range(1500)]


def just_below():
    """Squares that are one less than a multiple of their modulus, which is a sum of two squares: what a quotient that is
    one too many makes negative."""
    random = draws_of_many("power_modulo, below")
    while True:
        first, second = random.randrange(1, 1 << 16), random.randrange(1, 1 << 16)
        modulus = first * first + second * second
        if modulus >> 30 in (1, 3) and gcd(first, second) == 1:
            yield [first * pow(second, -1, modulus) % modulus, random.choice((2, 6, 4294967294)), modulus]


def tests():
    random = draws("power_modulo")
    drawn = [[random.randrange(1 << bits) for _ in range(3)] for bits in (4, 10, 16, 32, 32)]
    return words_suite(
        model,
        [[3, 13, 7], [2, 10, 1000]],
        [[0, 0, 0], [5, 0, 9], [4294967295, 4294967295, 4294967295], [7, 5, 12], [3, 4294967295, 4294967294], [5, 9, 2147483648], *drawn, multiples()],
        (20, [123456789, 987654321, 998244353, *(random.randrange(1 << 32) for _ in range(42))]),
        many=[*edges(), *islice(just_below(), 1000)],
    )
