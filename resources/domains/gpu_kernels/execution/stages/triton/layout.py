"""How outputs are to lie in memory, as the task's texts say it: contiguous, in memory that is no argument's.

A caller who was promised a contiguous tensor indexes its memory, or views it in another shape. Where a task says
nothing of it, any layout is right. Public scripts and modules say nothing.
"""

import re
from collections.abc import Sequence
from typing import Protocol

from resources.execution.bundle import EnvironmentBundle


class Layout(Protocol):
    """A part of a case's result that is "strided", or of an "argument"'s memory (`report.Layout`)."""

    @property
    def case(self) -> int: ...

    @property
    def part(self) -> int: ...

    @property
    def layout(self) -> str: ...


_RETURNS = re.compile(r"\bReturns\b(.*?)(?:[.;](?=\s|\Z|\")|\"\"\"|\n\s*\w+:\s|\Z)", re.DOTALL)
"""To the end of the sentence, or the next parameter's line: what follows may be about an argument."""
_CLAUSE_END = re.compile(r"[.;:!?](?=\s)|\n\s*\n|\n\s*[-*] ")
_CONTIGUOUS = re.compile(r"(?<!\bof )(?<!\bof a )(?<!\bthe )\bcontiguous\b", re.IGNORECASE)
_DOUBTFUL = re.compile(
    r"(?:\b(?:not|non|never|nor|no|need|may|might|if|unless|whether)\b|n't\b)[^,]*\bcontiguous"
    r"|\bcontiguous\**(?:\s+or\b|[^,]*\b(?:if|unless|when|where)\b)",
    re.IGNORECASE,
)
_PROMISED = re.compile(r"(?:output|result)s?\s+(?:is|are)\s+(?:(?:a|all|new|fresh)\s+)*\**contiguous", re.IGNORECASE)
_NEW = re.compile(
    r"\b(?:new|fresh)\s+\**contiguous|(?:output|result)s?\s+(?:is|are)\s+(?:(?:a|all)\s+)*\**(?:new|fresh)\b",
    re.IGNORECASE,
)
_SAID = {"strided": "is not contiguous", "argument": "lies in an argument's memory"}


def misplaced(layouts: Sequence[Layout], bundle: EnvironmentBundle, parts: int) -> str:
    """The first of `parts` outputs that lies otherwise than the task says, in words; "" where none does."""
    if bundle.settings.get("harness", "entry") != "entry":
        return ""
    asked = contiguous_parts(bundle, parts)
    new = asked if _says(_NEW, bundle.prompt) else frozenset[int]()
    for seen in layouts:
        if seen.part in (asked if seen.layout == "strided" else new) and seen.layout in _SAID:
            return f"case {seen.case}: output {seen.part} {_SAID[seen.layout]}, against what the task asks"
    return ""


def contiguous_parts(bundle: EnvironmentBundle, parts: int) -> frozenset[int]:
    """The outputs that the interface or the prompt calls contiguous. "a, contiguous, and b" says it of a alone, "a and
    b, contiguous" of both."""
    if _says(_PROMISED, bundle.prompt):
        return frozenset(range(parts))
    returns = _RETURNS.search(bundle.interface)
    text = returns[1] if returns else ""
    told = [text] if parts == 1 else re.split(r"\band\b", text)
    if _is_promise(told[-1]):
        return frozenset(range(parts))
    return frozenset(part for part, text in enumerate(told[:parts]) if _is_promise(text))


def _says(promise: re.Pattern[str], prompt: str) -> bool:
    """Whether a clause of the prompt does, and neither denies it nor makes it hang on something."""
    return any(promise.search(clause) and not _DOUBTFUL.search(clause) for clause in _CLAUSE_END.split(prompt))


def _is_promise(text: str) -> bool:
    return _CONTIGUOUS.search(text) is not None and _DOUBTFUL.search(text) is None
