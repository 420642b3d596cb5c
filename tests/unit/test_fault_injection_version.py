"""The version of the fault-injection generator: any edit of any rule of a domain changes it, in that domain alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from resources.domains.registry import load_domains
from resources.domains.toolkit import source_version as versions
from resources.generation.fault_injection.generator import FaultInjectionGenerator

DOMAINS = sorted(load_domains())
ROOT = Path(versions.__file__).parents[2]


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    versions.source_version.cache_clear()
    yield
    versions.source_version.cache_clear()


def edited(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    """As if somebody had added a comment to the file."""
    read = Path.read_bytes

    def with_comment(path: Path) -> bytes:
        return read(path) + (b"# edited\n" if path == file else b"")

    monkeypatch.setattr(Path, "read_bytes", with_comment)
    versions.source_version.cache_clear()


def version(domain: str) -> str:
    return FaultInjectionGenerator(load_domains()[domain]).version


def rules_of(domain: str) -> list[Path]:
    """Where a domain keeps ordinary rules apart from targeted ones and cheats, those, and what puts them together."""
    folder = ROOT / "domains" / domain / "faults"
    ordinary = folder / "ordinary"
    return sorted([folder / "injector.py", *ordinary.rglob("*.py")] if ordinary.is_dir() else folder.rglob("*.py"))


@pytest.mark.parametrize("domain", DOMAINS)
def test_an_edit_of_any_rule_changes_the_version_of_its_domain(domain: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of(domain)
    assert len(rules) > 5
    before = {name: version(name) for name in DOMAINS}
    for file in rules:
        with monkeypatch.context() as patch:
            edited(patch, file)
            after = {name: version(name) for name in DOMAINS}
        assert {name for name in DOMAINS if before[name] != after[name]} == {domain}, file


def test_domains_have_versions_of_their_own() -> None:
    assert len({version(domain) for domain in DOMAINS}) == len(DOMAINS)


@pytest.mark.parametrize("domain", DOMAINS)
def test_what_the_rules_use_counts_too(domain: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser that the rules read a candidate with decides where a fault applies."""
    before = version(domain)
    edited(monkeypatch, ROOT / "domains" / "faults.py")
    assert version(domain) != before


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_generators_own_code_counts(domain: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = version(domain)
    edited(monkeypatch, ROOT / "generation" / "fault_injection" / "plan.py")
    assert version(domain) != before


@pytest.mark.parametrize("domain", DOMAINS)
def test_rules_that_aim_at_a_label_have_a_version_too(domain: str, monkeypatch: pytest.MonkeyPatch) -> None:
    offered = load_domains()[domain].targeted_faults()
    before, ordinary = offered.version, version(domain)
    folder = ROOT / "domains" / domain
    folders = [place for place in (folder / "faults" / "targeted", folder / "aimed_faults") if place.is_dir()]
    edited(monkeypatch, sorted(folders[0].glob("*.py"))[-1])
    assert offered.version != before
    assert version(domain) == ordinary
