"""A program's tokens with comments gone and names made alike: what stays the same when it is renamed and reformatted.

Names that are called after a dot stay, since an API's are no author's; so do keywords, numbers, operators and the
language's own functions.
"""

from functools import lru_cache
from typing import Any

NAME, TEXT = "name", "text"
_LEXERS = {"verilog": "systemverilog", "systemverilog": "systemverilog", "cuda": "cuda", "c": "c", "asm": "gas",
           "gas": "gas", "assembly": "gas", "python": "python"}  # fmt: skip


def code_tokens(code: str, language: str) -> list[str]:
    """`language` is a fence's tag; one that is not known is read as plain text."""
    from pygments.token import Token

    tokens: list[str] = []
    for kind, text in _lexer(_LEXERS.get(language, "text")).get_tokens(code):
        if not text.strip() or kind in Token.Comment or kind in Token.Literal.String.Doc:
            continue
        if kind in Token.Literal.String:
            tokens += [TEXT] if tokens[-1:] != [TEXT] else []
        elif _is_authors(kind, language) and tokens[-1:] != ["."]:
            tokens.append(NAME)
        else:
            tokens += text.split()
    return tokens


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
