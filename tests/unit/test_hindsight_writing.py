"""Asking for hindsight: each turn once, whatever stops in between, and everything that was paid for is kept."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from assets.hindsight.schema import HINDSIGHT_REASONING
from assets.hindsight.writing import UNCHANGED, CorrectedTurn, Row, Written, corrected_turns, write_all
from assets.progress import ProgressReporter
from assets.trajectories.journal import Journal
from resources.execution.bundle import Candidate
from resources.generation.generator import GeneratorFailed, GeneratorUnavailable
from resources.generation.hindsight import Hindsight, HindsightRequest, HindsightWriter
from resources.generation.trajectory import Trajectory, Turn
from tests.unit.test_hindsight_checks import BUNDLE, CORRECTED, DOMAIN, GOOD, request


@dataclass
class Teacher:
    """A writer with a plan: what it answers by turn of asking; counts how often it is asked."""

    name: str = "teacher"
    version: str = "1"
    texts: Mapping[int, str] = field(default_factory=dict)
    fails: frozenset[int] = frozenset()
    dies_after: int = 10_000
    asked: int = 0

    async def reason(self, request: HindsightRequest) -> Hindsight:
        self.asked += 1
        if self.asked > self.dies_after:
            raise GeneratorUnavailable("start the server")
        await asyncio.sleep(0)
        if request.seed in self.fails:
            raise GeneratorFailed("no text", {"completion_tokens": 7.0, "requests": 1.0})
        return Hindsight(self.texts.get(request.seed, GOOD), {"completion_tokens": 50.0, "cost": 0.25, "seconds": 1.5})


def trajectory(seed: int, *, generator: str = "teacher", corrected: str = CORRECTED) -> Trajectory:
    first, second = request(corrected=corrected).turns
    turns: tuple[Turn, ...] = (first, second)
    return Trajectory(
        f"{seed:024d}", "chip_design", "s/counter", BUNDLE.hash, generator, "1", seed, "1", "tools", "", turns
    )


def turns_of(*trajectories: Trajectory) -> list[CorrectedTurn]:
    return corrected_turns(DOMAIN, {BUNDLE.hash: BUNDLE}, trajectories)


def write(
    turns: list[CorrectedTurn],
    path: Path,
    *writers: HindsightWriter,
    existing: Mapping[str, Row] | None = None,
    concurrency: int = 4,
) -> Written:
    by_name = {writer.name: writer for writer in writers}
    progress = ProgressReporter("hindsight_reasoning", "chip_design", len(turns), "turns")
    with Journal(path / "journal.jsonl") as journal:
        return asyncio.run(write_all(turns, by_name.get, journal, existing or {}, progress, concurrency=concurrency))


def test_each_corrected_turn_is_a_row_of_the_table(tmp_path: Path) -> None:
    written = write(turns_of(trajectory(0), trajectory(1)), tmp_path, Teacher(texts={1: GOOD + " In hindsight."}))
    table = HINDSIGHT_REASONING.from_rows(written.rows.values())
    assert HINDSIGHT_REASONING.check(table) == []
    good, bad = (written.rows[f"{seed:024d}:1"] for seed in (0, 1))
    assert (good["accepted"], good["reason"], good["reasoning"]) == (True, "", GOOD)
    assert (good["original"], good["failed_outcome"], good["outcome"]) == ("second", "COMPILATION_ERROR", "PASS")
    assert (good["completion_tokens"], good["cost"], good["generation_seconds"]) == (50, 0.25, 1.5)
    assert good["prompt_tokens"] is None
    assert not bad["accepted"]
    assert "cannot know" in bad["reason"]
    assert bad["reasoning"].endswith("In hindsight.")


def test_a_writer_that_fails_leaves_a_row_with_what_it_cost(tmp_path: Path) -> None:
    (row,) = write(turns_of(trajectory(3)), tmp_path, Teacher(fails=frozenset({3}))).rows.values()
    assert (row["accepted"], row["reasoning"], row["completion_tokens"]) == (False, "", 7)
    assert row["reason"] == "nothing usable was written: no text"


def test_code_that_did_not_change_is_not_asked_about(tmp_path: Path) -> None:
    teacher = Teacher()
    same = request().failed.candidate.code
    (row,) = write(turns_of(trajectory(0, corrected=same)), tmp_path, teacher).rows.values()
    assert (row["reason"], teacher.asked) == (UNCHANGED, 0)


def test_an_empty_text_is_refused(tmp_path: Path) -> None:
    (row,) = write(turns_of(trajectory(0)), tmp_path, Teacher(texts={0: "  "})).rows.values()
    assert (row["accepted"], row["reasoning"]) == (False, "")
    assert "too short" in row["reason"]


def test_a_writer_that_dies_keeps_what_is_done_and_a_later_run_goes_on(tmp_path: Path) -> None:
    turns = turns_of(*(trajectory(seed) for seed in range(10)))
    first = write(turns, tmp_path, dying := Teacher(dies_after=4), concurrency=1)
    assert (len(first.rows), first.left, first.unavailable) == (4, 6, {"teacher": "start the server"})
    assert dying.asked == 5
    second = write(turns, tmp_path, healthy := Teacher())
    assert (len(second.rows), second.left, second.made, healthy.asked) == (10, 0, 6, 6)


def test_one_writers_death_does_not_stop_another(tmp_path: Path) -> None:
    turns = turns_of(*(trajectory(seed, generator="teacher" if seed % 2 else "other") for seed in range(8)))
    written = write(turns, tmp_path, Teacher(dies_after=0), Teacher(name="other"))
    assert {row["writer"] for row in written.rows.values()} == {"other"}
    assert (len(written.rows), written.left) == (4, 4)


def test_a_second_run_asks_nothing_and_judges_anew(tmp_path: Path) -> None:
    turns = turns_of(trajectory(0))
    rows = write(turns, tmp_path / "a", Teacher()).rows
    stored = {name: row | {"accepted": False, "reason": "yesterday's rule"} for name, row in rows.items()}
    again = write(turns, tmp_path / "b", teacher := Teacher(), existing=stored)
    assert (teacher.asked, again.made, again.rows) == (0, 0, rows)


def test_another_version_of_the_writer_is_asked_anew(tmp_path: Path) -> None:
    turns = turns_of(trajectory(0))
    rows = write(turns, tmp_path / "a", Teacher()).rows
    again = write(turns, tmp_path / "b", teacher := Teacher(version="2"), existing=rows)
    assert (teacher.asked, [row["writer_version"] for row in again.rows.values()]) == (1, ["2"])


def test_without_a_writer_a_turn_keeps_what_it_has(tmp_path: Path) -> None:
    turns = turns_of(trajectory(0), trajectory(1))
    rows = write(turns[:1], tmp_path / "a", Teacher()).rows
    written = write(turns, tmp_path / "b", existing=rows)
    assert (written.rows, written.without_writer, written.left) == (rows, 1, 0)


def test_only_turns_after_the_first_of_known_bundles_are_asked_about() -> None:
    first, second = request().turns
    long = trajectory(0)
    three = Trajectory(
        "x" * 24, "chip_design", "s", BUNDLE.hash, "g", "1", 0, "1", "t", "",
        (first, Turn(1, "", Candidate("m"), first.observation), Turn(2, "", second.candidate, second.observation)),
    )  # fmt: skip
    unknown = Trajectory("y" * 24, "chip_design", "s", "other", "g", "1", 0, "1", "t", "", long.turns)
    assert [turn.turn_id for turn in turns_of(long, three, unknown)] == [
        f"{'0' * 24}:1", f"{'x' * 24}:1", f"{'x' * 24}:2",
    ]  # fmt: skip
