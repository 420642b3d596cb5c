"""What the world model said is told only where audits bear it out; what it misled is dropped."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from world_model_toy import ToyDomain, bundle, run

from assets.grounding.grounding import Grounded, Grounder
from assets.trust.audit_tables import AUDITED_TURNS
from assets.trust.texts import audited_texts
from resources.execution.backend import Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.pool import ExecutionPool
from resources.generation.trajectory import Source, Trajectory, Turn
from resources.storage.lake import Lake

BUNDLE = bundle(1)
RIGHT = Candidate(BUNDLE.reference)
WRONG = Candidate(BUNDLE.reference.replace("+", "-", 1) if "+" in BUNDLE.reference else BUNDLE.reference + "?")
REAL = run(BUNDLE.reference, WRONG.code)


class ToyBackend:
    domain = "toy"

    def __init__(self) -> None:
        self.executed: list[str] = []

    def toolchain(self) -> Toolchain:
        return Toolchain({"toy": "1"})

    def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        self.executed.append(candidate.code)
        return run(bundle.reference, candidate.code)


def simulated(index: int, candidate: Candidate, said: Observation) -> Turn:
    return Turn(index, "", candidate, said, Source.SIMULATED, confidence=0.9, novelty=0.0)


def verified(index: int) -> Turn:
    passed = Observation(Outcome.PASS, "function")
    return Turn(index, "", RIGHT, passed, Source.VERIFIED, verification=passed)


def ground(turns: list[Turn], *, told: bool = False, model: str = "") -> tuple[Grounded, list[str]]:
    backend = ToyBackend()
    trajectory = Trajectory(
        "t", "toy", BUNDLE.seed_id, BUNDLE.hash, "g", "1", 0, "1", "tools", "c", tuple(turns), generator_model=model
    )
    with ExecutionPool(backend, 1) as pool:
        grounder = Grounder(ToyDomain(), pool, lambda checkpoint, source: told)
        return asyncio.run(grounder.ground(trajectory, BUNDLE)), backend.executed


def test_the_toy_really_fails() -> None:
    assert not REAL.outcome.passed


def test_a_simulated_turn_carries_the_real_observation() -> None:
    said = Observation(REAL.outcome, REAL.stage, b"something else")
    grounded, executed = ground([simulated(0, WRONG, said), verified(1)])
    first, last = grounded.trajectory.turns
    assert (first.observation, first.source) == (REAL, Source.VERIFIED)
    assert (last.source, grounded.executed, grounded.kept, grounded.dropped) == (Source.VERIFIED, 1, 0, 0)
    assert executed == [WRONG.code, RIGHT.code]
    assert grounded.trajectory.passed


def test_a_pass_that_was_verified_carries_what_the_tools_say_of_it() -> None:
    """A row keeps label and log of a verification; a simulation has nothing to say of a PASS, and tools have."""
    kept = replace(verified(1), verification=Observation(Outcome.PASS, ""))
    grounded, executed = ground([simulated(0, WRONG, REAL), kept], told=True)
    last = grounded.trajectory.turns[-1]
    assert (last.observation, last.source, executed) == (
        run(BUNDLE.reference, RIGHT.code),
        Source.VERIFIED,
        [RIGHT.code],
    )
    assert last.observation.stage
    assert (grounded.executed, grounded.kept) == (0, 1)


def test_what_audits_bear_out_is_told_and_saves_the_execution() -> None:
    grounded, executed = ground([simulated(0, WRONG, REAL), verified(1)], told=True)
    assert (grounded.kept, grounded.executed, executed) == (1, 0, [RIGHT.code])
    assert grounded.trajectory.turns[0].source is Source.SIMULATED


def test_a_text_that_leaves_something_open_is_never_told() -> None:
    said = Observation(REAL.outcome, REAL.stage, b"expected unknown got unknown")
    grounded, executed = ground([simulated(0, WRONG, said), verified(1)], told=True)
    assert (grounded.kept, executed) == (0, [WRONG.code, RIGHT.code])


def test_what_follows_a_wrong_label_is_dropped() -> None:
    said = Observation(Outcome.TIMEOUT, "function", b"slow")
    grounded, _ = ground([simulated(0, WRONG, said), simulated(1, WRONG, said), verified(2)])
    assert (len(grounded.trajectory.turns), grounded.dropped, grounded.wrong_labels) == (1, 2, 1)
    assert not grounded.trajectory.passed


def test_a_turn_that_really_passes_ends_the_trajectory_solved() -> None:
    said = Observation(REAL.outcome, REAL.stage, REAL.log)
    grounded, _ = ground([simulated(0, RIGHT, said), verified(1)])
    assert grounded.trajectory.passed
    assert (len(grounded.trajectory.turns), grounded.dropped) == (1, 1)


@pytest.mark.parametrize(("model", "turns"), [("", 2), ("qwen", 1)])
def test_another_text_misleads_only_those_who_read_it(model: str, turns: int) -> None:
    said = Observation(REAL.outcome, REAL.stage, b"something else")
    grounded, _ = ground([simulated(0, WRONG, said), verified(1)], model=model)
    assert len(grounded.trajectory.turns) == turns


def test_reasoning_about_a_text_that_no_tool_gave_is_dropped() -> None:
    said = Observation(REAL.outcome, REAL.stage, b"something else")
    thoughts = [replace(turn, reasoning="the log says") for turn in (simulated(0, WRONG, said), verified(1))]
    grounded, _ = ground(thoughts)
    assert [turn.reasoning for turn in grounded.trajectory.turns] == ["the log says", ""]
    same, _ = ground([thoughts[0], thoughts[1]], told=True)
    assert [turn.reasoning for turn in same.trajectory.turns] == ["the log says", "the log says"]


def audited(lake: Lake, truths: list[bool | None], seed: str, **more: Any) -> None:
    figures: dict[str, Any] = {field.name: "" for field in AUDITED_TURNS.arrow_schema if field.type == "string"}
    figures |= {"confidence": 0.9, "novelty": 0.0, "weight": 1.0, "seconds": 0.1, "checkpoint": "c", "seed_id": seed}
    figures |= {"created_at": datetime(2026, 1, 1, tzinfo=UTC), "audit_id": "a"} | more
    rows = [figures | {"turn_id": f"{seed}{place}", "text_true": true} for place, true in enumerate(truths)]
    lake.append(AUDITED_TURNS, "toy", AUDITED_TURNS.from_rows(rows))


def hold(folder: Path, truths: list[bool | None]) -> Callable[[str, str], bool]:
    lake = Lake(folder)
    audited(lake, truths, "bench/x")
    return audited_texts(lake, "toy").hold


@pytest.mark.parametrize(
    ("truths", "told"),
    [
        ([True] * 200, True),
        ([True] * 60, False),  # all true, and too few to say so
        ([True] * 190 + [False] * 10, False),
        ([None] * 400, False),
        ([True] * 400 + [False] * 4 + [None] * 100, True),
    ],
)
def test_texts_hold_from_97_of_100_with_an_interval_above_95(
    tmp_path: Path, truths: list[bool | None], told: bool
) -> None:
    holds = hold(tmp_path, truths)
    assert holds("c", "bench") is told
    assert not holds("c", "another source")
    assert not holds("another checkpoint", "bench")


def test_before_any_audit_nothing_is_told(tmp_path: Path) -> None:
    assert not audited_texts(Lake(tmp_path), "toy").hold("c", "bench")


def test_a_turn_that_two_nights_drew_counts_once(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    for night in ("a", "b", "c"):
        audited(lake, [True] * 70, "bench/x", audit_id=night)
    assert audited_texts(lake, "toy").by_source[("c", "bench")].total == 70
