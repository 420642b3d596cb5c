"""Many small inputs of the kinds that functions take: what a mistake of one value in a thousand, or one byte, shows.

A task's suite has them as one test that is held back, each a round of its own (`rounds.words_suite`, `text_suite`).
They hold each byte in each place that a table or a range could have wrong, values beside powers of two, each size up to
130, and sizes beside what vectors and narrow counters hold. What else a task's mistakes need stands in its generator.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

_BITS = 32
EDGES = tuple(
    sorted(
        {(sign * ((1 << bits) + step)) % (1 << _BITS) for bits in range(33) for step in (-1, 0, 1) for sign in (1, -1)}
    )
)
"""Words beside powers of two, and their negative numbers."""
SIZES = (*range(131), 255, 256, 257)
_LONG = (511, 512, 513, 1023, 1024, 1025, 4079, 4080, 4081, 4095, 4096, 4097, 8159, 8160, 8161, 65535, 65536, 65537)
"""Beside the blocks of vectors, and what counters of a byte each hold in vectors of 16."""
_LETTERS = b"abAZ09"


def draws_of_many(name: str) -> Random:
    """The random numbers of a task's many inputs."""
    return Random(f"code optimisation, many: {name}")


def walk(name: str, count: int, values: Sequence[int] = EDGES) -> list[int]:
    """That many words, each of them near a power of two."""
    return draws_of_many(f"{name}, walk").choices(values, k=count)


def small_lists(name: str, sizes: Sequence[int] = SIZES) -> list[list[int]]:
    """Of each size; more of the short ones; and of the shortest with few numbers all that there are."""
    random = draws_of_many(name)
    few = (0, 1, 2, (1 << 31) - 1, 1 << 31, (1 << 32) - 1)
    drawn = [random.choices(few if size % 2 else EDGES, k=size) for size in sizes]
    short = [random.choices(EDGES, k=size) for size in range(1, 20) for _ in range(10)]
    return [*drawn, *short, *few_numbers((0, 1, 1 << 31, (1 << 32) - 1), 4)]


def few_numbers(values: Sequence[int], most: int) -> list[list[int]]:
    """All lists of up to so many of these numbers."""
    return [list(words) for size in range(most + 1) for words in product(values, repeat=size)]


def small_texts(name: str) -> list[bytes]:
    """Each byte alone, before, behind, between others and deep in a text; each size; and runs of one letter."""
    random = draws_of_many(name)
    return [
        *_each_byte(random),
        *(bytes(random.choices(kind, k=size)) for size in SIZES for kind in (range(256), _LETTERS)),
        *(letter * size for size in (*SIZES[::4], *_LONG) for letter in (b"a", b"\xff")),
        *(bytes(text) for size in range(6) for text in product(b"ab", repeat=size)),
    ]


def _each_byte(random: Random) -> Iterator[bytes]:
    for number in range(256):
        byte = bytes([number])
        yield from (byte, byte + b"a", b"a" + byte, b"a%bb%ba" % (byte, byte), b"a" + byte + b"ba")
        before = bytes(random.choices(_LETTERS, k=random.randrange(40)))
        yield before + byte + bytes(random.choices(_LETTERS, k=random.randrange(20)))
