"""Rule: a fault kind with the function that finds its places. The finders stand in the sibling modules."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from resources.domains.chip_design.faults.source import Found, Source
from resources.domains.faults import FaultKind

SYNTAX = "syntax"
STRUCTURE = "type and structure"
TIMING = "timing and FSM"
SEMANTICS = "semantics and logic"
EQUIVALENT = "equivalent"

Finder = Callable[[Source], Iterator[Found]]


@dataclass(frozen=True)
class Rule:
    """One kind and where it applies. `find` yields places in source order and never raises."""

    kind: FaultKind
    find: Finder


def rule(category: str, description: str, *, symptom: str, repair: str) -> Callable[[Finder], Rule]:
    """Make a finder a rule; its kind is named after the function."""

    def wrap(find: Finder) -> Rule:
        return Rule(FaultKind(find.__name__, category, description, symptom, repair), find)

    return wrap
