"""What of a GPU log is worth the world model's tokens: what was said, not the shapes and the source it was said of.

Text only. What a log says is read in `diagnostics`.
"""

import re
from collections.abc import Iterator, Sequence

_CASE = re.compile(r"case \d+ \((?:[^()]|\([^()]*\))*\): ")
_INSIDE_KERNEL = re.compile(r"CompilationError: at \d+:\d+:$")
_CARET = re.compile(r"\s*\^\s*$")
_MOST_LINES = 40
"""Triton quotes the kernel from its head to the place, a dozen lines at most."""


def kept_log(log: str) -> str:
    """Without blank lines and a case's arguments; of the source in a compiler's message the last line. Idempotent."""
    lines = [_without_case(line) for line in log.splitlines()]
    return "\n".join(_without_source([line for line in lines if line.strip()]))


def _without_case(line: str) -> str:
    while (shorter := _CASE.sub("", line)) != line:
        line = shorter
    return line


def _without_source(lines: Sequence[str]) -> Iterator[str]:
    index = 0
    while index < len(lines):
        yield lines[index]
        index += 1
        if _INSIDE_KERNEL.search(lines[index - 1]):
            block = lines[index : index + _MOST_LINES]
            caret = next((place for place, line in enumerate(block) if _CARET.match(line)), 0)
            index += max(0, caret - 1)
