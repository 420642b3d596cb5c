"""What would tell a program that no device runs it: how far apart its arguments lie, grids that no device holds at
once, arithmetic of the host's processor, and host code that moves what a kernel is to move."""

import pytest

from resources.domains.gpu_kernels.execution.rejection.cuda import reject
from resources.domains.gpu_kernels.execution.stages.cuda.pipeline import CudaStages
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.tools.gpu_cuda_sum import LAUNCH, changed, ran
from tests.tools.test_gpu_triton_forgeries import run

ADDED = """
@triton.jit
def k(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    added = tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask)
    LOOK
    tl.store(out + offsets, added, mask=mask)


def vector_add(x, y):
    out, n = torch.empty_like(x), x.numel()
    k[(triton.cdiv(n, BLOCK),)](x, y, out, n, BLOCK=BLOCK OPTIONS)
    return out
"""


def added(look: str = "pass", block: int = 256, options: str = "") -> str:
    return (
        ADDED.replace("LOOK", look)
        .replace("BLOCK OPTIONS", f"{block}{options}")
        .replace("n, BLOCK),)", f"n, {block}),)")
    )


DISTANCES = {
    "far apart": "added = tl.where(tl.abs(x.to(tl.int64) - out.to(tl.int64)) > (1 << 31), added, 0.0)",
    "of elements": "added = tl.where((x + offsets).to(tl.int64) - y.to(tl.int64) < -(1 << 31), added, 0.0)",
}


@pytest.mark.parametrize("name", DISTANCES)
def test_arguments_lie_side_by_side(name: str) -> None:
    seen = run("vector_add", added(DISTANCES[name]))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text


def test_an_address_that_was_a_number_is_a_pointer_again() -> None:
    back = "again = (y + offsets).to(tl.int64).to(tl.pointer_type(y.dtype.element_ty))\n    "
    seen = run("vector_add", added(back + "added = tl.load(x + offsets, mask=mask) + tl.load(again, mask=mask)"))
    assert seen.outcome is Outcome.PASS, seen.text


@pytest.mark.parametrize(("block", "outcome"), [(16, Outcome.RUNTIME_ERROR), (1024, Outcome.PASS)])
def test_a_grid_that_is_to_be_resident_at_once_fits(block: int, outcome: Outcome) -> None:
    seen = run("vector_add", added(block=block, options=", num_warps=32, launch_cooperative_grid=True"))
    assert seen.outcome is outcome, seen.text


@pytest.mark.parametrize(("pieces", "outcome"), [(300, Outcome.REJECTED), (2, Outcome.PASS)])
def test_host_code_moves_a_few_pieces_alone(pieces: int, outcome: Outcome) -> None:
    launch = f"{LAUNCH}(n + 63) / 64, 64>>>(x, out, n);"
    moved = "cudaMemcpy(t + i, t, 4, cudaMemcpyDeviceToDevice)"
    code = f"float* t; cudaMalloc(&t, 4096); for (int i = 0; i < {pieces}; i++) {moved}; cudaFree(t); {launch}"
    seen = ran(CudaStages(make_sandbox()), changed(launch, code)).observation
    assert seen.outcome is outcome, seen.text


@pytest.mark.parametrize(
    "text", ["long double x;", "double const long x;", "auto x = 1.0L;", "float x = 1e-18l;", "auto x = 0x1p3L;"]
)
def test_there_is_no_long_double(text: str) -> None:
    assert [finding.what for finding in reject(f"__global__ void k() {{ {text} }}")] == ["long double"]


@pytest.mark.parametrize("text", ["long x; double y;", "long x = 10L;", "long x = 0xeL;", "(double)(long)1;"])
def test_long_and_double_apart_are_allowed(text: str) -> None:
    assert not reject(f"__global__ void k() {{ {text} }}")
