"""From a C text to its tokens, line by line, without comments and spaces. What tokens mean is not asked here."""

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"(?P<space>(?:[ \t\r\f\v]|\\\r?\n|/\*.*?\*/|//[^\n]*)+)|(?P<line>\n)|(?P<kept>[A-Za-z_]\w*"
    r"|\.?\d(?:[eEpP][+-]|[\w.])*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
    r"|\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#\#|[-+*/%&|^~!<>=?:;,.(){}\[\]\#])",
    re.DOTALL,
)


class Unfollowed(Exception):
    """The text uses what is not modelled, or is no C."""


class Unlinked(Unfollowed):
    """A linker would refuse it: a function without a body, or more variables than memory."""


def is_name(token: str) -> bool:
    return token[:1].isalpha() or token[:1] == "_"


def lines_of(text: str) -> Iterator[list[str]]:
    """Tokens of each line that has some; the bracket that opens a macro's parameters stays with its name."""
    line: list[str] = []
    place = end_of_token = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise Unfollowed(f"character {text[place]!r}")
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
