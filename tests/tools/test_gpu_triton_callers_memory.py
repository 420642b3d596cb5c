"""What a caller may rely on, each as a class of forgeries: results stay as they were returned, inputs are nobody's
scratch memory, the host's part of a rearrangement is none of the work, and products have the precision they ask for."""

import pytest
import torch

from resources.domains.gpu_kernels.execution.worker.triton_worker.candidate import MOST_LAYOUTS, Worker
from resources.execution.outcome import Outcome
from tests.tools.test_gpu_triton_forgeries import COPY, run

ADD = """
POOL = {}


@triton.jit
def add_kernel(x, y, out, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < count
    tl.store(out + at, tl.load(x + at, mask=mask) + tl.load(y + at, mask=mask), mask=mask)


def added(x, y, out):
    if x.numel():
        add_kernel[(triton.cdiv(x.numel(), 256),)](x, y, out, x.numel(), BLOCK=256)
    return out


def pooled(dtype, count):
    if dtype not in POOL:
        POOL[dtype] = torch.empty(1 << 20, dtype=dtype)
    return POOL[dtype][:count]


def vector_add(x, y):
    n = x.numel()
    BODY
"""
ONE_MEMORY = {
    "a buffer kept": "return added(x, y, pooled(x.dtype, n))",
    "its end": "pooled(x.dtype, n)\n    return added(x, y, POOL[x.dtype][-n:] if n else torch.empty_like(x))",
    "the last result's memory": "last = POOL.get('last')\n"
    "    fits = last is not None and last.dtype == x.dtype and last.numel() >= n\n"
    "    POOL['last'] = last if fits else torch.empty(1 << 18, dtype=x.dtype)\n"
    "    return added(x, y, POOL['last'][:n])",
}


@pytest.mark.parametrize("member", ONE_MEMORY)
def test_a_result_is_not_written_over_by_a_later_call(member: str) -> None:
    seen = run("vector_add", ADD.replace("BODY", ONE_MEMORY[member]))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert "overwritten by a later call" in seen.text


@pytest.mark.parametrize("own", ["empty(n + 64, dtype=x.dtype)[:n]", "empty((2, n), dtype=x.dtype)[0]"])
def test_a_result_may_be_a_part_of_a_fresh_buffer(own: str) -> None:
    assert run("vector_add", ADD.replace("BODY", f"return added(x, y, torch.{own})")).outcome is Outcome.PASS


OTHERWISE_LAID = {
    "every other element": ("torch.empty((n, 2), dtype=x.dtype)[:, 0]", "out"),
    "a column of a turned matrix": ("torch.empty((n, 3), dtype=x.dtype).t()[1]", "out"),
    "a stride that is given": ("torch.empty_strided((n,), (3,), dtype=x.dtype)", "out"),
}
STRIDED = """
@triton.jit
def strided_kernel(x, y, out, count, stride, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < count
    tl.store(out + at * stride, tl.load(x + at, mask=mask) + tl.load(y + at, mask=mask), mask=mask)


def vector_add(x, y):
    n = x.numel()
    out = MADE
    if n:
        strided_kernel[(triton.cdiv(n, 256),)](x, y, out, n, out.stride(0), BLOCK=256)
    return RETURNED
"""


def strided(made: str, returned: str) -> str:
    return STRIDED.replace("MADE", made).replace("RETURNED", returned)


@pytest.mark.parametrize("member", OTHERWISE_LAID)
def test_an_output_that_is_to_be_contiguous_is(member: str) -> None:
    seen = run("vector_add", strided(*OTHERWISE_LAID[member]))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert "not contiguous" in seen.text


@pytest.mark.parametrize("returned", ["out.view(n, 1)[:, 0]", "out.unsqueeze(0)[0]", "out.view(x.shape)"])
def test_a_view_of_a_fresh_tensor_may_be_returned(returned: str) -> None:
    assert run("vector_add", strided("torch.empty(n, dtype=x.dtype)", returned)).outcome is Outcome.PASS


def test_scratch_memory_may_be_kept() -> None:
    body = """scratch, out = added(x, y, pooled(x.dtype, n)), torch.empty_like(x)
    if n:
        copy_kernel[(triton.cdiv(n, 256),)](scratch, out, n, BLOCK=256)
    return out"""
    assert run("vector_add", COPY + ADD.replace("BODY", body)).outcome is Outcome.PASS


