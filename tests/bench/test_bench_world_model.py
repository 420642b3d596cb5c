"""Predicted turns per second, label alone and with the diagnostic, against executed ones: one run, one machine.

Speed is that of the embedded checkpoint's shape; how right it is plays no part, so it is trained for a few steps on
the turns that were executed for the real side.
"""

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from assets.bundles.mutants import draw_mutants
from resources.domains.domain import Domain
from resources.domains.registry import load_domains
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentGap
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.selection import make_sandbox
from resources.world_model.checkpoint import Checkpoint
from resources.world_model.model import Executed, Query, TurnExample
from resources.world_model.prediction import CheckpointWorldModel, Mode
from resources.world_model.settings import TrainingSettings
from tests.bench.measuring import Figure, compared, show, timed

BUNDLES = 5
CANDIDATES = 6
"""Of each bundle: its reference and mutants of it."""
PREDICTED = 120
WORKERS = 2
MODES: tuple[Mode, ...] = ("hybrid", "pure")
SETTINGS = TrainingSettings(max_seconds=60, min_steps=30, max_steps=30, threads=2)


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
def checkpoint(turns: dict[str, Turns], tmp_path_factory: pytest.TempPathFactory) -> Checkpoint:
    from resources.world_model.training import train

    examples = [
        replace(item, turn_id=f"{name}:{item.turn_id}") for name, found in turns.items() for item in found.examples
    ]
    folder: Path = tmp_path_factory.mktemp("checkpoints")
    return train(examples, settings=SETTINGS, directory=folder)


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
def test_predicted_against_executed_turns(turns: dict[str, Turns], checkpoint: Checkpoint) -> None:
    labels = {mode: CheckpointWorldModel(checkpoint.directory, mode, with_diagnostic=False) for mode in MODES}
    whole = CheckpointWorldModel(checkpoint.directory)
    figures = []
    for name, found in turns.items():
        figures += [figure(name, found, f"label, {mode}", model.predict) for mode, model in labels.items()]
        figures.append(figure(name, found, "with diagnostic, hybrid", whole.predict))
    show("turns per second, predicted against executed", figures)
