"""What every domain's simulator must do: found through the registry, over built-in tasks, faults and any text."""

import math
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.domain import Domain
from resources.domains.faults import apply_edits
from resources.domains.registry import load_domains
from resources.domains.simulation import Agreement, DifferentialResult, HaltReason, Simulator
from resources.execution.bundle import Candidate, EnvironmentBundle

TASKS, FAULTS = 6, 4


def simulator_of(domain: Domain) -> Simulator | None:
    return domain.simulator


SIMULATED = sorted(name for name, domain in load_domains().items() if simulator_of(domain) is not None)
domains = pytest.mark.parametrize("name", SIMULATED)


def compared(name: str, bundle: EnvironmentBundle, code: str) -> DifferentialResult:
    simulator = simulator_of(load_domains()[name])
    assert simulator is not None
    return simulator.compare(bundle, Candidate(code))


def bundles(name: str) -> list[EnvironmentBundle]:
    """From all tiers: every n-th of the library."""
    made = [bundle_from_seed(seed) for seed in load_domains()[name].builtin_seeds() if not seed.unusable]
    return made[:: max(1, len(made) // TASKS)]


def faulty(name: str, bundle: EnvironmentBundle) -> Iterator[str]:
    edits = [edit for edit in load_domains()[name].fault_injector().edits(bundle.reference) if edit.changes]
    for edit in edits[:: max(1, len(edits) // FAULTS)]:
        yield apply_edits(bundle.reference, [edit])


def check(result: DifferentialResult) -> None:
    """What holds of any result."""
    assert all(math.isfinite(value) for value in result.features.values())
    assert 0 <= result.coverage.simulated <= result.coverage.cases
    if result.agreement is Agreement.SAME:
        assert result.halt is HaltReason.RETURNED
        assert result.coverage.simulated == result.coverage.cases > 0
        assert result.first_difference is None
    if result.first_difference is not None:
        assert result.agreement is Agreement.DIFFERENT
    if result.coverage.simulated == 0:
        assert result.agreement is not Agreement.SAME
    if result.halt is HaltReason.UNSUPPORTED:
        assert result.coverage.unsupported
    if result.site is not None:
        assert result.site.line >= 0


@domains
def test_references_are_never_different_from_themselves(name: str) -> None:
    results = [compared(name, bundle, bundle.reference) for bundle in bundles(name)]
    for result in results:
        check(result)
    assert Agreement.DIFFERENT not in {result.agreement for result in results}
    same = sum(result.agreement is Agreement.SAME for result in results)
    assert same >= len(results) / 2, "most built-in references can be simulated"


@domains
def test_faults_are_compared_alike_each_time_and_some_are_seen(name: str) -> None:
    seen = set[Agreement]()
    for bundle in bundles(name):
        for code in faulty(name, bundle):
            result = compared(name, bundle, code)
            check(result)
            assert result == compared(name, bundle, code)
            seen.add(result.agreement)
    assert Agreement.DIFFERENT in seen


@domains
@given(data=st.data())
def test_any_text_has_a_result(name: str, data: st.DataObject) -> None:
    bundle = bundles(name)[0]
    text = data.draw(st.text(max_size=200) | st.sampled_from([bundle.reference[:60], "", "\0", "(" * 500, "é" * 99]))
    check(compared(name, bundle, text))


@domains
def test_cheap_checks_hold_the_features_of_the_simulation(name: str) -> None:
    domain = load_domains()[name]
    for bundle in bundles(name)[:3]:
        for code in [bundle.reference, *faulty(name, bundle)]:
            checks = domain.cheap_checks(bundle, Candidate(code))
            result = compared(name, bundle, code)
            shared = {key for key in result.features if key in checks}
            assert all(checks[key] == result.features[key] for key in shared)
