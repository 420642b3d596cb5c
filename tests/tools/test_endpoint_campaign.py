"""A whole campaign over HTTP: what was paid for stays, and what a later run does again costs nothing."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from assets.progress import ProgressReporter
from assets.trajectories.campaign import CampaignResult, run_campaign
from assets.trajectories.journal import Journal
from assets.trajectories.loop import Attempt, run_attempt
from resources.generation.endpoint.endpoint import Endpoint
from resources.generation.endpoint.generator import EndpointGenerator
from resources.generation.endpoint.settings import Budget
from tests.endpoint_server.campaign import BUNDLE, PLAIN, PassesAt, endpoint_settings
from tests.endpoint_server.server import EndpointServer

TRAJECTORIES, TURNS = 8, 3


@pytest.fixture
def server() -> Iterator[EndpointServer]:
    with EndpointServer() as server:
        yield server


def campaign(server: EndpointServer, folder: Path, journal: str = "journal", **changes: Any) -> CampaignResult:
    endpoint = Endpoint(endpoint_settings(server.base_url, **changes), folder / "replies.sqlite")
    generator = EndpointGenerator(PLAIN, endpoint)
    attempts = [Attempt(PLAIN, BUNDLE, generator, seed, 4) for seed in range(TRAJECTORIES)]
    environment = PassesAt(TURNS - 1)
    run = partial(run_attempt, environment=environment)
    progress = ProgressReporter("test", "plain", TRAJECTORIES, "trajectories")
    with Journal(folder / journal) as kept:
        work = run_campaign(attempts, environment, run, kept, {}, progress, concurrency=TRAJECTORIES)
        return asyncio.run(work)


def codes(result: CampaignResult) -> list[list[str]]:
    return sorted([turn["code"] for turn in row["turns"]] for row in result.rows)


def test_a_spent_budget_is_resumed_without_asking_twice(server: EndpointServer, tmp_path: Path) -> None:
    """10 of the 24 answers are paid for, most in trajectories that did not end; none is asked for again."""
    first = campaign(server, tmp_path, budget=Budget(requests=10))
    assert "raise budget.requests" in first.unavailable["stub"]
    assert len(server.stub.requests) == 10
    second = campaign(server, tmp_path, budget=Budget(requests=100))
    assert (second.unavailable, len(second.rows)) == ({}, TRAJECTORIES)
    assert len(server.stub.requests) == TRAJECTORIES * TURNS
    assert {row["turn_count"] for row in second.rows} == {TURNS}


def test_an_endpoint_that_dies_keeps_what_is_finished(server: EndpointServer, tmp_path: Path) -> None:
    server.stub.script.extend(["answer"] * 12)
    server.stub.behaviour = "500"
    first = campaign(server, tmp_path)
    assert first.unavailable
    server.stub.behaviour = "answer"
    answered = 12
    before = len(server.stub.requests)
    second = campaign(server, tmp_path)
    assert len(second.rows) == TRAJECTORIES
    assert len(server.stub.requests) - before == TRAJECTORIES * TURNS - answered


def test_the_same_campaign_elsewhere_is_made_from_the_cache(server: EndpointServer, tmp_path: Path) -> None:
    first = campaign(server, tmp_path)
    again = campaign(server, tmp_path, journal="another")
    assert again.made == TRAJECTORIES
    assert codes(again) == codes(first)
    assert len(server.stub.requests) == TRAJECTORIES * TURNS


def test_a_trajectory_without_code_costs_the_others_nothing(server: EndpointServer, tmp_path: Path) -> None:
    server.stub.script.extend(["no code"] * TRAJECTORIES)
    made = campaign(server, tmp_path)
    assert len(made.rows) == TRAJECTORIES
    assert {row["turns"][0]["code"] != "" for row in made.rows} == {True}
    asked_twice = [dict(row["turns"][0]["usage"])["requests"] for row in made.rows]
    assert asked_twice == [2.0] * TRAJECTORIES
