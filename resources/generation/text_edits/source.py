"""Source: a program as the edits see it: tokens, lines, names, and lines of other programs of its domain.

Nothing is changed here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from resources.domains.faults import Change
from resources.generation.text_edits.lexer import Token, TokenKind, comment_mark, tokens


@dataclass(frozen=True)
class Line:
    """A line with its newline, where it has one; `number` is 1-based."""

    number: int
    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def indent(self) -> str:
        return self.text[: len(self.text) - len(self.text.lstrip())].rstrip("\n")


@dataclass(frozen=True)
class Source:
    """`language` is a fence tag. `fixed` is what others of the task's files and its text say: names in it cannot be
    changed without changing the interface. `others` are solved programs of the same domain."""

    code: str
    language: str
    fixed: str = ""
    others: tuple[str, ...] = ()

    @property
    def comment_mark(self) -> str:
        return comment_mark(self.language)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        return tuple(tokens(self.code, self.language))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return tuple(_lines(self.code))

    @cached_property
    def written(self) -> tuple[Line, ...]:
        """Lines that hold code: neither blank nor comments alone."""
        silent = (TokenKind.COMMENT, TokenKind.SPACE)
        spoken = {self.line_at(token.start) for token in self.tokens if token.kind not in silent}
        return tuple(line for line in self.lines if line.number in spoken)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Each name once, in the order of their appearance."""
        return tuple(dict.fromkeys(token.text for token in self.of(TokenKind.NAME)))

    def of(self, *kinds: TokenKind) -> list[Token]:
        return [token for token in self.tokens if token.kind in kinds]

    def line_at(self, offset: int) -> int:
        return self.code.count("\n", 0, max(0, offset)) + 1

    def pick(self, chance: Random, *kinds: TokenKind) -> Token | None:
        tokens = self.of(*kinds)
        return chance.choice(tokens) if tokens else None


def replaced(token: Token | Line, text: str) -> Change:
    return Change(token.start, token.end, token.text, text)


def inserted(offset: int, text: str) -> Change:
    return Change(offset, offset, "", text)


def significance(source: Source) -> str:
    """The program without comments, blank lines and spaces inside lines; indentation and text of strings count."""
    kept = "".join(" " if token.kind is TokenKind.COMMENT else token.text for token in source.tokens)
    rows = (line.rstrip() for line in kept.split("\n"))
    return "\n".join(row[: len(row) - len(row.lstrip())] + " ".join(row.split()) for row in rows if row)


def _lines(code: str) -> Iterator[Line]:
    start = 0
    for number, text in enumerate(code.split("\n"), 1):
        end = min(start + len(text) + 1, len(code))
        if end > start:
            yield Line(number, start, code[start:end])
        start = end
