"""Who answers a turn of an amplified trajectory: the world model where it is trusted and worth its time."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest
from world_model_toy import ToyDomain, make_examples, run

from assets.amplification.icwm_environment import IcwmEnvironment
from assets.trajectories.loop import Answer
from resources.execution.backend import Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.pool import ExecutionPool
from resources.generation.trajectory import Source
from resources.world_model.model import Prediction, Query

SAID = Observation(Outcome.PASS, "function")


class ToyBackend:
    domain = "toy"

    def toolchain(self) -> Toolchain:
        return Toolchain({"toy": "1"})

    def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        return run(bundle.reference, candidate.code)


class Opinion:
    """A world model that is always of one opinion."""

    checkpoint_id = "opinion"

    def __init__(self, *, trusted: bool, seconds: float = 0.0) -> None:
        self.trusted, self.seconds, self.asked = trusted, seconds, 0

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        self.asked += len(queries)
        time.sleep(self.seconds)
        return [Prediction(SAID, 0.9, {Outcome.PASS: 0.9}, 0.3, trusted=self.trusted) for _ in queries]


def answers(model: Opinion, tool_seconds: float | None = None, times: int = 1) -> list[Answer]:
    query = next(item.query for item in make_examples(50) if not item.observation.outcome.passed)

    async def ask(pool: ExecutionPool) -> list[Answer]:
        async with IcwmEnvironment(ToyDomain(), model, pool, tool_seconds) as environment:
            return [await environment.answer(query.bundle, query.candidate, (), "toy") for _ in range(times)]

    with ExecutionPool(ToyBackend(), 1) as pool:
        return asyncio.run(ask(pool))


def test_a_trusted_prediction_stands_in_the_tools_place() -> None:
    assert answers(Opinion(trusted=True)) == [Answer(SAID, Source.SIMULATED, 0.9, 0.3)]


def test_where_it_is_not_trusted_the_tool_answers_and_the_doubt_is_kept() -> None:
    (answer,) = answers(Opinion(trusted=False))
    assert (answer.source, answer.confidence, answer.novelty) == (Source.REAL, 0.9, 0.3)
    assert not answer.observation.outcome.passed


def test_a_turn_keeps_the_confidence_that_thresholds_are_of() -> None:
    """Audits raise thresholds by what turns keep: a lowered confidence would raise them too little."""

    class Lowered(Opinion):
        def predict(self, queries: Sequence[Query]) -> list[Prediction]:
            return [replace(said, confidence=0.6, learned_confidence=0.95) for said in super().predict(queries)]

    assert [answer.confidence for answer in answers(Lowered(trusted=True))] == [0.95]


@pytest.mark.parametrize(("tool_seconds", "asked"), [(None, 4), (60.0, 4), (0.0001, 1)])
def test_a_tool_that_is_quicker_than_the_model_simply_runs(tool_seconds: float | None, asked: int) -> None:
    model = Opinion(trusted=True, seconds=0.01)
    sources = [answer.source for answer in answers(model, tool_seconds, times=4)]
    assert model.asked == asked
    assert sources == [Source.SIMULATED] * asked + [Source.REAL] * (4 - asked)


def test_a_last_turn_that_the_tool_answered_is_verified_as_it_is() -> None:
    from assets.amplification.verification import run_verified
    from assets.trajectories.loop import Attempt
    from resources.generation.generator import Generation, GenerationRequest

    example = next(item for item in make_examples(50) if item.observation.outcome.passed)

    class Writes:
        name, version, model = "writes", "1", ""

        async def generate(self, request: GenerationRequest) -> Generation:
            return Generation("because", example.query.candidate)

    attempt = Attempt(ToyDomain(), example.query.bundle, Writes(), 0, 1)  # type: ignore[arg-type]

    async def verified(pool: ExecutionPool, trusted: bool) -> Source:
        async with IcwmEnvironment(ToyDomain(), Opinion(trusted=trusted), pool) as environment:
            last = (await run_verified(attempt, environment, pool)).turns[-1]
        assert last.verification is not None
        assert replace(last.verification, seconds=0) == replace(example.observation, seconds=0)
        return last.source

    with ExecutionPool(ToyBackend(), 1) as pool:
        assert asyncio.run(verified(pool, trusted=True)) is Source.VERIFIED
        assert asyncio.run(verified(pool, trusted=False)) is Source.REAL
