"""Certification says how many executions are done while its first bundle takes minutes."""

import asyncio
import logging

import pytest

from assets.bundles import counted_executions
from assets.bundles.counted_executions import CountedExecutions
from assets.progress import LOGGER, ProgressReporter
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

BUNDLE = EnvironmentBundle("toy", "toy/a", "p", "i", "a.v", "r")
PASSED = Observation(Outcome.PASS, "function", b"")


async def runs(_: EnvironmentBundle, candidate: Candidate) -> Observation:
    if candidate.code == "gap":
        raise ValueError("no verdict")
    return PASSED


def said(caplog: pytest.LogCaptureFixture, codes: list[str]) -> list[str]:
    execute = CountedExecutions(runs, ProgressReporter("certify", "toy", 1, "bundles"))

    async def all_of_them() -> None:
        for code in codes:
            if code == "gap":
                with pytest.raises(ValueError, match="no verdict"):
                    await execute(BUNDLE, Candidate(code))
            else:
                assert await execute(BUNDLE, Candidate(code)) is PASSED

    with caplog.at_level(logging.INFO, LOGGER.name):
        asyncio.run(all_of_them())
    return [record.progress.live for record in caplog.records]


def test_each_execution_counts_and_what_raises_does_not(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counted_executions, "SAY_EVERY_S", 0.0)
    assert said(caplog, ["a", "gap", "b"]) == ["1 execution", "2 executions"]


def test_a_thousand_from_the_cache_are_a_few_lines(caplog: pytest.LogCaptureFixture) -> None:
    assert 1 <= len(said(caplog, ["a"] * 1000)) < 100
