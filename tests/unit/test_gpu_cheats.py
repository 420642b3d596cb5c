"""The GPU cheat suite as text: every forgery has the bundle's own signature, and rejection finds those it should."""

import ast

import pytest

from resources.domains.gpu_kernels.execution.rejection import refused
from resources.domains.gpu_kernels.execution.rejection.permissions import ALLOWED_FOR_REFERENCE
from resources.domains.gpu_kernels.faults.cheats import cheats, empty_candidate
from resources.domains.gpu_kernels.faults.cheats.cuda import cuda_entry
from resources.domains.gpu_kernels.faults.cheats.python_entry import entries, hollow
from resources.execution.bundle import Candidate, EnvironmentBundle

REFERENCE = """import torch
import triton
import triton.language as tl


@triton.jit
def double_kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets, mask=offsets < n) * 2, mask=offsets < n)


def double(x: torch.Tensor, *, scale: float = 1.0) -> torch.Tensor:
    out = torch.empty_like(x)
    double_kernel[(triton.cdiv(x.numel(), 64),)](x, out, x.numel(), BLOCK=64)
    return out
"""
ORACLE = "import torch\n\n\ndef cases(random):\n    yield (torch.zeros(3),)\n\n\ndef expected(x, scale):\n"
"    return torch.mul(x, 2)\n"
INTERFACE = "import torch\n\n\ndef double(x: torch.Tensor, *, scale: float = 1.0) -> torch.Tensor:\n"
'    """Twice x."""\n    ...\n'
RUN_TO_TELL = {
    "zeros",
    "constant",
    "nan_outputs",
    "zeros_like_input",
    "returned_input",
    "copied_input",
    "host_in_kernel",
    "values_read_on_the_host",
    "values_read_as_text",
    "stored_by_shape",
    "first_call_only",
    "borrowed_input",
    "buffer_returned_again",
    "changed_inputs",
    "launch_only_in_the_interpreter",
    "race_behind_an_atomic",
    "another_allocation",
    "small_sizes_only",
    "unwritten_memory_added",
    "product_less_itself",
}
"""Texts that rejection has nothing to say against: they fail when they run."""
CUDA_REFERENCE = """#include <cuda_runtime.h>
__global__ void k(const float* x, float* out, int n) { int i = threadIdx.x; if (i < n) out[i] = x[i]; }
extern "C" void double_it(const float* x, float* out, int n) { k<<<1, 32>>>(x, out, n); }
"""
CUDA_RUN_TO_TELL = {
    "constant",
    "one_zero",
    "nan_outputs",
    "copied_input",
    "host_loop",
    "volatile_race",
    "host_variable_in_a_kernel",
    "device_variable_on_the_host",
    "another_allocation",
    "kept_memory",
    "small_sizes_only",
    "unwritten_memory_added",
}


def triton_bundle() -> EnvironmentBundle:
    settings = {"language": "triton", "entry": "double"}
    return EnvironmentBundle(
        "gpu_kernels", "builtin/double", "", INTERFACE, "kernel.py", REFERENCE, {"oracle.py": ORACLE}, settings
    )


CUDA_INTERFACE = 'extern "C" void double_it(const float* x, float* out, int n);\n'


def cuda_bundle(interface: str = CUDA_INTERFACE) -> EnvironmentBundle:
    settings = {"language": "cuda", "entry": "double_it"}
    return EnvironmentBundle("gpu_kernels", "builtin/d", "", interface, "kernel.cu", CUDA_REFERENCE, {}, settings)


def rejected(bundle: EnvironmentBundle) -> dict[str, bool]:
    return {cheat.name: bool(refused(bundle, cheat.candidate)) for cheat in cheats(bundle)}


def test_there_are_enough_and_each_has_its_own_name_and_text() -> None:
    for bundle, least in ((triton_bundle(), 20), (cuda_bundle(), 12)):
        suite = cheats(bundle)
        assert len({cheat.name for cheat in suite}) == len(suite) >= least
        assert len({cheat.candidate.hash for cheat in suite}) == len(suite)
        assert bundle.reference_candidate.hash not in {cheat.candidate.hash for cheat in suite}
        assert suite == cheats(bundle)


def test_references_are_not_rejected() -> None:
    for bundle in (triton_bundle(), cuda_bundle()):
        assert refused(bundle, bundle.reference_candidate) == []


