"""Character constants as gas reads them: `'a`, `'a'`, `'\\n`, numbers wherever they stand, a bracket or a comma too."""

import re

CHARACTER = re.compile(r"'(?:\\.|[^\n\\])'?")
_ESCAPES = {"b": 8, "f": 12, "n": 10, "r": 13, "t": 9}


def numbered(text: str) -> str:
    """An operand's or a directive's text with its character constants in decimal."""
    return CHARACTER.sub(lambda match: str(_code(match[0])), text) if "'" in text else text


def _code(constant: str) -> int:
    letter = constant[1]
    if letter == "\\":
        return _ESCAPES.get(constant[2], ord(constant[2]))
    return ord(letter)
