"""A folder of small Triton files of this project's own writing, as one finds them: launchers with tests beside them
that are tasks, and those that cannot be."""

from pathlib import Path

HEAD = "import torch\nimport triton\nimport triton.language as tl\n\n"
SCALE = '''# SPDX-License-Identifier: MIT
import os
import pytest
import torch
import triton
import triton.language as tl

BLOCK = 256


@triton.jit
def _scale_shift_kernel(x_ptr, shift_ptr, y_ptr, scale, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < columns
    x = tl.load(x_ptr + row * columns + at, mask=inside)
    shift = tl.load(shift_ptr + at, mask=inside)
    tl.store(y_ptr + row * columns + at, x * scale + shift, mask=inside)


def scale_shift(x, shift, scale=2.0):
    """Scales each row and shifts it by a vector."""
    rows, columns = x.shape
    y = torch.empty_like(x)
    _scale_shift_kernel[(rows,)](x, shift, y, scale, columns, BLOCK=BLOCK)
    return y


def scale_shift_torch(x, shift, scale):
    return x * scale + shift


@pytest.mark.parametrize("rows, columns", [(3, 64), (5, 200)])
@pytest.mark.parametrize("dtype", [torch.float32])
def test_scale_shift(rows, columns, dtype):
    torch.manual_seed(0)
    x = torch.randn(rows, columns, device="cuda", dtype=dtype)
    shift = torch.randn(columns, device="cuda", dtype=dtype)
    factor = 3.0
    got = scale_shift(x, shift, factor)
    wanted = scale_shift_torch(x, shift, factor)
    torch.testing.assert_close(got, wanted)


if __name__ == "__main__":
    print(os.environ.get("USER"))
'''
CLAMP = '''import torch
import triton
import triton.language as tl


@triton.jit
def clamp_kernel(data, high, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(data + at, mask=at < count)
    tl.store(data + at, tl.minimum(tl.maximum(value, 0.0), high), mask=at < count)


def clamp_(data: torch.Tensor, high: float) -> None:
    """Clamps a tensor in place: each element of data below zero becomes zero, and each above high becomes high.

    The tensor is contiguous, of any shape.
    """
    count = data.numel()
    clamp_kernel[(triton.cdiv(count, 128),)](data, high, count, BLOCK=128)


def untried(data, high):
    clamp_kernel[(1,)](data, high, 128, BLOCK=128)


def quiet(data, high):
    clamp_kernel[(1,)](data, high, data.numel(), BLOCK=128)


def after(data, high):
    """Clamps the first 128 elements of data at zero and at high, and leaves all others as they are."""
    clamp_kernel[(1,)](data, high, 128, BLOCK=128)


def looped(data, high):
    """Clamps the first 128 elements of data at zero and at high, and leaves all others as they are."""
    clamp_kernel[(1,)](data, high, 128, BLOCK=128)


def asked(data, high):
    """Clamps the first 128 elements of data at zero and at high, and leaves all others as they are."""
    clamp_kernel[(1,)](data, high, 128, BLOCK=128)


def test_looped():
    while True:
        looped(torch.randn(128, device="cuda"), 1.0)


def test_asked(size):
    asked(torch.randn(size, device="cuda"), 1.0)


if __name__ == "__main__":
    values = torch.randn(700, device="cuda")
    clamp_(values, 0.5)
    others = torch.randn(64, device="cuda")
    quiet(others, 0.5)
    after(values, 0.5)
    print(values)
'''
ODDS = {
    "no_launcher.py": (f"{HEAD}@triton.jit\ndef kernel(x):\n    tl.store(x, 1)\n", "no function launches its kernels"),
    "method.py": (
        f"{HEAD}@triton.jit\ndef kernel(x):\n    tl.store(x, 1)\n\n\n"
        "class One(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        kernel[(1,)](x)\n",
        "no function launches its kernels; one in a class is not cut out",
    ),
    "broken.py": (f"{HEAD}@triton.jit\ndef kernel(x:\n", "Python does not parse it"),
}
"""By file, its text and why it has no tasks."""
FUNCTIONS = {
    "function untried": "nothing says what it is given: no test of its file calls it",
    "function quiet": "nothing says what it computes",
    "function after": "its test runs other kernels before it",
    "function looped": "its test test_looped calls it in a loop or under a condition",
    "function asked": "nothing says what its test test_asked is given",
}


def wild_triton(folder: Path) -> Path:
    """The sources, laid out below `folder`/kernels; a file without kernels lies beside them."""
    files = {"rows/scale.py": SCALE, "clamp.py": CLAMP, "plain.py": "import triton\nprint(triton.__version__)\n"}
    files |= {f"odds/{name}": text for name, (text, _) in ODDS.items()}
    for name, text in files.items():
        place = folder / "kernels" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return folder / "kernels"
