"""Fault rules: a kind with the function that finds its places, and the injector that puts rules together.

How a language's text is parsed, and what its faults are, is each domain's: `Source` here is its own type.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from resources.domains.faults import Change, Edit, FaultKind, apply_edits

EQUIVALENT = "equivalent"
Source = TypeVar("Source")


@dataclass(frozen=True)
class Place:
    """One place where a kind applies: its changes, and the construct around it ("launch of add_kernel")."""

    changes: tuple[Change, ...]
    context: str


@dataclass(frozen=True)
class Rule(Generic[Source]):
    """One kind and where it applies. `find` yields places in source order and never raises."""

    kind: FaultKind
    find: Callable[[Source], Iterator[Place]]


def rule(
    category: str, description: str, *, symptom: str, repair: str
) -> Callable[[Callable[[Source], Iterator[Place]]], Rule[Source]]:
    """Makes a finder a rule; its kind is named after the function."""

    def wrap(find: Callable[[Source], Iterator[Place]]) -> Rule[Source]:
        return Rule(FaultKind(find.__name__, category, description, symptom, repair), find)

    return wrap


class RuleInjector(Generic[Source]):
    """Implements `FaultInjector` for one language. Thread-safe; any text is accepted, most give no edits.

    `parse` makes a Source of a text, or None where it cannot be read; `rules` is called when first needed.
    """

    def __init__(self, parse: Callable[[str], Source | None], rules: Callable[[], Iterable[Rule[Source]]]) -> None:
        self._parse, self._load = parse, rules
        # A trajectory asks for the edits of the same text once a turn.
        self._edits = lru_cache(maxsize=64)(self._find)

    @cached_property
    def _rules(self) -> tuple[Rule[Source], ...]:
        return tuple(self._load())

    @cached_property
    def kinds(self) -> Sequence[FaultKind]:
        return tuple(rule.kind for rule in self._rules)

    def edits(self, code: str) -> Sequence[Edit]:
        return self._edits(code)

    def _find(self, code: str) -> tuple[Edit, ...]:
        source = self._parse(code)
        if source is None:
            return ()
        found = (_edit(code, rule.kind.name, place) for rule in self._rules for place in rule.find(source))
        return tuple(dict.fromkeys(edit for edit in found if edit is not None))


def _edit(code: str, kind: str, place: Place) -> Edit | None:
    """None for a place whose changes change nothing."""
    changes = tuple(sorted(place.changes, key=lambda change: (change.start, change.end)))
    if not changes:
        return None
    edit = Edit(kind, changes, code.count("\n", 0, changes[0].start) + 1, place.context)
    return edit if apply_edits(code, [edit]) != code else None
