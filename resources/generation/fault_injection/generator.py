"""FaultInjectionGenerator: implements Generator without a language model.

Stateless: each call replays the trajectory's decisions from the seed and the history's observations.

A step leads from one attempt and what the environment said about it to the next attempt: it decides what is repaired
and where the diagnosis goes wrong. What is said about it is read off texts and logs alone.
"""

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from resources.domains.domain import Diagnostic, Domain
from resources.domains.faults import Edit, apply_edits
from resources.domains.toolkit.source_version import source_version
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.generation import diagnosis
from resources.generation.diagnosis.writer import reason_about, written_at_the_time
from resources.generation.fault_injection.placing import first_change, line_at, line_of, record, shifted, start_of
from resources.generation.fault_injection.plan import Plan, dice, draw, draw_plan
from resources.generation.generator import Generation, GenerationRequest, GeneratorFailed
from resources.generation.trajectory import FaultRecord

CORRECTIONS = 4
"""The paper's K: repairs are paced so that they usually suffice by then."""
_MISDIAGNOSED, _MISDIAGNOSED_WHERE_NAMED = 0.3, 0.1
"""A wrong guess is rarer where the log names the very line."""
_STUCK, _MISDIAGNOSED_WHEN_STUCK = 0.12, 0.8
"""Some trajectories keep to a wrong idea, and most of these end unsolved."""
_REPAIRED_TOGETHER = 0.3
_LEFT_AT_THE_END = 0.12


@dataclass(frozen=True)
class Attempt:
    """The edits of `plan.base` that stand in an attempt's code; `plain` is the unrewritten solution."""

    edits: tuple[Edit, ...]
    plain: bool = False

    def code(self, plan: Plan, bundle: EnvironmentBundle) -> str:
        return bundle.reference if self.plain else apply_edits(plan.base, self.edits)


def next_attempt(
    domain: Domain,
    bundle: EnvironmentBundle,
    plan: Plan,
    seed: int,
    turn: int,
    before: Attempt,
    observation: Observation,
) -> Attempt:
    """Correction number `turn` (1 is the first), drawn from the seed and decided by the observation.

    Repairs what the log shows, repairs something else, changes what was right or, with nothing left to repair, goes
    back to the plainest text it knows. With the last fault go all changes that did neither harm nor good.
    """
    chance = dice(bundle, seed, f"turn {turn}")
    diagnostics = tuple(domain.diagnostics(observation))
    ranked = by_visibility(plan, before, before.code(plan, bundle), diagnostics)
    if not any(plan.kinds[edit.kind].is_fault for edit in ranked):
        return Attempt((), plain=not before.edits)
    named = diagnostic_of(ranked[0], before, before.code(plan, bundle), diagnostics) is not None
    stuck = dice(bundle, seed, "stuck").random() < _STUCK
    likely = _MISDIAGNOSED_WHEN_STUCK if stuck else _MISDIAGNOSED_WHERE_NAMED if named else _MISDIAGNOSED
    if (turn < CORRECTIONS or stuck) and chance.random() < likely:
        guessed = _guess_wrong(chance, plan, before, ranked)
        if guessed is not None:
            return guessed
    repaired = _without(before, _repairs(chance, ranked, turn))
    return repaired if any(plan.kinds[edit.kind].is_fault for edit in repaired.edits) else Attempt(())


def by_visibility(plan: Plan, attempt: Attempt, code: str, diagnostics: Sequence[Diagnostic]) -> list[Edit]:
    """The attempt's edits, those that the log points at first."""

    def distance(edit: Edit) -> tuple[bool, int, int]:
        line = line_of(edit, attempt.edits, code)
        named = any(item.symbol and item.symbol in touched(edit) for item in diagnostics[:3])
        nearest = min((abs(item.line - line) for item in diagnostics if item.line), default=10_000)
        return not plan.kinds[edit.kind].is_fault, 0 if named and nearest > 2 else min(nearest, 10_000), line

    return sorted(attempt.edits, key=distance)


def diagnostic_of(edit: Edit, attempt: Attempt, code: str, diagnostics: Sequence[Diagnostic]) -> Diagnostic | None:
    """The first that names the edit's line, or the line after it."""
    line = line_of(edit, attempt.edits, code)
    return next((item for item in diagnostics if item.line and 0 <= item.line - line <= 1), None)


def touched(edit: Edit) -> str:
    """What an edit took away and wrote, and where."""
    return " ".join([edit.context, *(f"{change.original} {change.replacement}" for change in edit.changes)])


def _guess_wrong(chance: Random, plan: Plan, before: Attempt, ranked: list[Edit]) -> Attempt | None:
    """Repair what the log does not show, or change an innocent place; None where neither exists."""
    faults = [edit for edit in ranked if plan.kinds[edit.kind].is_fault]
    if len(faults) > 1 and chance.random() < 0.4:
        return _without(before, [faults[-1]])
    wants_fault = chance.random() < 0.5
    choice = [edit for edit in plan.pool if _innocent(plan, edit, wants_fault)]
    drawn = draw(chance, choice, plan.kinds, 1, beside=before.edits)
    return Attempt((*before.edits, *drawn)) if drawn else None


