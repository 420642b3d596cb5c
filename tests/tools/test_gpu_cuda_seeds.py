"""The built-in CUDA tasks through the real backend: references pass, and a fault that compiles does not."""

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.faults.cheats.cuda import cuda_cheats
from resources.domains.gpu_kernels.tasks.library import builtin_seeds
from resources.domains.seed import TaskSeed
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.kept_backends import backend_of

SEEDS = [seed for seed in builtin_seeds() if seed.settings["language"] == "cuda"]
FAULTS = {
    "cuda_saxpy": ("if (i < n % 4)", "if (i < n % 2)", Outcome.FUNCTIONAL_MISMATCH),
    "cuda_clamped_relu6": ("__float2int_rn(clamped", "static_cast<int>(clamped", Outcome.FUNCTIONAL_MISMATCH),
    "cuda_stencil_1d": ("float sum = 0.0f;", "float sum;", Outcome.FUNCTIONAL_MISMATCH),
    "cuda_byte_histogram": ("atomicAdd(&own[x[i]], 1)", "own[x[i]] += 1", Outcome.RUNTIME_ERROR),
    "cuda_row_softmax": ("expf(row[j] - highest)", "expf(row[j])", Outcome.FUNCTIONAL_MISMATCH),
    "cuda_single_pass_argmax": ("        __threadfence();\n", "", Outcome.RUNTIME_ERROR),
    "cuda_fused_attention": ("constexpr int kKeys = 64;", "constexpr int kKeys = 256;", Outcome.MEMORY_FAULT),
    "cuda_bitonic_sort_rows": ("a.column > b.column", "a.column < b.column", Outcome.FUNCTIONAL_MISMATCH),
}


@pytest.fixture(scope="module")
def backend() -> Backend:
    return backend_of("gpu_kernels")


def test_the_library_covers_all_tiers() -> None:
    assert len(SEEDS) >= 16
    assert {seed.tier for seed in SEEDS} == {1, 2, 3, 4, 5}
    assert {seed.settings["target"] for seed in SEEDS} == {"sm_80", "sm_86", "sm_90"}


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.seed_id)
def test_the_reference_passes_and_a_fault_does_not(backend: Backend, seed: TaskSeed) -> None:
    bundle = bundle_from_seed(seed)
    observation = backend.execute(bundle, bundle.reference_candidate)
    assert observation.outcome is Outcome.PASS, observation.text[-800:]
    name = seed.seed_id.removeprefix("builtin/")
    if name in FAULTS:
        old, new, outcome = FAULTS[name]
        assert old in seed.reference
        faulty = backend.execute(bundle, Candidate(seed.reference.replace(old, new, 1)))
        assert faulty.outcome is outcome, faulty.text[-800:]


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.seed_id)
def test_what_works_on_small_sizes_alone_fails(backend: Backend, seed: TaskSeed) -> None:
    bundle = bundle_from_seed(seed)
    cheat = next(cheat for cheat in cuda_cheats(bundle) if cheat.name == "small_sizes_only")
    observation = backend.execute(bundle, cheat.candidate)
    assert observation.outcome is Outcome.FUNCTIONAL_MISMATCH, observation.text[-800:]
