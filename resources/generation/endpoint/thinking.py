"""`<think>` tags: what of a reply is reasoning and what is the answer.

Models and chat templates disagree: tags are nested, never closed, or closed without having been opened (the
template wrote the opening tag into the prompt). Fields of their own for reasoning (`reasoning_content`) are
`reply`'s matter.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from resources.generation.endpoint.fences import fenced_blocks

_TAG = re.compile(r"<(?P<end>/?)think(?:ing)?>", re.IGNORECASE)


@dataclass(frozen=True)
class Split:
    """`closed` is False where the reasoning has no end, and so no answer has begun."""

    thinking: str
    answer: str
    closed: bool = True


def split_thinking(text: str) -> Split:
    """Leading reasoning ends at its own closing tag, whatever it holds; later tags count outside of fenced blocks only.

    A program may well hold `<think>` in a string, and a draft inside of reasoning may well leave its fence open.
    """
    lead, depth = _lead(text)
    rest = text[lead:]
    thinking: list[str] = [_TAG.sub("", text[:lead])]
    answer: list[str] = []
    at = 0
    for tag in _tags_outside_blocks(rest):
        (thinking if depth else answer).append(rest[at : tag.start()])
        depth = max(0, depth + _step(tag))
        at = tag.end()
    (thinking if depth else answer).append(rest[at:])
    return Split(_joined(thinking), _joined(answer), depth == 0)


def _lead(text: str) -> tuple[int, int]:
    """Where leading reasoning ends, and how many of its tags are open there: 0 unless it reaches to the text's end."""
    depth = 0
    for tag in _TAG.finditer(text):
        if depth == 0 and _step(tag) > 0 and text[: tag.start()].strip():
            return 0, 0
        depth += _step(tag)
        if depth <= 0:
            return tag.end(), 0
    return (len(text), depth) if depth else (0, 0)


def _step(tag: re.Match[str]) -> int:
    return -1 if tag["end"] else 1


def _tags_outside_blocks(text: str) -> Iterator[re.Match[str]]:
    blocks = [block for block in fenced_blocks(text) if block.closed]
    starts = [block.start for block in blocks]
    for tag in _TAG.finditer(text):
        before = bisect_right(starts, tag.start()) - 1
        if before < 0 or blocks[before].end <= tag.start():
            yield tag


def _joined(parts: list[str]) -> str:
    return "\n".join(stripped for part in parts if (stripped := part.strip()))
