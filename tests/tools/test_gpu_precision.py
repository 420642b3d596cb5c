"""A task of float32 is answered in float32: narrower types on the way show, another order of its sums does not."""

from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.tasks.importers import kernelbench
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome
from tests.tools.kept_backends import backend_of

MODULE = """import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self):
        super(Model, self).__init__()

    def forward(self, {arguments}):
        return {result}

def get_inputs():
    return [{inputs}]

def get_init_inputs():
    return []
"""
HEAD = """import torch
import torch.nn as nn
import triton
import triton.language as tl

"""
PRODUCT = MODULE.format(
    arguments="a, b", result="torch.matmul(a, b)", inputs="torch.rand(32, 192), torch.rand(192, 16)"
)
MATMUL = (
    HEAD
    + """
@triton.jit
def product_kernel(a, b, out, inner, rows, columns, K: tl.constexpr):
    row, column = tl.arange(0, 32), tl.arange(0, 16)
    total = tl.zeros((32, 16), dtype=SUMS)
    for start in range(0, inner, K):
        at = start + tl.arange(0, K)
        left = tl.load(a + row[:, None] * inner + at[None, :])
        right = tl.load(b + at[:, None] * columns + column[None, :])
        STEP
    tl.store(out + row[:, None] * columns + column[None, :], RESULT)


class ModelNew(nn.Module):
    def forward(self, a, b):
        out = torch.empty((a.shape[0], b.shape[1]), device=a.device, dtype=torch.float32)
        product_kernel[(1,)](OPERANDS, out, a.shape[1], a.shape[0], b.shape[1], K=64)
        return out
"""
)
PLAIN = "total += tl.dot(left, right, input_precision='ieee')"
ONE_BY_ONE = """for k in range(K):
            here = tl.arange(0, K) == k
            x = tl.sum(tl.where(here[None, :], left, 0.0), axis=1)
            y = tl.sum(tl.where(here[:, None], right, 0.0), axis=0)
            total += x[:, None] * y[None, :]"""
SPLIT = """high, low = left.to(tl.bfloat16).to(tl.float32), left - left.to(tl.bfloat16).to(tl.float32)
        total += tl.dot(high, right) + tl.dot(low, right)"""


def product(step: str = PLAIN, sums: str = "tl.float32", result: str = "total", operands: str = "a, b") -> str:
    code = MATMUL.replace("SUMS", sums).replace("STEP", step).replace("RESULT", result)
    return code.replace("OPERANDS", operands)


PRODUCTS = {
    "as it is": (product(), Outcome.PASS),
    "a dot that asks for nothing": (product("total = tl.dot(left, right, total)"), Outcome.PASS),
    "three products for one": (product("total += tl.dot(left, right, input_precision='tf32x3')"), Outcome.PASS),
    "products and sums": (product("total += tl.sum(left[:, :, None] * right[None, :, :], axis=1)"), Outcome.PASS),
    "one term after the other": (product(ONE_BY_ONE), Outcome.PASS),
    "operands in two parts": (product(SPLIT), Outcome.PASS),
    "summed in double": (product("total += tl.dot(left, right).to(tl.float64)", "tl.float64"), Outcome.PASS),
    "half operands": (
        product("total += tl.dot(left.to(tl.float16), right.to(tl.float16))"),
        Outcome.FUNCTIONAL_MISMATCH,
    ),
    "one half operand": (
        product(PLAIN.replace("left", "left.to(tl.float16).to(tl.float32)")),
        Outcome.FUNCTIONAL_MISMATCH,
    ),
    "brain operands": (
        product("total += tl.dot(left.to(tl.bfloat16), right.to(tl.bfloat16))"),
        Outcome.FUNCTIONAL_MISMATCH,
    ),
    "half operands of the host": (product(operands="a.half().float(), b.half().float()"), Outcome.FUNCTIONAL_MISMATCH),
    "half memory": (
        product("total += tl.dot(left, right)", operands="a.half(), b.half()"),
        Outcome.FUNCTIONAL_MISMATCH,
    ),
    "summed in half": (
        product("total += tl.dot(left, right).to(tl.float16)", "tl.float16", "total.to(tl.float32)"),
        Outcome.FUNCTIONAL_MISMATCH,
    ),
    "summed in brain": (
        product("total += tl.dot(left, right).to(tl.bfloat16)", "tl.bfloat16", "total.to(tl.float32)"),
        Outcome.FUNCTIONAL_MISMATCH,
    ),
    "a result in half": (product(result="total.to(tl.float16).to(tl.float32)"), Outcome.FUNCTIONAL_MISMATCH),
    "TF32 asked for": (product("total += tl.dot(left, right, input_precision='tf32')"), Outcome.FUNCTIONAL_MISMATCH),
    "TF32 allowed": (product("total += tl.dot(left, right, allow_tf32=True)"), Outcome.FUNCTIONAL_MISMATCH),
}

