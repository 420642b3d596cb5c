"""How much planted contamination is found, and how much is found that is none: all built-in references, each disguise.

What is printed is what `docs/reasoning.md` shows. `planted` says what counts as a plant.
"""

import pytest

from assets.world_model.intervals import wilson
from resources.domains.registry import get_domain, load_domains
from resources.execution.sandbox.job import Sandbox
from tests.bench.planted import OTHER, Planting
from tests.disguises import FORMS

LEAST_FOUND, MOST_FALSE = 0.9, 0.01
"""Of each form, and of programs for other tasks. What is promised for all forms together is 0.99."""


@pytest.mark.parametrize("name", list(load_domains()))
def test_planted_contamination(name: str, sandbox: Sandbox) -> None:
    counts = Planting(get_domain(name), sandbox).counted()
    for form, asked in sorted(counts.asked.items()):
        found = counts.found[form]
        low, high = wilson(found, asked)
        ways = f"text {counts.by_text[form]}, fingerprint {counts.by_fingerprint[form]}"
        print(f"{name}, {form}: {found} of {asked} ({low:.1%} to {high:.1%}): {ways}")
    print(*counts.missed, sep="\n")
    assert all(counts.found[form] >= LEAST_FOUND * counts.asked[form] for form in FORMS)
    assert counts.found[OTHER] <= MOST_FALSE * counts.asked[OTHER]
