"""A model sits an exam over HTTP: refusals to hurry, cut answers, several turns, and a server that dies half way."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.corpus.splits import CorpusSplit, split_of
from assets.exam.exam_set import ExamSet, ExamTask, NothingToSit, exam_sets
from assets.exam.prospects import require_held_out
from assets.exam.reading import read
from assets.exam.sample import Fate
from assets.exam.schema import EXAM_ANSWERS
from assets.exam.sitting import Plan, Sat, Sitting
from assets.home import Home
from assets.profile import load_profile
from assets.seeds.purposes import Purpose
from assets.seeds.schema import TASK_SEEDS, seed_to_row
from orchestration.settings import PROJECT
from resources.domains.registry import get_domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentGap
from resources.execution.observation import Observation
from resources.generation.endpoint.endpoint import Endpoint
from resources.generation.endpoint.generator import EndpointGenerator
from resources.storage.lake import Lake
from tests.endpoint_server.campaign import BUNDLE, PLAIN, endpoint_settings, observed
from tests.endpoint_server.server import EndpointServer

SET = ExamSet("plain", "plain", "plain")
SAMPLES = 3


@pytest.fixture
def server() -> Iterator[EndpointServer]:
    with EndpointServer() as server:
        yield server


async def passes_at_once(bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
    return observed(True)


async def never_passes(bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
    return observed(False, b"error: a semicolon is missing")


async def cannot_judge(bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
    raise EnvironmentGap("an unmodelled register")


def sit(
    server: EndpointServer, folder: Path, turns: int = 1, execute: Any = never_passes, known: Any = (), **changes: Any
) -> Sat:
    settings = endpoint_settings(server.base_url, **changes)
    examinee = EndpointGenerator(PLAIN, Endpoint(settings, folder / "replies.sqlite"))
    plan = Plan(SET, PLAIN, [ExamTask(BUNDLE)], SAMPLES, turns)
    return asyncio.run(Sitting(plan, examinee, execute, {row["answer_id"]: row for row in known}).run())


def fates(sat: Sat) -> list[Fate]:
    return [read(row, "verilog").fate for row in sorted(sat.rows, key=lambda row: (row["number"], row["turn"]))]


def replies(sat: Sat) -> dict[str, str]:
    return {row["answer_id"]: row["reply"] for row in sat.rows}


def test_one_turn_asks_once_for_each_sample_and_runs_no_tool(server: EndpointServer, tmp_path: Path) -> None:
    sat = sit(server, tmp_path, execute=None)
    assert fates(sat) == [Fate.JUDGED] * SAMPLES
    assert len({body["seed"] for body in server.stub.requests}) == SAMPLES
    assert not EXAM_ANSWERS.check(EXAM_ANSWERS.from_rows(sat.rows))
    assert {row["completion_tokens"] for row in sat.rows} == {100}


def test_a_server_that_is_full_is_waited_for_and_costs_no_sample(server: EndpointServer, tmp_path: Path) -> None:
    server.stub.script.extend(["429", "429"])
    sat = sit(server, tmp_path)
    assert (fates(sat), sat.unavailable) == ([Fate.JUDGED] * SAMPLES, "")
    assert server.stub.refused == 2


def test_a_cut_answer_is_truncated_and_is_not_asked_for_again(server: EndpointServer, tmp_path: Path) -> None:
    server.stub.script.extend(["unclosed", "no code", "context"])
    sat = sit(server, tmp_path, turns=4, concurrency=1)
    assert fates(sat) == [Fate.TRUNCATED, Fate.UNPARSABLE, Fate.UNPARSABLE]
    assert len(server.stub.requests) == SAMPLES
    assert "maximum context length" in sat.rows[2]["trouble"]


def test_the_tools_speak_between_turns(server: EndpointServer, tmp_path: Path) -> None:
    sat = sit(server, tmp_path, turns=3)
    assert sorted(row["turn"] for row in sat.rows) == sorted([0, 1, 2] * SAMPLES)
    longest = max(server.stub.requests, key=lambda body: len(body["messages"]))
    assert [message["role"] for message in longest["messages"]] == ["system", *["user", "assistant"] * 2, "user"]
    assert str(longest["messages"]).count("a semicolon is missing") == 2


def test_a_sample_ends_when_it_passes_and_where_no_tool_can_speak(server: EndpointServer, tmp_path: Path) -> None:
    for name, execute in (("passes", passes_at_once), ("gap", cannot_judge)):
        sat = sit(server, tmp_path / name, turns=4, execute=execute)
        assert [row["turn"] for row in sat.rows] == [0] * SAMPLES


def test_what_was_answered_is_never_asked_again(server: EndpointServer, tmp_path: Path) -> None:
    """Neither after the server died, nor when more turns are wanted, nor with the answers in the table alone."""
    server.stub.script.extend(["answer"] * 4)
    server.stub.behaviour = "500"
    died = sit(server, tmp_path, turns=2, concurrency=1)
    assert "it broke" in died.unavailable
    assert len(died.rows) == 4
    server.stub.behaviour, before = "answer", len(server.stub.requests)
    resumed = sit(server, tmp_path / "another", turns=3, known=died.rows)
    assert not {row["answer_id"] for row in resumed.rows} & {row["answer_id"] for row in died.rows}
    assert len(died.rows + resumed.rows) == 3 * SAMPLES
    assert len(server.stub.requests) - before == 3 * SAMPLES - 4
    killed = sit(server, tmp_path / "another", turns=3, known=died.rows)
    assert len(server.stub.requests) - before == 3 * SAMPLES - 4
    # Samples are answered side by side: which is first is the network's.
    assert replies(killed) == replies(resumed)


def test_a_set_that_no_task_is_drawn_for_is_told_before_anything_is_certified(tmp_path: Path) -> None:
    lake, home, chip = Lake(tmp_path / "lake"), Home(tmp_path), get_domain("chip_design")
    profile = replace(load_profile(PROJECT / "orchestration" / "profiles", "quick"), builtin_seeds_per_domain=1)
    exam = exam_sets()["builtin-chip_design"]
    seeds = sorted((seed for seed in chip.builtin_seeds() if not seed.unusable), key=lambda seed: len(seed.reference))
    for wanted in (CorpusSplit.TRAIN, CorpusSplit.TEST):
        seed = next(seed for seed in seeds if split_of(seed.seed_id, Purpose.TRAIN) is wanted)
        lake.write(TASK_SEEDS, chip.name, TASK_SEEDS.from_rows([seed_to_row(seed) | {"purpose": "train"}]))
        if wanted is CorpusSplit.TEST:
            require_held_out(lake, home, profile, exam)
        else:
            with pytest.raises(NothingToSit, match="none of 1 built-in tasks of chip_design in profile quick"):
                require_held_out(lake, home, profile, exam)
    assert lake.manifest(ENVIRONMENT_BUNDLES.name, chip.name) is None
