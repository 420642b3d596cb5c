"""Fenced blocks of a Markdown text, as CommonMark has them, and whether each was closed.

Not a Markdown parser: models put fences inside lists and under tags such as `<answer>`, where a strict parser sees
indented code or raw HTML, so a fence counts at any indentation.
"""

import re
from dataclasses import dataclass

_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")
_FENCE = re.compile(r"(?P<indent>[ \t]*)(?P<mark>`{3,}|~{3,})(?P<info>[^\n]*)")


@dataclass(frozen=True)
class Block:
    """`tag` is the first word after the opening fence in lower case, "" where there is none.

    `text` has lost the indentation of the opening fence. `start` and `end` are offsets of the whole block, fences
    included, in the text.
    """

    tag: str
    text: str
    closed: bool
    start: int
    end: int


def fenced_blocks(text: str) -> list[Block]:
    """Every block in order. A block that nothing closes reaches to the end of the text. Linear in the text's length."""
    blocks: list[Block] = []
    opening: re.Match[str] | None = None
    body: list[str] = []
    for line in _LINE.finditer(text):
        fence = _FENCE.match(line[0])
        if opening is None:
            # Backticks behind backticks are code inside a sentence.
            if fence and not (fence["mark"][0] == "`" and "`" in fence["info"]):
                opening, start, body = fence, line.start(), []
        elif fence and _closes(fence, opening):
            blocks.append(Block(_tag(opening["info"]), "".join(body), True, start, line.end()))
            opening = None
        else:
            body.append(_outdented(line[0], opening["indent"]))
    if opening is not None:
        blocks.append(Block(_tag(opening["info"]), "".join(body), False, start, len(text)))
    return blocks


def _outdented(line: str, indent: str) -> str:
    depth = len(line) - len(line.lstrip(" \t"))
    return line[min(depth, len(indent)) :]


def _closes(line: re.Match[str], opening: re.Match[str]) -> bool:
    return (
        not line["info"].strip() and line["mark"][0] == opening["mark"][0] and len(line["mark"]) >= len(opening["mark"])
    )


def _tag(info: str) -> str:
    """`verilog`, `{.verilog}`, `verilog title="a.v"` and `Verilog:top.v` all say verilog."""
    word = info.strip().strip("{}").lstrip(".").split(maxsplit=1)
    return re.split(r"[:,{}]", word[0], maxsplit=1)[0].casefold() if word else ""
