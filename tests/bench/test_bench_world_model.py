"""Predicted turns per second, label alone and with the diagnostic, against executed ones: one run, one machine.

The world model is the shipped one, since its labels cost what its hint's weights say: where only the hint counts, the
language model is not asked. How right it is plays no part here.
"""

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from assets.bundles.mutants import draw_mutants
from assets.world_model.shipped import shipped_checkpoint
from resources.domains.domain import Domain
from resources.domains.registry import load_domains
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentGap
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.selection import make_sandbox
from resources.world_model.label_probabilities import Mode
from resources.world_model.model import Executed, Query, TurnExample
from resources.world_model.prediction import CheckpointWorldModel
from tests.bench.measuring import Figure, compared, show, timed

BUNDLES = 5
CANDIDATES = 6
"""Of each bundle: its reference and mutants of it."""
PREDICTED = 120
WORKERS = 2
MODES: tuple[Mode, ...] = ("hybrid", "pure")


@dataclass(frozen=True)
class Turns:
    """Executed turns of one domain, and the seconds that all of them took, warm and uncached."""

    examples: tuple[TurnExample, ...]
    seconds: float


def candidates(domain: Domain, bundle: EnvironmentBundle) -> list[Candidate]:
    """The reference, and mutants of it, spread over the kinds of fault."""
    mutants = itertools.islice(draw_mutants(domain, bundle), CANDIDATES - 1)
    return [bundle.reference_candidate, *(mutant.candidate for mutant in mutants)]


def executed(domain: Domain) -> Turns:
    bundles = [bundle_from_seed(seed) for seed in domain.builtin_seeds() if not seed.unusable]
    usable = [bundle for bundle in bundles if bundle.reference_is_solution]
    spread = usable[:: max(1, len(usable) // BUNDLES)][:BUNDLES]
    work = [(bundle, candidate) for bundle in spread for candidate in candidates(domain, bundle)]
    backend = domain.backend(make_sandbox())
    backend.execute(*work[0])
    seen: list[Observation | None] = []

    def run() -> None:
        seen.extend(execute_all(backend, work))

    seconds = timed(run).wall_s
    examples = tuple(
        example(domain, bundle, candidate, observation, str(number))
        for number, ((bundle, candidate), observation) in enumerate(zip(work, seen, strict=True))
        if observation is not None
    )
    return Turns(examples, seconds * len(examples) / len(work))


def execute_all(backend: Backend, work: list[tuple[EnvironmentBundle, Candidate]]) -> list[Observation | None]:
    """None where the environment cannot judge a candidate."""

    async def one(pool: ExecutionPool, bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
        try:
            return await pool.execute(bundle, candidate)
        except EnvironmentGap:
            return None

    async def every(pool: ExecutionPool) -> list[Observation | None]:
        return list(await asyncio.gather(*(one(pool, *item) for item in work)))

    with ExecutionPool(backend, WORKERS) as pool:
        return asyncio.run(every(pool))


def example(
    domain: Domain, bundle: EnvironmentBundle, candidate: Candidate, observation: Observation, name: str
) -> TurnExample:
    reference = Executed(bundle.reference_candidate, Observation(Outcome.PASS, "function"))
    return TurnExample(name, Query(domain, bundle, candidate, (reference,)), observation)


@pytest.fixture(scope="module")
def turns() -> dict[str, Turns]:
    return {name: executed(domain) for name, domain in load_domains().items()}


@pytest.fixture(scope="module")
def champion() -> Path:
    found = shipped_checkpoint()
    if found is None:
        pytest.skip("no champion ships with this checkout")
    return found


def figure(name: str, found: Turns, kind: str, predict: Callable[[list[Query]], object]) -> Figure:
    """Wall seconds a turn. Each query is new, so that nothing is remembered."""
    marks = itertools.cycle(found.examples)
    queries = [
        replace(item.query, candidate=Candidate(f"{item.query.candidate.code}{' ' * (place // len(found.examples))}\n"))
        for place, item in enumerate(itertools.islice(marks, PREDICTED))
    ]
    predict(queries[:8])
    ours, peer = timed(lambda: predict(queries)).wall_s / PREDICTED, found.seconds / len(found.examples)
    return compared(f"{name}, {kind}: {1 / ours:.0f}/s against {1 / peer:.1f}/s", ours, peer, "s a turn", None)


@pytest.mark.timeout(1500)
def test_predicted_against_executed_turns(turns: dict[str, Turns], champion: Path) -> None:
    labels = {mode: CheckpointWorldModel(champion, mode, with_diagnostic=False) for mode in MODES}
    whole = CheckpointWorldModel(champion)
    figures = []
    for name, found in turns.items():
        figures += [figure(name, found, f"label, {mode}", model.predict) for mode, model in labels.items()]
        figures.append(figure(name, found, "with diagnostic, hybrid", whole.predict))
    show("turns per second, predicted against executed", figures)
