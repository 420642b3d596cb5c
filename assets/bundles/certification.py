"""Certification: the reference must pass; the empty answer, mutants and cheats must fail. All are run.

A public set's own flow is not believed: 3 of 156 verilog-eval and 6 of 50 RTLLM references fail here.
What does not certify keeps its reason and is never used. Tables and Dagster are elsewhere.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from assets.bundles.mutants import Mutant, draw_mutants
from assets.profile import MUTANTS_THAT_MUST_FAIL
from resources.domains.domain import Domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import (
    EnvironmentGap,
    PermanentEnvironmentFailure,
    SandboxUnavailable,
    ToolMissing,
    WallLimitReached,
)
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

NO_VERDICT = (EnvironmentGap, WallLimitReached)
"""Of one candidate: what the environment cannot judge, and what neither ended nor worked."""

Execute = Callable[[EnvironmentBundle, Candidate], Awaitable[Observation]]

WEAK_BELOW = 0.5
"""A bench that fewer than half of the telling mutants fail is weak: it certifies, and is marked."""

CERTIFICATION_VERSION = "1"


@dataclass(frozen=True)
class Certificate:
    """The verdict on one bundle. `reason` is "" where certified; `surviving` should have failed.

    `mutation_score` is the share of telling mutants that failed, None where none could be made.
    """

    certified: bool
    reason: str
    weak: bool
    mutation_score: float | None
    mutants: int
    mutants_killed: int
    surviving: tuple[Mutant, ...]
    cheats: int
    cheats_caught: int
    reference_log: str

    @property
    def survivors(self) -> tuple[str, ...]:
        return tuple(f"{mutant.kind} at line {mutant.line}" for mutant in self.surviving)


async def certify(domain: Domain, bundle: EnvironmentBundle, execute: Execute, max_mutants: int) -> Certificate:
    """Runs everything that certification asks for, cheapest refusal first.

    A bundle that does not run at all is refused with the reason; only a missing tool or sandbox is raised.
    """
    try:
        reference = await execute(bundle, bundle.reference_candidate)
    except (ToolMissing, SandboxUnavailable):
        raise
    except (PermanentEnvironmentFailure, *NO_VERDICT) as error:
        return Certificate(False, f"the reference does not run: {error}", True, None, 0, 0, (), 0, 0, "")
    if not reference.outcome.passed:
        return _refused(_reason(bundle, reference), reference)
    if await _passes(bundle, domain.empty_candidate(bundle), execute):
        return _refused("the empty answer passes", reference)
    cheats = domain.cheats(bundle)
    passing = [cheat.name for cheat in cheats if await _passes(bundle, cheat.candidate, execute)]
    mutants = [mutant async for mutant in _run_mutants(domain, bundle, execute, max_mutants)]
    return _certificate(reference, len(cheats), passing, mutants)


def _reason(bundle: EnvironmentBundle, reference: Observation) -> str:
    """Why the reference does not pass. The tools do not see which of two files hangs in a loop."""
    reason = f"the reference gives {reference.outcome} at stage {reference.stage}"
    if reference.outcome is Outcome.TIMEOUT:
        reason += f": {bundle.limits.cpu_s} s of CPU time were not enough; it, or what tests it, may never end"
    return reason


async def _passes(bundle: EnvironmentBundle, candidate: Candidate, execute: Execute) -> bool:
    """What the environment cannot judge never becomes a row, so it has not passed."""
    try:
        return (await execute(bundle, candidate)).outcome.passed
    except NO_VERDICT:
        return False


@dataclass(frozen=True)
class _RunMutant:
    mutant: Mutant
    killed: bool


async def _run_mutants(
    domain: Domain, bundle: EnvironmentBundle, execute: Execute, most: int
) -> AsyncIterator[_RunMutant]:
    """Runs mutants until enough have failed and at least `most` were tried, or twice as many, or none is left."""
    killed = tried = 0
    for mutant in draw_mutants(domain, bundle):
        if tried >= 2 * most or (tried >= most and killed >= MUTANTS_THAT_MUST_FAIL):
            return
        try:
            failed = not (await execute(bundle, mutant.candidate)).outcome.passed
        except NO_VERDICT:
            continue
        tried, killed = tried + 1, killed + failed
        yield _RunMutant(mutant, failed)


def _certificate(reference: Observation, cheats: int, passing: list[str], run: list[_RunMutant]) -> Certificate:
    killed = sum(item.killed for item in run)
    telling = [item for item in run if item.mutant.telling]
    score = sum(item.killed for item in telling) / len(telling) if telling else None
    reason = ""
    if passing:
        reason = f"cheats pass: {', '.join(passing)}"
    elif killed < MUTANTS_THAT_MUST_FAIL:
        reason = f"only {killed} of {len(run)} mutants fail; {MUTANTS_THAT_MUST_FAIL} must"
    return Certificate(
        certified=not reason,
        reason=reason,
        weak=score is None or score < WEAK_BELOW,
        mutation_score=score,
        mutants=len(run),
        mutants_killed=killed,
        surviving=tuple(item.mutant for item in run if not item.killed),
        cheats=cheats,
        cheats_caught=cheats - len(passing),
        reference_log=reference.text,
    )


def _refused(reason: str, reference: Observation) -> Certificate:
    return Certificate(False, reason, True, None, 0, 0, (), 0, 0, reference.text)
