"""FaultInjectionGenerator: implements Generator without a language model.

Stateless: each call replays the trajectory's decisions from the seed and the history's observations.
"""

import asyncio
import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from resources.domains.domain import Domain
from resources.domains.faults import Edit
from resources.domains.toolkit.source_version import source_version
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.generation import diagnosis
from resources.generation.diagnosis.writer import reason_about, written_at_the_time
from resources.generation.fault_injection.placing import first_change, line_at, line_of, record, shifted, start_of
from resources.generation.fault_injection.plan import Plan, dice, draw_plan
from resources.generation.fault_injection.steps import Attempt, next_attempt
from resources.generation.generator import Generation, GenerationRequest, GeneratorFailed
from resources.generation.trajectory import FaultRecord

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
