"""A product and the sum that takes it are rounded once, as the device's compilers have it, in both languages: a
kernel cannot tell by its products where it runs. What is rounded apart on a device is rounded apart here."""

import random
import struct
from functools import cache

import pytest

from resources.domains.gpu_kernels.execution.stages.cuda.case import Case
from resources.domains.gpu_kernels.execution.stages.cuda.pipeline import CudaStages
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.tools.gpu_cuda_runs import bundle, floats, numbers, run, shape
from tests.tools.kept_backends import backend_of
from tests.tools.test_gpu_language import bundle_of, program

N = 64
LEFT = [struct.unpack("f", struct.pack("f", random.Random(i).uniform(-2, 2)))[0] for i in range(N)]
RIGHT = [struct.unpack("f", struct.pack("f", random.Random(1000 + i).uniform(-2, 2)))[0] for i in range(N)]
FUSED = {
    "a product less itself": ("x * y - x * y", 1),
    "one that is used elsewhere": ("p - __fmul_rn(x, y)", 1),
    "a sum": ("-__fmul_rn(x, y) + x * y", 1),
    "from which it is taken": ("(1.0f - x * x) - __fsub_rn(1.0f, __fmul_rn(x, x))", 0),
    "one that outlives a load": ("p - (b[(i + 1) % 64] - b[(i + 1) % 64] + __fmul_rn(x, y))", 1),
    "in double precision": ("(float)((d * d - d * d) * 0x1p60)", 0),
}
APART = {
    "rounded on demand": "__fmul_rn(y, y) - __fmul_rn(y, y)",
    "a sum on demand": "__fadd_rn(x * y, -__fmul_rn(x, y))",
    "stored and loaded": "kept[i] - __fmul_rn(x, y)",
    "host code's": "of_host",
    "an atomic sum": "(negated[i] = -__fmul_rn(x, y), atomicAdd(&negated[i], x * y), negated[i])",
}
EXPRESSIONS = [expression for expression, _ in FUSED.values()] + list(APART.values())
PROGRAM = f"""
__global__ void told(const float* a, const float* b, float* out, float of_host) {{
  __shared__ volatile float kept[64];
  __shared__ float negated[64];
  const int i = threadIdx.x;
  const float x = a[i], y = b[i], p = x * y;
  const double d = 1.0 + x * 0x1p-30;
  kept[i] = p;
  __syncthreads();
  out[i] = p;
{"".join(f"  out[{at + 1} * 64 + i] = {text};{chr(10)}" for at, text in enumerate(EXPRESSIONS))}}}
void tell(const float* a, const float* b, float* out) {{
  volatile float x = 1.1f, y = 1.3f;
  const float p = x * y;
  told<<<1, 64>>>(a, b, out, x * y - p);
}}
"""


@cache
def told() -> dict[str, tuple[float, ...]]:
    task = bundle("tell", ["a: in float32", "b: in float32", "out: out float32"])
    case = Case((floats(LEFT), floats(RIGHT)), (shape("float32", N * (len(EXPRESSIONS) + 1)),))
    ran = run(CudaStages(make_sandbox()), task, PROGRAM, [case])
    assert ran.outputs is not None, ran.observation.text
    values = numbers(ran.outputs[0][-1])
    return {name: values[N * at : N * (at + 1)] for at, name in enumerate(["products", *FUSED, *APART])}


@pytest.mark.parametrize("name", FUSED)
def test_the_emulator_rounds_a_product_and_a_sum_once(name: str) -> None:
    errors = [x * y - p for x, y, p in zip(LEFT, RIGHT, told()["products"], strict=True)]
    sign = FUSED[name][1]
    assert any(told()[name])
    if sign:
        assert told()[name] == tuple(sign * error for error in errors)


@pytest.mark.parametrize("name", APART)
def test_the_emulator_rounds_apart_what_a_device_rounds_apart(name: str) -> None:
    assert not any(told()[name])


GIVEN = "y, z = 1.3 + value / 8, 1.7 + value / 16\n    p = z * y\n    "
TOLD = "\n    value += tl.where(error == 0, 0.0, 1.0)"
TRITON = {
    "a product less itself": "error = z * y - p",
    "one that a broadcast repeats": "error = tl.sum(p[None, :] - tl.broadcast_to(p[None, :], (1, 1024)), 0)",
    "from which it is taken": "error = libdevice.mul_rn(z, y) - p",
    "a negated one": "error = -p + libdevice.mul_rn(z, y)",
    "in double precision": "d = 1 + z.to(tl.float64) / (1 << 30)\n    error = d * d - d * d",
}
EXACT = {
    "rounded on demand": "error = libdevice.mul_rn(z, y) - libdevice.mul_rn(z, y)",
    "chosen first": "error = tl.where(z < 99, p, 0.0) - libdevice.mul_rn(z, y)",
    "rounded to half precision": "error = p.to(tl.float16).to(tl.float32) - libdevice.mul_rn(z, y).to(tl.float16)",
}


def seen(body: str) -> str:
    code = "from triton.language.extra import libdevice\n" + program(GIVEN + body + TOLD)
    observation = backend_of("gpu_kernels").execute(bundle_of("x"), Candidate(code))
    return "" if observation.outcome is Outcome.PASS else observation.text


@pytest.mark.parametrize("name", TRITON)
def test_the_interpreter_rounds_a_product_and_a_sum_once(name: str) -> None:
    assert "elements differ" in seen(TRITON[name])


@pytest.mark.parametrize("name", EXACT)
def test_the_interpreter_rounds_apart_what_a_device_rounds_apart(name: str) -> None:
    assert seen(EXACT[name]) == ""
