"""Mutants of a reference for certification: single faults, spread over the domain's fault kinds.

How a fault is made is the domain's injector; how many must fail is `certification`.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from resources.domains.domain import Domain
from resources.domains.faults import Edit, apply_edits
from resources.execution.bundle import Candidate, EnvironmentBundle

PARSE_CATEGORY = "syntax"
"""Faults that any parser sees say nothing about a bench; they are drawn last."""


@dataclass(frozen=True)
class Mutant:
    """A reference with one fault. `telling` is False for faults that never reach the bench."""

    kind: str
    category: str
    line: int
    candidate: Candidate

    @property
    def telling(self) -> bool:
        return self.category != PARSE_CATEGORY


def draw_mutants(domain: Domain, bundle: EnvironmentBundle) -> Iterator[Mutant]:
    """Distinct mutants, one of each kind before a second of any, in an order fixed by the bundle's hash."""
    injector = domain.fault_injector()
    category = {kind.name: kind.category for kind in injector.kinds if kind.is_fault}
    by_kind: dict[str, list[Edit]] = {}
    for edit in injector.edits(bundle.reference):
        if edit.kind in category:
            by_kind.setdefault(edit.kind, []).append(edit)
    for edits in by_kind.values():
        edits.sort(key=lambda edit: _draw(bundle, edit))
    kinds = sorted(by_kind, key=lambda kind: (category[kind] == PARSE_CATEGORY, _draw(bundle, by_kind[kind][0])))
    telling = [kind for kind in kinds if category[kind] != PARSE_CATEGORY]
    seen = {bundle.reference_candidate.hash}
    for group in (telling, [kind for kind in kinds if kind not in telling]):
        for edit in _round_robin([by_kind[kind] for kind in group]):
            candidate = Candidate(apply_edits(bundle.reference, [edit]))
            if candidate.hash not in seen:
                seen.add(candidate.hash)
                yield Mutant(edit.kind, category[edit.kind], edit.line, candidate)


def _round_robin(groups: list[list[Edit]]) -> Iterator[Edit]:
    for place in range(max(map(len, groups), default=0)):
        yield from (group[place] for group in groups if place < len(group))


def _draw(bundle: EnvironmentBundle, edit: Edit) -> str:
    return hashlib.sha256(f"{bundle.hash}:{edit}".encode()).hexdigest()
