"""The device stage from record to figures, on the processor: everything but the calls into CUDA.

Times here are the interpreter's. What is tested is that they are taken, compared and told; tests of the GPU itself
are `test_gpu_device_cuda.py`.
"""

import functools
import json
import re
import subprocess
from pathlib import Path

import pytest
import triton
from safetensors.numpy import load

from resources.domains.gpu_kernels.execution.backend import GpuBackend
from resources.domains.gpu_kernels.execution.interpreters import compiling, interpreting
from resources.domains.gpu_kernels.execution.oracle import Oracle
from resources.domains.gpu_kernels.execution.stages.device.discovery import FoundDevice
from resources.domains.gpu_kernels.execution.stages.device.stage import DeviceStage, NoFiguresError
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.tools.gpu_device_bundles import HOST, bundle_of, small_bundle_of

FIVE_THOUSAND = "return tuple(torch.randn(5000, generator=random) for _ in range(2))"
HEAD = "import torch\nimport triton\nimport triton.language as tl\n"
ADD = f"""{HEAD}

@triton.jit
def add_kernel(x, y, output, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(output + offsets, tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask), mask=mask)


def vector_add(x, y):
    output = torch.empty_like(x)
    n = x.numel()
    HOST
    return output
"""
LAUNCH = "add_kernel[(triton.cdiv(n, 256),)](x, y, output, n, BLOCK=256)"
Stage = tuple[DeviceStage, Oracle]


@functools.cache
def backend() -> GpuBackend:
    return GpuBackend(make_sandbox(), HOST)


def add(host: str, timing: str = FIVE_THOUSAND, most_cases: int = 10) -> Observation:
    bundle = small_bundle_of("vector_add", timing, most_cases)
    return backend().execute(bundle, Candidate(ADD.replace("HOST", host)))


def stage_for(device: FoundDevice) -> Stage:
    sandbox = make_sandbox()
    oracle = Oracle(interpreting(sandbox))
    return DeviceStage(device, compiling(sandbox), sandbox, oracle), oracle


@pytest.mark.parametrize("name", ["histogram", "row_quantize_int8"])
def test_references_agree_and_have_figures(name: str) -> None:
    bundle = small_bundle_of(name)
    seen = backend().execute(bundle, bundle.reference_candidate)
    assert (seen.outcome, seen.stage) == (Outcome.PASS, "host"), seen.text
    assert seen.metrics["device_us"] > 0
    assert seen.metrics["speedup"] == pytest.approx(seen.metrics["baseline_us"] / seen.metrics["device_us"])
    assert HOST.description in seen.text
    assert backend().toolchain().versions["device"] == HOST.description


def test_without_a_device_the_stage_is_absent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("resources.domains.gpu_kernels.execution.stages.device.discovery.nvidia_devices", lambda: False)
    bundle = bundle_of("vector_add")
    without = GpuBackend(make_sandbox())
    seen = without.execute(bundle, bundle.reference_candidate)
    assert (seen.outcome, seen.stage) == (Outcome.PASS, "interpreter")
    assert "device_us" not in seen.metrics
    assert "device" not in without.toolchain().versions


def test_a_kernel_launched_often_takes_longer() -> None:
    once, often = add(LAUNCH), add(f"for _ in range(8):\n        {LAUNCH}")
    assert (once.outcome, often.outcome) == (Outcome.PASS, Outcome.PASS), often.text
    assert often.metrics["device_us"] > 3 * once.metrics["device_us"]


def test_a_kernel_that_is_wrong_at_the_realistic_size_only() -> None:
    seen = add(LAUNCH.replace("triton.cdiv(n, 256)", "min(triton.cdiv(n, 256), 13)"), most_cases=2)
    assert (seen.outcome, seen.stage) == (Outcome.FUNCTIONAL_MISMATCH, "host")
    assert "timed case: output 0: 1672/5000 elements differ" in seen.text


def test_host_code_that_reads_values_is_not_timed_and_passes() -> None:
    seen = add(f"if x.numel() and x[0].item() == 12345.0:\n        n = n\n    {LAUNCH}")
    assert (seen.outcome, seen.stage) == (Outcome.PASS, "interpreter"), seen.text
    assert "host: not timed: the host code cannot be recorded" in seen.text
    assert "device_us" not in seen.metrics


def test_candidates_of_a_task_without_timing_are_not_timed() -> None:
    seen = add(LAUNCH, timing="raise ValueError('no size')")
    assert seen.outcome is Outcome.PASS
    assert "not timed: the task's reference has no figures" in seen.text


def test_record_holds_no_values_and_its_kernels_take_what_it_says() -> None:
    """cuobjdump says what parameters a compiled kernel has: those of the record, and two pointers to scratch memory."""
    stage, oracle = stage_for(FoundDevice("cuda", "some card", 90, 232448, "", "", ""))
    for name in ("row_softmax", "seeded_dropout", "split_k_matmul", "weighted_sum_backward"):
        bundle = bundle_of(name)
        files = stage.recorded(bundle, bundle.reference_candidate, oracle.trial(bundle, bundle.reference_candidate))
        kernels = json.loads(files["program.json"])["kernels"]
        images = load(files["images.safetensors"])
        assert kernels
        for number, kernel in enumerate(kernels):
            kinds = [kind for kind in kernel["kinds"] if kind != "constexpr"]
            assert sizes_in(images[str(number)].tobytes()) == [size_of(kind) for kind in kinds] + [8, 8]


def size_of(kind: str) -> int:
    return 8 if kind.startswith("*") else int(re.sub(r"\D", "", kind)) // 8


def sizes_in(image: bytes) -> list[int]:
    tool = Path(triton.__file__).parent / "backends/nvidia/bin/cuobjdump"
    file = Path("/dev/shm") / f"icwm-test-{abs(hash(image))}.cubin"
    file.write_bytes(image)
    try:
        said = subprocess.run([tool, "-elf", file], capture_output=True, text=True, check=True).stdout
    finally:
        file.unlink()
    found = re.findall(r"Ordinal : (0x\w+)\s+Offset  : 0x\w+\s+Size    : (0x\w+)", said)
    return [int(size, 16) for _, size in sorted(found, key=lambda pair: int(pair[0], 16))]


def test_host_code_with_a_host_tensor_cannot_be_recorded() -> None:
    stage, oracle = stage_for(HOST)
    bundle: EnvironmentBundle = small_bundle_of("vector_add")
    candidate = Candidate(ADD.replace("HOST", f"table = torch.zeros(3)\n    {LAUNCH}"))
    with pytest.raises(NoFiguresError, match="makes a tensor on the host"):
        stage.recorded(bundle, candidate, oracle.trial(bundle, candidate))
