"""One trajectory as somebody looks at it: each turn with what was simulated, what is real, its audits and its trace.

How it is drawn, in a terminal or a browser, is `orchestration`'s.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyarrow.compute as pc

from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.grounding.schema import GROUNDED_TRAJECTORIES
from assets.hindsight.schema import HINDSIGHT_REASONING
from assets.traces.schema import EXECUTION_TRACES
from assets.trajectories.execution_columns import observation_from_columns
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, REAL_TRAJECTORIES, trajectory_from_row
from assets.trust.audit_tables import AUDITED_TURNS, CORRECTION_LOG
from resources.domains.domain import Diagnostic, Domain
from resources.execution.bundle import EnvironmentBundle, bundle_from_json
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.trajectory import Source, Trajectory, Turn
from resources.storage.errors import TableNotWritten
from resources.storage.lake import Lake

Row = Mapping[str, Any]
TABLES = (REAL_TRAJECTORIES.name, AMPLIFIED_TRAJECTORIES.name)
LEAST_ID = 6
"""Characters of an id that are taken for its beginning."""
_AMBIGUOUS_SHOWN = 4


class TrajectoryNotFound(Exception):
    """None, or several. The message says what to do."""


@dataclass(frozen=True)
class InspectedTurn:
    """`real` is what tools said, None where nobody asked them; `simulated` what the world model said, None where it was
    not asked. `told` is hindsight's row, `trace` that of `execution_traces`, `audits` those of `audited_turns`."""

    turn_id: str
    turn: Turn
    real: Observation | None
    audits: tuple[Row, ...]
    told: Row | None
    trace: Row | None

    @property
    def simulated(self) -> Observation | None:
        return None if self.turn.source is Source.REAL else self.turn.observation

    @property
    def outcome(self) -> Outcome:
        """The real label where there is one."""
        return (self.real or self.turn.observation).outcome

    @property
    def disagrees(self) -> bool:
        """The world model's label is not the real one."""
        return bool(self.simulated and self.real and self.simulated.outcome is not self.real.outcome)


@dataclass(frozen=True)
class Inspection:
    """`table` is the one it was made in; `bundle` is None where it is no longer among the bundles."""

    trajectory: Trajectory
    table: str
    bundle: EnvironmentBundle | None
    turns: tuple[InspectedTurn, ...]

    @cached_property
    def disagreements(self) -> int:
        return sum(turn.disagrees for turn in self.turns)


def find_trajectory(lake: Lake, name: str) -> tuple[str, str, str]:
    """Table, domain and id of the one that `name` (an id, a turn's id, or the beginning of one) means. Raises
    TrajectoryNotFound, and TableNotWritten where there is none at all."""
    beginning = name.partition(":")[0]
    if len(beginning) < LEAST_ID:
        raise TrajectoryNotFound(f"{name!r} is too short for an id; give at least {LEAST_ID} characters")
    places = [(table, domain) for table in TABLES for domain in lake.partitions(table)]
    if not places:
        raise TableNotWritten(f"{lake.root} has no trajectory yet: `icwm run` makes some")
    found = [
        (table, domain, identity)
        for table, domain in places
        for identity in lake.scan(table, [domain]).select("trajectory_id").collect()["trajectory_id"].to_list()
        if identity.startswith(beginning)
    ]
    if not found:
        raise TrajectoryNotFound(
            f"no trajectory {beginning!r} in {lake.root}; `icwm query 'select trajectory_id from real_trajectories'` "
            "lists them"
        )
    if len(found) > 1:
        named = ", ".join(identity for _, _, identity in found[:_AMBIGUOUS_SHOWN])
        raise TrajectoryNotFound(f"{beginning} is the beginning of {len(found)} ids; give more of it: {named} …")
    return found[0]


def turn_named(name: str) -> int | None:
    """The index in a turn's id; None for a trajectory's."""
    index = name.partition(":")[2]
    return int(index) if index.isdecimal() else None