CURVE = MODULE.format(arguments="x", result="torch.sigmoid(x)", inputs="torch.randn(16, 256)")
MEAN = MODULE.format(arguments="x", result="torch.mean(x * x)", inputs="torch.rand(64, 256)")
ELEMENTWISE = (
    HEAD
    + """
@triton.jit
def curve_kernel(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(out + at, CURVE, mask=at < n)


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        curve_kernel[(triton.cdiv(x.numel(), 1024),)](x, out, x.numel(), BLOCK=1024)
        return out
"""
)
SUMMING = (
    HEAD
    + """
@triton.jit
def mean_kernel(x, out, n, BLOCK: tl.constexpr):
    total = BEGIN
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        value = tl.load(x + at, mask=at < n, other=0.0)
        total += STEP
    tl.store(out, RESULT / n)


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty((), device=x.device, dtype=x.dtype)
        mean_kernel[(1,)](x, out, x.numel(), BLOCK=512)
        return out
"""
)


def summing(begin: str, step: str, result: str) -> str:
    return SUMMING.replace("BEGIN", begin).replace("STEP", step).replace("RESULT", result)


OTHERS = {
    "sigmoid": (CURVE, ELEMENTWISE.replace("CURVE", "tl.sigmoid(value)"), Outcome.PASS),
    "sigmoid written out": (CURVE, ELEMENTWISE.replace("CURVE", "1.0 / (1.0 + tl.exp(-value))"), Outcome.PASS),
    "sigmoid to base two": (
        CURVE,
        ELEMENTWISE.replace("CURVE", "1.0 / (1.0 + tl.exp2(value * -1.4426950408889634))"),
        Outcome.PASS,
    ),
    "sigmoid of half": (
        CURVE,
        ELEMENTWISE.replace("CURVE", "tl.sigmoid(value.to(tl.float16).to(tl.float32))"),
        Outcome.FUNCTIONAL_MISMATCH,
    ),
    "half of a sigmoid": (
        CURVE,
        ELEMENTWISE.replace("CURVE", "tl.sigmoid(value).to(tl.float16).to(tl.float32)"),
        Outcome.FUNCTIONAL_MISMATCH,
    ),
    "mean by blocks": (MEAN, summing("0.0", "tl.sum(value * value)", "total"), Outcome.PASS),
    "mean by lanes": (
        MEAN,
        summing("tl.zeros((BLOCK,), dtype=tl.float32)", "value * value", "tl.sum(total)"),
        Outcome.PASS,
    ),
    "mean of halves": (
        MEAN,
        summing("0.0", "tl.sum(value.to(tl.float16).to(tl.float32) * value)", "total"),
        Outcome.FUNCTIONAL_MISMATCH,
    ),
    "mean of brains": (
        MEAN,
        summing("0.0", "tl.sum(value.to(tl.bfloat16).to(tl.float32) * value)", "total"),
        Outcome.FUNCTIONAL_MISMATCH,
    ),
}


def bundle_of(folder: Path, module: str) -> EnvironmentBundle:
    (folder / "level1").mkdir()
    (folder / "level1" / "1_Task.py").write_text(module)
    (seed,) = kernelbench.read_set(folder, "c", "MIT").seeds
    assert seed.unusable == ""
    return bundle_from_seed(seed)


CASES = {name: (PRODUCT, *case) for name, case in PRODUCTS.items()} | OTHERS


@pytest.mark.parametrize("name", CASES)
def test_what_is_computed_more_coarsely_than_in_float32_does_not_pass(tmp_path: Path, name: str) -> None:
    module, code, outcome = CASES[name]
    seen = backend_of("gpu_kernels").execute(bundle_of(tmp_path, module), Candidate(code))
    assert seen.outcome is outcome, seen.text
    assert outcome is Outcome.PASS or "differ" in seen.text or "more coarsely than in float32" in seen.text
