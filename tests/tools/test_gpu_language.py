"""What Triton's compiler takes is judged by what it means: the interpreter's own ideas are mended.

Each kernel here compiles for the target; the stock interpreter fails on it, takes for ever, or computes another value.
"""

import json

import pytest

from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from tests.tools.kept_backends import backend_of

HEAD = """import torch
import triton
import triton.language as tl
"""
KERNEL = """

@triton.jit
def own_kernel(x, out, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n, other=0.0)
    BODY
    tl.store(out + at, value, mask=at < n)


def compute(x):
    out = torch.empty_like(x)
    own_kernel[(1,)](x, out, x.numel(), BLOCK=1024)
    return out
"""
COMBINE = """

@triton.jit
def larger(a, b):
    return tl.where(a > b, a, b)


@triton.jit
def larger_by_branch(a, b):
    if a > b:
        result = a
    else:
        result = b
    return result


@triton.jit
def line(a, b, c, d):
    return a * c, b * c + d


@triton.jit
def activated(value, KIND: tl.constexpr):
    if KIND == "negative":
        value = -value
    return value
"""
BODIES = {
    "and of blocks": (
        "value = tl.where((value > 0) and (value < 1), value, 0.0)",
        "torch.where((x > 0) & (x < 1), x, 0)",
    ),
    "or of blocks": ("value = tl.where(value < -1 or value > 1, 1.0, 0.0)", "((x < -1) | (x > 1)).float()"),
    "not of a block": ("value = tl.where(not (value > 0), value, 0.0)", "torch.where(x > 0, 0, x)"),
    "and with a constant": ("if BLOCK == 1024 and n > 3:\n        value = value + 1", "x + 1"),
    "condition of scalars": (
        "largest = tl.max(value, 0)\n    value = tl.where((at > 3) & (largest > -9.0) & (n < 2e9), value, 0.0)",
        "torch.where(torch.arange(len(x)) > 3, x, 0)",
    ),
    "bfloat16 with numbers": (
        "value = (value.to(tl.bfloat16) * 2.0 + 1.0).to(tl.float32)",
        "(x.bfloat16() * 2 + 1).float()",
    ),
    "a descriptor": ("value = tl.make_tensor_descriptor(x, [n], [1], [BLOCK]).load([0]) + 1", "x + 1"),
    "products of six parts": (
        "tile = tl.reshape(value, (32, 32))\n"
        "    value = tl.reshape(tl.dot(tile, tile, input_precision='bf16x6'), (BLOCK,))",
        "torch.nn.functional.pad(x, (0, 1024 - len(x))).reshape(32, 32).matrix_power(2).ravel()[: len(x)]",
    ),
    "hints that hold": (
        "at = tl.max_contiguous(tl.multiple_of(at % n, 1024), 1024)\n"
        "    value = tl.load(x + at) + tl.multiple_of(n * 4, 4)",
        "x + 4 * len(x)",
    ),
    "conversions that do not fit": (
        "value = ((value * 1e30).to(tl.int32) // 65536).to(tl.float32)",
        "torch.where(x > 0, 32767.0, torch.where(x < 0, -32768.0, 0.0))",
    ),
    "own reduction": ("value = value + tl.reduce(value, 0, larger)", "x + x.max()"),
    "own reduction with a branch": ("value = value + tl.reduce(value, 0, larger_by_branch)", "x + x.max()"),
    "own scan": ("value = tl.associative_scan(value, 0, larger)", "x.cummax(0).values"),
    "own scan from behind": (
        "value = tl.associative_scan(tl.where(at < n, value, -1e9), 0, larger, reverse=True)",
        "x.flip(0).cummax(0).values.flip(0)",
    ),
    "scan of pairs": (
        "a, value = tl.associative_scan((tl.full((BLOCK,), 1.0, tl.float32), value), 0, line)",
        "x.cumsum(0)",
    ),
    "numbers that are tensors": (
        "a, b = 0, 3\n"
        "    c: tl.int32 = 1\n"
        "    for i in range(a.to(tl.int64), 2):\n"
        "        for j in tl.range(c, b, num_stages=1):\n"
        "            value += i.to(tl.float32) * tl.abs(j.to(tl.int64))\n"
        "            value += (i.dtype == tl.int64) + (j.dtype == tl.int32)\n"
        "    for k in tl.static_range(0, 2):\n"
        "        value += k",
        "x + 3 + 8 + 1",
    ),
    "text as a constant": ('value = activated(value, "negative")', "-x"),
    "extrema that drop NaN": (
        "value = tl.where(at < 9, float('nan'), value)\n"
        "    value = tl.maximum(value, 0.5, propagate_nan=tl.PropagateNan.NONE)\n"
        "    value = tl.minimum(tl.where(at < 5, float('nan'), value), 0.75)",
        "torch.where(torch.arange(x.numel()) < 5, 0.75, torch.where(torch.arange(x.numel()) < 9, 0.5, "
        "x.clamp(0.5, 0.75)))",
    ),
    "extrema that propagate NaN": (
        "value = tl.maximum(tl.where(at < 5, float('nan'), value), 0.5, propagate_nan=tl.PropagateNan.ALL)\n"
        "    value = tl.minimum(0.75, tl.where(at == 9, float('nan'), value), propagate_nan=tl.PropagateNan.ALL)",
        "torch.where((torch.arange(x.numel()) < 5) | (torch.arange(x.numel()) == 9), torch.nan, x.clamp(0.5, 0.75))",
    ),
    "clamping of NaN": (
        "value = tl.where(at < 5, float('nan'), value)\n"
        "    kept = tl.clamp(value, 0.5, 0.75, propagate_nan=tl.PropagateNan.ALL)\n"
        "    value = tl.where(at < 3, kept, tl.clamp(value, 0.5, 0.75))",
        "torch.where(torch.arange(x.numel()) < 3, torch.nan, torch.where(torch.arange(x.numel()) < 5, 0.5, "
        "x.clamp(0.5, 0.75)))",
    ),
    "libdevice": (
        "value = tl.extra.cuda.libdevice.tanh(value) + libdevice.pow(tl.abs(value), 1.5)",
        "x.tanh() + x.abs() ** 1.5",
    ),
    "libdevice's questions": (
        "value = tl.where(libdevice.isnan(value) != 0, 0.0, libdevice.erf(value))",
        "torch.erf(x)",
    ),
}
ORACLE = """import torch


def cases(random):
    for size in (700, 1024):
        yield (torch.randn(size, generator=random),)


def expected(x):
    return EXPECTED
"""