def inspect_trajectory(lake: Lake, name: str) -> Inspection:
    """`name` as in `find_trajectory`, and so is what is raised."""
    table, domain, identity = find_trajectory(lake, name)
    return read_trajectory(lake, table, domain, identity)


def read_trajectory(lake: Lake, table: str, domain: str, identity: str) -> Inspection:
    """Raises TrajectoryNotFound where a later commit has dropped it."""
    rows = _rows(lake, table, domain, "trajectory_id", identity)
    if not rows:
        raise TrajectoryNotFound(f"{identity} is no longer in {table}")
    trajectory = trajectory_from_row(rows[0])
    bundles = _rows(lake, ENVIRONMENT_BUNDLES.name, domain, "bundle_hash", trajectory.bundle_hash)
    bundle = bundle_from_json(bundles[0]["canonical"]) if bundles else None
    return Inspection(trajectory, table, bundle, _turns(lake, trajectory))


def _turns(lake: Lake, trajectory: Trajectory) -> tuple[InspectedTurn, ...]:
    domain, identity = trajectory.domain, trajectory.trajectory_id
    executed = _executed(lake, trajectory)
    told = {row["turn_id"]: row for row in _rows(lake, HINDSIGHT_REASONING.name, domain, "trajectory_id", identity)}
    traces = {
        row["candidate_hash"]: row
        for row in _rows(lake, EXECUTION_TRACES.name, domain, "bundle_hash", trajectory.bundle_hash)
    }
    ids = [trajectory.turn_id(turn) for turn in trajectory.turns]
    audits = _rows_of_turns(lake, AUDITED_TURNS.name, domain, ids)
    return tuple(
        InspectedTurn(
            name,
            turn,
            _real(turn, executed.get(name), audits.get(name, [])),
            tuple(audits.get(name, [])),
            told.get(name),
            traces.get(turn.candidate.hash),
        )
        for name, turn in zip(ids, trajectory.turns, strict=True)
    )


def _real(turn: Turn, executed: Observation | None, audits: list[Row]) -> Observation | None:
    """The tools' own words where they were kept, else the label that an audit saw."""
    if turn.source is Source.REAL:
        return turn.observation
    labels = [Outcome(row["outcome"]) for row in audits]
    return executed or turn.verification or (Observation(labels[-1], "") if labels else None)


def _executed(lake: Lake, trajectory: Trajectory) -> dict[str, Observation]:
    """By turn id: what tools said later of turns that were simulated, by an audit or to be told."""
    domain = trajectory.domain
    corrections = _rows_of_turns(
        lake, CORRECTION_LOG.name, domain, [trajectory.turn_id(turn) for turn in trajectory.turns]
    )
    found = {name: observation_from_columns(rows[-1], rows[-1]["toolchain"]) for name, rows in corrections.items()}
    for row in _rows(lake, GROUNDED_TRAJECTORIES.name, domain, "trajectory_id", trajectory.trajectory_id):
        grounded = trajectory_from_row(row)
        found |= {grounded.turn_id(turn): turn.verification for turn in grounded.turns if turn.verification}
    return found


def diagnostics(domain: Domain, observation: Observation | None) -> tuple[Diagnostic, ...]:
    """What the log says, by line where it names one."""
    return tuple(domain.diagnostics(observation)) if observation is not None and observation.log else ()


def _rows_of_turns(lake: Lake, table: str, domain: str, ids: list[str]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in _matching(lake, table, domain, pc.field("turn_id").isin(ids)):
        found.setdefault(row["turn_id"], []).append(row)
    return found


def _rows(lake: Lake, table: str, domain: str, column: str, value: str) -> list[dict[str, Any]]:
    return _matching(lake, table, domain, pc.field(column) == value)


def _matching(lake: Lake, table: str, domain: str, condition: Any) -> list[dict[str, Any]]:
    """No rows where the table was never written."""
    if lake.manifest(table, domain) is None:
        return []
    rows: list[dict[str, Any]] = lake.dataset(table, domain).to_table(filter=condition).to_pylist()
    return rows
