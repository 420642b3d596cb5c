"""References with a mistake that only rare inputs show fail."""

import pytest

from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.gpu_rare_mistakes import MISTAKES
from tests.tools.test_gpu_triton_labels import backend, bundle_of


@pytest.mark.parametrize("name", MISTAKES)
def test_what_only_rare_inputs_show_is_shown(name: str) -> None:
    seed, right, wrong = MISTAKES[name]
    bundle = bundle_of(seed)
    assert right in bundle.reference
    seen = backend().execute(bundle, Candidate(bundle.reference.replace(right, wrong)))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
