"""Every built-in chip-design task through the real backend: its reference passes, its empty stub does not."""

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.chip_design.domain import DOMAIN
from resources.domains.chip_design.tasks.library import builtin_seeds
from resources.domains.seed import TaskSeed
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox

SEEDS = pytest.mark.parametrize("seed", builtin_seeds(), ids=lambda seed: seed.seed_id)


@pytest.fixture(scope="module")
def backend() -> Backend:
    return DOMAIN.backend(make_sandbox())


@SEEDS
def test_reference_passes_every_stage(backend: Backend, seed: TaskSeed) -> None:
    observation = backend.execute(bundle_from_seed(seed), Candidate(seed.reference))
    assert observation.outcome is Outcome.PASS, observation.text
    assert {"compile", "synthesise", "simulate"} <= {stage.stage for stage in observation.stages}
    assert [stage.stage for stage in observation.stages if not stage.passed] == []


@SEEDS
def test_empty_candidate_fails(backend: Backend, seed: TaskSeed) -> None:
    bundle = bundle_from_seed(seed)
    observation = backend.execute(bundle, DOMAIN.empty_candidate(bundle))
    assert observation.outcome is Outcome.FUNCTIONAL_MISMATCH, observation.text


@SEEDS
def test_mismatch_lines_tell_time_expected_and_got(backend: Backend, seed: TaskSeed) -> None:
    """What a model learns from: the log of the stub names a signal's expected and actual value."""
    observation = backend.execute(bundle_from_seed(seed), Candidate(seed.interface))
    assert "expected" in observation.text
    assert "got" in observation.text
