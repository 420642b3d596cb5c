"""`icwm.Engine` over a home: what it lists, reads and refuses; a prediction is trusted as the last audit has it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import icwm
from assets.home import Home
from assets.seeds.imports import store_import
from assets.seeds.licences import add_allowances
from assets.trust.audit_tables import AUDITED_TURNS
from assets.world_model.shipped import shipped_checkpoint
from resources.domains.importing import ImportResult
from resources.domains.registry import get_domain
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.storage.errors import LakeError
from resources.storage.lake import Lake

TASK = "builtin/gray_counter"


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[icwm.Engine]:
    with icwm.Engine(tmp_path / "home") as engine:
        yield engine


def lake_of(engine: icwm.Engine) -> Lake:
    return Lake(engine.home / "lake")


def seed(domain: str, licence: str) -> TaskSeed:
    return TaskSeed(f"mine/{domain}", domain, "a", "p", "i", "a", "r", SeedOrigin("mine", "abc", licence, "a"))


def test_a_task_that_waits_for_a_licence_is_none_yet(engine: icwm.Engine) -> None:
    store_import(lake_of(engine), get_domain("chip_design"), "mine", ImportResult((seed("chip_design", ""),), ()))
    assert "mine/chip_design" not in engine.tasks("chip_design")
    add_allowances(Home(engine.home).allowances, ["mine@abc"])
    assert {"mine/chip_design", TASK} <= set(engine.tasks("chip_design"))


def test_a_table_is_one_domain_s_or_all_domains(engine: icwm.Engine) -> None:
    domains = ("chip_design", "gpu_kernels")
    for name in domains:
        store_import(lake_of(engine), get_domain(name), "mine", ImportResult((seed(name, "MIT"),), ()))
    assert engine.table("imported_seeds")["seed_id"].to_list() == [f"mine/{name}" for name in domains]
    assert engine.table("imported_seeds", "gpu_kernels")["seed_id"].to_list() == ["mine/gpu_kernels"]
    for absent in (("task_seeds",), ("imported_seeds", "cad_modeling")):
        with pytest.raises(LakeError):
            engine.table(*absent)


@pytest.mark.parametrize(
    ("layout", "error"),
    [("huggingface", icwm.NothingToPublish), ("execution-traces", icwm.NothingToPublish), ("parquet", ValueError)],
)
def test_an_export_of_nothing_leaves_the_folder_alone(engine: icwm.Engine, layout: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        engine.export(engine.home / "out", layout=layout)
    assert not (engine.home / "out").exists()


def test_an_audit_changes_what_is_trusted_from_then_on(engine: icwm.Engine) -> None:
    task = engine.bundle(TASK)
    assert engine.predict(task, task.reference).trusted
    lake_of(engine).append(AUDITED_TURNS, task.domain, AUDITED_TURNS.from_rows(false_passes(task)))
    assert not engine.predict(task, task.reference).trusted


def false_passes(task: icwm.EnvironmentBundle) -> list[dict[str, Any]]:
    """An audit in which whatever was surely foretold to pass did not."""
    checkpoint = shipped_checkpoint()
    assert checkpoint is not None
    words = {field.name: "x" for field in AUDITED_TURNS.arrow_schema if field.type == "string"}
    said = words | {"checkpoint": checkpoint.name, "seed_id": task.seed_id, "domain": task.domain}
    said |= {"predicted_outcome": "PASS", "outcome": "FUNCTIONAL_MISMATCH"}
    figures = {"created_at": datetime.now(UTC), "confidence": 1.0, "novelty": 0.0, "weight": 1.0, "seconds": 1.0}
    return [said | figures | {"turn_id": f"{number}:0", "text_true": None} for number in range(60)]