def test_rejection_finds_all_but_those_that_show_when_they_run() -> None:
    assert {name for name, found in rejected(triton_bundle()).items() if not found} == RUN_TO_TELL
    assert {name for name, found in rejected(cuda_bundle()).items() if not found} == CUDA_RUN_TO_TELL


@pytest.mark.parametrize("cheat", cheats(triton_bundle()), ids=lambda cheat: cheat.name)
def test_each_triton_forgery_is_a_program_with_the_signature_asked_for(cheat: object) -> None:
    tree = ast.parse(cheat.candidate.code)  # type: ignore[attr-defined]
    last = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "double"][-1]
    assert ast.unparse(last.args) == "x: torch.Tensor, *, scale: float=1.0"
    assert not {"FIRST", "RESULT"} & {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def test_empty_candidates_have_the_signature_and_nothing_else() -> None:
    assert "def double(x: torch.Tensor, *, scale: float=1.0) -> torch.Tensor:\n    return None" in (
        empty_candidate(triton_bundle()).code
    )
    assert empty_candidate(cuda_bundle()).code.endswith(
        'extern "C" void double_it(const float* x, float* out, int n) {\n}\n'
    )


def test_keyword_only_arguments_are_passed_by_name() -> None:
    (entry,) = entries(triton_bundle())
    assert (entry.call, entry.first) == ("x, scale=scale", "x")


def test_hollowed_kernels_do_nothing_and_are_still_launched() -> None:
    code = hollow(REFERENCE)
    assert "tl.store" not in code
    assert "torch.zeros_like(x)" in code
    assert "double_kernel[triton.cdiv(x.numel(), 64),]" in code
    assert hollow("def f(x):\n    return x\n") == ""
    assert hollow("def f(:\n") == ""


def test_a_module_is_forged_as_a_module() -> None:
    source = "import torch\nimport torch.nn as nn\nclass ModelNew(nn.Module):\n"
    source += "    def forward(self, x):\n        return torch.relu(x)\n"
    settings = {"language": "triton", "entry": "ModelNew", "harness": "module", "torch_compute": ALLOWED_FOR_REFERENCE}
    bundle = EnvironmentBundle("gpu_kernels", "kernelbench/1", "", "", "kernel.py", source, {}, settings)
    suite = {cheat.name: cheat.candidate.code for cheat in cheats(bundle)}
    assert "self.truth = Truth(*arguments, **keywords)" in suite["torch_reference"]
    assert "class Truth(nn.Module)" in suite["torch_reference"]
    assert refused(bundle, Candidate(suite["torch_reference"]))
    assert refused(bundle, bundle.reference_candidate) == []


def test_a_module_that_launches_kernels_is_a_solution_and_not_the_task_in_torch() -> None:
    """A set's own operator: what calls it computes in kernels, and is right to pass."""
    head, host = REFERENCE.split("def double(")
    source = f"{head}class Double(torch.nn.Module):\n    def forward(self, x):\n"
    source += "".join(f"    {line}\n" for line in host.splitlines()[1:])
    settings = {"language": "triton", "entry": "Double", "harness": "script"}
    bundle = EnvironmentBundle("gpu_kernels", "tritonbench-g/1", "", "", "kernel.py", source, {}, settings)
    suite = {cheat.name: cheat.candidate.code for cheat in cheats(bundle)}
    assert not {"torch_reference", "decoy_kernel", "copied_torch_result"} & suite.keys()
    assert not any("Truth" in code for code in suite.values())
    assert "self.original_Double = original_Double(*arguments, **keywords)" in suite["stored_by_shape"]


def test_cuda_entries_are_read_from_interface_or_reference() -> None:
    for bundle in (cuda_bundle(), cuda_bundle("// nothing here, double_it(x)\n")):
        entry = cuda_entry(bundle)
        assert entry.head == 'extern "C" void double_it(const float* x, float* out, int n)'
        assert (entry.source, entry.target, entry.count, entry.arguments) == ("x", "out", "n", ("x", "out", "n"))


def test_bundles_that_show_no_entry_are_an_error() -> None:
    nothing = EnvironmentBundle("gpu_kernels", "a/b", "", "", "kernel.py", "", {}, {"language": "triton", "entry": "f"})
    with pytest.raises(ValueError, match="declares f"):
        cheats(nothing)
    with pytest.raises(ValueError, match="declares 'f'"):
        cheats(EnvironmentBundle("gpu_kernels", "a/b", "", "", "k.cu", "", {}, {"language": "cuda", "entry": "f"}))
