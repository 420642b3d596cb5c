"""Mutated real programs through each domain's readers: no exception, and the same answer each time, under load too.

`ICWM_FUZZ_INPUTS=2000` is the full run. Deaths are outcomes and counted: what killed a reader is printed.
"""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from resources.domains.domain import Domain
from resources.domains.faults import apply_edits
from resources.domains.readers import DIED
from resources.domains.registry import load_domains
from resources.execution.bundle import Candidate, EnvironmentBundle
from tests.fuzzing import INPUTS, inputs


def answers(domain: Domain, bundle: EnvironmentBundle, candidate: Candidate) -> tuple[Any, ...]:
    """All that is read of a candidate before a tool sees it."""
    edits = domain.fault_injector().edits(candidate.code)
    assert all(apply_edits(candidate.code, [edit]) != candidate.code for edit in edits[:20])
    return (
        tuple(domain.refused(bundle, candidate)),
        dict(domain.cheap_checks(bundle, candidate)),
        domain.static_diagnostic(bundle, candidate),
        domain.simulated_failure(bundle, candidate),
        edits,
    )


@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", list(load_domains()))
def test_readers_answer_whatever_the_text_is_and_the_same_each_time(name: str) -> None:
    domain = load_domains()[name]
    drawn = list(inputs(domain, INPUTS))
    with ThreadPoolExecutor(2) as threads:
        first = list(threads.map(lambda item: answers(domain, *item), drawn))
        again = list(threads.map(lambda item: answers(domain, *item), reversed(drawn)))
    differing = [place for place, (one, two) in enumerate(zip(first, reversed(again), strict=True)) if one != two]
    assert not differing, [drawn[place][1].code for place in differing[:3]]
    died = [item[1].code for item, found in zip(drawn, first, strict=True) if DIED in found[1]]
    print(name, len(drawn), Counter(bool(found[0]) for found in first), "deaths", len(died), died[:2])
