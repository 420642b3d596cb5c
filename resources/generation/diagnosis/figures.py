"""Figures: a number of the changed line that the log has, as what came out where another is expected."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from resources.generation.diagnosis.differences import LineChange
from resources.generation.diagnosis.symptom import Symptom

_NUMBER = r"-?\d+(?:\.\d+)?"
_SPAN = re.compile(rf"(?P<a>{_NUMBER}) to (?P<b>{_NUMBER}) ?\w*, expected (?P<c>{_NUMBER}) to (?P<d>{_NUMBER})")
_PAIR = re.compile(rf"(?<![\w.])(?P<got>{_NUMBER})(?: \w+)?, expected (?P<expected>{_NUMBER})(?![\d.]| to )")
_TURNED = re.compile(rf"\bexpected (?P<expected>{_NUMBER}),? (?:but )?got (?P<got>{_NUMBER})")
_TELLING, _SAME = 3, 1e-9
"""Smaller numbers agree by chance."""


@dataclass(frozen=True)
class Figure:
    """A message that has, as what came out, the number that goes from `line`. `expected` is the one that comes, where
    the message expects it, else ""; `is_span` where both are the lengths of intervals."""

    message: str
    line: int
    got: str
    expected: str
    is_span: bool


def expected_figure(symptom: Symptom, hunks: list[LineChange]) -> Figure | None:
    """None where more than one line changes, or where the log has no number of it."""
    if len(hunks) != 1 or not len(hunks[0].removed) == len(hunks[0].added) == 1:
        return None
    old, new = (_signed(lines[0]) for lines in (hunks[0].removed, hunks[0].added))
    for message in symptom.messages:
        for got, expected, is_span in _pairs(message):
            gone, come = _written(old, got, new), _written(new, expected, old)
            if gone and (come or not is_span):
                return Figure(message, hunks[0].line, gone, come, is_span)
    return None


def _written(numbers: dict[str, float], value: float, others: dict[str, float]) -> str:
    """The number as it is written on this side alone."""
    found = (text for text, number in numbers.items() if text not in others and abs(number - value) < _SAME)
    return next(found, "")


def _signed(line: str) -> dict[str, float]:
    """Numbers of a line that are large enough to tell something, as they are written; a sign belongs to a number where
    nothing stands before it that it could be subtracted from."""
    texts = re.findall(r"(?:(?<![\w)\]\s])-|(?<=[(,=]\s)-)?(?<![\w.])\d+(?:\.\d+)?(?![\w.])", line)
    return {text: float(text) for text in texts if abs(float(text)) >= _TELLING}


def _pairs(message: str) -> Iterator[tuple[float, float, bool]]:
    """What came out and what is expected; of intervals their lengths, then the ends that differ."""
    for match in _SPAN.finditer(message):
        a, b, c, d = (float(match[name]) for name in "abcd")
        yield b - a, d - c, True
        yield from ((got, expected, False) for got, expected in ((a, c), (b, d)) if got != expected)
    for match in (*_PAIR.finditer(message), *_TURNED.finditer(message)):
        yield float(match["got"]), float(match["expected"]), False
