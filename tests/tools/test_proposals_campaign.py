"""A model proposes tasks over HTTP, others solve them, and the real tools decide what is kept, mended and dropped."""

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from assets.corpus.fingerprint_store import FingerprintStore
from assets.progress import LOGGER
from assets.proposals.campaign import Campaign, Proposed
from assets.proposals.course import Panel, Workshop
from assets.proposals.known_tasks import KnownTasks
from assets.proposals.schema import TASK_PROPOSALS
from assets.seeds.imports import imported_seeds
from assets.seeds.purposes import Purpose
from resources.domains.registry import get_domain
from resources.execution.cache import CachedBackend, ResultCache
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.selection import make_sandbox
from resources.generation.endpoint.endpoint import Endpoint
from resources.generation.endpoint.generator import EndpointGenerator
from resources.storage.lake import Lake
from tests.endpoint_server.campaign import endpoint_settings
from tests.endpoint_server.server import EndpointServer
from tests.proposed_tasks import DOWN_LOADS, DOWN_WINS, OPEN, ORDINARY, RIGHT, UP_WINS, WRAPS, Written
from tests.proposed_tasks import Endpoint as Scripted

CHIP = get_domain("chip_design")
BENCHMARK = next(seed for seed in CHIP.builtin_seeds() if seed.seed_id == "builtin/bcd_seconds_counter")


@dataclass(frozen=True)
class Copied(Written):
    """A benchmark's design under other names, told in other words."""

    def reply(self) -> str:
        reference = BENCHMARK.reference.replace("bcd_seconds_counter", self.top).replace("{", "{{").replace("}", "}}")
        names = "clk reset_n tick set set_tens set_ones tens ones minute rejected".split()
        moves = f"it has {', '.join(names)} and does what clocks do, beginning anew again and again."
        return Written(self.top, moves, reference).reply()


PROPOSALS = {
    0: (Written("level_store", reference=WRAPS),),
    1: (Written("level_hold", moves=OPEN),),
    2: (Written("level_lost", sections=("title", "prompt")),),
    3: (Copied("second_hand"),),
    4: (Written("level_meter", bench=DOWN_LOADS), Written("level_meter")),
    5: (Written("tide_gauge"),),
}
ANSWERED = 7
"""Replies before the server dies: in the second proposal."""
SOLUTIONS = {
    "level_store": RIGHT,
    "level_hold": (UP_WINS, DOWN_WINS, ORDINARY),
    "level_meter": RIGHT,
}


@pytest.fixture(scope="module")
def server() -> Iterator[EndpointServer]:
    with EndpointServer() as server:
        server.stub.content = Scripted(PROPOSALS, SOLUTIONS)
        yield server


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


def propose(server: EndpointServer, folder: Path, count: int) -> Proposed:
    endpoint = Endpoint(endpoint_settings(server.base_url, concurrency=1), folder / "replies.sqlite")
    form = CHIP.proposal_form
    assert form is not None
    panel = Panel(CHIP, form, endpoint, [EndpointGenerator(CHIP, endpoint)] * 3, "MIT")
    known = KnownTasks(CHIP, [(BENCHMARK, Purpose.EVALUATE)], [], FingerprintStore(folder / "fingerprints.sqlite"))
    backend = CachedBackend(CHIP.backend(make_sandbox()), ResultCache(folder / "results.sqlite"))
    with ExecutionPool(backend) as pool:
        return asyncio.run(Campaign(panel, Lake(folder / "lake"), count).run(Workshop(known, pool, 8)))


@pytest.fixture(scope="module")
def lives() -> Iterator[list[str]]:
    """What is said beside the progress."""
    said: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(record.__dict__["progress"].live)

    kept = Kept()
    LOGGER.addHandler(kept)
    LOGGER.setLevel(logging.INFO)
    yield said
    LOGGER.removeHandler(kept)


