"""Targeted faults of every domain that offers them: what their names and targets promise, and that there are enough."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.faults import apply_edits
from resources.domains.registry import get_domain, load_domains
from resources.domains.targeted_faults import TargetedFaults
from resources.execution.outcome import Outcome

OFFERING = sorted(name for name, domain in load_domains().items() if domain.targeted_faults().kinds)
LEAST_CANDIDATES = 8
"""For each label and task, on average: with an ordinary edit beside it, each makes several."""


def targeted(name: str) -> TargetedFaults:
    domain = get_domain(name)
    return domain.targeted_faults()


@pytest.mark.parametrize("name", OFFERING)
def test_every_kind_aims_at_a_failure_of_its_domain_by_a_name_of_its_own(name: str) -> None:
    domain, injector = get_domain(name), targeted(name)
    kinds = [kind.name for kind in injector.kinds]
    assert len(set(kinds)) == len(kinds)
    assert set(injector.targets) == set(kinds)
    assert not set(kinds) & {kind.name for kind in domain.fault_injector().kinds}
    assert set(injector.targets.values()) <= set(domain.outcomes) - {Outcome.PASS}
    assert all(kind.is_fault and kind.description for kind in injector.kinds)


@pytest.mark.parametrize("name", OFFERING)
def test_every_kind_has_places_and_every_label_enough_candidates(name: str) -> None:
    injector, seeds = targeted(name), [seed for seed in get_domain(name).builtin_seeds() if seed.reference.strip()]
    candidates: dict[Outcome, set[str]] = {label: set() for label in injector.targets.values()}
    found: set[str] = set()
    for seed in seeds:
        assert injector.edits(seed.reference) == injector.edits(seed.reference)
        for edit in injector.edits(seed.reference):
            found.add(edit.kind)
            candidates[injector.targets[edit.kind]].add(apply_edits(seed.reference, [edit]))
    assert found == set(injector.targets)
    few = {label: len(texts) for label, texts in candidates.items() if len(texts) < LEAST_CANDIDATES * len(seeds)}
    assert not few


@pytest.mark.parametrize("name", OFFERING)
@given(text=st.text(max_size=200))
def test_any_text_is_read(name: str, text: str) -> None:
    assert all(apply_edits(text, [edit]) != text for edit in targeted(name).edits(text))


@pytest.mark.parametrize("name", OFFERING)
@given(data=st.data())
def test_a_damaged_reference_is_read(name: str, data: st.DataObject) -> None:
    code = data.draw(st.sampled_from([seed.reference for seed in get_domain(name).builtin_seeds()]))
    start = data.draw(st.integers(0, len(code)))
    text = code[:start] + code[data.draw(st.integers(start, len(code))) :]
    assert all(apply_edits(text, [edit]) != text for edit in targeted(name).edits(text))
