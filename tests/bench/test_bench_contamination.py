"""How much planted contamination is found, and how much is found that is none: each disguise, two populations.

What is printed is what `docs/reasoning.md` shows. `planted` says what counts as a plant.
"""

from pathlib import Path

import pytest

from assets.world_model.intervals import wilson
from resources.domains.registry import get_domain, load_domains
from resources.execution.sandbox.job import Sandbox
from tests.bench.planted import ALL, OTHER, Counts, Planting, unseen
from tests.disguises import FORMS

LEAST_FOUND, MOST_FALSE = 0.9, 0.01
LEAST_FOUND_UNSEEN, MOST_FALSE_UNSEEN = 0.8, 0.1
"""Of each form, and of programs for other tasks. What is promised for all forms together is 0.99. Public sets hold
tasks that are nearly one (a half and a full adder, attention twice), and unseen disguises are worn all at once, too."""


@pytest.mark.parametrize("name", list(load_domains()))
def test_planted_contamination(name: str, sandbox: Sandbox) -> None:
    counts = Planting(get_domain(name), sandbox).counted()
    told(name, counts)
    assert all(counts.found[form] >= LEAST_FOUND * counts.asked[form] for form in FORMS)
    assert counts.found[OTHER] <= MOST_FALSE * counts.asked[OTHER]


@pytest.mark.parametrize("name", list(load_domains()))
def test_planted_contamination_of_programs_that_set_no_threshold(
    name: str, sandbox: Sandbox, public_sets: Path
) -> None:
    domain = get_domain(name)
    counts = Planting(domain, sandbox, unseen(domain, public_sets)).counted()
    told(f"unseen {name}", counts)
    assert all(counts.found[form] >= LEAST_FOUND_UNSEEN * counts.asked[form] for form in (*FORMS, ALL))
    assert counts.found[OTHER] <= MOST_FALSE_UNSEEN * counts.asked[OTHER]


def told(name: str, counts: Counts) -> None:
    for form, asked in sorted(counts.asked.items()):
        low, high = wilson(counts.found[form], asked)
        ways = f"text {counts.by_text[form]}, fingerprint {counts.by_fingerprint[form]}"
        print(f"{name}, {form}: {counts.found[form]} of {asked} ({low:.1%} to {high:.1%}): {ways}")
    print(*counts.missed, sep="\n")
