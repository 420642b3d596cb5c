"""A lake with a few trajectories of every kind, hostile ones among them, for tests of what shows them."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from assets.traces.schema import EXECUTION_TRACES
from assets.trajectories.execution_columns import columns_from_observation
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, REAL_TRAJECTORIES, trajectory_to_row
from assets.trust.audit_tables import AUDITED_TURNS, CORRECTION_LOG
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.trajectory import FaultRecord, Source, Trajectory, Turn
from resources.storage.lake import Lake

HOSTILE = (
    "</pre></script><script>window.pwned=1</script><img src=x onerror=window.pwned=1>"
    '"><svg/onload=window.pwned=1>{{7*7}}\x1b[2J\x1b]0;pwned\x07‮'
)
"""Breaks out of markup, of attributes, of templates, of a terminal, and turns the direction of text."""
WRONG = "module wire_1(input a, output b);\n  assign b = ~a;\nendmodule\n"
RIGHT = WRONG.replace("~a", "a")
BUNDLE = "b" * 64


def identity(number: int) -> str:
    return f"{number:024x}"


def real(number: int, **changes: Any) -> Trajectory:
    """Wrong, then right; both executed."""
    refused = Observation(Outcome.COMPILATION_ERROR, "compile", b"wire_1.v:2: syntax error\n")
    fault = FaultRecord("logic", "inverted", 2, "assign", "a", "~a")
    turns = (
        Turn(0, "First thought.", Candidate(WRONG), refused, faults=(fault,)),
        Turn(1, "The tilde inverts.", Candidate(RIGHT), Observation(Outcome.PASS, "function", b"")),
    )
    made = Trajectory(
        identity(number), "chip_design", "mine/wire", BUNDLE, "fault-injection", "1", number, "1", "tools", "", turns
    )
    return replace(made, **changes)


def amplified(number: int, *, predicted: Outcome, truth: Outcome, confidence: float = 0.9) -> Trajectory:
    """One turn that the world model answered, and that was executed afterwards."""
    turn = Turn(
        0,
        "A guess.",
        Candidate(WRONG),
        Observation(predicted, "function", b"foretold\n"),
        Source.VERIFIED,
        confidence=confidence,
        verification=Observation(truth, "function", b"what was seen\n"),
    )
    return real(number, checkpoint="c" * 32, turns=(turn,))


def hostile(number: int) -> Trajectory:
    """Each text that anybody but this project writes is a payload."""
    observation = Observation(Outcome.RUNTIME_ERROR, "function", HOSTILE.encode())
    fault = FaultRecord("logic", HOSTILE, 1, "assign", "a", "b")
    turns = (
        Turn(0, HOSTILE, Candidate(f"// {HOSTILE}\n"), observation, faults=(fault,)),
        Turn(1, HOSTILE, Candidate(f"// {HOSTILE}\n// more\n"), observation),
    )
    return real(number, seed_id=HOSTILE, generator=HOSTILE, generator_model=HOSTILE, failure=HOSTILE, turns=turns)


def trace_row(made: Trajectory, kind: str, unit: str, events: list[dict[str, Any]], turn: int = 0) -> dict[str, Any]:
    told = made.turns[turn]
    return {
        "trace_id": f"{made.trajectory_id}-{turn}",
        "domain": made.domain,
        "seed_id": made.seed_id,
        "split": "train",
        "licence": "MIT",
        "bundle_hash": made.bundle_hash,
        "candidate_hash": told.candidate.hash,
        "toolchain": "tools",
        "turn_id": made.turn_id(told),
        "code": told.candidate.code,
        "outcome": told.observation.outcome.value,
        "log": told.observation.text,
        "kind": kind,
        "unit": unit,
        "differs_at": 20,
        "events": events,
        "left_out": 3,
    }


WAVES = [
    {"at": at, "name": name, "value": value}
    for at, name, value in ((0, "a", "0"), (0, "b", "x"), (0, "bus", "0x0"), (10, "a", "1"), (20, "bus", "0x1f"))
] + [{"at": 20, "name": HOSTILE, "value": HOSTILE}]


def write_trajectories(lake: Lake) -> None:
    """In `chip_design`: numbers 1 and 2 are real, 3 disagrees, 4 agrees, 5 is hostile, 6 was only simulated."""
    first = real(1)
    only = replace(amplified(6, predicted=Outcome.PASS, truth=Outcome.PASS, confidence=0.7))
    simulated = replace(only.turns[0], source=Source.SIMULATED, verification=None)
    only = replace(only, turns=(simulated,))
    rows = [trajectory_to_row(made) for made in (first, real(2, seed_id="mine/other"), hostile(5))]
    lake.write(REAL_TRAJECTORIES, "chip_design", REAL_TRAJECTORIES.from_rows(rows))
    wrong = amplified(3, predicted=Outcome.PASS, truth=Outcome.FUNCTIONAL_MISMATCH)
    right = amplified(4, predicted=Outcome.PASS, truth=Outcome.PASS, confidence=0.99)
    rows = [trajectory_to_row(made) for made in (wrong, right, only)]
    lake.write(AMPLIFIED_TRAJECTORIES, "chip_design", AMPLIFIED_TRAJECTORIES.from_rows(rows))
    lake.write(
        EXECUTION_TRACES, "chip_design", EXECUTION_TRACES.from_rows([trace_row(first, "waveform", "1ps", WAVES)])
    )
    _audit(lake, only)


def _audit(lake: Lake, made: Trajectory) -> None:
    """An audit found the simulated PASS wrong, and wrote down what the tools said."""
    turn, now = made.turns[0], datetime(2026, 1, 1, tzinfo=UTC)
    same = {
        "audit_id": "night-1",
        "turn_id": made.turn_id(turn),
        "domain": made.domain,
        "checkpoint": made.checkpoint,
        "created_at": now,
        "seed_id": made.seed_id,
        "bundle_hash": made.bundle_hash,
        "candidate_hash": turn.candidate.hash,
        "predicted_outcome": "PASS",
        "confidence": 0.7,
    }
    seen = Observation(Outcome.FUNCTIONAL_MISMATCH, "function", b"what the audit saw\n")
    audited = same | {
        "generator": made.generator,
        "outcome": seen.outcome.value,
        "novelty": None,
        "stratum": "PASS",
        "weight": 1.0,
        "seconds": 0.1,
        "text_true": None,
    }
    lake.append(AUDITED_TURNS, "chip_design", AUDITED_TURNS.from_rows([audited]))
    correction = same | {"code": turn.candidate.code, "toolchain": "tools", **columns_from_observation(seen)}
    lake.append(CORRECTION_LOG, "chip_design", CORRECTION_LOG.from_rows([correction]))
