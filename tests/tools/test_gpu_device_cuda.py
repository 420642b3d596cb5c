"""The device stage on a CUDA GPU. Skipped where there is none: `pytest -m gpu` on a machine that has one."""

import pytest

from orchestration.doctor import examine
from resources.domains.gpu_kernels.execution.stages.device.discovery import look
from resources.domains.gpu_kernels.tasks.library import builtin_seeds
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.tools.gpu_device_bundles import bundle_of
from tests.tools.kept_backends import backend_of

pytestmark = pytest.mark.gpu
NAMES = [seed.seed_id.removeprefix("builtin/") for seed in builtin_seeds() if seed.settings["language"] == "triton"]


def backend() -> Backend:
    return backend_of("gpu_kernels")


def test_the_sandbox_sees_the_device() -> None:
    found = look(make_sandbox())
    assert found.device is not None, found.reason
    assert found.device.capability >= 70
    assert found.device.driver


@pytest.mark.parametrize("name", NAMES)
def test_references_agree_and_are_timed(name: str) -> None:
    bundle = bundle_of(name)
    seen = backend().execute(bundle, bundle.reference_candidate)
    assert (seen.outcome, seen.stage) == (Outcome.PASS, "gpu"), seen.text
    assert seen.metrics["device_us"] > 0
    assert seen.metrics["device_spread"] < 0.5
    assert seen.metrics["speedup"] > 0


def test_twice_the_work_takes_twice_the_time() -> None:
    bundle = bundle_of("vector_add")
    launch = next(line for line in bundle.reference.splitlines() if "[(triton.cdiv(" in line)
    twice = bundle.reference.replace(launch, f"{launch}\n{launch}")
    once, again = (backend().execute(bundle, Candidate(code)) for code in (f"{bundle.reference}\n", twice))
    assert again.outcome is Outcome.PASS, again.text
    assert 1.5 < again.metrics["device_us"] / once.metrics["device_us"] < 2.5


def test_an_element_wise_kernel_is_bound_by_memory() -> None:
    """A sum of two vectors cannot be much faster than the memory: a wrong clock would say so."""
    bundle = bundle_of("vector_add")
    seen = backend().execute(bundle, bundle.reference_candidate)
    moved_bytes = 3 * 4 * (1 << 24)
    assert 1e10 < moved_bytes / (seen.metrics["device_us"] * 1e-6) < 2e13


def test_a_kernel_that_is_wrong_on_the_device_only_is_a_mismatch() -> None:
    bundle = bundle_of("vector_add")
    launch = next(line for line in bundle.reference.splitlines() if "[(triton.cdiv(" in line)
    limited = launch.replace("[(triton.cdiv(", "[(min(16, triton.cdiv(").replace(",)]", "),)]")
    seen = backend().execute(bundle, Candidate(bundle.reference.replace(launch, limited)))
    assert (seen.outcome, seen.stage) == (Outcome.FUNCTIONAL_MISMATCH, "gpu"), seen.text


def test_doctor_tells_the_device() -> None:
    row = next(finding for finding in examine() if finding.subject == "kernels on a GPU")
    assert row.works, row.said
