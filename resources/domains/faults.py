"""Fault injection seen from outside a domain: kinds, edits and the injector that finds them.

How a fault is made in Verilog or C belongs to the domain's folder; how faults become a trajectory
belongs to `resources.generation.fault_injection`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol


@dataclass(frozen=True)
class FaultKind:
    """One kind of edit. `category` is one of the domain's fault categories, or "equivalent".

    `is_noise` says of a rewrite that nobody would hand it in: an instruction that does nothing, two negations, a
    comment that repeats a name.
    """

    name: str
    category: str
    description: str
    is_noise: bool = False

    @property
    def is_fault(self) -> bool:
        return self.category != "equivalent"


@dataclass(frozen=True)
class Change:
    """code[start:end] is `original` and becomes `replacement`. Offsets in characters."""

    start: int
    end: int
    original: str
    replacement: str


@dataclass(frozen=True)
class Edit:
    """One fault or rewrite, found on the syntax tree: one change, or several for a renaming.

    `line` is 1-based in the code that was searched. `context` names the construct around it
    ("always block of q", "port list").
    """

    kind: str
    changes: tuple[Change, ...]
    line: int
    context: str


class FaultInjector(Protocol):
    """Finds every place where a kind of fault or an equivalent rewrite applies. Deterministic."""

    @property
    def kinds(self) -> Sequence[FaultKind]: ...

    @property
    def version(self) -> str:
        """Changes with any edit of a rule, or of what a rule uses; part of the generator's version."""
        ...

    def edits(self, code: str) -> Sequence[Edit]:
        """All edits that apply to `code`, in a stable order; equivalent rewrites included."""
        ...


def apply_edits(code: str, edits: Sequence[Edit]) -> str:
    """Apply edits whose changes do not overlap, last first, so that offsets stay true.

    Raises ValueError when two changes overlap or a change's original text is not where it says.
    """
    ordered = sorted((change for edit in edits for change in edit.changes), key=lambda change: change.start)
    for left, right in pairwise(ordered):
        if right.start < left.end:
            raise ValueError(f"changes overlap at {right.start}: {left.original!r}, {right.original!r}")
    for change in reversed(ordered):
        if code[change.start : change.end] != change.original:
            raise ValueError(f"at {change.start} the text is not {change.original!r}")
        code = code[: change.start] + change.replacement + code[change.end :]
    return code
