"""Memory that nobody wrote holds numbers of all sorts, wherever it lies, so that whoever needs it to hold one of them
is wrong somewhere. Whoever reads it and uses none of it stays right."""

from functools import cache

import pytest
import torch

from resources.domains.gpu_kernels.execution.stages.cuda.case import Case
from resources.domains.gpu_kernels.execution.stages.cuda.emulation import Emulation
from resources.domains.gpu_kernels.execution.stages.cuda.pipeline import CudaStages
from resources.domains.gpu_kernels.execution.worker.triton_worker.unwritten import Unwritten
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult
from resources.execution.sandbox.selection import make_sandbox
from tests.tools.gpu_cuda_runs import bundle, floats, numbers, run, shape
from tests.tools.kept_backends import cuda_stages
from tests.tools.test_gpu_triton_forgeries import run as run_triton
from tests.tools.test_gpu_triton_labels import backend, bundle_of

N = 256
SHOW = """
__global__ void show(const int* device, const int* host, const int* added, int* out, int* of_device, int* of_shared,
                     int* of_dynamic, int* of_host, int* of_added) {
  __shared__ int fixed[256];
  extern __shared__ int given[];
  const int i = threadIdx.x;
  __syncthreads();
  out[i] = out[i];
  of_device[i] = device[i];
  of_shared[i] = fixed[i];
  of_dynamic[i] = given[i];
  of_host[i] = host[i];
  of_added[i] = added[i];
}
void show_all(int* out, int* of_device, int* of_shared, int* of_dynamic, int* of_host, int* of_added) {
  int *device, *host, *added, *h = (int*)malloc(1024), *a = (int*)realloc(calloc(2, 4), 1032);
  cudaMalloc(&device, 1024);
  cudaMalloc(&host, 1024);
  cudaMalloc(&added, 1024);
  cudaMemcpy(host, h, 1024, cudaMemcpyHostToDevice);
  cudaMemcpy(added, a + 2, 1024, cudaMemcpyHostToDevice);
  show<<<1, 256, 1024>>>(device, host, added, out, of_device, of_shared, of_dynamic, of_host, of_added);
  free(h), free(a), cudaFree(device), cudaFree(host), cudaFree(added);
}
"""
PLACES = ("out", "of_device", "of_shared", "of_dynamic", "of_host", "of_added")


@cache
def shown() -> list[list[tuple[float, ...]]]:
    """What lay in each place, in two cases."""
    task = bundle("show_all", [f"{place}: out int32" for place in PLACES])
    ran = run(CudaStages(make_sandbox()), task, SHOW, [Case((), (shape("int32", N),) * len(PLACES))] * 2)
    assert ran.outputs is not None, ran.observation.text
    return [[numbers(tensor) for tensor in outputs] for outputs in ran.outputs]


@pytest.mark.parametrize("place", PLACES)
def test_what_nobody_wrote_in_the_emulator_is_no_one_number(place: str) -> None:
    first, second = (case[PLACES.index(place)] for case in shown())
    assert first != second
    assert first[0] != 0
    assert second[0] != 0
    assert len(set(first)) > N // 2
    for number in (0, -1):
        assert 0 < first.count(number) < N // 3


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.uint8, torch.bool])
def test_what_nobody_wrote_in_a_tensor_is_no_one_number(dtype: torch.dtype) -> None:
    unwritten = Unwritten()
    made = [torch.empty((3, 20_001), dtype=dtype)[:, ::2] for _ in range(2)]
    for tensor in made:
        unwritten.fill(tensor)
    assert not torch.equal(*made)
    shares = [(made[0] == number).float().mean() for number in made[0].unique()]
    assert max(shares) < (0.9 if dtype is torch.bool else 0.4)


