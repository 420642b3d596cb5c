"""Floating point made integers, on both ways to run: what PTX says of cvt.rzi, whether or not the type holds it."""

import math
import struct
from collections.abc import Sequence

import numpy as np
import pytest

from resources.domains.gpu_kernels.execution.stages.cuda.case import Case, Tensor
from resources.domains.gpu_kernels.execution.stages.cuda.pipeline import CudaStages
from resources.domains.gpu_kernels.execution.worker.triton_worker.arithmetic import integers
from resources.execution.errors import EnvironmentGap
from tests.tools.gpu_cuda_runs import bundle, run, shape
from tests.tools.gpu_cuda_sum import changed, ran
from tests.tools.kept_backends import cuda_stages

TYPES = {
    "signed char": (8, True),
    "unsigned char": (8, False),
    "short": (16, True),
    "unsigned short": (16, False),
    "int": (32, True),
    "unsigned": (32, False),
    "long long": (64, True),
    "unsigned long long": (64, False),
}
INFINITY = math.inf
VALUES = [
    *(0.0, -0.0, 0.75, -0.75, 1.5, -1.5, 127.5, 128.0, -128.5, -129.0, 255.5, 256.0, 300.0, -300.0, 32767.0, 32768.0),
    *(65535.5, 65536.0, -65536.0, 7e4, 2147483520.0, 2147483648.0, -2147483648.0, -2147483904.0, 4294967040.0),
    *(4294967296.0, 3e9, -3e9, 1e10, -1e10, 9.223371e18, 9.223372036854775808e18, -9.3e18, 1.8446742e19, 1.9e19),
    *(1e30, -1e30, INFINITY, -INFINITY, math.nan),
]
KERNEL = """\
__global__ void convert_kernel(const TYPE* x, long* out, int n) {
    __shared__ TYPE kept[64];
    const int t = threadIdx.x;
    if (t >= n) return;
    kept[t] = x[t];
    const TYPE value = x[t];
BODY
}

void convert(const TYPE* x, long* out, int n) { convert_kernel<<<1, 64>>>(x, out, n); }
"""
PLACES = {"a register": "value", "an array": "x[t]", "shared memory": "kept[t]", "a sum": "(value + TYPE(0))"}


@pytest.fixture(scope="module")
def stages() -> CudaStages:
    return cuda_stages()


def on_device(value: float, bits: int, signed: bool, is_double: bool, narrowest: int = 32) -> int:
    """The result, extended to 64 bits as C++ extends its type. nvcc converts to 32 bits at least, Triton to 16."""
    wide = max(bits, narrowest)
    lowest, highest = (-(1 << wide - 1), (1 << wide - 1) - 1) if signed else (0, (1 << wide) - 1)
    if math.isnan(value):
        whole = 1 << (wide - 1) if is_double or wide == 64 else 0
    else:
        whole = int(min(max(value, lowest), highest)) if math.isfinite(value) else lowest if value < 0 else highest
    low = whole & (1 << bits) - 1
    low -= 1 << bits if signed and low >> (bits - 1) else 0
    return (low + (1 << 63)) % (1 << 64) - (1 << 63)


def converted(stages: CudaStages, kind: str, place: str) -> Sequence[int]:
    lines = (f"    out[t * {len(TYPES)} + {at}] = ({name}){place};" for at, name in enumerate(TYPES))
    code = KERNEL.replace("BODY", "\n".join(lines)).replace("TYPE", kind)
    dtype, letter = ("float64", "d") if kind == "double" else ("float32", "f")
    values = Tensor(dtype, (len(VALUES),), struct.pack(f"<{len(VALUES)}{letter}", *VALUES))
    task = bundle("convert", [f"x: in {dtype}", "out: out int64", "n: int32"])
    seen = run(stages, task, code, [Case((values, len(VALUES)), (shape("int64", len(VALUES) * len(TYPES)),))])
    assert seen.outputs is not None, seen.observation.text
    return struct.unpack(f"<{len(VALUES) * len(TYPES)}q", seen.outputs[0][0].data)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", ["float", "double"])
def test_every_type_has_the_devices_result(stages: CudaStages, kind: str, place: str) -> None:
    found = converted(stages, kind, PLACES[place])
    for number, given in enumerate(VALUES):
        value = given if kind == "double" else struct.unpack("<f", struct.pack("<f", given))[0]
        for at, (name, (bits, signed)) in enumerate(TYPES.items()):
            expected = on_device(value, bits, signed, kind == "double")
            assert found[number * len(TYPES) + at] == expected, f"{name} of {value}"


ANSWERED = {
    "one that does not fit": "int(s[0] * 1e30f) != 7",
    "NaN": "int(s[0] / 0.0f - s[0] / 0.0f) != 7",
    "what is negative": "unsigned(s[0] - 1e3f) == 0u",
    "a large one": "int(s[0] * 1e30f + 1e30f) == 2147483647",
    "two at once": "int(s[0] * 1e30f + 1e30f) - int(-s[0] * 1e30f - 1e30f) == -1",
    "an index": "(unsigned char)(s[0] * 0.0f + 300.0f) == 44",
}


@pytest.mark.parametrize("name", ANSWERED)
def test_a_condition_on_a_conversion_has_the_devices_answer(stages: CudaStages, name: str) -> None:
    seen = ran(stages, changed("if (t == 0)", f"if ({ANSWERED[name]} && t == 0)"))
    assert seen.outputs is not None
    assert seen.outputs[0][0].data == ran(stages, changed("if (t == 0)", "if (t == 0)")).outputs[0][0].data  # type: ignore[index]


def test_what_the_compiler_works_out_itself_stays_a_gap(stages: CudaStages) -> None:
    with pytest.raises(EnvironmentGap, match="a conversion"):
        ran(stages, changed("if (t == 0)", "if ((signed char)300.0f != 7 && t == 0)"))


@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", TYPES)
def test_triton_interpreted_has_the_devices_result_too(kind: str, name: str) -> None:
    bits, signed = TYPES[name]
    with np.errstate(over="ignore", invalid="ignore"):
        values = np.array(VALUES).astype(kind)
    found = integers(values, max(16, bits), signed).astype(f"{'i' if signed else 'u'}{bits // 8}").astype(np.int64)
    for value, result in zip(values, found, strict=True):
        assert int(result) == on_device(float(value), bits, signed, kind == "float64", 16), f"{name} of {value}"
