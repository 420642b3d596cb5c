"""Shifts by any number of bits: what PTX says of shl and shr, whether or not the type has as many."""

import struct
from collections.abc import Sequence

import numpy as np
import pytest

from resources.domains.gpu_kernels.execution.stages.cuda.case import Case, Tensor
from resources.domains.gpu_kernels.prediction.simulator.cuda.values import Value, binary
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import INT32, INT64, UINT32, UINT64
from tests.tools.gpu_cuda_runs import bundle, run, shape
from tests.tools.kept_backends import cuda_stages

TYPES = {
    "int": (32, True, INT32),
    "unsigned": (32, False, UINT32),
    "long long": (64, True, INT64),
    "unsigned long long": (64, False, UINT64),
}
VALUES = [0, 1, -1, 5, -7, 0x12345678, -0x12345678, (1 << 31) - 1, -(1 << 31), 0x0123456789ABCDEF, -(1 << 63)]
COUNTS = [0, 1, 7, 31, 32, 33, 63, 64, 65, 255, 256, 288, 1 << 20, -1, -32]
PAIRS = [(value, count) for value in VALUES for count in COUNTS]
KERNEL = """\
__global__ void shift_kernel(const long* x, const int* counts, long* out, int n) {
    __shared__ long long kept[64];
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        const int count = counts[i];
        long* here = out + i * 11;
BODY
        kept[threadIdx.x] = x[i];
        kept[threadIdx.x] >>= count;
        here[8] = kept[threadIdx.x];
        int both = x[i];
        here[9] = (both << count) + (both >> count);
        const unsigned turned = x[i], by = count & 31;
        here[10] = (turned << by) | (turned >> (32 - by));
    }
}

void shift(const long* x, const int* counts, long* out, int n) { shift_kernel<<<1, 64>>>(x, counts, out, n); }
"""


@pytest.fixture(scope="module")
def shifted() -> Sequence[int]:
    body = "\n".join(
        f"        here[{2 * at}] = ({name})x[i] << count; here[{2 * at + 1}] = ({name})x[i] >> count;"
        for at, name in enumerate(TYPES)
    )
    size = len(PAIRS)
    values = Tensor("int64", (size,), struct.pack(f"<{size}q", *(value for value, _ in PAIRS)))
    counts = Tensor("int32", (size,), struct.pack(f"<{size}i", *(count for _, count in PAIRS)))
    task = bundle("shift", ["x: in int64", "counts: in int32", "out: out int64", "n: int32"])
    case = Case((values, counts, size), (shape("int64", size * 11),))
    seen = run(cuda_stages(), task, KERNEL.replace("BODY", body), [case])
    assert seen.outputs is not None, seen.observation.text
    return struct.unpack(f"<{size * 11}q", seen.outputs[0][0].data)


def as_type(value: int, bits: int, signed: bool) -> int:
    low = value & (1 << bits) - 1
    return low - (1 << bits) if signed and low >> (bits - 1) else low


def on_device(value: int, count: int, bits: int, signed: bool, left: bool) -> int:
    """The count is a number without a sign, and no more than the type has bits."""
    value, count = as_type(value, bits, signed), min(count & 0xFFFFFFFF, bits)
    return as_type(value << count if left else value >> count, bits, signed)


@pytest.mark.parametrize("name", TYPES)
def test_the_emulator_shifts_as_a_device_does(shifted: Sequence[int], name: str) -> None:
    bits, signed, _ = TYPES[name]
    for number, (value, count) in enumerate(PAIRS):
        for left in (True, False):
            seen = shifted[number * 11 + 2 * list(TYPES).index(name) + (not left)]
            wanted = as_type(on_device(value, count, bits, signed, left), 64, True)
            assert seen == wanted, f"{value} {'<<' if left else '>>'} {count}"


def test_shifts_in_memory_beside_others_and_as_rotations(shifted: Sequence[int]) -> None:
    for number, (value, count) in enumerate(PAIRS):
        in_memory, sum_of_both, turned = shifted[number * 11 + 8 : number * 11 + 11]
        assert in_memory == on_device(value, count, 64, True, False)
        left, right = (on_device(value, count, 32, True, is_left) for is_left in (True, False))
        assert sum_of_both == as_type(left + right, 32, True)
        low, by = as_type(value, 32, False), count & 31
        assert turned == as_type(low << by | low >> (32 - by), 32, False)


@pytest.mark.parametrize("name", TYPES)
def test_the_simulator_shifts_as_a_device_does(name: str) -> None:
    bits, signed, kind = TYPES[name]
    for value, count in PAIRS:
        given = Value(kind.numpy(as_type(value, bits, signed)), kind)
        for left in (True, False):
            made = binary("<<" if left else ">>", given, Value(np.int32(count), INT32))
            assert int(made.data) == on_device(value, count, bits, signed, left), f"{value} by {count}"
