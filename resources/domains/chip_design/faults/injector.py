"""VerilogFaultInjector: every place of a Verilog text where a fault or an equivalent rewrite applies.

Puts the rules of the sibling modules together; knows no kind by name.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache

from resources.domains.chip_design.faults.rule import Rule
from resources.domains.chip_design.faults.source import Found, Source
from resources.domains.faults import Edit, FaultKind, apply_edits
from resources.domains.toolkit.rules import has_endless_number
from resources.domains.toolkit.source_version import source_version


class VerilogFaultInjector:
    """Implements `FaultInjector`. Stateless and thread-safe; any text is accepted, most give no edits."""

    @cached_property
    def kinds(self) -> Sequence[FaultKind]:
        return tuple(rule.kind for rule in all_rules())

    @property
    def version(self) -> str:
        return source_version(__package__)

    def edits(self, code: str) -> Sequence[Edit]:
        return _edits(code)


def all_rules() -> tuple[Rule, ...]:
    """Every rule, in an order that does not change from run to run."""
    from resources.domains.chip_design.faults import (
        clocking,
        expressions,
        rewrites,
        rewrites_of_structure,
        selections,
        state_machines,
        structure,
        syntax,
        types,
    )

    modules = (
        syntax, types, structure, clocking, state_machines, expressions, selections, rewrites, rewrites_of_structure
    )  # fmt: skip
    return tuple(rule for module in modules for rule in module.RULES)


@lru_cache(maxsize=64)
def _edits(code: str) -> tuple[Edit, ...]:
    """A trajectory asks for the edits of the same text once a turn, hence the cache."""
    if has_endless_number(code):
        return ()
    source = Source(code)
    found = (_edit(source, rule, place) for rule in all_rules() for place in rule.find(source))
    return tuple(dict.fromkeys(edit for edit in found if edit.changes and apply_edits(code, [edit]) != code))


def _edit(source: Source, rule: Rule, place: Found) -> Edit:
    changes = tuple(sorted(place.changes, key=lambda change: (change.start, change.end)))
    line = source.line(min(change.start for change in changes)) if changes else 0
    return Edit(rule.kind.name, changes, line, source.context(place.node))
