"""Prompts: what every model is asked, first attempts and one-turn repairs of held-out tasks.

A repair shows a faulty program and what the real tools said of it. Faults are injected; a kind that nobody trained on
is told apart, and so is a family of tasks that nobody trained on.
"""

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from assets.proof.examples import Example

FIRST, REPAIR = "first", "repair"


@dataclass(frozen=True)
class Asked:
    """One prompt. `code` is the faulty program of a repair, "" of a first attempt."""

    prompt_id: str
    domain: str
    seed_id: str
    kind: str
    new_family: bool
    new_fault: bool
    fault_kinds: tuple[str, ...]
    code: str
    ids: tuple[int, ...] = ()

    def described(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name != "ids"}


def chosen(found: Iterable[Asked], most_repairs: int) -> list[Asked]:
    """Of each task one first attempt and so many repairs: unseen kinds first, then few faults before many."""
    by_task: dict[str, list[Asked]] = {}
    for one in found:
        by_task.setdefault(one.seed_id, []).append(one)
    kept: list[Asked] = []
    for own in by_task.values():
        repairs = {one.code: one for one in own if one.kind == REPAIR}
        ranked = sorted(repairs.values(), key=lambda one: (not one.new_fault, len(one.fault_kinds), one.prompt_id))
        kept += [one for one in own if one.kind == FIRST][:1] + ranked[:most_repairs]
    return kept


def held_out_kinds(kinds: Collection[str], share: float) -> frozenset[str]:
    """Those whose names hash lowest."""
    ranked = sorted(set(kinds), key=lambda kind: hashlib.sha256(kind.encode()).digest())
    return frozenset(ranked[: round(share * len(ranked))])


def trained_on(found: Iterable[Example], kinds: frozenset[str]) -> list[Example]:
    """Without trajectories that hold one of the kinds."""
    return [one for one in found if not one.fault_kinds & kinds]
