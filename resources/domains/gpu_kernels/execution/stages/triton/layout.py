"""How outputs are to lie in memory, as the task's texts say it: contiguous, in memory that is no argument's.

A caller who was promised a contiguous tensor indexes its memory, or views it in another shape. Where a task says
nothing of it, any layout is right. Public scripts and modules say nothing.
"""

import re
from collections.abc import Sequence

from resources.domains.gpu_kernels.execution.stages.triton.report import Layout
from resources.execution.bundle import EnvironmentBundle

_RETURNS = re.compile(r"\bReturns\b(.*?)(?:\"\"\"|\Z)", re.DOTALL)
_PROMISED = re.compile(r"(?:output|result)s?\s+(?:is|are)\s+(?:(?:a|all|new|fresh)\s+)*\**contiguous", re.IGNORECASE)
_NEW = re.compile(r"\b(?:new|fresh)\b", re.IGNORECASE)
_SAID = {"strided": "is not contiguous", "argument": "lies in an argument's memory"}


def misplaced(layouts: Sequence[Layout], bundle: EnvironmentBundle, parts: int) -> str:
    """The first of `parts` outputs that lies otherwise than the task says, in words; "" where none does."""
    if bundle.settings.get("harness", "entry") != "entry":
        return ""
    asked = contiguous_parts(bundle, parts)
    new = asked if _NEW.search(bundle.prompt) else frozenset[int]()
    for seen in layouts:
        if seen.part in (asked if seen.layout == "strided" else new) and seen.layout in _SAID:
            return f"case {seen.case}: output {seen.part} {_SAID[seen.layout]}, against what the task asks"
    return ""


def contiguous_parts(bundle: EnvironmentBundle, parts: int) -> frozenset[int]:
    """The outputs that the interface or the prompt calls contiguous. "a, contiguous, and b" says it of a alone, "a and
    b, contiguous" of both."""
    if _PROMISED.search(bundle.prompt):
        return frozenset(range(parts))
    returns = _RETURNS.search(bundle.interface)
    if parts == 1:
        return frozenset({0} if returns and "contiguous" in returns[1] else ())
    told = re.split(r"\band\b", returns[1]) if returns else [""]
    if "contiguous" in told[-1]:
        return frozenset(range(parts))
    return frozenset(part for part, text in enumerate(told[:parts]) if "contiguous" in text)