def _innocent(plan: Plan, edit: Edit, wants_fault: bool) -> bool:
    """A wrong change is a rewrite or a slip in logic, small enough to be meant as a fix."""
    kind = plan.kinds[edit.kind]
    small = sum(len(change.original) + len(change.replacement) for change in edit.changes) < 400
    return small and kind.is_fault == wants_fault and kind.category != "syntax"


def _repairs(chance: Random, ranked: list[Edit], turn: int) -> list[Edit]:
    """The first fault, others seen on the way, and as many as are needed to be done in time."""
    rest = ranked[1:]
    if turn >= CORRECTIONS:
        return ranked if chance.random() >= _LEFT_AT_THE_END else ranked[:1]
    taken = [edit for edit in rest if chance.random() < _REPAIRED_TOGETHER]
    while len(ranked) - 1 - len(taken) > CORRECTIONS - turn:
        taken.append(next(edit for edit in rest if edit not in taken))
    return [ranked[0], *taken]


def _without(attempt: Attempt, edits: Sequence[Edit]) -> Attempt:
    return Attempt(tuple(edit for edit in attempt.edits if edit not in edits))


NAME = "fault-injection"


class FaultInjectionGenerator:
    """Writes attempts with known faults and repairs them; the same request gives the same answer.

    Its base is the bundle's reference, or, where an `author` is named, that author's solution in `solutions`, by seed
    id: faults then stand in code that is far from the reference, as a model's are.
    """

    def __init__(self, domain: Domain, author: str = "", solutions: Mapping[str, str] | None = None) -> None:
        self._domain = domain
        self._author = author
        self.solutions = dict(solutions or {})

    @property
    def name(self) -> str:
        return f"{NAME}/{self._author}" if self._author else NAME

    @cached_property
    def version(self) -> str:
        """Changes with this package, with the domain's rules and with the solutions."""
        solutions = json.dumps(self.solutions, sort_keys=True) if self._author else ""
        rules = (source_version(package, imported=False) for package in (__package__, diagnosis.__name__))
        parts = (*rules, self._domain.fault_injector().version, solutions)
        return hashlib.sha256(" ".join(filter(None, parts)).encode()).hexdigest()[:12]

    def based(self, bundle: EnvironmentBundle) -> EnvironmentBundle:
        """The bundle with the solution that faults are injected into; GeneratorFailed where the author has none."""
        if not self._author:
            return bundle
        if bundle.seed_id not in self.solutions:
            raise GeneratorFailed(f"{self._author} has no solution of {bundle.seed_id}")
        return replace(bundle, reference=self.solutions[bundle.seed_id])

    async def generate(self, request: GenerationRequest) -> Generation:
        """Raises GeneratorFailed when there is no solution to start from or the history is another generator's."""
        return await asyncio.to_thread(generate_now, replace(request, bundle=self.based(request.bundle)))


def generate_now(request: GenerationRequest) -> Generation:
    """The same without an event loop; tens of milliseconds for a new plan, a few for a known one."""
    bundle = request.bundle
    if not bundle.reference.strip():
        raise GeneratorFailed(f"{bundle.seed_id} has no reference solution to start from")
    plan = draw_plan(request.domain, bundle, request.seed)
    attempt = replay(request, plan)
    code = attempt.code(plan, bundle)
    chance = dice(bundle, request.seed, f"words {len(request.history)}")
    reasoning = reason_about(written_at_the_time(request, code), chance) if request.history else ""
    return Generation(reasoning, Candidate(code), _records(plan, attempt, bundle, code))


def replay(request: GenerationRequest, plan: Plan) -> Attempt:
    """The attempt that follows the history; GeneratorFailed for another's history."""
    attempt = Attempt(plan.faults)
    for turn in request.history:
        if turn.candidate.code != attempt.code(plan, request.bundle):
            raise GeneratorFailed(f"turn {turn.index} was not written by this generator with seed {request.seed}")
        attempt = next_attempt(
            request.domain, request.bundle, plan, request.seed, turn.index + 1, attempt, turn.observation
        )
    return attempt


def _records(plan: Plan, attempt: Attempt, bundle: EnvironmentBundle, code: str) -> tuple[FaultRecord, ...]:
    """Every edit that stands in the code, rewrites first, each with its line in the code itself."""
    if attempt.plain:
        return ()
    rewritten = [(edit, _rewrite_line(plan, attempt, edit, code)) for edit in plan.rewrites]
    placed = [(edit, line_of(edit, attempt.edits, code)) for edit in attempt.edits]
    return tuple(record(edit, line, plan.kinds) for edit, line in (*rewritten, *placed) if line)


def _rewrite_line(plan: Plan, attempt: Attempt, rewrite: Edit, code: str) -> int:
    """Where a rewrite stands; 0 where a later edit has taken its text away. An edit over it may have moved it."""
    text = first_change(rewrite).replacement.strip()
    start = start_of(rewrite, plan.rewrites)
    for change in (change for edit in attempt.edits for change in edit.changes):
        if text and change.start < start + len(text) and start < change.end:
            offset = code.find(text)
            return line_at(code, offset) if offset >= 0 else 0
    return line_at(code, shifted(start, attempt.edits))
