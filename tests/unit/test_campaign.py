"""Campaigns: only what is missing is run, failures are reported, nothing is lost or doubled."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pytest

from assets.progress import ProgressReporter
from assets.trajectories.campaign import CampaignResult, run_campaign
from assets.trajectories.campaign_plan import existing_rows, merge
from assets.trajectories.journal import Journal
from assets.trajectories.loop import Answer, Attempt, run_attempt
from assets.trajectories.schema import REAL_TRAJECTORIES, complete_row, trajectory_from_row, trajectory_to_row
from resources.domains.domain import Instructions
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import SandboxUnavailable, WallLimitReached
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.generator import Generation, GenerationRequest, GeneratorFailed, GeneratorUnavailable
from resources.generation.trajectory import Trajectory, Turn
from resources.storage.lake import Lake
from resources.storage.schema import TableSchema

Rows = dict[str, dict[str, object]]


class CountingDomain:
    """As much of a domain as the loop reads."""

    name = "counting"

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        return Instructions("count", (), "1")


class CountingGenerator:
    """Writes the number of the turn; gives up on a seed and at a turn, or goes away after so many calls."""

    version = "1"

    def __init__(
        self, fails_at: int = -1, fails_in_turn: int = 0, leaves_after: int = 999, name: str = "counting"
    ) -> None:
        self.name, self.fails_at, self.fails_in_turn, self.leaves_after = name, fails_at, fails_in_turn, leaves_after
        self.calls = self.at_once = self.most_at_once = 0

    async def generate(self, request: GenerationRequest) -> Generation:
        self.calls += 1
        if self.calls > self.leaves_after:
            raise GeneratorUnavailable("no answer from http://server/v1")
        if request.seed == self.fails_at and len(request.history) == self.fails_in_turn:
            raise GeneratorFailed("no code in the reply", {"prompt_tokens": 7, "cost": 0.5})
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(0)
        self.at_once -= 1
        turn = len(request.history)
        return Generation(f"turn {turn}", Candidate(str(turn)), usage={"prompt_tokens": 10.0, "seconds": 0.25})


@dataclass
class PassesAt:
    """An environment in which the n-th attempt passes; breaks at a turn where told to."""

    turn: int
    toolchain: str = "t"
    checkpoint: str = ""
    breaks: bool = False

    async def answer(
        self, bundle: EnvironmentBundle, candidate: Candidate, history: tuple[Turn, ...], author: str
    ) -> Answer:
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
    return [Attempt(CountingDomain(), bundle, generator, seed, 4, "model") for seed in range(count)]  # type: ignore[arg-type]


def campaign(
    path: Path,
    generator: CountingGenerator | list[CountingGenerator],
    environment: PassesAt,
    existing: Rows,
    count: int = 3,
    lanes: dict[str, int] | None = None,
) -> CampaignResult:
    async def run(attempt: Attempt) -> Trajectory:
        return await run_attempt(attempt, environment)

    generators = generator if isinstance(generator, list) else [generator]
    wanted = [attempt for entry in generators for attempt in attempts(entry, count)]
    progress = ProgressReporter("test", "counting", count, "trajectories")
    with Journal(path) as journal:
        return asyncio.run(
            run_campaign(wanted, environment, run, journal, existing, progress, concurrency=2, lanes=lanes)
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


@pytest.mark.parametrize("turn", [0, 2])
def test_a_generator_that_gives_up_leaves_its_turns_and_costs_the_others_nothing(tmp_path: Path, turn: int) -> None:
    result = campaign(tmp_path / "j", CountingGenerator(fails_at=1, fails_in_turn=turn), PassesAt(3), {})
    assert [row["ended"] for row in result.rows] == ["passed", "generator_failed", "passed"]
    failed = result.rows[1]
    assert (failed["failure"], failed["passed"], failed["turn_count"]) == ("no code in the reply", False, turn)
    assert [turn["code"] for turn in failed["turns"]] == [str(index) for index in range(turn)]
    assert (failed["prompt_tokens"], failed["cost"]) == (10 * turn + 7, 0.5)
    assert result.failures == {}
    kept = REAL_TRAJECTORIES.from_rows(result.rows).to_pylist()
    assert [trajectory_to_row(trajectory_from_row(row)) for row in kept] == kept


def test_usage_is_the_sum_over_turns_and_null_where_nothing_counts(tmp_path: Path) -> None:
    (row,) = campaign(tmp_path / "j", CountingGenerator(), PassesAt(1), {}, count=1).rows
    assert (row["prompt_tokens"], row["generation_seconds"], row["cached_tokens"], row["cost"]) == (20, 0.5, None, None)
    assert (row["generator"], row["generator_model"], row["ended"]) == ("counting", "model", "passed")


def test_all_corrections_spent_is_exhausted(tmp_path: Path) -> None:
    assert {row["ended"] for row in campaign(tmp_path / "j", CountingGenerator(), PassesAt(9), {}).rows} == {
        "exhausted"
    }


def test_a_generator_that_goes_away_is_not_asked_again_and_the_others_go_on(tmp_path: Path) -> None:
    away, stays = CountingGenerator(leaves_after=4, name="away"), CountingGenerator(name="stays")
    result = campaign(tmp_path / "j", [away, stays], PassesAt(0), {}, count=20)
    assert result.unavailable == {"away": "no answer from http://server/v1"}
    assert [sum(row["generator"] == name for row in result.rows) for name in ("away", "stays")] == [4, 20]
    assert (result.made, result.left, result.failures) == (24, 16, {})
    # Two workers were under way: each may have found out for itself.
    assert away.calls <= 4 + 2


def test_what_was_made_before_a_generator_went_away_is_not_made_again(tmp_path: Path) -> None:
    campaign(tmp_path / "j", CountingGenerator(leaves_after=4), PassesAt(0), {}, count=10)
    back = CountingGenerator()
    result = campaign(tmp_path / "j", back, PassesAt(0), {}, count=10)
    assert (back.calls, result.left, len(result.rows)) == (6, 0, 10)


def test_how_generators_are_doing_is_said_while_no_trajectory_ends(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    said = iter(["", "server: limit 8 of 64", "server: limit 4 of 64, 3 refusals"])
    progress = ProgressReporter("test", "counting", 1, "trajectories")

    async def waits(attempt: Attempt) -> Trajectory:
        await asyncio.sleep(1.1)
        return await run_attempt(attempt, PassesAt(0))

    wanted = attempts(CountingGenerator(), 1)
    with Journal(tmp_path / "j") as journal, caplog.at_level("INFO", "icwm.progress"):
        work = run_campaign(
            wanted, PassesAt(0), waits, journal, {}, progress, concurrency=1, live=lambda: next(said, "server: idle")
        )
        asyncio.run(work)
    assert "test counting: 0 of 1 trajectories (server: limit 8 of 64)" in caplog.messages
    assert caplog.messages[-1] == "test counting: 1 of 1 trajectories (server: limit 4 of 64, 3 refusals)"


def test_each_generator_has_a_lane_of_its_own_width(tmp_path: Path) -> None:
    wide, narrow = CountingGenerator(name="wide"), CountingGenerator(name="narrow")
    campaign(tmp_path / "j", [wide, narrow], PassesAt(0), {}, count=40, lanes={"wide": 16})
    assert (wide.most_at_once, narrow.most_at_once) == (16, 2)


def test_a_row_of_before_endpoint_generators_is_completed(tmp_path: Path) -> None:
    made = campaign(tmp_path / "j", CountingGenerator(), PassesAt(1), {}).rows
    new = ("generator_model", "ended", "failure", "failure_usage", "prompt_tokens", "cached_tokens",
           "completion_tokens", "requests", "retries", "generation_seconds", "cost")  # fmt: skip
    old = [{name: value for name, value in row.items() if name not in new} for row in made]
    assert [complete_row(row) for row in old] == [row | {"generator_model": ""} for row in made]
    lake = Lake(tmp_path / "lake")
    schema = REAL_TRAJECTORIES.arrow_schema
    before = TableSchema("real_trajectories", pa.schema([entry for entry in schema if entry.name not in new]))
    lake.write(before, "counting", before.from_rows(old))
    bundle = attempts(CountingGenerator())[0].bundle
    kept = existing_rows(lake, REAL_TRAJECTORIES, "counting", [bundle])
    result = campaign(tmp_path / "j2", CountingGenerator(), PassesAt(1), kept, count=4)
    assert (result.made, len(result.rows)) == (1, 4)
    lake.write(REAL_TRAJECTORIES, "counting", REAL_TRAJECTORIES.from_rows(merge(kept, result)))
    assert lake.read("real_trajectories", "counting")["ended"].to_list() == ["passed"] * 4


def test_a_candidate_that_meets_its_wall_limit_costs_its_trajectory_and_no_other(tmp_path: Path) -> None:
    @dataclass
    class WaitsOnce(PassesAt):
        calls: int = 0

        async def answer(
            self, bundle: EnvironmentBundle, candidate: Candidate, history: tuple[Turn, ...], author: str
        ) -> Answer:
            if not self.calls:
                self.calls += 1
                raise WallLimitReached("waits")
            return await super().answer(bundle, candidate, history, author)

    result = campaign(tmp_path / "j", CountingGenerator(), WaitsOnce(0), {})
    assert (result.made, len(result.failures)) == (2, 1)
    assert "WallLimitReached" in str(result.failures)


def test_a_permanent_failure_of_the_environment_stops_the_campaign(tmp_path: Path) -> None:
    with pytest.raises(SandboxUnavailable, match="no bwrap"):
        campaign(tmp_path / "j", CountingGenerator(), PassesAt(0, breaks=True), {})
