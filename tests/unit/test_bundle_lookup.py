"""Which bundle a name means: a built-in seed's, or one of the lake by seed or by the beginning of its hash."""

from dataclasses import replace
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from assets.seeds.imports import store_import
from orchestration.bundle_lookup import BundleLookup, BundleNotFound, builtin_names
from resources.domains.importing import ImportResult
from resources.domains.registry import load_domains
from resources.domains.toolkit.declaration import DeclaredDomain
from resources.storage.lake import Lake


def test_a_built_in_seed_needs_no_lake(tmp_path: Path) -> None:
    seed = load_domains()["chip_design"].builtin_seeds()[0]
    assert BundleLookup(Lake(tmp_path)).find(seed.seed_id).prompt == seed.prompt


@pytest.mark.parametrize("domain", sorted(load_domains()))
def test_one_built_in_seed_is_the_one_among_all(domain: str) -> None:
    seeds = load_domains()[domain].builtin_seeds()
    for seed in (seeds[0], seeds[-1]):
        assert load_domains()[domain].builtin_seed(seed.seed_id) == seed
    name = seeds[0].seed_id.partition("/")[2]
    assert [load_domains()[domain].builtin_seed(other) for other in (name, f"mine/{name}", "builtin/none")] == [
        None
    ] * 3


def test_a_built_in_seed_is_found_without_reading_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def whole(_: DeclaredDomain) -> None:
        raise AssertionError("a library was read whole")

    monkeypatch.setattr(DeclaredDomain, "builtin_seeds", whole)
    seed_ids = ("builtin/lfsr_galois_16", "builtin/edit_distance")
    assert [BundleLookup(Lake(tmp_path)).find(name).seed_id for name in seed_ids] == list(seed_ids)


def test_a_library_that_is_broken_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "acme_mill" / "tasks"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    (package / "library.py").write_text("import math\n\nTURN = math.two_pi\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AttributeError, match="two_pi"):
        DeclaredDomain("acme_mill.domain", "Mills", "gcode", {}).builtin_seed("builtin/none")


def test_a_mistyped_name_is_told_the_near_one_without_reading_a_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = {seed.seed_id for domain in load_domains().values() for seed in domain.builtin_seeds()}
    assert set(builtin_names()) == every
    monkeypatch.setattr(DeclaredDomain, "builtin_seeds", None)
    with pytest.raises(
        BundleNotFound, match=r"'builtin/gray_countr'; did you mean builtin/gray_counter\b.*\? `icwm query"
    ):
        BundleLookup(Lake(tmp_path)).find("builtin/gray_countr")


def test_a_name_that_nobody_has_says_how_to_find_one(tmp_path: Path) -> None:
    with pytest.raises(BundleNotFound, match="icwm query"):
        BundleLookup(Lake(tmp_path)).find("rtllm/none")


def test_an_imported_seed_needs_no_run(tmp_path: Path) -> None:
    lake, domain = Lake(tmp_path), load_domains()["chip_design"]
    first = domain.builtin_seeds()[0]
    origin = replace(first.origin, source="mine")
    usable = replace(first, seed_id="mine/one", origin=origin)
    other = replace(first, seed_id="mine/two", origin=origin, unusable="needs VCS")
    store_import(lake, domain, "mine", ImportResult((usable, other), ()))
    assert BundleLookup(lake).find("mine/one").prompt == first.prompt
    with pytest.raises(BundleNotFound):
        BundleLookup(lake).find("mine/two")


def test_a_built_in_task_is_the_one_of_today(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A harness of an older version under the tools of today calls every answer wrong."""
    seed = load_domains()["chip_design"].builtin_seeds()[0]
    today = bundle_from_seed(seed)
    older = replace(today, files={**today.files, "bench.v": "// another"})
    monkeypatch.setattr(BundleLookup, "_in_lake", [older])
    lookup = BundleLookup(Lake(tmp_path))
    assert lookup.find(seed.seed_id).hash == today.hash
    assert lookup.find(older.hash[:12]).hash == older.hash
