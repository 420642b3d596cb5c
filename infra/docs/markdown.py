"""Small pieces of Markdown: tables whose cells cannot break the table, signatures, links."""

from collections.abc import Iterable, Sequence

NOTE = "<!-- Written by `make docs`. Change what it is made from, not this page. -->"


def page(title: str, opening: str, parts: Iterable[str]) -> str:
    return "\n\n".join([NOTE, f"# {title}", opening, *parts]) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def code(text: str) -> str:
    return f"`{text}`" if text else ""


def _cell(text: str) -> str:
    """One line; angle brackets outside of code would be taken for HTML."""
    parts = " ".join(text.split()).replace("|", "\\|").split("`")
    return "`".join(part if place % 2 else part.replace("<", "&lt;") for place, part in enumerate(parts))
