"""Fault rules: a kind with the function that finds its places, and the injector that puts rules together.

How a language's text is parsed, and what its faults are, is each domain's: `Source` here is its own type.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any, Generic, TypeVar

from resources.domains.faults import Change, Edit, FaultKind, apply_edits
from resources.domains.toolkit.source_version import source_version

EQUIVALENT = "equivalent"
_ENDLESS_NUMBER = re.compile(rf"[0-9][0-9_']{{{sys.int_info.default_max_str_digits},}}")
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
    category: str, description: str, *, is_noise: bool = False
) -> Callable[[Callable[[Source], Iterator[Place]]], Rule[Source]]:
    """Makes a finder a rule; its kind is named after the function."""

    def wrap(find: Callable[[Source], Iterator[Place]]) -> Rule[Source]:
        return Rule(FaultKind(find.__name__, category, description, is_noise), find)

    return wrap


def rules_of(*modules: ModuleType) -> tuple[Rule[Any], ...]:
    """The rules of these modules in the order in which they are written, which does not change from run to run."""
    return tuple(value for module in modules for value in vars(module).values() if isinstance(value, Rule))


def has_endless_number(code: str) -> bool:
    """Whether a number has more digits than Python converts; no real program has such a one, and rules count."""
    return _ENDLESS_NUMBER.search(code) is not None


class RuleInjector(Generic[Source]):
    """Implements `FaultInjector` for one language. Thread-safe; any text is accepted, most give no edits.

    `parse` makes a Source of a text, or None where it cannot be read; `rules` is called when first needed. `package`
    holds the rules: its sources, and what they import, are the injector's version.
    """

    def __init__(
        self, parse: Callable[[str], Source | None], rules: Callable[[], Iterable[Rule[Source]]], package: str
    ) -> None:
        self._parse, self._load, self._package = parse, rules, package
        # A trajectory asks for the edits of the same text once a turn.
        self._edits = lru_cache(maxsize=64)(self._find)

    @cached_property
    def _rules(self) -> tuple[Rule[Source], ...]:
        return tuple(self._load())

    @cached_property
    def kinds(self) -> Sequence[FaultKind]:
        return tuple(rule.kind for rule in self._rules)

    @property
    def version(self) -> str:
        return source_version(self._package)

    def edits(self, code: str) -> Sequence[Edit]:
        return self._edits(code)

    def _find(self, code: str) -> tuple[Edit, ...]:
        source = None if has_endless_number(code) else self._parse(code)
        if source is None:
            return ()
        edits = (_edit(code, rule.kind.name, place) for rule in self._rules for place in rule.find(source))
        return tuple(dict.fromkeys(edit for edit in edits if edit is not None))


def _edit(code: str, kind: str, place: Place) -> Edit | None:
    """None for a place whose changes change nothing."""
    changes = tuple(sorted(place.changes, key=lambda change: (change.start, change.end)))
    if not changes:
        return None
    edit = Edit(kind, changes, code.count("\n", 0, changes[0].start) + 1, place.context)
    return edit if apply_edits(code, [edit]) != code else None