@pytest.fixture(scope="module")
def rows(server: EndpointServer, folder: Path, lives: list[str]) -> list[dict[str, Any]]:
    """Of a campaign whose server has no room, then dies in the middle, and which then goes on."""
    server.stub.retry_after = "1.5"
    server.stub.script.extend(["answer"] * ANSWERED + ["429"] + ["500"] * 40)
    died = propose(server, folder, len(PROPOSALS))
    assert "it broke" in died.unavailable
    assert any(row["fate"] == "open" for row in died.rows)
    server.stub.script.clear()
    proposed = propose(server, folder, len(PROPOSALS))
    assert (proposed.unavailable, len(proposed.rows)) == ("", len(PROPOSALS))
    return proposed.rows


def test_each_kind_of_proposal_has_its_fate(rows: list[dict[str, Any]]) -> None:
    assert [(row["fate"], row["fault"], row["returned_for"], row["rounds"]) for row in rows] == [
        ("dropped", "wrong_reference", "wrong_reference", 2),
        ("dropped", "ambiguous_prompt", "ambiguous_prompt", 2),
        ("dropped", "unreadable", "unreadable", 2),
        ("dropped", "contaminated", "", 1),
        ("kept", "", "wrong_test", 2),
        ("dropped", "known", "", 1),
    ]


def test_reasons_name_what_was_seen(rows: list[dict[str, Any]]) -> None:
    reasons = [row["returned_because"] or row["reason"] for row in rows]
    assert "3 of 3 engineers" in reasons[0]
    assert "the reference fails: bounds" in reasons[0]
    assert "in 3 ways" in reasons[1]
    assert "`reference`" in reasons[2]
    assert BENCHMARK.seed_id in reasons[3]
    assert "fail the tests mixed" in reasons[4]
    assert "proposed/level_meter" in reasons[5]


def test_what_went_back_was_told_why(server: EndpointServer, rows: list[dict[str, Any]]) -> None:
    told = [body["messages"][-1]["content"] for body in server.stub.requests if len(body["messages"]) == 4]
    assert any("the reference fails: bounds" in text and "MISMATCH level" in text for text in told)
    assert any("say what is left open" in text and "MISMATCH row" in text for text in told)


def test_a_kept_task_is_a_certified_seed_for_training(rows: list[dict[str, Any]], folder: Path) -> None:
    (seed,) = imported_seeds(Lake(folder / "lake"), CHIP.name)
    row = rows[4]
    assert (seed.seed_id, seed.origin.source, seed.origin.licence) == (row["seed_id"], "proposed", "MIT")
    assert seed.origin.commit == f"stub-model@{row['prompt_version']}"
    assert row["mutation_score"] > 0.5
    assert [solver["outcome"] for solver in row["solvers"] if solver["round"] == 2] == ["PASS"] * 3
    assert row["tests"] == ["bounds", "mixed", "reset"]
    assert row["agreement_score"] == 3 * (1 + 3)


def test_rows_fit_the_table_and_count_what_it_took(rows: list[dict[str, Any]]) -> None:
    assert not TASK_PROPOSALS.check(TASK_PROPOSALS.from_rows(rows))
    assert rows[3]["executions"] == rows[5]["executions"] == 0
    # In each round the reference and three solutions, and 1 + 2 + 2 comparisons, since the reference stands alone.
    assert rows[0]["executions"] == 2 * (4 + 5)
    assert all(row["prompt_tokens"] > 0 for row in rows)


def test_what_is_decided_is_not_asked_again(server: EndpointServer, rows: list[dict[str, Any]], folder: Path) -> None:
    before = len(server.stub.requests)
    again = propose(server, folder, len(PROPOSALS))
    assert (again.made, again.rows) == (0, rows)
    assert len(server.stub.requests) == before


def test_what_was_paid_for_before_the_server_died_was_not_asked_twice(
    server: EndpointServer, rows: list[dict[str, Any]]
) -> None:
    asked = [str((body["messages"], body["seed"])) for body in server.stub.requests]
    assert [asked.count(one) for one in asked[:ANSWERED]] == [1] * ANSWERED


def test_a_wait_for_the_server_is_told(rows: list[dict[str, Any]], lives: list[str]) -> None:
    assert any("left alone until" in live and "1 refusal (429)" in live for live in lives)
