"""Which seeds wait for permission, and that permission is kept."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from assets.seeds.licences import (
    add_allowances,
    apply_policy,
    is_expression,
    licence_problem,
    read_allowances,
    withdraw_allowances,
)
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
    assert licence_problem(seed(licence), frozenset({licence or "some-set@abc"})) == ""


def test_consent_to_a_set_without_a_known_licence_is_for_that_revision_alone() -> None:
    given = frozenset({"some-set@abc", "some-set"})
    later = replace(seed(""), origin=SeedOrigin("some-set", "def", "", "a.v"))
    assert licence_problem(seed(""), given) == ""
    assert licence_problem(later, given)
    assert licence_problem(seed("GPL-3.0-only"), given)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("MIT AND CC-BY-NC-4.0", True), ("LicenseRef-x", False), ("academic", False), ("MIT AND", False), ("", False)],
)
def test_what_is_no_expression_is_told(text: str, is_one: bool) -> None:
    assert is_expression(text) is is_one


def test_an_importers_own_reason_comes_first() -> None:
    assert apply_policy(seed("", unusable="needs VCS"), frozenset()).unusable == "needs VCS"


def test_allowances_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "home" / "allowed.txt"
    add_allowances(path, ["GPL-3.0-only"])
    add_allowances(path, ["some-set@abc"])
    assert read_allowances(path) == {"GPL-3.0-only", "some-set@abc"}
    withdraw_allowances(path, ["GPL-3.0-only"])
    assert read_allowances(path) == {"some-set@abc"}


@pytest.mark.parametrize(
    ("expression", "used"),
    [
        ("MIT OR GPL-3.0-only", True),
        ("MIT AND Apache-2.0", True),
        ("MIT AND GPL-3.0-only", False),
        ("GPL-3.0-only WITH GCC-exception-3.1", False),
        ("(MIT AND BSD-2-Clause) OR SSPL-1.0", True),
        ("MIT AND LicenseRef-Commons-Clause", False),
        ("MIT with Commons Clause", False),
        ("BUSL-1.1", False),
        ("Elastic-2.0", False),
        ("CC-BY-NC-SA-4.0", False),
        ("no such licence", False),
        ("MIT OR", False),
        ("academic use only", False),
    ],
)
def test_expressions_are_met_by_the_allow_list_alone(expression: str, used: bool) -> None:
    assert (licence_problem(seed(expression), frozenset()) == "") is used
    assert licence_problem(seed(expression), frozenset({expression})) == ""


def test_an_allowed_licence_counts_within_expressions() -> None:
    assert licence_problem(seed("MIT AND GPL-3.0-only"), frozenset({"GPL-3.0-only"})) == ""


def test_allowances_made_at_once_are_all_kept(tmp_path: Path) -> None:
    path, names = tmp_path / "allowed.txt", {f"set-{number}" for number in range(24)}
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda name: add_allowances(path, [name]), names))
    assert read_allowances(path) == names
