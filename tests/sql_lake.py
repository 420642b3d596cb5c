"""A small lake for the .sql files of `dbt_like_sql`: rows of the tables they read, and their evaluation."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from assets.tables import TABLES
from assets.warehouse.sql_model import Layer, in_order, read_models
from assets.warehouse.sql_run import materialise_model
from resources.storage.lake import Lake

FOLDER = Path(__file__).parent.parent / "dbt_like_sql"
MODELS = {model.name: model for model in read_models(FOLDER)}
STAGING = [model for model in in_order(MODELS.values()) if model.layer is Layer.STAGING]
MARTS = [model for model in in_order(MODELS.values()) if model.layer is Layer.MARTS]


def memory_lake() -> Lake:
    """Of its own name: the memory is one for the whole process."""
    return Lake(f"memory://sql-{uuid4()}")


def turn(index: int, outcome: str, *kinds: str, source: str = "real", reasoning: str = "because") -> dict[str, Any]:
    faults = [{"category": "logic", "kind": kind, "line": 1} for kind in kinds]
    return {
        "index": index,
        "reasoning": reasoning,
        "code": f"code {index}",
        "candidate_hash": f"c{index}",
        "outcome": outcome,
        "stage": "function",
        "log": b"\xff log",
        "log_truncated": False,
        "metrics": [("cells", 3.0)],
        "source": source,
        "verified_outcome": "PASS" if source == "simulated, verified" else None,
        "faults": faults,
    }


def trajectory(name: str, *turns: dict[str, Any], domain: str = "chip_design", **more: Any) -> dict[str, Any]:
    texts = ["generator_version", "generator_model", "instructions_version", "checkpoint", "failure"]
    row = {"ended": "passed", **dict.fromkeys(texts, "")}
    row |= {"trajectory_id": name, "domain": domain, "seed_id": "set/task", "bundle_hash": f"bundle-{domain}"}
    row |= {"generator": "g", "toolchain": "tools", "generator_seed": 0, "passed": True}  # type: ignore[dict-item]
    return row | {"turn_count": len(turns), "turns": list(turns)} | more


def bundle(domain: str = "chip_design", **more: Any) -> dict[str, Any]:
    row: dict[str, Any] = {field.name: "" for field in TABLES["environment_bundles"].arrow_schema}
    row |= {"bundle_hash": f"bundle-{domain}", "domain": domain, "seed_id": "set/task", "tier": 1, "certified": True}
    row |= {"weak": False, "mutation_score": 0.9, "mutants": 10, "mutants_killed": 9, "cheats": 2, "cheats_caught": 2}
    row |= {"survivors": [], "toolchain_versions": [], "source": "set", "commit": "abc123", "licence": "MIT"}
    return row | more


def correction(turn_id: str, **more: Any) -> dict[str, Any]:
    row: dict[str, Any] = {field.name: "" for field in TABLES["correction_log"].arrow_schema}
    row |= {"turn_id": turn_id, "domain": "chip_design", "bundle_hash": "bundle-chip_design", "outcome": "TIMEOUT"}
    row |= {"confidence": 0.9, "log": b"", "log_truncated": False, "metrics": [], "toolchain": "tools"}
    return row | {"audit_id": "audit1", "created_at": datetime(2026, 1, 1, tzinfo=UTC)} | more


def write(lake: Lake, table: str, *rows: dict[str, Any], domain: str = "chip_design") -> None:
    lake.write(TABLES[table], domain, TABLES[table].from_rows(rows))


def evaluate(lake: Lake) -> None:
    """All models over what is in the lake, staging for each domain that has trajectories."""
    absent = list(TABLES.values())
    for model in STAGING:
        for domain in lake.partitions("real_trajectories"):
            materialise_model(model, lake, domain, may_be_absent=absent)
    for model in MARTS:
        materialise_model(model, lake, may_be_absent=absent)


def rows_of(lake: Lake, table: str) -> list[dict[str, Any]]:
    return lake.scan(table).collect().to_dicts()


def small_lake() -> Lake:
    lake = memory_lake()
    write(
        lake,
        "real_trajectories",
        trajectory("t1", turn(0, "FUNCTIONAL_MISMATCH", "off_by_one", "wrong_edge"), turn(1, "PASS")),
        trajectory("t2", turn(0, "COMPILATION_ERROR", "off_by_one", reasoning="x" * 99)),
    )
    write(lake, "real_trajectories", trajectory("t3", turn(0, "PASS"), domain="embedded"), domain="embedded")
    write(lake, "environment_bundles", bundle(), bundle(bundle_hash="bad", certified=False, reason="reference fails"))
    write(lake, "environment_bundles", bundle("embedded", licence="Apache-2.0"), domain="embedded")
    write(
        lake,
        "amplified_trajectories",
        trajectory("a1", turn(0, "TIMEOUT", source="simulated, verified"), checkpoint="icwm-1"),
    )
    return lake
