"""Tokens that know the line in which they stand, as gcc's line table has it."""

from __future__ import annotations

from collections.abc import Iterable

from resources.domains.embedded_systems.board_files import HEADER
from resources.domains.embedded_systems.interpretation.preprocessor import Preprocessor
from resources.domains.embedded_systems.interpretation.tokens import line_numbers, lines_of


class Token(str):
    """A token with the line that it stands in, as "main.c:12"."""

    __slots__ = ("line",)

    def __new__(cls, text: str, line: str) -> Token:
        made = super().__new__(cls, text)
        made.line = line
        return made

    line: str


class ProgramLines(Preprocessor):
    """What a macro comes to stands where its name does."""

    file = "main.c"

    def lines(self, text: str) -> Iterable[list[str]]:
        for line, number in zip(lines_of(text), line_numbers(text), strict=False):
            yield [Token(token, f"{self.file}:{number}") for token in line]

    def standing_for(self, name: str, tokens: list[str]) -> list[str]:
        return [Token(token, name.line) for token in tokens] if isinstance(name, Token) else tokens


class HeaderLines(ProgramLines):
    file = HEADER