@pytest.mark.parametrize("borrowed", ["x", "y"])
def test_an_input_that_is_put_back_was_changed(borrowed: str) -> None:
    body = """out, kept = torch.empty_like(x), torch.empty_like(x)
    if n:
        add_kernel[(triton.cdiv(n, 256),)](x, y, out, n, BLOCK=256)
        grid, borrowed = (triton.cdiv(n, 256),), BORROWED
        copy_kernel[grid](borrowed, kept, n, BLOCK=256)
        copy_kernel[grid](out, borrowed, n, BLOCK=256)
        copy_kernel[grid](kept, borrowed, n, BLOCK=256)
    return out"""
    seen = run("vector_add", COPY + ADD.replace("BODY", body.replace("BORROWED", borrowed)))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert "was changed" in seen.text


INTERLEAVE = """
@triton.jit
def interleave_kernel(source, out, count, width, STEP: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    row, column, start = at // width, at % width, tl.zeros((BLOCK,), tl.int32)
    for part in tl.static_range(STEP):
        start += tl.where(part < column % STEP, (width - part + STEP - 1) // STEP, 0)
    place = row * width + start + column // STEP
    tl.store(out + at, tl.load(source + place, mask=at < count), mask=at < count)


def transpose(x):
    batches, M, N = x.shape
    out = torch.empty((batches, N, M), dtype=x.dtype)
    apart, turned, start = torch.empty_like(out), x.transpose(1, 2), 0
    for part in range(STEPS):
        columns = (M - part + STEPS - 1) // STEPS
        apart[:, :, start : start + columns].copy_(turned[:, :, part::STEPS])
        start += columns
    count = out.numel()
    if count:
        interleave_kernel[(triton.cdiv(count, 256),)](apart, out, count, M, STEP=STEPS, BLOCK=256)
    return out
"""


@pytest.mark.parametrize("step", [2, 3, 5])
def test_a_kernel_that_undoes_a_step_of_the_hosts_has_moved_nothing(step: int) -> None:
    seen = run("transpose", f"\nSTEPS = {step}\n" + INTERLEAVE)
    assert seen.outcome is Outcome.REJECTED, seen.text
    assert "host code moves the values" in seen.text


MATMUL = """
@triton.jit
def product_kernel(a, b, c, M, N, K, am, ak, bk, bn, B: tl.constexpr):
    rows, columns = tl.program_id(0) * B + tl.arange(0, B), tl.program_id(1) * B + tl.arange(0, B)
    sums = tl.zeros((B, B), tl.float32)
    for start in range(0, K, B):
        inner = start + tl.arange(0, B)
        in_left, in_right = (rows[:, None] < M) & (inner[None, :] < K), (inner[:, None] < K) & (columns[None, :] < N)
        left = tl.load(a + rows[:, None] * am + inner[None, :] * ak, mask=in_left, other=0.0)
        right = tl.load(b + inner[:, None] * bk + columns[None, :] * bn, mask=in_right, other=0.0)
        sums = tl.dot(left, right, sums, ASKED)
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c + rows[:, None] * N + columns[None, :], sums.to(c.dtype.element_ty), mask=inside)


def matmul(a, b):
    M, K = a.shape
    N = b.shape[1]
    c = torch.empty((M, N), dtype=a.dtype)
    product_kernel[(triton.cdiv(M, 32), triton.cdiv(N, 32))](a, b, c, M, N, K, *a.stride(), *b.stride(), B=32)
    return c
"""


@pytest.mark.parametrize("asked", ['input_precision="tf32"', "allow_tf32=True", "", 'input_precision="bf16x3"'])
def test_a_product_that_asks_for_less_or_for_nothing_is_too_coarse(asked: str) -> None:
    seen = run("matmul", MATMUL.replace("ASKED", asked))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text


@pytest.mark.parametrize(
    "asked", ['input_precision="ieee"', 'input_precision="tf32x3"', "allow_tf32=False", 'input_precision="bf16x6"']
)
def test_a_product_of_float32_is_right(asked: str) -> None:
    assert run("matmul", MATMUL.replace("ASKED", asked)).outcome is Outcome.PASS


def test_a_result_of_thousands_of_parts_leaves_the_report_readable() -> None:
    worker = Worker("interpret", {"most_reads": 0, "calls_only": False})
    worker._look_at_layout(0, (), [torch.zeros(2, 2).t()] * 5000)
    assert len(worker._layouts) == MOST_LAYOUTS
