"""Modules with layers can be solved: parameters by torch in the constructor, arithmetic by Triton in forward."""

from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.tasks.importers import kernelbench
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome
from tests.tools.gpu_module_answers import ANSWERS, HEAD
from tests.tools.kept_backends import backend_of

MODULE = """import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self, inner, outer):
        super(Model, self).__init__()
        self.linear = nn.Linear(inner, outer)
        self.shift = nn.Parameter(torch.randn(outer))

    def forward(self, x):
        return self.linear(x) + self.shift

def get_inputs():
    return [torch.rand(4, 16)]

def get_init_inputs():
    return [16, 8]
"""
ADD = """

@triton.jit
def add_kernel(x, y, columns, BLOCK: tl.constexpr):
    at = tl.program_id(0) * columns + tl.arange(0, BLOCK)
    mask = tl.arange(0, BLOCK) < columns
    shift = tl.load(y + tl.arange(0, BLOCK), mask=mask)
    tl.store(x + at, tl.load(x + at, mask=mask) + shift, mask=mask)


class ModelNew(nn.Module):
    def __init__(self, inner, outer):
        super().__init__()
        CONSTRUCTOR

    def forward(self, x):
        FORWARD
        add_kernel[(out.shape[0],)](out, self.shift, out.shape[1], BLOCK=8)
        return out
"""
LAYER = "self.linear = nn.Linear(inner, outer)\n        self.shift = nn.Parameter(torch.randn(outer))"
BY_HAND = """bound = inner ** -0.5
        self.weight = nn.Parameter(torch.empty(outer, inner).uniform_(-bound, bound))
        self.bias = nn.Parameter(torch.empty(outer).uniform_(-bound, bound))
        self.shift = nn.Parameter(torch.randn(outer))
        self.reset()

    def reset(self):
        self.limit = torch.sqrt(torch.ones(1))"""
OWN = "out = linear(x, self.linear.weight, self.linear.bias)"
CASES = {
    "layer in the constructor": (LAYER, OWN, Outcome.PASS),
    "initialised by hand": (BY_HAND, "out = linear(x, self.weight, self.bias)", Outcome.PASS),
    "layer called in forward": (LAYER, "out = self.linear(x)", Outcome.REJECTED),
    "layer kept as a function": (LAYER + "\n        self.f = self.linear.forward", "out = self.f(x)", Outcome.REJECTED),
    "layer made in forward": (LAYER, f"nn.Linear(16, 8)\n        {OWN}", Outcome.REJECTED),
    "function defined in the constructor": (
        LAYER + "\n        self.f = lambda x: torch.mm(x, self.linear.weight.t())",
        "out = self.f(x)",
        Outcome.REJECTED,
    ),
    "other seed": (LAYER + "\n        nn.init.normal_(self.linear.weight)", OWN, Outcome.FUNCTIONAL_MISMATCH),
}


def bundle_of(folder: Path) -> EnvironmentBundle:
    (folder / "level2").mkdir()
    (folder / "level2" / "1_Linear.py").write_text(MODULE)
    (seed,) = kernelbench.read_set(folder, "c", "MIT").seeds
    assert seed.unusable == ""
    return bundle_from_seed(seed)


@pytest.mark.parametrize("name", CASES)
def test_parameters_are_drawn_by_torch_and_used_by_kernels(tmp_path: Path, name: str) -> None:
    constructor, forward, outcome = CASES[name]
    code = HEAD + ADD.replace("CONSTRUCTOR", constructor).replace("FORWARD", forward)
    seen = backend_of("gpu_kernels").execute(bundle_of(tmp_path), Candidate(code))
    assert seen.outcome is outcome, seen.text


@pytest.mark.parametrize("name", ANSWERS)
def test_right_answers_to_tasks_with_layers_pass(public_sets: Path, name: str) -> None:
    folder = public_sets / "kernelbench"
    if not folder.is_dir():
        pytest.skip(f"no sample of KernelBench at {folder}")
    seeds = {seed.seed_id: seed for seed in kernelbench.read_set(folder, "c", "MIT").seeds}
    seen = backend_of("gpu_kernels").execute(bundle_from_seed(seeds[f"kernelbench/{name}"]), Candidate(ANSWERS[name]))
    assert seen.outcome is Outcome.PASS, seen.text
