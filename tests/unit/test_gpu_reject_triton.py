"""What a Triton candidate may contain: ways round its kernels are found, and ordinary candidates pass."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.domains.gpu_kernels.execution.rejection import refused
from resources.domains.gpu_kernels.execution.rejection.permissions import ALLOWED_FOR_REFERENCE, allowed_for
from resources.domains.gpu_kernels.execution.rejection.triton import reject
from resources.execution.bundle import Candidate, EnvironmentBundle
from tests.unit.effort import ends_within

HEAD = """import math
import torch
import triton
import triton.language as tl


@triton.jit
def double_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0).to(tl.float32)
    tl.store(out_ptr + offsets, x * 2 + tl.sum(x, axis=0), mask=offsets < n)


def double(x: torch.Tensor) -> torch.Tensor:
    out = torch.empty_like(x)
    n = x.numel()
    double_kernel[(triton.cdiv(n, 128),)](x, out, n, BLOCK=128, num_warps=4)
    return out.view(x.shape).to(torch.float16)
"""
FORBIDDEN = {
    "another attribute of the driver": "d = triton.runtime.driver.active.get_current_target()\n",
    "os": "import os\n",
    "sys": "from sys import modules\n",
    "module of a module": "import typing\nm = typing.sys.modules\n",
    "name of a module": "from typing import sys\n",
    "star": "from math import *\n",
    "relative": "from . import oracle\n",
    "threads": "import threading\n",
    "inside a function": "def f():\n    import gc\n",
    "eval": "def f(x):\n    return eval('x')\n",
    "exec through another name": "run = exec\n",
    "open": "def f():\n    return open('oracle.py')\n",
    "open as a default": "def f(open=open):\n    return open('x')\n",
    "open hidden by a comprehension": "def f():\n    [0 for open in []]\n    return open('x')\n",
    "open declared global": "def f():\n    global open\n    open('x')\n    open = 1\n",
    "import function": "def f():\n    return __import__('os')\n",
    "builtins": "b = __builtins__\n",
    "exit": "def f():\n    raise SystemExit\n",
    "globals": "def f():\n    return globals()\n",
    "dunder attribute": "def f(x):\n    return x.__class__\n",
    "dunder through getattr": "def f(x):\n    return getattr(x, '__class__')\n",
    "dunder through format": "def f(x):\n    return '{0.__class__}'.format(x)\n",
    "dunder in a pattern": "def f(x):\n    match x:\n        case object(__class__=c):\n            return c\n",
    "computed getattr": "def f(x, n):\n    return getattr(x, n)\n",
    "getattr on a module": "def f():\n    return getattr(torch, 'mm')\n",
    "getattr of torch as a dtype for the candidate's own": "def f(x, n):\n    return g(x, dtype=getattr(torch, n))\n",
    "getattr of torch as another argument": "def f(x, n):\n    return torch.empty(x, out=getattr(torch, n))\n",
    "getattr of torch with a default": "def f(x, n):\n    return torch.empty(x, dtype=getattr(torch, n, 0))\n",
    "getattr passed on": "def f(x):\n    return map(getattr, x)\n",
    "frame": "def f(e):\n    return e.tb_frame.f_back\n",
    "generator's frame": "def f():\n    return (i for i in ()).gi_frame\n",
    "setattr": "setattr(tl, 'dot', None)\n",
    "patched torch": "torch.allclose = lambda *a, **k: True\n",
    "patched triton": "triton.cdiv = max\n",
    "patched language": "tl.load = None\n",
    "patched event": "torch.cuda.Event.elapsed_time = lambda *a: 0.0\n",
    "patched kernel": "double_kernel.run = print\n",
    "patched parameter": "def f(x):\n    x.data = None\n",
    "deleted": "del torch.mm\n",
    "patched by a loop": "for torch.mm in (1,):\n    pass\n",
    "patched by with": "def f(c):\n    with c as torch.mm:\n        pass\n",
    "torch renamed": "t = torch\n",
    "torch in a list": "ms = [torch]\n",
    "torch passed": "def f(g):\n    return g(torch)\n",
    "torch.cuda renamed": "c = torch.cuda\n",
    "other meaning for tl": "class tl:\n    pass\n",
    "other meaning for torch": "def f(torch):\n    return torch.mm\n",
    "other meaning for jit": "from triton import jit\ndef jit(f):\n    return f\n",
    "imported twice": "import torch.nn as tl\n",
    "event": "e = torch.cuda.Event()\n",
    "stream": "s = torch.cuda.Stream()\n",
    "compile": "f = torch.compile(double)\n",
    "load": "w = torch.load('x')\n",
    "extension": "import torch.utils.cpp_extension\n",
    "operators": "y = torch.ops.aten.mm\n",
    "private": "c = torch._C\n",
    "library": "l = torch.library.Library('a', 'DEF')\n",
    "jit": "f = torch.jit.script(double)\n",
    "multiprocessing": "import torch.multiprocessing\n",
    "runtime of triton": "d = triton.runtime.driver.active\n",
    "interpreter": "from triton.runtime import interpreter\n",
    "insides of the language": "b = tl.core.builtin\n",
    "tensor subclass": "class Lazy(torch.Tensor):\n    pass\n",
    "torch function": "class Lazy:\n    def __torch_function__(self, *a):\n        return None\n",
    "finaliser": "class Late:\n    def __del__(self):\n        pass\n",
    "module hook": "def __getattr__(name):\n    return None\n",
    "attribute hook": "class Hook:\n    def __getattr__(self, name):\n        return None\n",
    "metaclass": "class A(metaclass=type):\n    pass\n",
    "class by type": "A = type('A', (), {})\n",
    "coroutine": "async def f():\n    pass\n",
    "launcher's function": "def f(x):\n    return double_kernel.fn(x, x, 1, 1)\n",
    "kernel as argument": "def f(g):\n    return g(double_kernel)\n",
    "decorated kernel": "@print\n@triton.jit\ndef k(x):\n    pass\n",
    "matmul": "def f(x):\n    return torch.matmul(x, x)\n",
    "operator": "def f(x):\n    return x @ x\n",
    "method": "def f(x):\n    return x.softmax(-1)\n",
    "unbound method": "def f(x):\n    return torch.Tensor.sum(x)\n",
    "functional": "import torch.nn.functional as F\n",
    "torch imported by name": "from torch import matmul as empty\n",
    "numpy": "def f(x):\n    return x.numpy()\n",
    "numpy import": "import numpy\n",
    "hints evaluated": "import typing\nh = typing.get_type_hints(double)\n",
    "attribute getter": "import operator\n",
    "loaded modules behind the language": "m = tl.extra.modules\n",
    "package tools behind the language": "m = tl.extra.pkgutil\n",
    "core behind the mathematics": "m = tl.math.core\n",
    "inside of a constant": "m = tl.PropagateNan.ALL.name\n",
    "function of a device function": "f = tl.sum.fn\n",
    "attributes set by a wrapper": "import functools\nfunctools.update_wrapper(torch.Tensor, double, ('sum',))\n",
    "attributes set by wraps": "from functools import wraps\nwraps(double)(torch.Tensor)\n",
    "dataclass of a foreign class": "from dataclasses import dataclass\ndataclass(torch.Tensor)\n",
    "dataclass given a class": "from dataclasses import dataclass\n@dataclass(torch.Tensor)\nclass A:\n    pass\n",
    "dataclass made later": "from dataclasses import dataclass\nd = dataclass\n",
    "frame through format": "def f(g):\n    return '{0.gi_frame.f_back}'.format(g)\n",
    "encoding": "",
    "surrogate": "# \udc80\n",
    "giant": "#" * (1 << 20),
}
ALLOWED = {
    "the device as tutorials name it": "DEVICE = triton.runtime.driver.active.get_active_torch_device()\n",
    "plain": "",
    "typing": "from collections.abc import Sequence\nfrom typing import Any\ndef f(x: Sequence[int]) -> Any:\n"
    "    return x\n",
    "dataclass": "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass Tile:\n    m: int = 16\n",
    "own attributes": "class Plan:\n    def __init__(self):\n        self._block = math.ceil(2.5)\n",
    "parameter named like a builtin": "def f(input, vars=1):\n    return input.shape, vars\n",
    "reduction with a combine function": "@triton.jit\ndef add(a, b):\n    return a + b\n"
    "@triton.jit\ndef k(x):\n    tl.store(x, tl.reduce(tl.load(x + tl.arange(0, 8)), 0, add))\n",
    "autotuned": "@triton.autotune(configs=[triton.Config({'B': 16}, num_warps=2)], key=['n'])\n"
    "@triton.jit\ndef k(x, n, B: tl.constexpr):\n    pass\n",
    "device functions": "@triton.jit\ndef k(x):\n"
    "    tl.store(x, tl.math.exp(tl.load(x)) + tl.extra.cuda.libdevice.tanh(1.0) + tl.float32.primitive_bitwidth)\n",
    "what becomes of NaN": "@triton.jit\ndef k(x):\n    y = tl.load(x)\n"
    "    y = tl.maximum(y, 0.0, propagate_nan=tl.PropagateNan.ALL)\n"
    "    tl.store(x, tl.clamp(y, 0.0, 1.0, propagate_nan=tl.PropagateNan.NONE))\n",
    "dataclass with options": "import dataclasses\n@dataclasses.dataclass(frozen=True)\nclass T:\n    m: int = 1\n",
    "wrapper": "import functools\ndef d(f):\n    @functools.wraps(f)\n    def g(*a):\n        return f(*a)\n"
    "    return g\n",
    "grid by lambda": "def f(x):\n    grid = lambda meta: (triton.cdiv(x.numel(), meta['BLOCK']),)\n"
    "    double_kernel[grid](x, x, 1, BLOCK=16)\n",
    "kernel chosen": "def f(x, flag):\n    kernel = double_kernel if flag else double_kernel\n"
    "    kernel[(1,)](x, x, 1, 16)\n",
    "methods in kernels": "@triton.jit\ndef k(x, y):\n    tl.store(x, tl.load(y).exp().sum(axis=0))\n",
    "python numbers": "def f(x):\n    return max(1, min(x.shape[0], 4)), sum(x.stride()), x.is_cuda\n",
    "views": "def f(x):\n"
    "    return x.transpose(0, 1).contiguous().reshape(-1)[:, None], torch.as_strided(x, (1,), (1,))\n",
    "a function of autograd": "class F(torch.autograd.Function):\n    @staticmethod\n"
    "    def forward(ctx, x):\n        ctx.save_for_backward(x)\n        return double(x)\n",
    "a function of autograd by name": "from torch.autograd import Function\nclass F(Function):\n    pass\n",
    "waiting for the device": "def f(x):\n    torch.cuda.synchronize()\n",
    "syntax error": "def f(:\n",
    "indentation": "  def f():\n",
    "NUL": "\0",
    "byte order mark later": "x = '\ufeff'\n",
    "getattr of torch as a dtype": "def f(x, n):\n    return torch.empty(x, dtype=getattr(torch, n))\n",
    "constant getattr": "def f(x):\n    return getattr(x, 'device', None)\n",
    "module name": "if __name__ == '__main__':\n    print(double)\n",
    "undefined": "def f(x):\n    return undefined_name(x)\n",
    "nests": "x = " + "(" * 150 + "1" + ")" * 150 + "\n",
}
MODEL = """import torch
import torch.nn as nn

