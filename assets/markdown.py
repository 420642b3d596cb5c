"""Text in Dagster's pages, which read Markdown and drop whatever looks like a tag of HTML: `<think>` would vanish.

Every Markdown value of metadata is made here. A description that is a literal of the code puts angle brackets into a
code span, and a test asks for that.
"""

import re
from collections.abc import Iterable, Sequence

import dagster as dg

_CODE = re.compile(r"(^```.*?^```|(?<!`)(`+)(?!`).*?(?<!`)\2(?!`))", re.DOTALL | re.MULTILINE)
_MEANT = re.compile(r"([\\`*{}\[\]#|~]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9]))")
"""An underscore within a word means nothing."""


def shown(markdown: str) -> str:
    """The same Markdown, with angle brackets outside of code as characters."""
    parts, end = [], 0
    for code in _CODE.finditer(markdown):
        parts += [markdown[end : code.start()].replace("<", "&lt;"), code[0]]
        end = code.end()
    return "".join([*parts, markdown[end:].replace("<", "&lt;")])


def literal(text: str) -> str:
    """One line of text from elsewhere (a log, a task's words) in which no character means anything."""
    return _MEANT.sub(r"\\\1", " ".join(text.split()).replace("&", "&amp;")).replace("<", "&lt;")


def markdown(text: str) -> dg.MarkdownMetadataValue:
    return dg.MetadataValue.md(shown(text))


def items(lines: Iterable[tuple[str, object]]) -> dg.MarkdownMetadataValue:
    """A list of names, as code, each with what is said of it."""
    rows = [f"- `{name.replace('`', '')}`: {literal(str(said))}" for name, said in lines]
    return markdown("\n".join(rows) or "none")


def texts(lines: Iterable[str]) -> dg.MarkdownMetadataValue:
    """A list of texts from elsewhere."""
    return markdown("\n".join(f"- {literal(line)}" for line in lines) or "none")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Cells are texts from elsewhere."""
    lines = [head, *rows]
    drawn = ["| " + " | ".join(literal(str(cell)) for cell in line) + " |" for line in lines]
    return "\n".join([drawn[0], "|" + "---|" * len(head), *drawn[1:]])
