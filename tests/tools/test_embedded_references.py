"""Every built-in embedded task through the real backend: references pass, and faults of each category show."""

from collections import Counter

import pytest

from assets.bundles.build import bundle_from_seed
from assets.bundles.mutants import draw_mutants
from resources.domains.embedded_systems.domain import DOMAIN
from resources.domains.embedded_systems.tasks.library import builtin_seeds
from resources.domains.seed import TaskSeed
from resources.execution.outcome import Outcome
from tests.tools.embedded_programs import backend

SEEDS = pytest.mark.parametrize("seed", builtin_seeds(), ids=lambda seed: seed.seed_id)


@SEEDS
def test_reference_passes_every_stage(seed: TaskSeed) -> None:
    bundle = bundle_from_seed(seed)
    observation = backend().execute(bundle, bundle.reference_candidate)
    assert observation.outcome is Outcome.PASS, observation.text
    assert [stage.stage for stage in observation.stages] == ["reject", "compile", "link", "model", "qemu", "function"]
    assert observation.log == b"", observation.text


@SEEDS
def test_empty_candidate_fails(seed: TaskSeed) -> None:
    bundle = bundle_from_seed(seed)
    observation = backend().execute(bundle, DOMAIN.empty_candidate(bundle))
    assert observation.outcome is Outcome.FUNCTIONAL_MISMATCH, observation.text
    assert "expected" in observation.text


@pytest.mark.parametrize("name", ["timer_interrupt_divider", "command_shell"])
def test_most_mutants_fail_with_many_labels(name: str) -> None:
    seed = next(seed for seed in builtin_seeds() if seed.seed_id == f"builtin/{name}")
    bundle = bundle_from_seed(seed)
    mutants = [mutant for mutant, _ in zip(draw_mutants(DOMAIN, bundle), range(16), strict=False)]
    labels = Counter(backend().execute(bundle, mutant.candidate).outcome for mutant in mutants)
    assert labels[Outcome.PASS] <= 6, labels
    assert len(labels) >= 4, labels
