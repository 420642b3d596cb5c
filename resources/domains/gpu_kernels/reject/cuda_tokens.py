"""CUDA C++ cut into tokens, with line splices undone: names, numbers, strings, punctuation and directives.

No preprocessor and no parser: what the tokens mean is for those who read them. Offsets are in characters of the
text as given.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

_PATTERN = re.compile(
    r"""
    (?P<blank>[ \t\f\v]+|\n)
  | (?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))
  | (?P<raw>(?:u8|u|U|L)?R")
  | (?P<string>(?:u8|u|U|L)?"(?:\\.|[^"\\\n])*"?)
  | (?P<character>(?:u8|u|U|L)?'(?:\\.|[^'\\\n])*'?)
  | (?P<number>\.?\d(?:'?[\w.]|(?<=[eEpP])[+-])*)
  | (?P<name>[A-Za-z_$][\w$]*)
  | (?P<mark>\#\#|<<<|>>>|<<=|>>=|->\*|->|\+\+|--|::|\.\.\.|<<|[-+*/%&|^=!<>]=|&&|\|\||[^\w\s])
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Token:
    """code[start:end], with splices taken out of `text`. `kind` is name, number, string, character, mark, or raw
    for the opening of a raw string, whose end is not looked for.

    `directive` is the preprocessor directive the token belongs to ("include"), "" outside any. Line is 1-based.
    """

    kind: str
    text: str
    start: int
    end: int
    line: int
    directive: str = ""


@lru_cache(maxsize=64)
def tokens(code: str) -> tuple[Token, ...]:
    """Every token but blanks and comments. Any text is accepted."""
    spliced, places = _unspliced(code)
    line_ends = [0, *accumulate(len(line) + 1 for line in code.split("\n"))]
    found: list[Token] = []
    directive, at_line_start = "", True
    for match in _PATTERN.finditer(spliced):
        kind = match.lastgroup if match.lastgroup and match.lastgroup != "other" else "mark"
        if kind in ("blank", "comment"):
            if "\n" in match[0] and kind == "blank":
                directive, at_line_start = "", True
            continue
        text = match[0]
        if at_line_start and text in ("#", "%:"):
            directive = "#"
        elif directive == "#" and kind == "name":
            directive = text
        start, end = places[match.start()], places[match.end() - 1] + 1
        found.append(Token(kind, text, start, end, bisect_right(line_ends, start), directive))
        at_line_start = False
    return tuple(found)


def _unspliced(code: str) -> tuple[str, Sequence[int]]:
    """The text without backslash-newline pairs, and for each of its characters the offset in `code`."""
    if "\\\n" not in code:
        return code, range(len(code) + 1)
    kept: list[str] = []
    places: list[int] = []
    position = 0
    for part in re.split(r"(\\\n)", code):
        if part != "\\\n":
            kept.append(part)
            places.extend(range(position, position + len(part)))
        position += len(part)
    return "".join(kept), [*places, len(code)]


def brackets(found: Sequence[Token]) -> Mapping[int, int]:
    """Index of each opening bracket → index of the one that closes it. Brackets without a partner are left out."""
    closing = {")": "(", "]": "[", "}": "{"}
    opened: list[int] = []
    pairs: dict[int, int] = {}
    for index, token in enumerate(found):
        if token.kind != "mark":
            continue
        if token.text in ("(", "[", "{"):
            opened.append(index)
        elif token.text in closing:
            while opened and found[opened[-1]].text != closing[token.text]:
                opened.pop()
            if opened:
                pairs[opened.pop()] = index
    return pairs
