"""A program's tokens with comments gone and names made alike: what stays the same when it is renamed and reformatted.

Names that are called after a dot stay, since an API's are no author's; so do keywords, numbers, operators and the
language's own functions.
"""

import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

NAME, TEXT = "name", "text"
_AUTHORS, _STRING = "\0", "\1"
_SPANS_LINES = re.compile(r"/\*|\"{3}|'{3}|\\\r?\n|^\s*#\s*if\b", re.MULTILINE)
_LEXERS = {"verilog": "systemverilog", "systemverilog": "systemverilog", "cuda": "cuda", "c": "c", "asm": "gas",
           "gas": "gas", "assembly": "gas", "python": "python"}  # fmt: skip


def code_tokens(code: str, language: str) -> list[str]:
    """`language` is a fence's tag; one that is not known is read as plain text."""
    tokens: list[str] = []
    for token in _read(code, language):
        if token[0] == _AUTHORS:
            tokens.append(NAME if tokens[-1:] != ["."] else token[1:])
        elif token != _STRING:
            tokens.append(token)
        elif tokens[-1:] != [TEXT]:
            tokens.append(TEXT)
    return tokens


def _read(code: str, language: str) -> Iterator[str]:
    """Line by line where no construct spans lines: programs of a corpus have most of their lines in common."""
    if _SPANS_LINES.search(code):
        return iter(_read_at_once(code, language))
    return (token for line in code.splitlines() for token in _read_line(line, language))


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
def _read_line(line: str, language: str) -> tuple[str, ...]:
    return tuple(map(sys.intern, _read_at_once(line, language)))


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
