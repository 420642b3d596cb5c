"""Aimed faults under the real tools: each kind leads where it aims on a small task, alone."""

from functools import cache

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.aimed_faults import OffersAimedFaults
from resources.domains.faults import apply_edits
from resources.domains.registry import get_domain, load_domains
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox

AIMS = [
    (name, kind, label)
    for name, domain in sorted(load_domains().items())
    if isinstance(domain, OffersAimedFaults)
    for kind, label in domain.aimed_faults().aims.items()
]
QUICK = [aim for aim in AIMS if aim[2] is not Outcome.TIMEOUT]


@cache
def backend(domain: str) -> Backend:
    return get_domain(domain).backend(make_sandbox())


@pytest.mark.parametrize(("name", "kind", "label"), QUICK)
def test_a_kind_leads_where_it_aims(name: str, kind: str, label: Outcome) -> None:
    domain = get_domain(name)
    assert isinstance(domain, OffersAimedFaults)
    seeds = sorted(domain.builtin_seeds(), key=lambda seed: len(seed.reference))
    bundle, edit = next(
        (bundle_from_seed(seed), edit)
        for seed in seeds
        if seed.reference.strip()
        for edit in domain.aimed_faults().edits(seed.reference)
        if edit.kind == kind
    )
    seen = backend(name).execute(bundle, Candidate(apply_edits(bundle.reference, [edit])))
    assert seen.outcome is label, (bundle.seed_id, edit, seen.text)
