"""A lexer for any program: names, numbers, operators, brackets, strings, comments, white space.

What all languages of the project have in common. The one thing it is told is how comments begin.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache


class TokenKind(StrEnum):
    """What a piece of text looks like; a keyword is a name here."""

    COMMENT = "comment"
    STRING = "string"
    NUMBER = "number"
    NAME = "name"
    OPERATOR = "operator"
    BRACKET = "bracket"
    MARK = "mark"
    SPACE = "space"
    OTHER = "other"


@dataclass(frozen=True)
class Token:
    """`text` stands at `start`, in characters."""

    kind: TokenKind
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


HASH_COMMENTS = frozenset({"python", "asm", "gas", "sh", "yaml", "toml"})
"""Languages whose comments begin with #; in all others with // or /*."""

_HASH = r"\#[^\n]*"
_SLASH = r"//[^\n]*|/\*[\s\S]*?\*/"
_KINDS = {
    TokenKind.STRING: r"'''[\s\S]*?'''|\"\"\"[\s\S]*?\"\"\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'",
    # 8'hff is a number of one language and nothing in the others.
    TokenKind.NUMBER: r"\d*'[sS]?[bodhBODH][0-9a-fA-FxzXZ_?]+"
    r"|0[xX][0-9a-fA-F_]+[uUlL]*|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\w*",
    TokenKind.NAME: r"[^\W\d]\w*",
    TokenKind.OPERATOR: r"<<=|>>=|\*\*=?|===|!==|&&|\|\||<<<?|>>>?|\+\+|--|->|[-+*/%&|^<>=!]=|//=?|[-+*/%&|^<>=!~?@]",
    TokenKind.BRACKET: r"[()\[\]{}]",
    TokenKind.MARK: r"[,;:.]",
    TokenKind.SPACE: r"\s+",
    TokenKind.OTHER: r"[\s\S]",
}


def comment_mark(language: str) -> str:
    return "#" if language in HASH_COMMENTS else "//"


def tokens(code: str, language: str) -> list[Token]:
    """Every character is in exactly one token, whatever the text is."""
    return [
        Token(TokenKind(match.lastgroup or ""), match[0], match.start()) for match in _pattern(language).finditer(code)
    ]


@cache
def _pattern(language: str) -> re.Pattern[str]:
    # Numbers stand before strings: the quotation mark of 8'hff opens none.
    comment = _HASH if language in HASH_COMMENTS else _SLASH
    order = {TokenKind.COMMENT: comment, TokenKind.NUMBER: _KINDS[TokenKind.NUMBER], **_KINDS}
    return re.compile("|".join(f"(?P<{kind.value}>{pattern})" for kind, pattern in order.items()))
