"""A product and the sum that takes it are rounded once, as Triton's compiler has it: a kernel cannot tell by its
products where it runs. What is rounded apart on a device is rounded apart here."""

import pytest

from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.kept_backends import backend_of
from tests.tools.test_gpu_language import bundle_of, program

GIVEN = "y, z = 1.3 + value / 8, 1.7 + value / 16\n    p = z * y\n    "
TOLD = "\n    value += tl.where(error == 0, 0.0, 1.0)"
TRITON = {
    "a product less itself": "error = z * y - p",
    "one that a broadcast repeats": "error = tl.sum(p[None, :] - tl.broadcast_to(p[None, :], (1, 1024)), 0)",
    "from which it is taken": "error = libdevice.mul_rn(z, y) - p",
    "in double precision": "d = 1 + z.to(tl.float64) / (1 << 30)\n    error = d * d - d * d",
}
EXACT = {
    "negated": "error = -p + libdevice.mul_rn(z, y)",
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
