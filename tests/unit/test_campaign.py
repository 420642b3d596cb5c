"""Campaigns: only what is missing is run, failures are reported, nothing is lost or doubled."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from assets.progress import ProgressReporter
from assets.trajectories.campaign import CampaignResult, run_campaign
from assets.trajectories.journal import Journal
from assets.trajectories.loop import Answer, Attempt, run_attempt
from assets.trajectories.schema import REAL_TRAJECTORIES
from resources.domains.domain import Instructions
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import SandboxUnavailable
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.generator import Generation, GenerationRequest, GeneratorFailed
from resources.generation.trajectory import Trajectory, Turn

Rows = dict[str, dict[str, object]]


class CountingDomain:
    """As much of a domain as the loop reads."""

    name = "counting"

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        return Instructions("count", (), "1")


class CountingGenerator:
    """Writes the number of the turn; gives up where told to."""

    name, version = "counting", "1"

    def __init__(self, fails_at: int = -1) -> None:
        self.fails_at, self.calls = fails_at, 0

    async def generate(self, request: GenerationRequest) -> Generation:
        self.calls += 1
        if request.seed == self.fails_at:
            raise GeneratorFailed("no code in the reply")
        return Generation(f"turn {len(request.history)}", Candidate(str(len(request.history))))


@dataclass
class PassesAt:
    """An environment in which the n-th attempt passes; breaks at a turn where told to."""

    turn: int
    toolchain: str = "t"
    checkpoint: str = ""
    breaks: bool = False

    async def answer(self, bundle: EnvironmentBundle, candidate: Candidate, history: tuple[Turn, ...]) -> Answer:
        if self.breaks:
            raise SandboxUnavailable("no bwrap")
        passed = int(candidate.code) >= self.turn
        return Answer(
            Observation(
                Outcome.PASS if passed else Outcome.FUNCTIONAL_MISMATCH, "function", b"log\xff", metrics={"cells": 4.0}
            )
        )


def attempts(generator: CountingGenerator, count: int = 3) -> list[Attempt]:
    bundle = EnvironmentBundle("counting", "s", "p", "i", "f", "r")
    return [Attempt(CountingDomain(), bundle, generator, seed, 4) for seed in range(count)]  # type: ignore[arg-type]


def campaign(
    path: Path, generator: CountingGenerator, environment: PassesAt, existing: Rows, count: int = 3
) -> CampaignResult:
    async def run(attempt: Attempt) -> Trajectory:
        return await run_attempt(attempt, environment)

    progress = ProgressReporter("test", "counting", count, "trajectories")
    with Journal(path) as journal:
        return asyncio.run(
            run_campaign(attempts(generator, count), environment, run, journal, existing, progress, concurrency=2)
        )


@pytest.mark.parametrize(("passes_at", "turns", "passed"), [(0, 1, True), (2, 3, True), (4, 5, True), (9, 5, False)])
def test_the_loop_ends_at_a_pass_or_after_four_corrections(
    tmp_path: Path, passes_at: int, turns: int, passed: bool
) -> None:
    rows = campaign(tmp_path / "j", CountingGenerator(), PassesAt(passes_at), {}).rows
    assert {(row["turn_count"], row["passed"]) for row in rows} == {(turns, passed)}
    assert [turn["code"] for turn in rows[0]["turns"]] == [str(index) for index in range(turns)]


def test_a_second_run_resumes_from_the_journal(tmp_path: Path) -> None:
    first, second = CountingGenerator(), CountingGenerator()
    made = campaign(tmp_path / "j", first, PassesAt(1), {})
    again = campaign(tmp_path / "j", second, PassesAt(1), {}, count=4)
    assert (made.made, again.made) == (3, 1)
    assert second.calls == 2
    assert [row["trajectory_id"] for row in again.rows][:3] == [row["trajectory_id"] for row in made.rows]
    assert REAL_TRAJECTORIES.from_rows(again.rows[:3]) == REAL_TRAJECTORIES.from_rows(made.rows)


def test_what_the_lake_has_is_not_run_again(tmp_path: Path) -> None:
    made = campaign(tmp_path / "a", CountingGenerator(), PassesAt(1), {})
    generator = CountingGenerator()
    campaign(tmp_path / "b", generator, PassesAt(1), {row["trajectory_id"]: row for row in made.rows})
    assert generator.calls == 0


def test_one_failed_generation_costs_the_others_nothing(tmp_path: Path) -> None:
    result = campaign(tmp_path / "j", CountingGenerator(fails_at=1), PassesAt(0), {})
    assert len(result.rows) == 2
    assert "no code in the reply" in next(iter(result.failures.values()))


def test_a_permanent_failure_of_the_environment_stops_the_campaign(tmp_path: Path) -> None:
    with pytest.raises(SandboxUnavailable, match="no bwrap"):
        campaign(tmp_path / "j", CountingGenerator(), PassesAt(0, breaks=True), {})
