"""A program's tokens with comments gone and names made alike: what stays the same when it is renamed and reformatted.

Names that are called after a dot stay, since an API's are no author's; so do keywords, numbers, operators and the
language's own functions.
"""

import re
import sys
from functools import lru_cache
from typing import Any

NAME, TEXT, _DOT = "name", "text", "."
_AUTHORS, _STRING = "\0", "\1"
_SPANS_LINES = re.compile(r"/\*|\"{3}|'{3}|\\\r?\n|^[ \t]*#[ \t]*if\b", re.MULTILINE)
_LEXERS = {"verilog": "systemverilog", "systemverilog": "systemverilog", "cuda": "cuda", "c": "c", "asm": "gas",
           "gas": "gas", "assembly": "gas", "python": "python"}  # fmt: skip


def code_tokens(code: str, language: str) -> list[str]:
    """`language` is a fence's tag; one that is not known is read as plain text. Line by line where no construct spans
    lines: programs of a corpus have most of their lines in common."""
    if _SPANS_LINES.search(code):
        return _without_names(_read_at_once(code, language), "")
    tokens: list[str] = []
    for line in code.splitlines():
        before = tokens[-1] if tokens else ""
        tokens += _read_line(line, language, before if before in (_DOT, TEXT) else "")
    return tokens


def _without_names(read: list[str], before: str) -> list[str]:
    """Names made alike, strings too. `before` is the token that stands before them: a name after a dot stays, and a
    string after a string is the same."""
    tokens: list[str] = []
    for token in read:
        if token[0] == _AUTHORS:
            token = token[1:] if before == _DOT else NAME
        elif token == _STRING:
            token = TEXT
            if before == TEXT:
                continue
        tokens.append(token)
        before = token
    return tokens


def _read_at_once(code: str, language: str) -> list[str]:
    """Tokens without comments; what an author named and what is a string are marked."""
    from pygments.token import Token

    tokens: list[str] = []
    for kind, text in _lexer(_LEXERS.get(language, "text")).get_tokens(code):
        if not text.strip() or kind in Token.Comment or kind in Token.Literal.String.Doc:
            continue
        if kind in Token.Literal.String:
            tokens.append(_STRING)
        else:
            tokens += [_AUTHORS + text] if _is_authors(kind, language) else text.split()
    return tokens


@lru_cache(maxsize=1 << 16)
def _read_line(line: str, language: str, before: str) -> tuple[str, ...]:
    return tuple(map(sys.intern, _without_names(_read_at_once(line, language), before)))


def _is_authors(kind: Any, language: str) -> bool:
    """In assembly only labels are: instructions, registers and directives are the machine's."""
    from pygments.token import Token

    if _LEXERS.get(language) == "gas":
        return kind in Token.Name.Label or kind in Token.Name.Constant
    return kind in Token.Name and kind not in Token.Name.Builtin


def shingles(tokens: list[str], length: int) -> set[str]:
    """Runs of `length` tokens; of a shorter program the whole."""
    if len(tokens) <= length:
        return {" ".join(tokens)} if tokens else set()
    return {" ".join(tokens[start : start + length]) for start in range(len(tokens) - length + 1)}


@lru_cache(maxsize=16)
def _lexer(name: str) -> Any:
    from pygments.lexers import get_lexer_by_name

    return get_lexer_by_name(name)
