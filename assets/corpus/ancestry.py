"""The whole history of one row of the corpus, from its seed to its split, read from the lake."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.corpus.schema import REASONING_CORPUS
from assets.grounding.schema import GROUNDED_TRAJECTORIES
from assets.hindsight.schema import HINDSIGHT_REASONING
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, REAL_TRAJECTORIES
from assets.trust.audit_tables import AUDITED_TURNS
from resources.storage.errors import TableNotWritten
from resources.storage.lake import Lake

Row = Mapping[str, Any]
LEAST_ID = 6
"""Characters of an id that are taken for its beginning."""


class RowNotFound(Exception):
    """No row, or several, have this id. The message says what to do."""


@dataclass(frozen=True)
class TurnAncestry:
    """One answer: its turn as it was made (`made`), as it is told (`told`), its audits, its reasoning's checks."""

    turn_id: str
    provenance: Row
    made: Row
    told: Row
    audits: tuple[Row, ...]
    hindsight: Row | None


@dataclass(frozen=True)
class Ancestry:
    """`table` is the one that the trajectory was made in."""

    row: Row
    bundle: Row
    trajectory: Row
    table: str
    turns: tuple[TurnAncestry, ...]


def ancestry(lake: Lake, name: str) -> Ancestry:
    """`name` is a conversation's id, one of its turns', or the beginning of either. Raises RowNotFound, and
    TableNotWritten where the corpus has no row at all."""
    row = _row(lake, name.partition(":")[0])
    domain, conversation = row["domain"], row["conversation_id"]
    bundle_hash = row["provenance"][0]["bundle_hash"]
    bundle = next(iter(_rows(lake, ENVIRONMENT_BUNDLES.name, domain, "bundle_hash", bundle_hash)), {})
    table, trajectory = _trajectory(lake, domain, conversation)
    grounded = _rows(lake, GROUNDED_TRAJECTORIES.name, domain, "trajectory_id", conversation)
    told = (grounded[0] if grounded else trajectory)["turns"]
    hindsight = {
        entry["turn_id"]: entry
        for entry in _rows(lake, HINDSIGHT_REASONING.name, domain, "trajectory_id", conversation)
    }
    turns = tuple(
        TurnAncestry(
            entry["turn_id"],
            entry,
            trajectory["turns"][entry["index"]],
            told[entry["index"]],
            tuple(_rows(lake, AUDITED_TURNS.name, domain, "turn_id", entry["turn_id"])),
            hindsight.get(entry["turn_id"]),
        )
        for entry in row["provenance"]
    )
    return Ancestry(row, bundle, trajectory, table, turns)


def _row(lake: Lake, name: str) -> Row:
    if len(name) < LEAST_ID:
        raise RowNotFound(f"{name!r} is too short for an id; give at least {LEAST_ID} characters")
    domains = lake.partitions(REASONING_CORPUS.name)
    if not domains:
        raise TableNotWritten(f"{lake.root} has no corpus yet: `icwm run` makes one")
    found: list[Row] = [
        row
        for domain in domains
        for row in lake.arrow(REASONING_CORPUS.name, [domain]).to_pylist()
        if row["conversation_id"].startswith(name)
    ]
    if len(found) > 1:
        raise RowNotFound(f"{name} is the beginning of {len(found)} ids; give more of it")
    if not found:
        raise RowNotFound(
            f"the corpus has no row {name}; `icwm query 'select conversation_id from reasoning_corpus'` lists them"
        )
    return found[0]


def _trajectory(lake: Lake, domain: str, name: str) -> tuple[str, Row]:
    for table in (REAL_TRAJECTORIES.name, AMPLIFIED_TRAJECTORIES.name):
        rows = _rows(lake, table, domain, "trajectory_id", name)
        if rows:
            return table, rows[0]
    raise RowNotFound(
        f"the trajectory of {name} is gone from the lake: the corpus is older than it; materialise it again"
    )


def _rows(lake: Lake, table: str, domain: str, column: str, value: str) -> list[dict[str, Any]]:
    """None where the table was never written. A map is a dictionary, as polars reads it."""
    import polars as pl

    if lake.manifest(table, domain) is None:
        return []
    return lake.scan(table, [domain]).filter(pl.col(column) == value).collect().to_dicts()
