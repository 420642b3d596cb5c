"""Errors as nvcc shows them: the source below each, the place that is pointed at, and how many there are."""

from collections.abc import Sequence
from typing import NamedTuple


class Error(NamedTuple):
    """`start` is the place that is pointed at, -1 for none."""

    line: int
    text: str
    start: int = -1


def undeclared(name: str) -> str:
    return f'identifier "{name}" is undefined'


def shown(code: str, found: Sequence[Error]) -> str:
    """As nvcc shows errors: the source below each, its place where it is known, and how many there are."""
    lines = code.split("\n")
    texts = [_shown(code, lines, error) for error in found if 0 < error.line <= len(lines)]
    if not texts:
        return ""
    return "".join(texts) + f'{len(texts)} error{"s" * (len(texts) > 1)} detected in the compilation of "kernel.cu".\n'


def _shown(code: str, lines: list[str], error: Error) -> str:
    text = f"kernel.cu({error.line}): error: {error.text}\n  {lines[error.line - 1]}\n"
    if error.start < 0:
        return text
    column = error.start - (code.rfind("\n", 0, error.start) + 1)
    return f"{text}{' ' * (column + 2)}^\n"
