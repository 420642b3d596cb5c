"""The value of a preprocessor's condition: integers, what is defined, and the operators of C."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from resources.domains.embedded_systems.prediction.simulator.operators import LEVELS, binary, letters, number
from resources.domains.embedded_systems.prediction.simulator.tokens import Cursor, is_name
from resources.domains.embedded_systems.prediction.simulator.types import LONG_LONG
from resources.domains.embedded_systems.prediction.simulator.values import Code, constant, converted
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_COMPILER_S = "__"


def value_of(
    line: Sequence[str], is_defined: Callable[[str], bool], expand: Callable[[Sequence[str]], list[str]]
) -> int:
    """Raises UnsupportedConstruct for what only the compiler knows."""
    asked = _answered(line, is_defined)
    condition = _Condition(Cursor(expand(asked)))
    value = condition.chosen()
    if condition.tokens.token:
        raise UnsupportedConstruct("a condition that goes on")
    return value


def _answered(line: Sequence[str], is_defined: Callable[[str], bool]) -> list[str]:
    """With each `defined` answered: its name must not be expanded."""
    tokens, place = list[str](), 0
    while place < len(line):
        if line[place] == "defined" and place + 1 < len(line):
            in_brackets = line[place + 1] == "("
            name = line[place + 1 + in_brackets] if place + 1 + in_brackets < len(line) else ""
            tokens.append("1" if is_defined(name) else "0")
            place += 4 if in_brackets else 2
        else:
            tokens.append(line[place])
            place += 1
    return tokens


class _Condition:
    def __init__(self, tokens: Cursor) -> None:
        self.tokens = tokens

    def chosen(self) -> int:
        test = self._level(1)
        if not self.tokens.accept("?"):
            return test
        yes = self.chosen()
        self.tokens.expect(":")
        no = self.chosen()
        return yes if test else no

    def _level(self, least: int) -> int:
        left = self._single()
        while (level := LEVELS.get(self.tokens.token, 0)) >= least:
            operator = self.tokens.take()
            left = _combined(operator, left, self._level(level + 1))
        return left

    def _single(self) -> int:
        token = self.tokens.take()
        if token == "(":
            value = self.chosen()
            self.tokens.expect(")")
            return value
        if token in ("!", "-", "+", "~"):
            value = self._single()
            return {"!": int(not value), "-": -value, "+": value, "~": ~value}[token]
        if token[0].isdigit():
            return number(token).value or 0
        if token[0] == "'":
            return (letters(token[1:-1]) or [0])[0]
        if is_name(token) and not token.startswith(_COMPILER_S):
            return 0
        raise UnsupportedConstruct(f"{token} in a condition")


def _combined(operator: str, left: int, right: int) -> int:
    if operator in ("&&", "||"):
        return int(bool(left and right)) if operator == "&&" else int(bool(left or right))
    return binary(operator, _wide(left), _wide(right)).value or 0


def _wide(value: int) -> Code:
    return converted(constant(value, LONG_LONG), LONG_LONG)
