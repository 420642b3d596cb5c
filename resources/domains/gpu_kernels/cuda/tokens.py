"""C++ cut into tokens, comments and strings whole, so that nothing inside them is taken for code.

Lossless: the tokens' texts put together are the source. What is rewritten in them is `rewriting`; which constructs a
candidate may not have is `reject`, but for the shim's own names, which are looked for here.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.domain import Finding

_TOKEN = re.compile(
    r"""(?P<comment>//(?:\\\r?\n|[^\n])*|/\*.*?(?:\*/|\Z))
    |(?P<string>(?:u8|[uUL])?R"(?P<fence>[^()\\\s]{0,16})\(.*?(?:\)(?P=fence)"|\Z)
        |(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"
        |(?:u8|[uUL])?'(?:\\.|[^'\\\n])+')
    |(?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)
    |(?P<word>[A-Za-z_]\w*)
    |(?P<space>\s+|\\\r?\n)
    |(?P<mark><<<|>>>|::|.)""",
    re.DOTALL | re.VERBOSE,
)


_SHIM_NAME = re.compile(r"cudashim|__tsan|__ubsan|__SANITIZE_", re.IGNORECASE)


@dataclass(frozen=True)
class Token:
    """`kind` is comment, string, number, word, space or mark. Marks are single characters but for ::, <<< and >>>."""

    kind: str
    text: str

    @property
    def is_code(self) -> bool:
        return self.kind not in ("comment", "space")


def tokens_of(source: str) -> list[Token]:
    """Linear in the source's length: what is opened and never closed is one token to the end."""
    return [Token(match.lastgroup or "mark", match.group()) for match in _TOKEN.finditer(source)]


def shim_names(source: str) -> list[Finding]:
    """Uses of the shim's own names, by which a candidate could tell it from nvcc or switch its checks off."""
    findings, line = [], 1
    for token in tokens_of(source):
        if token.kind == "word" and _SHIM_NAME.search(token.text):
            findings.append(Finding(token.text, line))
        line += token.text.count("\n")
    return findings


def is_balanced(tokens: Sequence[Token]) -> bool:
    """Whether braces, parentheses and #if close, and no comment is left open.

    Text may follow such a source and be read as code of its own.
    """
    depth = {"{": 0, "(": 0, "#": 0}
    closing = {"}": "{", ")": "("}
    code = [token for token in tokens if token.is_code]
    for token, following in zip(code, [*code[1:], Token("space", "")], strict=False):
        if token.text == "#" and following.text in ("if", "ifdef", "ifndef", "endif"):
            depth["#"] += -1 if following.text == "endif" else 1
        elif token.kind == "mark" and token.text in depth and token.text != "#":
            depth[token.text] += 1
        elif token.kind == "mark" and token.text in closing:
            depth[closing[token.text]] -= 1
    last = tokens[-1].text if tokens else ""
    opened = last.startswith("/*") and (len(last) < 4 or not last.endswith("*/"))
    return not opened and not any(depth.values())
