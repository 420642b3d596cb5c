"""A corpus that is made anew beside held-out texts: what holds one of them, in disguise, is no row to train on."""

import shutil
from pathlib import Path

import dagster as dg
import polars as pl
import pytest

from assets.corpus.asset import reasoning_corpus
from assets.corpus.splits import CorpusSplit
from assets.home import Home
from assets.home_resource import HomeResource
from assets.profile_resource import ProfileResource
from resources.domains.registry import load_domains
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake
from tests.disguises import disguises
from tests.home import GraphHome


@pytest.mark.parametrize("domain", ["chip_design", "code_optimization"])
def test_rows_that_hold_a_held_out_program_in_another_style_are_the_benchmarks(
    materialised: GraphHome, domain: str, tmp_path: Path
) -> None:
    """Renamed and restyled the text no longer shows where it comes from."""
    home = materialised.settings.home
    shutil.copytree(home.lake, tmp_path / "lake")
    (tmp_path / "cache").mkdir()
    shutil.copy(home.fingerprints, Home(tmp_path).fingerprints)
    lake = Lake(str(tmp_path / "lake"))
    tasks = set(lake.read("reasoning_corpus", domain).filter("solved")["seed_id"])
    seed = next(s for s in load_domains()[domain].builtin_seeds() if s.seed_id in tasks)
    ways = disguises(domain)
    (tmp_path / "held_out").mkdir()
    (tmp_path / "held_out" / "copy.src").write_text(ways["restyled"](ways["renamed"](seed.reference)))
    result = dg.materialize(
        [reasoning_corpus],
        partition_key=domain,
        resources={
            "lake": LakeResource(root=str(tmp_path / "lake"), warehouse_path=str(tmp_path / "warehouse.duckdb")),
            "home": HomeResource(root=str(tmp_path)),
            "profile": ProfileResource(
                name=materialised.settings.profile, directory=str(materialised.settings.profiles)
            ),
        },
    )
    assert result.success
    rows = lake.read("reasoning_corpus", domain)
    held = rows.filter(pl.col("contaminated_by") == "copy.src")
    assert seed.seed_id in set(held["seed_id"])
    assert set(held["split"]) == {CorpusSplit.BENCHMARK.value}
