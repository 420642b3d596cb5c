"""What simulating CUDA programs makes of types, memory on both sides and structures, and what nvcc refuses.

What nvcc and the shim say of each was asked once.
"""

import numpy as np
import pytest

from resources.domains.gpu_kernels.execution.stages.cuda.signature import read_signature
from resources.domains.gpu_kernels.prediction.simulator.cuda.execution import Execution, execute
from resources.domains.gpu_kernels.prediction.simulator.cuda.parser import parsed
from resources.domains.gpu_kernels.prediction.simulator.cuda.program import Program, Unread
from resources.domains.gpu_kernels.prediction.simulator.triton.cases import Case
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import FLOAT32
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import fresh
from resources.domains.simulation import HaltReason

SIGNATURE = read_signature({"entry": "go", "arguments": '["x: in float32", "out: out float32", "n: int32"]'})
THREADS = 64
PROGRAM = """#include <cstdint>
%s
__global__ void kernel(const float* x, float* out, int n) {
    __shared__ float own[64];
    __shared__ float other[64];
    const int i = threadIdx.x;
    own[i] = i;
    other[i] = 100.0f + i;
    __syncthreads();
    %s
}
void go(const float* x, float* out, int n) { %s kernel<<<1, 64>>>(x, out, n); }
"""
PAIR = "struct Pair { char a; int b; float c; };"
ZERO = "__shared__ Pair s[2]; if (i < 2) { s[i].b = 0; s[i].c = 0; } __syncthreads();"


def simulated(kernel: str, before: str = "", host: str = "") -> Execution:
    program = parsed(PROGRAM % (before, kernel, host))
    assert isinstance(program, Program)
    case = Case(0, (fresh(np.arange(THREADS), FLOAT32), THREADS), True)
    return execute(program, SIGNATURE, case, [THREADS], 20_000)


def computed(kernel: str, before: str = "", host: str = "") -> list[float]:
    result = simulated(kernel, before, host)
    assert result.reason is HaltReason.RETURNED, result.why
    found: list[float] = result.outputs[0].tolist()
    return found


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("-2147483648 < 0", 1.0),
        ("2147483648 - 4294967296 < 0", 1.0),
        ("0x80000000 - 0x80000001 > 0", 1.0),
        ("-0x80000000 > 0", 1.0),
        ("0b101 + 017", 20.0),
        ("(c = 300)", 44.0),
        ("(k = 3.7f)", 3.0),
        ("++d", 0.0),
        ("(n > 0 ? 1 : 0.5f) / 2", 0.5),
        ("(i >= 0 ? 3 : x[i]) / 2", 1.5),
        ("(n > 0 ? -1 : 0u) > 0", 1.0),
        ("sizeof(Pair)", 12.0),
        ("abs(static_cast<signed char>(-128))", 128.0),
        ("max(NAN, 1.0f)", 1.0),
    ],
)
def test_numbers_have_the_types_of_the_language(expression: str, wanted: float) -> None:
    kernel = f"uint8_t c = 0; uint8_t d = 255; int k = 0; out[i] = {expression};"
    assert computed(kernel, PAIR) == [wanted] * THREADS


def test_threads_may_access_different_arrays_at_once() -> None:
    even_odd = [item if item % 2 else 100.0 + item for item in range(THREADS)]
    assert computed("float* p = i % 2 ? own : other; out[i] = p[i];") == even_odd
    halves = "float* p = i < 32 ? own : out; p[i] = 7.0f; __syncthreads(); if (i < 32) { out[i] = own[i]; }"
    assert computed(halves) == [7.0] * THREADS
    assert simulated("float* p = i < 32 ? own : out; p[i + 1] = p[63 - i];").reason is HaltReason.MEMORY
    assert simulated("float* p = i > 8 ? own : nullptr; out[i] = p[i];").reason is HaltReason.MEMORY
    assert simulated("float* p = i % 2 ? own : other; p[i / 4] = i; out[i] = 1;").reason is HaltReason.RACE


def test_a_place_before_an_array_is_out_of_its_bounds() -> None:
    assert simulated("out[i] = own[i - 1];").reason is HaltReason.MEMORY


def test_atomics_change_fields_of_structures() -> None:
    code = f"{ZERO} atomicAdd(&s[i % 2].b, i); atomicAdd(&s[i % 2].c, 0.5f); __syncthreads();"
    sums = [sum(range(parity, THREADS, 2)) for parity in (0, 1)]
    assert computed(f"{code} out[i] = s[i % 2].b;", PAIR) == [float(sums[item % 2]) for item in range(THREADS)]
    assert computed(f"{code} out[i] = s[0].c;", PAIR) == [16.0] * THREADS


def test_atomics_of_threads_that_mean_different_arrays() -> None:
    code = "float* p = i % 2 ? own : other; atomicAdd(p, 1.0f); __syncthreads(); out[i] = own[0] + other[0];"
    assert computed(code) == [164.0] * THREADS


def test_atomic_decrements_wrap() -> None:
    code = (
        "__shared__ unsigned c; if (i == 0) { c = 0; } __syncthreads(); atomicDec(&c, 5); __syncthreads(); out[i] = c;"
    )
    assert computed(code) == [2.0] * THREADS


def test_a_step_from_a_field_is_not_modelled() -> None:
    assert simulated(f"{ZERO} out[i] = *(&s[0].b + 1);", PAIR).reason is HaltReason.UNSUPPORTED


def test_arrays_of_the_host_and_constants_are_read() -> None:
    assert computed("out[i] = n;", host="int d[2] = {1, 2}; d[0] = 7; n = d[0] + d[1];") == [9.0] * THREADS
    assert computed("out[i] = k[1];", "__constant__ float k[3] = {1.0f, 2.0f, 3.0f};") == [2.0] * THREADS
    assert simulated("out[i] = k[1];", "constexpr int k[2] = {4, 5};").reason is HaltReason.UNSUPPORTED
    assert simulated("out[i] = n;", host="n = x[0];").reason is HaltReason.RAISED


@pytest.mark.parametrize(
    "kernel", ["const int c = 1; c = 2;", "x[i] = 1.0f;", "*x = 1.0f;", "i++;", "const int a[2] = {1, 2}; a[0] += 1;",
               "int v[0];"]
)  # fmt: skip
def test_what_is_const_or_empty_is_refused(kernel: str) -> None:
    assert simulated(f"{kernel} out[i] = 1.0f;").reason is HaltReason.REFUSED


@pytest.mark.parametrize("kernel", ["const float* p = x; p++; p = x;", "float* const p = out; p[i] = 1.0f;"])
def test_a_pointer_is_another_constant_than_what_it_points_to(kernel: str) -> None:
    assert computed(f"{kernel} out[i] = 1.0f;") == [1.0] * THREADS


def test_a_type_without_its_header_is_not_read() -> None:
    code = PROGRAM % ("", "uint8_t c = 1; out[i] = c;", "")
    assert isinstance(parsed(code), Program)
    assert isinstance(parsed(code.replace("#include <cstdint>", "")), Unread)
