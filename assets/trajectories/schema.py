"""The tables of trajectories, real and amplified: columns, and trajectory → row and back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import pyarrow as pa

from assets.trajectories.execution_columns import OBSERVATION_FIELDS, columns_from_observation, observation_from_columns
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.generator import USAGE
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
        *((field.name, field.type) for field in OBSERVATION_FIELDS),
        ("seconds", pa.float64()),
        ("source", pa.string()),
        ("confidence", pa.float64()),
        ("novelty", pa.float64()),
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
    pa.field("generator_model", pa.string(), nullable=False),
    pa.field("passed", pa.bool_(), nullable=False),
    pa.field("ended", pa.string(), nullable=False),
    pa.field("failure", pa.string(), nullable=False),
    pa.field("prompt_tokens", pa.int64()),
    pa.field("cached_tokens", pa.int64()),
    pa.field("completion_tokens", pa.int64()),
    pa.field("requests", pa.int64()),
    pa.field("retries", pa.int64()),
    pa.field("generation_seconds", pa.float64()),
    pa.field("cost", pa.float64()),
    pa.field("failure_usage", pa.map_(pa.string(), pa.float64())),
    pa.field("turn_count", pa.int32(), nullable=False),
    pa.field("turns", pa.list_(TURN), nullable=False),
]

_USAGE_COLUMNS = {name: "generation_seconds" if name == "seconds" else name for name in USAGE}
"""The column of each measure: a bare `seconds` would be taken for those of the executions."""

_COLUMNS = {
    "trajectory_id": "hash of bundle, generator, its seed, toolchain, checkpoint and K",
    "toolchain": "fingerprint of the tools that answered, or that verify",
    "checkpoint": "world model that answered; empty where only tools did",
    "generator_model": "the model behind an endpoint; empty where there is none",
    "passed": "the last turn passes, by real execution where there was one; never where the generator failed",
    "ended": "passed, exhausted (all corrections spent) or generator_failed, as what answered in the loop saw it",
    "failure": "why the generator gave up; empty where it did not",
    **{_USAGE_COLUMNS[name]: f"{text}; over all answers" for name, text in USAGE.items()},
    "failure_usage": "what the answers without code cost; the sums include it",
    "turns": "every attempt with what was said of it, failed ones too",
}

REAL_TRAJECTORIES = TableSchema(
    "real_trajectories",
    pa.schema(_FIELDS),
    ("trajectory_id",),
    "D_real: every turn executed by real tools",
    _COLUMNS,
    group_rows=4_096,
)

AMPLIFIED_TRAJECTORIES = TableSchema(
    "amplified_trajectories",
    pa.schema(_FIELDS),
    ("trajectory_id",),
    "D_icwm: the world model answered, and the last turn was executed for real",
    _COLUMNS,
    group_rows=4_096,
)


def trajectory_to_row(trajectory: Trajectory) -> dict[str, Any]:
    usage = trajectory.usage
    return {name: getattr(trajectory, name) for name in _PLAIN} | {
        "passed": trajectory.passed,
        "ended": trajectory.ended.value,
        **{column: _measure(usage.get(name), column) for name, column in _USAGE_COLUMNS.items()},
        "failure_usage": sorted(trajectory.failure_usage.items()),
        "turn_count": len(trajectory.turns),
        "turns": [_turn_to_row(turn) for turn in trajectory.turns],
    }


_DERIVED = {"passed", "ended", *_USAGE_COLUMNS.values(), "failure_usage", "turn_count", "turns"}
_PLAIN = [field.name for field in _FIELDS if field.name not in _DERIVED]
_LATER = {"generator_model": "", "failure": "", "failure_usage": ()}
"""Columns that rows written before endpoint generators do not have, as `trajectory_from_row` completes them."""


def _measure(value: float | None, column: str) -> float | None:
    """Counts are whole numbers in the table, floats in `Turn.usage`."""
    return value if value is None or column in ("generation_seconds", "cost") else round(value)


def _turn_to_row(turn: Turn) -> dict[str, Any]:
    observation, verification = turn.observation, turn.verification
    return {
        "index": turn.index,
        "reasoning": turn.reasoning,
        "code": turn.candidate.code,
        "candidate_hash": turn.candidate.hash,
        **columns_from_observation(observation),
        "seconds": observation.seconds,
        "source": turn.source.value,
        "confidence": turn.confidence,
        "novelty": turn.novelty,
        "verified_outcome": verification.outcome.value if verification else None,
        "verified_log": verification.log if verification else None,
        "faults": [asdict(fault) for fault in turn.faults],
        "usage": sorted(turn.usage.items()),
    }


def row_from_journal(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row that went through JSON: pairs of a map come back as lists, and Arrow takes tuples only."""
    turns = [turn | {name: _pairs(turn[name]) for name in ("metrics", "usage")} for turn in row["turns"]]
    return complete_row({**row, "turns": turns, "failure_usage": _pairs(row.get("failure_usage", ()))})


def _pairs(entries: Iterable[Sequence[Any]]) -> list[tuple[Any, ...]]:
    return [tuple(pair) for pair in entries]


def complete_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of any earlier version of the table, as the present one has it."""
    if row.get("ended"):
        return dict(row)
    return {**row, **trajectory_to_row(trajectory_from_row(row)), "turns": row["turns"]}


def trajectory_from_row(row: Mapping[str, Any]) -> Trajectory:
    """Also of a row written before the columns in `_LATER` existed, or read beside such rows (then they are null)."""
    filled = {**row, **{name: row.get(name) or default for name, default in _LATER.items()}}
    return Trajectory(
        **{name: filled[name] for name in _PLAIN},
        turns=tuple(_turn_from_row(turn, row["toolchain"]) for turn in row["turns"]),
        failure_usage=dict(filled["failure_usage"]),
    )


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
        novelty=row.get("novelty"),
        verification=Observation(Outcome(verified), "", row["verified_log"] or b"") if verified else None,
        usage=dict(row["usage"] or ()),
    )
