"""Reading: the facts that reasoning is written from: lines of code, and those that have a name.

Works on text alone, in any domain's language; what is said about the facts stands in the reasoning modules.
"""

import re
from dataclasses import dataclass

_NAME = re.compile(r"[A-Za-z_]\w{1,}")


@dataclass(frozen=True)
class CodeLine:
    """A line of code: 1-based number and stripped text."""

    number: int
    text: str


def code_lines(code: str) -> list[CodeLine]:
    """The lines that hold code, comments and lone brackets left out."""
    stripped = ((number, line.strip()) for number, line in enumerate(code.splitlines(), 1))
    return [
        CodeLine(number, shortened(text, 140))
        for number, text in stripped
        if _NAME.search(text)
        and not text.startswith(("//", "/*", "* ", "#!", "# "))
        and text not in ("begin", "end", "endmodule")
    ]


def lines_with(code: str, name: str) -> list[CodeLine]:
    """The lines of code in which `name` stands as a word of its own."""
    if not name:
        return []
    return [line for line in code_lines(code) if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line.text)]


def shortened(text: str, limit: int) -> str:
    text = re.sub(r"\s+", " ", text).strip()
    return text if len(text) <= limit else text[: limit - 4].rstrip() + " ..."
