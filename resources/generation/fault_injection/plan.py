"""Plan: what stands in the first attempt of a trajectory, drawn from its seed and its bundle alone.

How attempts change with what the environment says is `generator`.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from resources.domains.domain import Domain
from resources.domains.faults import Edit, FaultKind, apply_edits
from resources.execution.bundle import EnvironmentBundle
from resources.generation.fault_injection.placing import free_of

_FAULT_COUNTS = {0: 12, 1: 40, 2: 25, 3: 14, 4: 9}
_REWRITE_COUNTS = {0: 25, 1: 30, 2: 27, 3: 18}


@dataclass(frozen=True)
class Plan:
    """`base` is the verified solution after `rewrites`, which keep its meaning and are no noise: a trajectory that ends
    well ends in it. Faults are edits of `base`.

    `pool` holds every other edit of `base`, from which wrong guesses are drawn.
    """

    base: str
    rewrites: tuple[Edit, ...]
    faults: tuple[Edit, ...]
    pool: tuple[Edit, ...]
    kinds: Mapping[str, FaultKind]


def dice(bundle: EnvironmentBundle, seed: int, purpose: str) -> random.Random:
    """A generator of its own for each purpose, so that one more draw here moves nothing elsewhere."""
    return random.Random(f"{bundle.hash}/{seed}/{purpose}")


def draw_plan(domain: Domain, bundle: EnvironmentBundle, seed: int) -> Plan:
    """The same for each turn of a trajectory. A reference in which nothing can be edited gives an empty plan."""
    chance, reference = dice(bundle, seed, "plan"), bundle.reference
    kinds = {kind.name: kind for kind in domain.fault_injector().kinds}
    found = _edits(domain, reference)  # type: ignore[arg-type]  # a domain is one object, compared by identity
    rewritable = [edit for edit in found if not (kinds[edit.kind].is_fault or kinds[edit.kind].is_noise)]
    rewrites = draw(chance, rewritable, kinds, _count(chance, _REWRITE_COUNTS))
    base = apply_edits(reference, rewrites)
    pool = _edits(domain, base)  # type: ignore[arg-type]
    faults = draw(chance, [edit for edit in pool if kinds[edit.kind].is_fault], kinds, _count(chance, _FAULT_COUNTS))
    return Plan(base, rewrites, faults, pool, kinds)


@lru_cache(maxsize=32)
def _edits(domain: Domain, code: str) -> tuple[Edit, ...]:
    """Finding them is nearly all of a plan's cost, and a trajectory's turns and hindsight draw the same plan again."""
    return tuple(domain.fault_injector().edits(code))


def draw(
    chance: random.Random,
    edits: Sequence[Edit],
    kinds: Mapping[str, FaultKind],
    count: int,
    beside: tuple[Edit, ...] = (),
) -> tuple[Edit, ...]:
    """Up to `count` edits that overlap neither each other nor `beside`.

    First the category is drawn, then the kind, then the place: else the kinds with most places (any
    identifier can be misspelt) would be most of the corpus.
    """
    chosen: list[Edit] = []
    for _ in range(count * 4):
        if len(chosen) == count or not edits:
            break
        category = chance.choice(sorted({kinds[edit.kind].category for edit in edits}))
        kind = chance.choice(sorted({edit.kind for edit in edits if kinds[edit.kind].category == category}))
        edit = chance.choice([edit for edit in edits if edit.kind == kind])
        if free_of(edit, (*chosen, *beside)):
            chosen.append(edit)
    return tuple(chosen)


def _count(chance: random.Random, weights: Mapping[int, int]) -> int:
    return chance.choices(list(weights), list(weights.values()))[0]
