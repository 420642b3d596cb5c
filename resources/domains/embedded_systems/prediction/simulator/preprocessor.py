"""From the lines of a C text to the tokens of a program: macros expanded, what conditions leave out left out.

Files that are included are not read: what headers give is `headers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from resources.domains.embedded_systems.prediction.simulator.tokens import Token, line_numbers, lines_of
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_MOST_TOKENS = 20_000
_CONDITIONS = frozenset(("if", "ifdef", "ifndef", "elif", "else", "endif"))


@dataclass(frozen=True)
class Macro:
    """`parameters` is None for one that is no function."""

    parameters: tuple[str, ...] | None
    body: tuple[str, ...]


@dataclass
class Preprocessor:
    """Lines of a text, one after the other. `macros` starts with those of the headers. With a `file`, tokens know the
    line in which they stand, as gcc's line table has it: what a macro comes to stands where its name does."""

    file: str = ""
    macros: dict[str, Macro] = field(default_factory=dict)
    tokens: list[str] = field(default_factory=list)
    _skipping: list[bool] = field(default_factory=list)
    _looks: int = 0

    def read(self, text: str) -> list[str]:
        """Raises UnsupportedConstruct."""
        pending: list[str] = []
        for line in self._lines(text):
            if line[0] == "#":
                self._flush(pending)
                self._directive(line[1:])
            elif not any(self._skipping):
                pending += line
        self._flush(pending)
        if self._skipping:
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

    def _directive(self, line: Sequence[str]) -> None:
        name = line[0] if line else ""
        if name in _CONDITIONS:
            self._condition(name, line[1:])
        elif any(self._skipping) or name in ("", "include") or (name == "pragma" and "pack" not in line):
            return
        elif name == "define" and len(line) > 1:
            self.macros[line[1].removesuffix("(")] = _macro(line)
        elif name == "undef" and len(line) > 1:
            self.macros.pop(line[1], None)
        else:
            raise UnsupportedConstruct(f"#{name}")

    def _condition(self, name: str, line: Sequence[str]) -> None:
        if name == "endif" and self._skipping:
            self._skipping.pop()
        elif name == "else" and self._skipping:
            self._skipping[-1] = not self._skipping[-1]
        elif name in ("ifdef", "ifndef") and line:
            self._skipping.append((line[0] in self.macros) is (name == "ifndef"))
        elif name == "if" and len(line) == 1 and line[0].isdigit():
            self._skipping.append(int(line[0]) == 0)
        else:
            raise UnsupportedConstruct(f"#{name}")

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
                given, place = _arguments(tokens, place)
                filled = _filled(macro, [self._expanded(item, hidden) for item in given])
                expanded += self._standing_for(token, self._expanded(filled, hidden | {token}))
            else:
                expanded.append(token)
            if self._looks > 4 * _MOST_TOKENS:
                raise UnsupportedConstruct("too long")
        return expanded


def _macro(line: Sequence[str]) -> Macro:
    if not line[1].endswith("("):
        body, parameters = tuple(line[2:]), None
    else:
        close = list(line).index(")") if ")" in line else len(line)
        parameters, body = tuple(line[3:close:2]), tuple(line[close + 1 :])
    if "#" in body or "##" in body or (parameters and "..." in parameters):
        raise UnsupportedConstruct("a macro that makes tokens")
    return Macro(parameters, body)


def _arguments(tokens: Sequence[str], place: int) -> tuple[list[list[str]], int]:
    """What stands between the brackets from `place` on, and the place behind them."""
    given: list[list[str]] = [[]]
    depth = 0
    for at in range(place, len(tokens)):
        token = tokens[at]
        depth += (token in "([{") - (token in ")]}")
        if depth == 0:
            return given, at + 1
        if token == "," and depth == 1:
            given.append([])
        elif at > place:
            given[-1].append(token)
    raise UnsupportedConstruct("a macro's bracket is not closed")


def _filled(macro: Macro, given: Sequence[Sequence[str]]) -> list[str]:
    names = macro.parameters or ()
    if len(given) != len(names) and not (not names and given == [[]]):
        raise UnsupportedConstruct("a macro with another number of arguments")
    values: Mapping[str, Sequence[str]] = dict(zip(names, given, strict=False))
    return [token for word in macro.body for token in values.get(word, (word,))]
