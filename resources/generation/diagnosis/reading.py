"""Reading: the facts that reasoning is written from: headings, lines of code, names that code defines.

Works on text alone, in any domain's language; what is said about the facts stands in the reasoning modules.
"""

import re
from dataclasses import dataclass

_NAME = re.compile(r"[A-Za-z_]\w{1,}")
_DEFINES = re.compile(
    r"(?:(?:def|class|module)\s+(?P<name>\w+)|(?:assign|localparam|parameter|static|const|void|u?int\w*|size_t|float)\s+"
    r"(?:(?:static|const|void|inline|unsigned|u?int\w*|float|\*|\[[^\]]*\])\s*)*(?P<typed>\w+)\s*(?:=|\(|;)|"
    r"(?P<given>[A-Za-z_]\w*)(?:\[[^\]]*\])?\s*<?=(?!=))"
)


@dataclass(frozen=True)
class CodeLine:
    """A line of code: 1-based number and stripped text."""

    number: int
    text: str


def first_heading(prompt: str) -> str:
    """What the task is: the first sentence of its text, whole, or the heading above it where it stands alone."""
    block: list[str] = []
    for line in prompt.splitlines():
        text = line.strip().lstrip("#").strip()
        if text and not text.startswith("```"):
            block.append(text)
        elif block:
            break
        if line.lstrip().startswith("#") and block:
            break
    said = re.split(r"(?<=[.:])\s+(?=[A-Z`])|(?<=\.)$", " ".join(block), maxsplit=1)[0]
    return _clauses(" ".join(said.split()), 160).rstrip(".:;, ") or "the task"


def _clauses(text: str, limit: int) -> str:
    """The clauses that fit: a sentence that is cut in its midst asks for nothing."""
    if len(text) <= limit:
        return text
    ends = [match.start() for match in re.finditer(r"[,;:] ", text[:limit])]
    return text[: ends[-1]] if ends else text[:limit].rpartition(" ")[0]


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


def defined_names(code: str) -> list[str]:
    """What the code defines, in the order of the text: functions, classes, constants, and what values are given to."""
    matches = (_DEFINES.match(line.text) for line in code_lines(code))
    names = (match["name"] or match["typed"] or match["given"] for match in matches if match)
    return [name for name in dict.fromkeys(names) if len(name) > 1]


def lines_with(code: str, name: str) -> list[CodeLine]:
    """The lines of code in which `name` stands as a word of its own."""
    if not name:
        return []
    return [line for line in code_lines(code) if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line.text)]


def shortened(text: str, limit: int) -> str:
    text = re.sub(r"\s+", " ", text).strip()
    return text if len(text) <= limit else text[: limit - 4].rstrip() + " ..."
