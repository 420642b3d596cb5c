"""From the lines of a C text to the tokens of a program: macros expanded, what conditions leave out left out.

Files that are included are not read: what headers give is `headers`. What a macro's call comes to is `macros`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from resources.domains.embedded_systems.prediction.simulator.macros import Macro, arguments_at, filled, macro_of
from resources.domains.embedded_systems.prediction.simulator.operators import LEVELS, binary, letters, number
from resources.domains.embedded_systems.prediction.simulator.tokens import (
    Cursor,
    Token,
    is_name,
    line_numbers,
    lines_of,
)
from resources.domains.embedded_systems.prediction.simulator.types import LONG_LONG
from resources.domains.embedded_systems.prediction.simulator.values import Code, constant, converted
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_MOST_TOKENS = 20_000
_CONDITIONS = frozenset(("if", "ifdef", "ifndef", "elif", "else", "endif"))
_SILENT = frozenset(("", "include", "warning", "ident"))
_OF_THE_COMPILER = frozenset(
    "__GNUC__ __arm__ __thumb__ __thumb2__ __ARM_ARCH __ARM_EABI__ __STDC__ __ARM_FP __OPTIMIZE__ __has_include"
    " __STDC_VERSION__".split()
)
"""What gcc defines of itself. A value that is asked for is not known here."""


@dataclass
class _Branch:
    """One #if: whether its text is left out just now, and whether a branch of it was taken."""

    is_left_out: bool
    is_taken: bool


@dataclass
class Preprocessor:
    """Lines of a text, one after the other. `macros` starts with those of the headers. With a `file`, tokens know the
    line in which they stand, as gcc's line table has it: what a macro comes to stands where its name does."""

    file: str = ""
    macros: dict[str, Macro] = field(default_factory=dict)
    tokens: list[str] = field(default_factory=list)
    _branches: list[_Branch] = field(default_factory=list)
    _looks: int = 0

    def read(self, text: str) -> list[str]:
        """Raises UnsupportedConstruct."""
        pending: list[str] = []
        for line in self._lines(text):
            if line[0] == "#":
                self._flush(pending)
                self._directive(line[1:])
            elif not self._is_left_out():
                pending += line
        self._flush(pending)
        if self._branches:
            raise UnsupportedConstruct("#if without #endif")
        return self.tokens

    def _lines(self, text: str) -> Iterable[list[str]]:
        if not self.file:
            return lines_of(text)
        return (
            [Token(token, f"{self.file}:{number}") for token in line]
            for line, number in zip(lines_of(text), line_numbers(text), strict=False)
        )

    def _standing_for(self, name: str, tokens: list[str]) -> list[str]:
        """What a macro's name comes to, where it stands."""
        return [Token(token, name.line) for token in tokens] if isinstance(name, Token) else tokens

    def _flush(self, pending: list[str]) -> None:
        self.tokens += self._expanded(pending, frozenset())
        pending.clear()
        if len(self.tokens) > _MOST_TOKENS:
            raise UnsupportedConstruct("too long")

    def _is_left_out(self) -> bool:
        return any(branch.is_left_out for branch in self._branches)

    def _directive(self, line: Sequence[str]) -> None:
        name = line[0] if line else ""
        if name in _CONDITIONS:
            self._condition(name, line[1:])
        elif self._is_left_out() or name in _SILENT or (name == "pragma" and "pack" not in line):
            return
        elif name == "define" and len(line) > 1:
            self.macros[line[1].removesuffix("(")] = macro_of(line)
        elif name == "undef" and len(line) > 1:
            self.macros.pop(line[1], None)
        else:
            raise UnsupportedConstruct(f"#{name}")

    def _condition(self, name: str, line: Sequence[str]) -> None:
        if name.startswith("if"):
            is_true = not self._is_left_out() and self._holds(name, line)
            self._branches.append(_Branch(not is_true, is_true))
            return
        if not self._branches:
            raise UnsupportedConstruct(f"#{name} without #if")
        branch = self._branches.pop()
        if name == "endif":
            return
        is_open = not branch.is_taken and not self._is_left_out()
        is_true = is_open and (name == "else" or self._holds(name, line))
        self._branches.append(_Branch(not is_true, branch.is_taken or is_true))

    def _holds(self, name: str, line: Sequence[str]) -> bool:
        if name in ("ifdef", "ifndef") and line:
            return self._is_defined(line[0]) is (name == "ifdef")
        return value_of(line, self._is_defined, lambda tokens: self._expanded(tokens, frozenset())) != 0

    def _is_defined(self, name: str) -> bool:
        return name in self.macros or name in _OF_THE_COMPILER

    def _expanded(self, tokens: Sequence[str], hidden: AbstractSet[str]) -> list[str]:
        expanded: list[str] = []
        place = 0
        while place < len(tokens):
            self._looks += 1
            token = tokens[place]
            macro = self.macros.get(token) if token not in hidden else None
            place += 1
            if macro is None:
                expanded.append(token)
            elif macro.parameters is None:
                expanded += self._standing_for(token, self._expanded(macro.body, hidden | {token}))
            elif place < len(tokens) and tokens[place] == "(":
                given, place = arguments_at(tokens, place)
                body = filled(macro, given, lambda item: self._expanded(item, hidden))
                expanded += self._standing_for(token, self._expanded(body, hidden | {token}))
            else:
                expanded.append(token)
            if self._looks > 4 * _MOST_TOKENS:
                raise UnsupportedConstruct("too long")
        return expanded


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
