"""The tables `task_seeds` and `imported_seeds`: columns, and seed ↔ row. No policy and no reading of sources."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import pyarrow as pa

from resources.domains.seed import SeedOrigin, TaskSeed
from resources.execution.bundle import Limits
from resources.storage.schema import TableSchema

TEXT_MAP = pa.map_(pa.string(), pa.string())

_SEED_FIELDS = [
    pa.field("seed_id", pa.string(), nullable=False),
    pa.field("domain", pa.string(), nullable=False),
    pa.field("title", pa.string(), nullable=False),
    pa.field("tier", pa.int32(), nullable=False),
    pa.field("tags", pa.list_(pa.string())),
    pa.field("prompt", pa.string(), nullable=False),
    pa.field("interface", pa.string(), nullable=False),
    pa.field("candidate_file", pa.string(), nullable=False),
    pa.field("reference", pa.string(), nullable=False),
    pa.field("files", TEXT_MAP),
    pa.field("settings", TEXT_MAP),
    pa.field("limits", pa.map_(pa.string(), pa.float64())),
    pa.field("source", pa.string(), nullable=False),
    pa.field("commit", pa.string(), nullable=False),
    pa.field("licence", pa.string(), nullable=False),
    pa.field("path", pa.string(), nullable=False),
    pa.field("url", pa.string(), nullable=False),
    pa.field("unusable", pa.string(), nullable=False),
]

_COLUMNS = {
    "seed_id": "the source and the name, such as builtin/axpy; unique in the project",
    "tier": "1 (easy) to 5",
    "reference": "a solution by the task's author; never part of a prompt",
    "files": "bench and support files by name",
    "settings": "the domain's own settings (top module, kind of bench …)",
    "commit": "revision of the source, or sha256: of its content",
    "licence": "SPDX identifier; empty where none is known",
    "unusable": "why the task cannot be used; empty where it can",
}

IMPORTED_SEEDS = TableSchema(
    "imported_seeds",
    pa.schema(_SEED_FIELDS),
    ("seed_id",),
    "Seeds that an importer read from a public set, before any policy",
    _COLUMNS,
)

TASK_SEEDS = TableSchema(
    "task_seeds",
    pa.schema([*_SEED_FIELDS, pa.field("purpose", pa.string(), nullable=False)]),
    ("seed_id",),
    "All seeds of a domain, built in and imported; `unusable` says why one is not used",
    {**_COLUMNS, "purpose": "train, or evaluate for benchmarks, whose tasks never enter the training split"},
)


def seed_to_row(seed: TaskSeed) -> dict[str, Any]:
    row = asdict(seed)
    origin = row.pop("origin")
    return {
        **row,
        **origin,
        "tags": list(seed.tags),
        "files": sorted(seed.files.items()),
        "settings": sorted(seed.settings.items()),
        "limits": sorted((name, float(value)) for name, value in asdict(seed.limits).items()),
    }


def seed_from_row(row: Mapping[str, Any]) -> TaskSeed:
    origin = SeedOrigin(*(row[name] for name in ("source", "commit", "licence", "path", "url")))
    plain = {
        name: row[name] for name in ("seed_id", "domain", "title", "tier", "prompt", "interface", "candidate_file")
    }
    return TaskSeed(
        **plain,
        reference=row["reference"],
        origin=origin,
        tags=tuple(row["tags"] or ()),
        files=dict(row["files"] or ()),
        settings=dict(row["settings"] or ()),
        limits=_limits(dict(row["limits"] or ())),
        unusable=row["unusable"],
    )


def _limits(values: Mapping[str, float]) -> Limits:
    whole = {name: int(value) for name, value in values.items() if name != "wall_s"}
    return replace(Limits(wall_s=values.get("wall_s", Limits.wall_s)), **whole)
