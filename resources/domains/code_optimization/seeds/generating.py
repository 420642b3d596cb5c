"""What the generators of the built-in tasks share: the rounds of harness.h in Python, around a model of the kernel.

A task's `generate.py` has the model and the inputs, and returns its suite from `tests()`. All draws come from one
seed, so that a suite is the same each time.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from resources.domains.code_optimization.test_suite import ProgramTest

WORD = 1 << 32
LONG = 1 << 64
WordsModel = Callable[[list[int]], int]
TextModel = Callable[[bytes], int]


def draws(name: str) -> Random:
    """The random numbers of one task."""
    return Random(f"code optimisation: {name}")


def signed(word: int, bits: int = 32) -> int:
    """A word as C's int of that many bits reads it."""
    word %= 1 << bits
    return word - (1 << bits) if word >> (bits - 1) else word


def fold(values: Iterable[int], total: int = 0) -> int:
    for value in values:
        total = (total * 31 + value % LONG) % LONG
    return total


def next_word(word: int) -> int:
    return (word * 1664525 + 1013904223) % WORD


def words_suite(
    model: WordsModel,
    shown: Sequence[Sequence[int]],
    held_back: Sequence[Sequence[int]],
    measured: tuple[int, Sequence[int]],
    *,
    change_all: bool = False,
    limit: int = 0,
) -> list[ProgramTest]:
    """Tests of a kernel on words; `measured` is a number of rounds and the words. Others run three rounds.

    The first shown test runs one round, so that its output is the kernel's own result.
    """

    def test(rounds: int, words: Sequence[int], **what: bool) -> ProgramTest:
        given = " ".join(str(word) for word in (rounds, len(words), *words))
        return ProgramTest(f"{given}\n", f"{_word_rounds(model, rounds, words, change_all, limit)}\n", **what)

    first = [test(1 if number == 0 else 3, words, shown=True) for number, words in enumerate(shown)]
    return [*first, *(test(3, words) for words in held_back), test(*measured, measured=True)]


def text_suite(
    model: TextModel, shown: Sequence[bytes], held_back: Sequence[bytes], measured: tuple[int, bytes]
) -> list[ProgramTest]:
    """Tests of a kernel on text, as `words_suite`."""

    def test(rounds: int, text: bytes, **what: bool) -> ProgramTest:
        return ProgramTest(f"{rounds}\n{text.decode()}", f"{_text_rounds(model, rounds, text)}\n", **what)

    first = [test(1 if number == 0 else 3, text, shown=True) for number, text in enumerate(shown)]
    return [*first, *(test(3, text) for text in held_back), test(*measured, measured=True)]


def _word_rounds(model: WordsModel, rounds: int, words: Sequence[int], change_all: bool, limit: int) -> int:
    data = [word % WORD for word in words]
    results = []
    for number in range(rounds):
        results.append(model(list(data)))
        for index in range(len(data)) if change_all else [number % len(data)] if data else []:
            data[index] = next_word(data[index]) % limit if limit else next_word(data[index])
    return fold(results)


def _text_rounds(model: TextModel, rounds: int, text: bytes) -> int:
    data = bytearray(text)
    results = []
    for number in range(rounds):
        results.append(model(bytes(data)))
        if data:
            at = number % len(data)
            data[at] = data[at] + 1 if 32 <= data[at] < 126 else 32
    return fold(results)
