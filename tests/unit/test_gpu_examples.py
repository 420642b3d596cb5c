"""A candidate's own examples are cut before anything reads it: what runs is what was looked at."""

import pytest

from resources.domains.gpu_kernels.execution.rejection import judged, refused
from resources.domains.gpu_kernels.execution.rejection.examples import without_examples
from resources.execution.bundle import Candidate, EnvironmentBundle

OPERATOR = """import torch
import triton
import triton.language as tl

SIZES = dict(block=64)


@triton.jit
def double_kernel(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at, mask=at < n) * 2, mask=at < n)


def double(x: torch.Tensor) -> torch.Tensor:
    out = torch.empty_like(x)
    n = x.numel()
    double_kernel[(triton.cdiv(n, 64),)](x, out, n, BLOCK=SIZES["block"])
    return out
"""
INTERFACE = "import torch\n\n\ndef double(x: torch.Tensor) -> torch.Tensor:\n    ...\n"
EXAMPLES = {
    "block for running": 'if __name__ == "__main__":\n    x = torch.randn(9)\n    print(torch.equal(double(x), x))\n',
    "call": "x = torch.randn(64, device='cuda')\nout = double(x)\nprint(out.max())\n",
    "test": "def test_double():\n    assert torch.allclose(double(torch.rand(3)), 1)\n\n\ntest_double()\n",
    "test that nobody calls": "def test_double():\n    assert torch.allclose(double(torch.rand(3)), torch.rand(3))\n",
    "reference beside it": "def truth(x):\n    return torch.mul(x, 2)\n\n\nif '__main__' == __name__:\n    truth(1)\n",
    "import": "import numpy as np\n\nprint(double(torch.tensor(np.ones(3))))\n",
    "names of the operator": "n = torch.randn(5)\nprint(n)\n",
}
KEPT = {
    "import that nobody uses": "import numpy\n",
    "call of something else": "torch.manual_seed(1)\n",
    "helper that is used": OPERATOR.replace("n = x.numel()", "n = size(x)")
    + "\n\ndef size(x):\n    return x.exp().sum()\n",
    "table that is used": OPERATOR.replace("SIZES[", "OTHERS[")
    + "\n\ndef table():\n    return {'block': int(torch.randn(1).item())}\n\n\nOTHERS = table()\n",
    "test that is the entry's helper": OPERATOR.replace("n = x.numel()", "n = test_size(x)")
    + "\n\ndef test_size(x):\n    return x.sum()\n",
    "block with another branch": 'if __name__ == "__main__":\n    pass\nelse:\n    torch.set_num_threads(1)\n',
    "before the operator": "x = torch.randn(3)\nprint(x)\n" + OPERATOR,
    "on the operator's line": OPERATOR + "A = 1; print(torch.randn(A))\nB = A; double_kernel = torch.randn\n",
}


def bundle() -> EnvironmentBundle:
    settings = {"language": "triton", "entry": "double"}
    return EnvironmentBundle("gpu_kernels", "builtin/double", "", INTERFACE, "kernel.py", "x = 1\n", {}, settings)


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_cut_and_lines_keep_their_numbers(name: str) -> None:
    candidate = Candidate(f"{OPERATOR}\n\n{EXAMPLES[name]}")
    assert refused(bundle(), candidate) == []
    cut = judged(bundle(), candidate).code
    assert cut.rstrip() == OPERATOR.rstrip()
    assert cut.count("\n") == candidate.code.count("\n")


@pytest.mark.parametrize("name", KEPT)
def test_what_a_program_runs_is_looked_at(name: str) -> None:
    code = KEPT[name] if "double_kernel" in KEPT[name] else f"{OPERATOR}\n\n{KEPT[name]}"
    assert refused(bundle(), Candidate(code))


def test_texts_without_examples_are_the_same_texts() -> None:
    for code in (OPERATOR, "", "def f(:\n", "x = (" * 5000, OPERATOR + "\rprint(double(1))\r"):
        assert without_examples(code, ("double",)) == code
