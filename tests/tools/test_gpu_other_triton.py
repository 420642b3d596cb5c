"""The Triton stages under triton 3.6.0, which GPU machines carry with torch 2.11, in a throw-away environment.

Downloads 180 MB, so it runs only when asked: `ICWM_TEST_TRITON=3.6.0 pytest tests/tools/test_gpu_other_triton.py`.
"""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.execution.backend import GpuBackend
from resources.domains.gpu_kernels.tasks.library import builtin_seeds
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Sandbox, SandboxJob, SandboxResult
from resources.execution.sandbox.selection import make_sandbox

ASKED = "ICWM_TEST_TRITON"
NAMES = ("vector_add", "row_softmax", "matmul", "fused_attention", "histogram", "row_cumulative_sum")
pytestmark = pytest.mark.skipif(ASKED not in os.environ, reason=f"downloads another triton; set {ASKED}=3.6.0 to run")


class WithPackages:
    """A sandbox whose interpreters find the packages of `folder` first; every one of them starts cold."""

    def __init__(self, sandbox: Sandbox, folder: Path) -> None:
        self._sandbox, self._folder = sandbox, folder
        self.description = sandbox.description

    def run(self, job: SandboxJob) -> SandboxResult:
        path = job.environment.get("PYTHONPATH", "")
        return self._sandbox.run(
            replace(
                job,
                read_only={**job.read_only, "/packages": self._folder},
                environment={**job.environment, "PYTHONPATH": f"/packages:{path}"},
                limits=replace(job.limits, cpu_s=30, wall_s=90.0),
            )
        )


@pytest.fixture(scope="module")
def backend(tmp_path_factory: pytest.TempPathFactory) -> GpuBackend:
    folder = tmp_path_factory.mktemp("packages")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder)]
    subprocess.run([*command, f"triton=={os.environ[ASKED]}"], check=True)
    for parent in (folder, *folder.parents[:2]):
        parent.chmod(0o755)
    return GpuBackend(WithPackages(make_sandbox(), folder))


def bundle_of(name: str) -> EnvironmentBundle:
    return bundle_from_seed(next(seed for seed in builtin_seeds() if seed.seed_id == f"builtin/{name}"))


@pytest.mark.parametrize("name", NAMES)
def test_references_pass(backend: GpuBackend, name: str) -> None:
    seen = backend.execute(bundle_of(name), bundle_of(name).reference_candidate)
    assert seen.outcome is Outcome.PASS, seen.text


FAULTS = {
    "shared memory": ("fused_attention", "BLOCK_N = 128", "BLOCK_N = 256", Outcome.MEMORY_FAULT),
    "undefined name": ("vector_add", "tl.load(", "tl.lode(", Outcome.COMPILATION_ERROR),
    "no atomic": ("histogram", "tl.atomic_add(", "tl.store(", Outcome.FUNCTIONAL_MISMATCH),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_have_the_same_labels(backend: GpuBackend, fault: str) -> None:
    name, old, new, outcome = FAULTS[fault]
    bundle = bundle_of(name)
    assert old in bundle.reference
    seen = backend.execute(bundle, Candidate(bundle.reference.replace(old, new)))
    assert seen.outcome is outcome, seen.text
