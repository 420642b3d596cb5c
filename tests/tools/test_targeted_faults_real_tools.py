"""Targeted faults under the real tools: each kind leads where it aims on a small task, alone."""

from dataclasses import replace
from functools import cache

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.faults import apply_edits
from resources.domains.registry import get_domain, load_domains
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.overcommit import POLICIES, overcommitting

AIMS = [
    (name, kind, label)
    for name, domain in sorted(load_domains().items())
    for kind, label in domain.targeted_faults().targets.items()
]
QUICK = [aim for aim in AIMS if aim[2] is not Outcome.TIMEOUT]
SLOW = [
    ("chip_design", "index_wraps"),
    ("chip_design", "constant_counted_up"),
    ("cad_modeling", "counter_stands_still"),
]
"""Each costs its whole limit, so that three stand for all."""

EXCEEDING = [
    (name, kind)
    for name in load_domains()
    for kind in [kind for of, kind, label in AIMS if of == name and label is Outcome.RESOURCE_EXCEEDED][:1]
]


@cache
def backend(domain: str) -> Backend:
    return get_domain(domain).backend(make_sandbox())


def found(name: str, kind: str) -> tuple[EnvironmentBundle, Candidate]:
    """The first place of a kind in the shortest solution that has one."""
    domain = get_domain(name)
    for seed in sorted(domain.builtin_seeds(), key=lambda seed: len(seed.reference)):
        for edit in domain.targeted_faults().edits(seed.reference) if seed.reference.strip() else ():
            if edit.kind == kind:
                return bundle_from_seed(seed), Candidate(apply_edits(seed.reference, [edit]))
    raise AssertionError(f"{kind} has no place in any solution")


@pytest.mark.parametrize(("name", "kind", "label"), QUICK)
def test_a_kind_leads_where_it_aims(name: str, kind: str, label: Outcome) -> None:
    seen = backend(name).execute(*found(name, kind))
    assert seen.outcome is label, seen.text


@pytest.mark.parametrize(("name", "kind"), SLOW)
def test_a_loop_without_end_is_a_time_out(name: str, kind: str) -> None:
    """Two CPU seconds, in which the solution is done."""
    bundle, candidate = found(name, kind)
    bundle = replace(bundle, limits=replace(bundle.limits, cpu_s=2))
    assert backend(name).execute(bundle, bundle.reference_candidate).outcome is Outcome.PASS
    assert backend(name).execute(bundle, candidate).outcome is Outcome.TIMEOUT


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("name", "kind"), EXCEEDING)
def test_an_excess_is_one_under_every_overcommit_policy(name: str, kind: str, policy: str) -> None:
    bundle, candidate = found(name, kind)
    with overcommitting(policy):
        seen = backend(name).execute(bundle, candidate)
    assert seen.outcome is Outcome.RESOURCE_EXCEEDED, seen.text
