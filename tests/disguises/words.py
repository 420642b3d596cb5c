"""Names and numbers of a text, found by a lexer's eye: comments and strings are no part of them."""

import hashlib
import re
from collections.abc import Callable, Collection

_SKIPPED = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|`\w+|\$\w+|\'[sS]?[bodhBODH]\w+', re.DOTALL
)
_NAME = re.compile(r"(?<![\w$.])[A-Za-z_]\w*")


def outside(text: str, change: Callable[[str], str]) -> str:
    """`change` for each stretch between comments, strings and sized numbers."""
    parts, end = [], 0
    for match in _SKIPPED.finditer(text):
        parts += [change(text[end : match.start()]), match[0]]
        end = match.end()
    return "".join([*parts, change(text[end:])])


def without_comments(text: str) -> str:
    return re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.DOTALL)


def another(name: str) -> str:
    """A name for a name, the same each time."""
    return f"{'qwxz'[len(name) % 4]}_{hashlib.sha256(name.encode()).hexdigest()[:6]}"


def renamed_but(text: str, kept: Collection[str], name: re.Pattern[str] = _NAME) -> str:
    """With another name for each that is not `kept`."""
    return outside(text, lambda part: name.sub(lambda m: m[0] if m[0] in kept else another(m[0]), part))


def closing(text: str, opened: int) -> int:
    """Where the bracket at `opened` is closed; -1 where it is not."""
    pairs, depth = {"(": ")", "{": "}", "[": "]"}, 0
    for place in range(opened, len(text)):
        depth += (text[place] == text[opened]) - (text[place] == pairs[text[opened]])
        if not depth:
            return place
    return -1
