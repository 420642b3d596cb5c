"""What every domain's backend must do, found through the registry: a new folder is tested without a new test.

Verdicts on references, empty answers and cheats; equal observations for equal candidates; hostile text.
"""

from dataclasses import replace

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.domain import Domain
from resources.domains.registry import get_domain, load_domains
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome
from resources.execution.sandbox.profile import WORK
from tests.tools.kept_backends import backend_of, new_backend_of

REFERENCES_EACH = 6
COMPARED_EACH = 1


def usable(domain: Domain) -> list[EnvironmentBundle]:
    return [bundle_from_seed(seed) for seed in domain.builtin_seeds() if not seed.unusable]


def spread(domain: Domain, count: int) -> list[EnvironmentBundle]:
    """Bundles from all tiers: every n-th of the library."""
    bundles = usable(domain)
    step = max(1, len(bundles) // count)
    return bundles[::step][:count]


def chosen(count: int) -> list[object]:
    return [
        pytest.param(name, bundle, id=bundle.seed_id)
        for name, domain in load_domains().items()
        for bundle in spread(domain, count)
    ]


domains = pytest.mark.parametrize("name", list(load_domains()))


def first(name: str) -> EnvironmentBundle:
    return usable(get_domain(name))[0]


@pytest.mark.parametrize(("name", "bundle"), chosen(REFERENCES_EACH))
def test_reference_passes_and_empty_fails(name: str, bundle: EnvironmentBundle) -> None:
    domain, backend = get_domain(name), backend_of(name)
    reference = backend.execute(bundle, bundle.reference_candidate)
    assert reference.outcome is Outcome.PASS, f"{reference.stage}: {reference.text}"
    assert {report.stage for report in reference.stages} <= set(domain.stages)
    empty = backend.execute(bundle, domain.empty_candidate(bundle))
    assert not empty.outcome.passed
    assert empty.outcome in domain.outcomes
    assert reference.outcome in domain.outcomes


@pytest.mark.parametrize(("name", "bundle"), chosen(REFERENCES_EACH))
def test_cheats_are_told_apart(name: str, bundle: EnvironmentBundle) -> None:
    """That each fails is certification's to find: the graph's tests certify three bundles of every domain."""
    cheats = get_domain(name).cheats(bundle)
    assert len({cheat.name for cheat in cheats}) == len(cheats) > 0


@pytest.mark.parametrize(("name", "bundle"), chosen(COMPARED_EACH))
def test_equal_candidates_give_equal_observations(name: str, bundle: EnvironmentBundle) -> None:
    backend, fresh = backend_of(name), new_backend_of(name)
    for candidate in (bundle.reference_candidate, get_domain(name).empty_candidate(bundle)):
        assert (
            backend.execute(bundle, candidate) == backend.execute(bundle, candidate) == fresh.execute(bundle, candidate)
        )


HOSTILE = {
    "empty": "",
    "blank": "\n\n \t\n",
    "NUL": "module\0 m; endmodule",
    "binary": bytes(range(256)).decode("latin-1") * 8,
    "lone surrogate": "int x; \udcff",
    "a megabyte": "// filler\n" * 110_000,
    "one long line": "a" * 300_000,
    "deep nesting": "(" * 50_000 + ")" * 50_000,
    "quotes": "\"'`\\" * 500,
    "escapes": "\x1b[31mred\x1b[0m\x07\x08",
    "right-to-left": "\u202e\u2066 evil",
}


@domains
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_is_an_outcome(name: str, kind: str) -> None:
    seen = backend_of(name).execute(first(name), Candidate(HOSTILE[kind]))
    assert not seen.outcome.passed
    assert seen.outcome in get_domain(name).outcomes
    assert len(seen.log) <= first(name).limits.log_bytes
    assert WORK not in seen.text, "where the sandbox keeps a candidate is nobody's business"


@domains
def test_other_line_ends_change_nothing(name: str) -> None:
    bundle = first(name)
    seen = backend_of(name).execute(bundle, Candidate(bundle.reference.replace("\n", "\r\n")))
    assert seen.outcome is Outcome.PASS, seen.text


@domains
def test_log_is_capped(name: str) -> None:
    bundle = replace(first(name), limits=replace(first(name).limits, log_bytes=300))
    broken = Candidate(bundle.reference + "\n" + "this is no code;\n" * 200)
    assert len(backend_of(name).execute(bundle, broken).log) <= 300


@domains
def test_toolchain_is_stable_and_on_every_observation(name: str) -> None:
    bundle, backend = first(name), backend_of(name)
    fingerprint = backend.toolchain().fingerprint
    assert fingerprint == new_backend_of(name).toolchain().fingerprint
    assert backend.execute(bundle, bundle.reference_candidate).toolchain == fingerprint
    assert backend.domain == name
    assert all(backend.toolchain().versions.values())


@domains
def test_cheap_checks_are_finite_and_diagnostics_do_not_raise(name: str) -> None:
    domain, bundle = get_domain(name), first(name)
    for text in (*HOSTILE.values(), bundle.reference):
        features = domain.cheap_checks(bundle, Candidate(text))
        assert all(value == value and abs(value) != float("inf") for value in features.values())
    for text in (bundle.reference[: len(bundle.reference) // 2], ""):
        for diagnostic in domain.diagnostics(backend_of(name).execute(bundle, Candidate(text))):
            assert diagnostic.category
            assert diagnostic.line >= 0
