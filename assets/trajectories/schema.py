"""The tables of trajectories, real and amplified: columns, and trajectory → row and back."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import pyarrow as pa

from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.trajectory import FaultRecord, Source, Trajectory, Turn
from resources.storage.schema import TableSchema

FAULT = pa.struct(
    [
        ("category", pa.string()),
        ("kind", pa.string()),
        ("line", pa.int32()),
        ("context", pa.string()),
        ("original", pa.string()),
        ("replacement", pa.string()),
    ]
)

TURN = pa.struct(
    [
        ("index", pa.int32()),
        ("reasoning", pa.string()),
        ("code", pa.string()),
        ("candidate_hash", pa.string()),
        ("outcome", pa.string()),
        ("stage", pa.string()),
        ("log", pa.binary()),
        ("log_truncated", pa.bool_()),
        ("metrics", pa.map_(pa.string(), pa.float64())),
        ("seconds", pa.float64()),
        ("source", pa.string()),
        ("confidence", pa.float64()),
        ("verified_outcome", pa.string()),
        ("verified_log", pa.binary()),
        ("faults", pa.list_(FAULT)),
        ("usage", pa.map_(pa.string(), pa.float64())),
    ]
)

_FIELDS = [
    pa.field("trajectory_id", pa.string(), nullable=False),
    pa.field("domain", pa.string(), nullable=False),
    pa.field("seed_id", pa.string(), nullable=False),
    pa.field("bundle_hash", pa.string(), nullable=False),
    pa.field("generator", pa.string(), nullable=False),
    pa.field("generator_version", pa.string(), nullable=False),
    pa.field("generator_seed", pa.int64(), nullable=False),
    pa.field("instructions_version", pa.string(), nullable=False),
    pa.field("toolchain", pa.string(), nullable=False),
    pa.field("checkpoint", pa.string(), nullable=False),
    pa.field("passed", pa.bool_(), nullable=False),
    pa.field("turn_count", pa.int32(), nullable=False),
    pa.field("turns", pa.list_(TURN), nullable=False),
]

_COLUMNS = {
    "trajectory_id": "hash of bundle, generator, its seed, toolchain, checkpoint and K",
    "toolchain": "fingerprint of the tools that answered, or that verify",
    "checkpoint": "world model that answered; empty where only tools did",
    "passed": "the last turn passes, by real execution where there was one",
    "turns": "every attempt with what was said of it, failed ones too",
}

REAL_TRAJECTORIES = TableSchema(
    "real_trajectories", pa.schema(_FIELDS), ("trajectory_id",), "D_real: every turn executed by real tools", _COLUMNS
)

AMPLIFIED_TRAJECTORIES = TableSchema(
    "amplified_trajectories",
    pa.schema(_FIELDS),
    ("trajectory_id",),
    "D_icwm: the ICWM answered, and the last turn was executed for real",
    _COLUMNS,
)


def trajectory_to_row(trajectory: Trajectory) -> dict[str, Any]:
    row = {name: getattr(trajectory, name) for name in (field.name for field in _FIELDS) if name not in _DERIVED}
    return row | {
        "passed": trajectory.passed,
        "turn_count": len(trajectory.turns),
        "turns": [_turn_to_row(turn) for turn in trajectory.turns],
    }


_DERIVED = {"passed", "turn_count", "turns"}


def _turn_to_row(turn: Turn) -> dict[str, Any]:
    observation, verification = turn.observation, turn.verification
    return {
        "index": turn.index,
        "reasoning": turn.reasoning,
        "code": turn.candidate.code,
        "candidate_hash": turn.candidate.hash,
        "outcome": observation.outcome.value,
        "stage": observation.stage,
        "log": observation.log,
        "log_truncated": observation.log_truncated,
        "metrics": sorted(observation.metrics.items()),
        "seconds": observation.seconds,
        "source": turn.source.value,
        "confidence": turn.confidence,
        "verified_outcome": verification.outcome.value if verification else None,
        "verified_log": verification.log if verification else None,
        "faults": [asdict(fault) for fault in turn.faults],
        "usage": sorted(turn.usage.items()),
    }


def row_from_journal(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row that went through JSON: pairs of a map come back as lists, and Arrow takes tuples only."""
    turns = [
        turn | {name: [tuple(pair) for pair in turn[name]] for name in ("metrics", "usage")} for turn in row["turns"]
    ]
    return {**row, "turns": turns}


def trajectory_from_row(row: Mapping[str, Any]) -> Trajectory:
    plain = {name: row[name] for name in (field.name for field in _FIELDS) if name not in _DERIVED}
    return Trajectory(**plain, turns=tuple(_turn_from_row(turn, row["toolchain"]) for turn in row["turns"]))


def _turn_from_row(row: Mapping[str, Any], toolchain: str) -> Turn:
    verified = row["verified_outcome"]
    return Turn(
        index=row["index"],
        reasoning=row["reasoning"],
        candidate=Candidate(row["code"]),
        observation=observation_from_columns(row, toolchain),
        source=Source(row["source"]),
        faults=tuple(FaultRecord(**fault) for fault in row["faults"] or ()),
        confidence=row["confidence"],
        verification=Observation(Outcome(verified), "", row["verified_log"] or b"") if verified else None,
        usage=dict(row["usage"] or ()),
    )


def observation_from_columns(row: Mapping[str, Any], toolchain: str) -> Observation:
    """An observation from a table's columns; which stages ran is not kept there."""
    return Observation(
        outcome=Outcome(row["outcome"]),
        stage=row["stage"],
        log=row["log"] or b"",
        log_truncated=bool(row["log_truncated"]),
        metrics=dict(row["metrics"] or ()),
        toolchain=toolchain,
        seconds=row.get("seconds") or 0.0,
    )
