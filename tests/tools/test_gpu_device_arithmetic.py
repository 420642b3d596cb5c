"""What a device computes where numpy, on which Triton's interpreter stands, computes something else.

Each expectation is what the compiler makes of the kernel: PTX of `bool + bool` is `xor.pred`, a histogram looks at low
bits, a division by zero selects all ones, a loop of a negative step that is known at run time has no turn.
"""

import pytest

from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.kept_backends import backend_of
from tests.tools.test_gpu_language import bundle_of, program

PLACES = "torch.arange(x.numel())"
BODIES = {
    "sums, differences and products of booleans": (
        "low, odd = at < 600, at % 2 == 1\n"
        "    value = (low + odd).to(tl.float32) + 2 * (low - odd).to(tl.float32) + 4 * (low * odd).to(tl.float32)\n"
        "    value += 8 * (-odd).to(tl.float32) + 16 * (low + odd + odd).to(tl.float32)",
        f"((({PLACES} < 600) ^ ({PLACES} % 2 == 1)) * 3.0 + (({PLACES} < 600) & ({PLACES} % 2 == 1)) * 4.0"
        f" + ({PLACES} % 2 == 1) * 8.0 + ({PLACES} < 600) * 16.0)",
    ),
    "divisions and shifts of booleans": (
        "low, one = at < 600, at >= 0\n"
        "    value = (low // one).to(tl.float32) + 2 * (low % one).to(tl.float32)\n"
        "    value += 4 * (low << (at < 0)).to(tl.float32) + 8 * (low >> (at < 0)).to(tl.float32)",
        f"({PLACES} < 600) * 13.0",
    ),
    "booleans with whole numbers": (
        "low = at < 600\n    value = (low + 1).to(tl.float32) + tl.sum(low, 0) + tl.cumsum(low, 0) + tl.max(low, 0)",
        f"({PLACES} < 600) + 1.0 + 600 + torch.clamp({PLACES} + 1, max=600) + 1",
    ),
    "booleans that a reduction or a scan adds": (
        "value = tl.reduce(at < 601, 0, added).to(tl.float32) + 2 * tl.reduce(at < 600, 0, added).to(tl.float32)\n"
        "    value += 4 * tl.associative_scan(at >= 0, 0, added).to(tl.float32)",
        f"1.0 + ({PLACES} % 2 == 0) * 4.0",
    ),
    "a histogram of what bins do not hold": (
        "bins = tl.histogram(at - 100, 64)\n    value += tl.gather(bins, at % 64, 0)",
        "x + 16",
    ),
    "a histogram under a mask": (
        "bins = tl.histogram(at - 100, 64, mask=(at >= 100) & (at < 164))\n    value += tl.gather(bins, at % 64, 0)",
        "x + 1",
    ),
    "quotients and remainders by zero": (
        "nothing = tl.where(at < 5, 0, 3)\n"
        "    value = (at // nothing).to(tl.float32) + 2 * (-at % nothing).to(tl.float32)",
        f"torch.where({PLACES} < 5, -3, {PLACES} // 3 - 2 * ({PLACES} % 3)).float()",
    ),
    "high halves of products": (
        "value = tl.umulhi(-1 - at, at + 2).to(tl.float32)",
        f"({PLACES} + 1).float()",
    ),
    "shifts by the width and more": (
        "number = at - 300\n"
        "    value = (number << (32 + at)).to(tl.float32) + (number >> (31 + at)).to(tl.float32)\n"
        "    value += ((number.to(tl.int8) << 9) + (number.to(tl.int8) >> 8)).to(tl.float32) * 4",
        f"({PLACES} < 300) * -1.0 - 4.0 * ((({PLACES} - 300) & 128) > 0)",
    ),
    "a sum that is rounded once": (
        "near = 1.0 + value.to(tl.int8) * 0.0009765625 + 0.000244140625\n"
        "    value = tl.fma(near, near, -(near * near))",
        "((1 + x.char() * 0.0009765625 + 0.000244140625).double() ** 2 - "
        "((1 + x.char() * 0.0009765625 + 0.000244140625) ** 2).double()).float()",
    ),
    "sums of half precision": (
        "turns = tl.where(at % 2 == 0, 128.0, -127.0).to(tl.float16)\n"
        "    value += tl.sum(tl.where(at == 0, 256.0, 1.0 / 256).to(tl.bfloat16), 0).to(tl.float32)\n"
        "    value += tl.sum(turns, 0)\n"
        "    value = tl.where(tl.sum(turns + 127.0, 0) * 0.0 == 0.0, 0.0, value)",
        "x + 258 + 512",
    ),
    "rounding towards zero": (
        "wide = tl.where(at == 0, 1e6, 1.0 + at * 0.0001)\n"
        "    value = wide.to(tl.float16, fp_downcast_rounding='rtz').to(tl.float32)\n"
        "    value += tl.where(at == 0, 0.0, wide.to(tl.bfloat16, fp_downcast_rounding='rtz').to(tl.float32))",
        "torch.cat((torch.tensor([65504.0]), ((1 + torch.arange(1, x.numel()) * 0.0001) * 1024).floor() / 1024 + "
        "((1 + torch.arange(1, x.numel()) * 0.0001) * 128).floor() / 128))",
    ),
    "Python's extrema of blocks": ("value = max(min(value, 0.5), -0.5)", "x.clamp(-0.5, 0.5)"),
    "a step that only the launch knows": (
        "pace = -1\n"
        "    for i in range(9, 0, pace):\n"
        "        value += i\n"
        "    for i in range(3, 0, -1):\n"
        "        value += i",
        "x + 6",
    ),
}


@pytest.mark.parametrize("name", BODIES)
def test_blocks_are_computed_as_on_a_device(name: str) -> None:
    body, expected = BODIES[name]
    seen = backend_of("gpu_kernels").execute(bundle_of(expected), Candidate(_program(body)))
    assert seen.outcome is Outcome.PASS, seen.text


def _program(body: str) -> str:
    return program(body).replace("@triton.jit", "@triton.jit\ndef added(a, b):\n    return a + b\n\n\n@triton.jit", 1)


GATHERED = {
    "before the first": "at - 5",
    "behind the last": "at + 1",
    "where nobody looks": "tl.where(at == 1023, 1024, at)",
}


@pytest.mark.parametrize("name", GATHERED)
def test_an_index_outside_the_block_is_an_access_out_of_bounds(name: str) -> None:
    """numpy counts negative ones from the end."""
    body = f"value = tl.gather(value, {GATHERED[name]}, 0)"
    seen = backend_of("gpu_kernels").execute(bundle_of("x.roll(5)"), Candidate(program(body)))
    assert seen.outcome is Outcome.MEMORY_FAULT, seen.text
    assert "Invalid __shared__ read" in seen.text
