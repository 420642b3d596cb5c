"""Inputs in the form of those that shown tests read: other numbers, as many as are announced, and other texts.

What is held back is told by nothing here; the form is read from what is shown.
"""

from collections.abc import Sequence
from random import Random

from resources.domains.code_optimization.interpretation.arguments import TEXTS

_COUNTS = (5, 0, 17, 1, 9, 2, 40, 3)
_MOST_NUMBERS, _LONGEST = 400, 20
_WORD = 1 << 32


def varied(inputs: Sequence[bytes]) -> tuple[bytes, ...]:
    """The same for the same inputs."""
    chance = Random(len(inputs))
    found: list[bytes] = []
    for given in inputs:
        words = given.split()
        if words and all(word.isdigit() and len(word) <= _LONGEST for word in words[:_MOST_NUMBERS]):
            found += _of_numbers([int(word) for word in words[:_MOST_NUMBERS]], chance)
        elif b"\n" in given:
            first, _, text = given.partition(b"\n")
            found += [first + b"\n" + other for other in _of_text(text)]
    return tuple(other for other in dict.fromkeys(found) if other not in inputs)


def _of_text(text: bytes) -> Sequence[bytes]:
    half = len(text) // 2
    return b"", text[:1], text[:half], text[half:] + text[:half], text.swapcase(), text + text, *TEXTS


def _of_numbers(numbers: Sequence[int], chance: Random) -> list[bytes]:
    """Where a number tells how many follow it, other counts of them: those shown, any, and small ones in turn."""
    count = next((place for place, number in enumerate(numbers) if number == len(numbers) - place - 1), None)
    if count is None:
        return [_line(_drawn(chance, style, len(numbers), numbers)) for style in range(3)]
    shown = numbers[count + 1 :]
    return [_line([*numbers[:count], most, *_drawn(chance, style, most, shown)]) for style, most in enumerate(_COUNTS)]


def _drawn(chance: Random, style: int, count: int, shown: Sequence[int]) -> list[int]:
    if style % 3 == 0 and shown:
        return chance.choices(shown, k=count)
    return [chance.randrange(_WORD if style % 3 == 1 else 2 * count + 3) for _ in range(count)]


def _line(numbers: Sequence[int]) -> bytes:
    return " ".join(map(str, numbers)).encode() + b"\n"
