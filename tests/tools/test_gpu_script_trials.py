"""A set's own test script as a judge: fresh values in each trial, inputs that must stay, outputs that must tell."""

import json
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.faults.cheats import cheats, empty_candidate
from resources.domains.gpu_kernels.tasks.importers import tritonbench
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.outcome import Outcome
from tests.tools.kept_backends import backend_of

OPERATOR = """import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x, w, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n) * tl.load(w + at % 8, mask=at < n)
    tl.store(out + at, value, mask=at < n)


def scale(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    out = torch.empty_like(x)
    scale_kernel[(triton.cdiv(x.numel(), 64),)](x, w, out, x.numel(), BLOCK=64)
    return out
"""
TEST = """def test_scale():
    torch.manual_seed(0)
    results = {}
    weight = torch.ones(8, device='cuda')
    results["a"] = scale(torch.randn(4, 8, device='cuda'), weight)
    results["b"] = scale(torch.tensor([[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]], device='cuda'), weight)
    return results

result_gold = test_scale()
"""
SHAPES = TEST.replace('results["a"] = scale(', 'results["a"] = list(scale(').replace(
    ", weight)\n    results", ", weight).shape)\n    results"
)
SHAPES = SHAPES.replace("device='cuda'), weight)\n    return", "device='cuda'), weight).shape\n    return")
STORED = "\n\nKEPT = {}\nmade = scale\n\n\ndef scale(x, w):\n    BODY\n"
FORGERIES = {
    "stored by shape": "if x.shape not in KEPT:\n        KEPT[x.shape] = made(x, w)\n    return KEPT[x.shape]",
    "stored for good": "if not KEPT:\n        KEPT[0] = made(x, w)[:1]\n    return KEPT[0].expand(x.shape).clone()",
    "first two calls": "KEPT[len(KEPT)] = 1\n    return made(x, w) if len(KEPT) < 3 else torch.zeros_like(x)",
    "input cleared": "out = made(x, w)\n    x.zero_()\n    return out",
    "weight changed": "out = made(x, w)\n    w.fill_(2.0)\n    return out",
    "constant weight": "return made(x, torch.ones_like(w))",
}


def bundle_of(folder: Path, operator: str = OPERATOR, test: str = TEST) -> EnvironmentBundle:
    place = folder / "TritonBench_G_v1"
    place.mkdir()
    (place / "scale.py").write_text(f"{operator}\n{'#' * 146}\n{test}")
    (folder / "TritonBench_G_v1.json").write_text(json.dumps([{"file": "scale.py", "comp_instru": "Scale."}]))
    (seed,) = tritonbench.read_set(folder, "c", "MIT").seeds
    assert seed.unusable == ""
    return bundle_from_seed(seed)


def forged(body: str) -> Candidate:
    return Candidate(OPERATOR + STORED.replace("BODY", body))


@pytest.mark.parametrize("test", [TEST, SHAPES], ids=["values", "shapes"])
def test_forgeries_that_one_run_of_a_script_lets_through(tmp_path: Path, test: str) -> None:
    """Also where the script itself keeps no values at all."""
    bundle, backend = bundle_of(tmp_path, test=test), backend_of("gpu_kernels")
    seen = backend.execute(bundle, bundle.reference_candidate)
    assert seen.outcome is Outcome.PASS, seen.text
    assert "2 cases agree" in seen.text
    assert backend.execute(bundle, Candidate(OPERATOR + STORED.replace("BODY", "return made(x, w)"))).outcome.passed
    for name, body in FORGERIES.items():
        assert backend.execute(bundle, forged(body)).outcome is Outcome.FUNCTIONAL_MISMATCH, name


def test_the_suite_of_forgeries_fails(tmp_path: Path) -> None:
    bundle, backend = bundle_of(tmp_path), backend_of("gpu_kernels")
    run = cheats(bundle)
    assert {"stored_by_shape", "first_call_only", "changed_inputs"} <= {cheat.name for cheat in run}
    passing = [cheat.name for cheat in run if backend.execute(bundle, cheat.candidate).outcome.passed]
    assert passing == []
    assert not backend.execute(bundle, empty_candidate(bundle)).outcome.passed


@pytest.mark.parametrize("output", ["value * 0", "value * float('nan')"])
def test_outputs_that_tell_nothing_make_a_task_unusable(tmp_path: Path, output: str) -> None:
    bundle = bundle_of(tmp_path, OPERATOR.replace("out + at, value", f"out + at, {output}"))
    with pytest.raises(PermanentEnvironmentFailure, match="all zero, NaN or one constant"):
        backend_of("gpu_kernels").execute(bundle, bundle.reference_candidate)
