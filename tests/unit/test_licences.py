"""Which seeds wait for permission, and that permission is kept."""

from pathlib import Path

import pytest

from assets.seeds.licences import add_allowance, apply_policy, licence_problem, read_allowances
from resources.domains.seed import SeedOrigin, TaskSeed


def seed(licence: str, unusable: str = "") -> TaskSeed:
    origin = SeedOrigin("some-set", "abc", licence, "a.v")
    return TaskSeed("some-set/a", "chip_design", "a", "p", "i", "a.v", "r", origin, unusable=unusable)


@pytest.mark.parametrize("licence", ["MIT", "Apache-2.0", "BSD-3-Clause", "CC-BY-4.0"])
def test_permissive_licences_are_used(licence: str) -> None:
    assert licence_problem(seed(licence), frozenset()) == ""


@pytest.mark.parametrize("licence", ["", "GPL-3.0-only", "CC-BY-NC-4.0"])
def test_others_wait_until_allowed(licence: str) -> None:
    assert "icwm allow" in licence_problem(seed(licence), frozenset())
    assert licence_problem(seed(licence), frozenset({licence or "some-set"})) == ""


def test_an_importers_own_reason_comes_first() -> None:
    assert apply_policy(seed("", unusable="needs VCS"), frozenset()).unusable == "needs VCS"


def test_allowances_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "home" / "allowed.txt"
    add_allowance(path, "GPL-3.0-only")
    add_allowance(path, "some-set")
    assert read_allowances(path) == {"GPL-3.0-only", "some-set"}
