"""From a C text to its tokens, line by line, without comments and spaces; and a place among them. What they mean is not
asked here.

Why no parser of a library stands here: pycparser refuses one answer of others in ten and takes 2.3 times as long for a
tree as reading and making all steps takes (10.5 ms and 4.5); tree-sitter makes a tree of what no compiler takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_TOKEN = re.compile(
    r"(?P<space>(?:[ \t\r\f\v]|\\\r?\n|/\*.*?\*/|//[^\n]*)+)|(?P<line>\n)|(?P<kept>[A-Za-z_]\w*"
    r"|\.?\d(?:[eEpP][+-]|[\w.])*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
    r"|\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#\#|[-+*/%&|^~!<>=?:;,.(){}\[\]\#])",
    re.DOTALL,
)


class Unlinked(UnsupportedConstruct):
    """A linker would refuse it: a function without a body, or more variables than memory."""


def is_name(token: str) -> bool:
    return token[:1].isalpha() or token[:1] == "_"


def is_token(text: str) -> bool:
    match = _TOKEN.fullmatch(text)
    return match is not None and match.lastgroup == "kept"


def lines_of(text: str) -> Iterator[list[str]]:
    """Tokens of each line that has some; the bracket that opens a macro's parameters stays with its name."""
    line: list[str] = []
    place = end_of_token = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise UnsupportedConstruct(f"character {text[place]!r}")
        if match.lastgroup == "line" and line:
            yield line
            line = []
        elif match.lastgroup == "kept":
            if match[0] == "(" and len(line) == 3 and line[:2] == ["#", "define"] and end_of_token == place:
                line[2] += "("
            line.append(match[0])
            end_of_token = match.end()
        place = match.end()
    if line:
        yield line


def line_numbers(text: str) -> Iterator[int]:
    """For each of the lines that `lines_of` gives, up to a character that is no C's: where it begins in the text."""
    number, place, is_fresh = 1, 0, True
    while (match := _TOKEN.match(text, place)) is not None:
        if match.lastgroup == "line":
            is_fresh = True
        elif match.lastgroup == "kept" and is_fresh:
            is_fresh = False
            yield number
        number += match[0].count("\n")
        place = match.end()


class Token(str):
    """A token with the line that it stands in, as "main.c:12"."""

    __slots__ = ("line",)

    def __new__(cls, text: str, line: str) -> Token:
        made = super().__new__(cls, text)
        made.line = line
        return made

    line: str


class Cursor:
    """A place in a program's tokens, and steps from there. Raises UnsupportedConstruct where the text is no C."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = [*tokens, "", "", ""]
        self.place = 0

    @property
    def token(self) -> str:
        return self.tokens[self.place]

    @property
    def next(self) -> str:
        return self.tokens[self.place + 1]

    @property
    def last(self) -> str:
        """The token that was read last."""
        return self.tokens[self.place - 1]

    def take(self) -> str:
        token = self.tokens[self.place]
        if not token:
            raise UnsupportedConstruct("the text ends too early")
        self.place += 1
        return token

    def accept(self, token: str) -> bool:
        is_here = self.tokens[self.place] == token
        self.place += is_here
        return is_here

    def expect(self, token: str) -> None:
        if not self.accept(token):
            raise UnsupportedConstruct(f"{token} expected, not {self.token}")

    def skip_brackets(self) -> None:
        """Over a bracket and what it holds."""
        depth = 0
        while True:
            token = self.take()
            depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
            if depth == 0:
                return
