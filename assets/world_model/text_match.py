"""Whether what a simulated observation says of a failure is true: class, symbol, line and numbers beside the real log.

What it leaves open (`unknown`, no line, no number) is neither true nor false. Only failures whose label is right are
compared: of a wrong label nothing else can be right. How often the label is right is `diagnostic_match`'s neighbours'.
"""

import re
from collections.abc import Iterable
from dataclasses import astuple, dataclass

from assets.world_model.diagnostic_match import first_diagnostic
from resources.domains.domain import Diagnostic, Domain
from resources.execution.observation import Observation
from resources.world_model.log_forms import UNKNOWN

TOLERANCE = 0.01
"""Relative, of numbers: a simulation computes in other orders and precisions than a tool does."""
_NUMBER = re.compile(r"(?<![\w.])-?(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w.])")


@dataclass(frozen=True)
class TextMatch:
    """Each is None where the simulated text does not say, or the real one has nothing of the kind."""

    category: bool | None
    symbol: bool | None
    line: bool | None
    numbers: bool | None

    @property
    def says_something(self) -> bool:
        return any(part is not None for part in astuple(self))

    @property
    def is_true(self) -> bool:
        """Nothing that it says is contradicted."""
        return False not in astuple(self)


def text_match(domain: Domain, real: Observation, simulated: Observation) -> TextMatch | None:
    """None where the labels differ, or the turn passed."""
    if simulated.outcome is not real.outcome or real.outcome.passed:
        return None
    truth, said = first_diagnostic(domain, real), first_diagnostic(domain, simulated)
    numbers = numbers_match(real.text, simulated.text)
    if truth is None or said is None or UNKNOWN in said.message:
        return TextMatch(None, None, None, numbers)
    return TextMatch(said.category == truth.category, _symbol(said, truth), _line(said, truth), numbers)


def _symbol(said: Diagnostic, truth: Diagnostic) -> bool | None:
    return said.symbol == truth.symbol if said.symbol and truth.symbol and said.symbol != UNKNOWN else None


def _line(said: Diagnostic, truth: Diagnostic) -> bool | None:
    return said.line == truth.line if said.line and truth.line else None


def numbers_match(real: str, simulated: str) -> bool | None:
    """Whether each number of the simulated text stands in the real one; None where it has none."""
    stated, there = _numbers(simulated), _numbers(real)
    return all(any(_is_near(one, other) for other in there) for one in stated) if stated else None


def _numbers(text: str) -> list[float]:
    return [float(int(found, 0)) if "x" in found.lower() else float(found) for found in _hex_signless(text)]


def _hex_signless(text: str) -> Iterable[str]:
    return (match[0] for match in _NUMBER.finditer(text))


def _is_near(one: float, other: float) -> bool:
    return abs(one - other) <= TOLERANCE * max(abs(one), abs(other))