def bundle_of(expected: str) -> EnvironmentBundle:
    settings = {"language": "triton", "entry": "compute", "target": "sm_80", "tolerances": json.dumps({})}
    reference = program("value = value + 0")
    files = {"oracle.py": ORACLE.replace("EXPECTED", expected)}
    return EnvironmentBundle(
        "gpu_kernels", "test/language", "", "def compute(x): ...\n", "kernel.py", reference, files, settings
    )


def program(body: str) -> str:
    return HEAD + "from triton.language.extra import libdevice\n" + COMBINE + KERNEL.replace("BODY", body)


@pytest.mark.parametrize("name", BODIES)
def test_what_compiles_is_computed(name: str) -> None:
    body, expected = BODIES[name]
    seen = backend_of("gpu_kernels").execute(bundle_of(expected), Candidate(program(body)))
    assert seen.outcome is Outcome.PASS, seen.text


FALSE = {
    "contiguous": (
        "value = tl.load(x + tl.max_contiguous(at * 2 % n, 1024), mask=at < n)",
        "x[torch.arange(len(x)) * 2 % len(x)]",
        Outcome.RUNTIME_ERROR,
    ),
    "multiples": (
        "value = tl.load(x + tl.multiple_of(at * 3 % n, 16), mask=at < n)",
        "x[torch.arange(len(x)) * 3 % len(x)]",
        Outcome.RUNTIME_ERROR,
    ),
    "constant": ("value = value + tl.max_constancy(at, 8)", "x + torch.arange(len(x))", Outcome.RUNTIME_ERROR),
    "order of what may be reordered": (
        "value = tl.sum(tl.reshape(tl.cat(value, value + 1, can_reorder=True), (2, BLOCK)), 0)",
        "2 * x + 1",
        Outcome.FUNCTIONAL_MISMATCH,
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_a_kernel_promises_the_compiler_is_to_hold(name: str) -> None:
    """The compiler believes it: the program is wrong on a device, though its values are right."""
    body, expected, outcome = FALSE[name]
    seen = backend_of("gpu_kernels").execute(bundle_of(expected), Candidate(program(body)))
    assert seen.outcome is outcome, seen.text


LAUNCHES = {
    "list as a grid": ("[(1,)]", "[[1]]"),
    "function that gives a list": ("[(1,)]", "[lambda meta: [triton.cdiv(meta['n'], meta['BLOCK'])]]"),
    "annotation as a text": ("BLOCK: tl.constexpr", 'BLOCK: "tl.constexpr"'),
    "annotations as texts": ("import torch\n", "from __future__ import annotations\n\nimport torch\n"),
}


@pytest.mark.parametrize("name", LAUNCHES)
def test_launches_are_taken_as_the_compiler_takes_them(name: str) -> None:
    old, new = LAUNCHES[name]
    code = program("value = value + 1")
    assert old in code
    seen = backend_of("gpu_kernels").execute(bundle_of("x + 1"), Candidate(code.replace(old, new)))
    assert seen.outcome is Outcome.PASS, seen.text


def test_scalar_arguments_have_the_compiler_s_types() -> None:
    """A float is a tensor of float32, which half precision joins; a boolean is one too."""
    code = program("value = (value.to(tl.float16) * scale).to(tl.float32) + scale.to(tl.int32) * flag.to(tl.int32)")
    code = code.replace("out, n, BLOCK", "out, n, scale, flag, BLOCK").replace("x.numel(),", "x.numel(), 1.3, True,")
    seen = backend_of("gpu_kernels").execute(bundle_of("x.half().float() * 1.3 + 1"), Candidate(code))
    assert seen.outcome is Outcome.PASS, seen.text


def test_a_wrong_answer_with_them_is_still_wrong() -> None:
    body, _ = BODIES["own scan"]
    seen = backend_of("gpu_kernels").execute(bundle_of("x.cumsum(0)"), Candidate(program(body)))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH


def test_functions_of_libdevice_that_are_not_modelled_are_gaps() -> None:
    code = program("value = libdevice.mul_rz(value, value)")
    with pytest.raises(EnvironmentGap, match="mul_rz"):
        backend_of("gpu_kernels").execute(bundle_of("x * x"), Candidate(code))
