"""GPU importers on samples of the public sets, and imported references under the real backend."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.execution.backend import GpuBackend
from resources.domains.gpu_kernels.execution.rejection import refused
from resources.domains.gpu_kernels.faults.cheats import cheats
from resources.domains.gpu_kernels.tasks.importers import IMPORTERS
from resources.domains.importing import ImportResult
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.sandbox.bubblewrap import BubblewrapSandbox
from tests.sample_sets import SCALED_RELU_KERNEL, tritonbench_t

BY_NAME = {importer.name: importer for importer in IMPORTERS}
UNUSABLE = {
    "tritonbench-g/context_attn_llama": "does not shrink",
    "tritonbench-g/cross_entropy1": "torch.distributed",
    "tritonbench-g/destindex_copy_kv2": "does not shrink",
    "tritonbench-g/f8_conversion_utils": "untyped_storage",
    "tritonbench-g/fused_layernorm_triton": "torch._C",
    "tritonbench-g/kldiv_triton": "numpy",
    "tritonbench-g/streamk_matmul": "_debug",
    "tritonbench-g/triton_linear_activation": "triton.ops",
}
RUN = {
    "kernelbench": ("level1_100_HingeLoss", "level1_23_Softmax", "level2_37_Matmul_Swish_Sum_GroupNorm"),
    "tritonbench-g": ("matrix_transpose", "l2_norm_bwd", "index_select_cat"),
}


def sample(public_sets: Path, name: str) -> ImportResult:
    folder = public_sets / name.removesuffix("-g")
    if not folder.is_dir():
        pytest.skip(f"no sample of {name} at {folder}")
    return BY_NAME[name].read(folder)


@pytest.fixture(scope="module")
def backend() -> GpuBackend:
    return GpuBackend(BubblewrapSandbox())


@pytest.mark.parametrize(("name", "count"), [("kernelbench", 68), ("tritonbench-g", 46)])
def test_every_item_of_the_sample_is_read(public_sets: Path, name: str, count: int) -> None:
    result = sample(public_sets, name)
    assert result.problems == ()
    assert len(result.seeds) == count
    assert all(seed.origin.licence and seed.origin.commit for seed in result.seeds)
    unusable = {seed.seed_id: seed.unusable for seed in result.seeds if seed.unusable}
    assert set(unusable) == {seed_id for seed_id in UNUSABLE if seed_id.startswith(name)}
    assert all(UNUSABLE[seed_id] in reason for seed_id, reason in unusable.items())


@pytest.mark.parametrize("name", RUN)
def test_usable_tasks_have_what_the_domain_needs(public_sets: Path, name: str) -> None:
    for seed in sample(public_sets, name).seeds:
        if not seed.unusable:
            bundle = bundle_from_seed(seed)
            assert refused(bundle, bundle.reference_candidate) == []
            assert len(cheats(bundle)) >= 20
            assert seed.interface
            assert seed.files["oracle.py"]


@pytest.mark.parametrize("name", RUN)
def test_references_pass_and_copies_of_torch_do_not(public_sets: Path, name: str, backend: GpuBackend) -> None:
    chosen: Sequence[str] = [f"{name}/{task}" for task in RUN[name]]
    seeds = {seed.seed_id: seed for seed in sample(public_sets, name).seeds}
    for seed_id in chosen:
        bundle = bundle_from_seed(seeds[seed_id])
        observed = backend.execute(bundle, bundle.reference_candidate)
        assert observed.outcome is Outcome.PASS, f"{seed_id}: {observed.text}"
        suite = {cheat.name: cheat.candidate for cheat in cheats(bundle)}
        for cheat in ("torch_reference", "zeros_like_input"):
            if cheat in suite:
                assert backend.execute(bundle, suite[cheat]).outcome is not Outcome.PASS, f"{seed_id}: {cheat}"


def test_kernels_for_torch_operators_pass_and_the_host_may_not_help(tmp_path: Path, backend: GpuBackend) -> None:
    """The test script draws its inputs with torch, which is not the candidate's work."""
    tritonbench_t(tmp_path)
    (seed,) = BY_NAME["tritonbench-t"].read(tmp_path, licence="MIT").seeds
    bundle = bundle_from_seed(seed)
    answers = {
        Outcome.PASS: SCALED_RELU_KERNEL,
        Outcome.FUNCTIONAL_MISMATCH: SCALED_RELU_KERNEL.replace("value > 0", "value > 1"),
        Outcome.REJECTED: SCALED_RELU_KERNEL.replace("return y", "return y * 1.0"),
    }
    assert backend.execute(bundle, bundle.reference_candidate).outcome is Outcome.PASS
    for outcome, code in answers.items():
        assert backend.execute(bundle, Candidate(code)).outcome is outcome
