"""Which inputs a candidate is tried on: a program's own, whatever its text looks like."""

import pytest

from resources.domains.gpu_kernels.execution.oracle import SETS, set_of
from resources.execution.bundle import Candidate
from tests.tools.test_gpu_triton_labels import bundle_of

ALIKE = {
    "vector_add": (
        "def f(x):\n  # one\n  return x  # two\n\n\ndef g(): pass\n",
        "def f(x):\n    return x\ndef g(): pass",
    ),
    "cuda_vector_add": ("int f(int x) { /* one */ return x; } // two\n", "int f(int x)\n{\n    return x;\n}\n"),
}


@pytest.mark.parametrize("name", ALIKE)
def test_comments_and_layout_choose_no_inputs(name: str) -> None:
    bundle, (one, other) = bundle_of(name), ALIKE[name]
    assert set_of(bundle, Candidate(one)) == set_of(bundle, Candidate(other))
    others = {set_of(bundle, Candidate(one.replace("x", f"x{number}"))) for number in range(40)}
    assert others == set(range(SETS))


def test_a_text_that_is_no_program_has_a_set_too() -> None:
    assert set_of(bundle_of("vector_add"), Candidate("def f(:\n  '''")) in range(SETS)