class ModelNew(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, size)

    def forward(self, x):
        return torch.relu(self.layer(x)) @ x
"""


@pytest.mark.parametrize("name", FORBIDDEN)
def test_forbidden(name: str) -> None:
    code = "# coding: utf-7\n" + HEAD if name == "encoding" else HEAD + FORBIDDEN[name]
    assert reject(code)


@pytest.mark.parametrize("name", ALLOWED)
def test_allowed(name: str) -> None:
    assert reject(HEAD + ALLOWED[name]) == []


def test_findings_name_their_lines() -> None:
    found = reject("import os\n\ndef f(x):\n    return eval('1') + x.sum()\n")
    assert [(finding.line, finding.what) for finding in found] == [
        (1, "import of os"),
        (4, ".sum() in host code"),
        (4, "eval"),
    ]


def bundle(reference: str, **options: str) -> EnvironmentBundle:
    settings = {"language": "triton", **options}
    return EnvironmentBundle("gpu_kernels", "set/x", "", "", "kernel.py", reference, settings=settings)


def test_what_a_reference_uses_its_candidates_may_use_too() -> None:
    task = bundle(HEAD + "def f(x):\n    return torch.sum(x, dim=0), x.cumsum(0)\n")
    assert refused(task, Candidate(HEAD + "def f(x):\n    return torch.sum(x), x.cumsum(1)\n")) == []
    assert refused(task, Candidate(HEAD + "def f(x):\n    return torch.mean(x), x.prod()\n"))


def test_no_reference_makes_the_insides_of_torch_allowed() -> None:
    task = bundle("import os\nimport torch\nprint(torch._C, torch.compile, os.getcwd())\n")
    assert len(refused(task, task.reference_candidate)) >= 4


def test_a_reference_in_torch_passes_and_its_copies_do_not() -> None:
    task = bundle(MODEL, torch_compute=ALLOWED_FOR_REFERENCE)
    assert refused(task, Candidate(MODEL)) == []
    assert [item.what for item in refused(task, Candidate(MODEL + "\n"))] == ["@ in host code", "torch.relu"]
    assert allowed_for(task, Candidate("")).modules == {"torch.nn"}


def test_the_language_of_the_bundle_decides() -> None:
    assert refused(bundle("", language="cuda"), Candidate("int main() {}"))
    assert refused(bundle(""), Candidate("int main() {}")) == []


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_judged(text: str) -> None:
    assert isinstance(reject(text), list)


PIECES = (
    "import torch ; from x as y \n def f ( ) : class A [ ] = lambda match case _ del with for in if else tl . @".split(
        " "
    )
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_order_of_pieces_is_judged(pieces: list[str]) -> None:
    assert isinstance(reject(" ".join(pieces)), list)


def test_a_hundred_lines_take_a_few_milliseconds() -> None:
    code = HEAD + ALLOWED["reduction with a combine function"] * 20
    reject(code)
    ends_within(0.2, lambda: reject(code))
