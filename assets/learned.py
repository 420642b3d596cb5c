"""The dial of error-masked training: which answers are learned from. The others stay in context and carry no loss."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from resources.execution.outcome import Outcome

NEVER_RAN = frozenset(
    {Outcome.REJECTED, Outcome.COMPILATION_ERROR, Outcome.LINK_ERROR, Outcome.SYNTHESIS_ERROR}
)  # fmt: skip
"""Labels of answers that no tool could run."""


class Learned(StrEnum):
    """Each value holds the one before it. What passed is no progress where a planted fault still stands in it."""

    PASSED = "passed"
    PROGRESSED = "progressed"
    RAN = "ran"

    def holds(self, label: Mapping[str, Any]) -> bool:
        """`label` is an entry of `turn_labels`."""
        if self is Learned.PASSED:
            return bool(label["passed"] and label["progressed"])
        if self is Learned.PROGRESSED:
            return bool(label["progressed"])
        return bool(label["progressed"]) or Outcome(label["outcome"]) not in NEVER_RAN


class Thoughts(StrEnum):
    """Whose reasoning is learned from. The rest of a row stays as it is."""

    AUTHORS = "authors"
    """What a model or a person thought; not what this project's generators say of their own faults: a small base
    repairs half as much after learning from that (docs/results/proof.md)."""
    ALL = "all"
    NONE = "none"