PROGRAM = """
@triton.jit
def k(x, y, held, output, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    found = tl.load(held + offsets, mask=mask)
    added = tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask)
    USE
    tl.store(output + offsets, added, mask=mask)


def vector_add(x, y):
    output, n = torch.empty_like(x), x.numel()
    held = ALLOCATED
    k[(triton.cdiv(n, 256),)](x, y, held, output, n, BLOCK=256)
    return output
"""
USES = {
    "adds to it": "added += tl.where(found == found, found, 0.0)",
    "takes a maximum over it": "added = tl.maximum(added, found)",
    "takes a minimum over it": "added = tl.minimum(added, found)",
    "needs it to be NaN": "added = tl.where(found == found, 0.0, added)",
    "needs it to be a number": "added = tl.where(found == found, added, 0.0)",
    "needs it not to be 0": "added = tl.where(found == 0, 0.0, added)",
}
ALLOCATIONS = (
    "torch.empty_like(x)",
    "torch.empty(n, dtype=x.dtype, device=x.device)",
    "x.new_empty(n)",
    "torch.empty_strided((n,), (1,), dtype=x.dtype)",
    "torch.empty(0, dtype=x.dtype).resize_(n)",
)


def used(use: str, allocated: str) -> str:
    return PROGRAM.replace("USE", use).replace("ALLOCATED", allocated)


@pytest.mark.parametrize("use", USES)
def test_a_kernel_that_needs_what_nobody_wrote_is_wrong(use: str) -> None:
    seen = run_triton("vector_add", used(USES[use], ALLOCATIONS[0]))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text


@pytest.mark.parametrize("allocated", ALLOCATIONS[1:])
def test_however_the_memory_is_allocated(allocated: str) -> None:
    seen = run_triton("vector_add", used(USES["adds to it"], allocated))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text


def test_a_kernel_that_reads_it_and_uses_none_of_it_passes() -> None:
    seen = run_triton("vector_add", used("added = tl.where(mask, added, found)", ALLOCATIONS[0]))
    assert seen.outcome is Outcome.PASS, seen.text


LOCALS = """
__global__ void k(const float* x, float* out, int n) {
  DECLARED
  for (int i = 0; i < n; i++) {
    if (!(x[i] <= BEST)) BEST = x[i];
  }
  *out = BEST;
}
void largest(const float* x, float* out, int n) { k<<<1, 1>>>(x, out, n); }
"""
UNSET = {"a register": ("float best;", "best"), "an array": ("float best[3];", "best[n % 3]")}
SET = {
    "a register": ("float best = x[0];", "best"),
    "an array": ("float b[3]; for (int j = 0; j < n; j++) b[j % 3] = x[0];", "b[n % 3]"),
}


def largest(declared: str, best: str) -> tuple[float, ...]:
    task = bundle("largest", ["x: in float32", "out: out float32", "n: int32"])
    code = LOCALS.replace("DECLARED", declared).replace("BEST", best)
    ran = run(cuda_stages(), task, code, [Case((floats([-3.0, -2.0, -5.0, -4.0]), 4), (shape("float32", 1),))])
    assert ran.outputs is not None, ran.observation.text
    return numbers(ran.outputs[0][0])


@pytest.mark.parametrize("place", UNSET)
def test_a_local_variable_that_nobody_set_is_no_least_number(place: str) -> None:
    assert largest(*UNSET[place]) != (-2.0,)


@pytest.mark.parametrize("place", SET)
def test_a_local_variable_that_is_set_is_what_it_was_set_to(place: str) -> None:
    assert largest(*SET[place]) == (-2.0,)


SUMS = (
    ("cuda_matrix_vector", "float sum = 0.0f", "float sum"),
    ("cuda_max_pool_2d", "float largest = -INFINITY", "float largest"),
)


@pytest.mark.parametrize("mistake", SUMS, ids=["needs 0", "needs a least number"])
def test_a_kernel_that_needs_an_unset_variable_to_hold_one_number_is_wrong(mistake: tuple[str, str, str]) -> None:
    task, right, wrong = mistake
    code = bundle_of(task).reference
    assert right in code
    seen = backend().execute(bundle_of(task), Candidate(code.replace(right, wrong)))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert ("that are never set:" in seen.text) is (task == "cuda_max_pool_2d")


def test_a_name_of_a_header_is_no_variable_of_the_candidate() -> None:
    seen = StepResult("build", Ended.EXITED, 0, b"", False, 0.1)
    emulation = Emulation(seen, seen, seen, "", b"", frozenset({"__y"}))
    assert not emulation.may_read_unset("int x;")
    assert emulation.may_read_unset("float __y;")
    assert emulation.may_read_unset("#define A(b) int __##b;")
