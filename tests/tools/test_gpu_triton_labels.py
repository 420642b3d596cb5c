"""Each label of Triton candidates, by candidates for built-in bundles: compiled for real, interpreted, compared."""

import re
from dataclasses import replace

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.tasks.library import builtin_seeds
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentGap
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from tests.tools.kept_backends import backend_of, new_backend_of


def backend() -> Backend:
    return backend_of("gpu_kernels")


def bundle_of(name: str) -> EnvironmentBundle:
    return bundle_from_seed(next(seed for seed in builtin_seeds() if seed.seed_id == f"builtin/{name}"))


def run(name: str, old: str, new: str, bundle: EnvironmentBundle | None = None) -> Observation:
    """The reference of a bundle with one change that must apply."""
    bundle = bundle or bundle_of(name)
    assert old in bundle.reference
    return backend().execute(bundle, Candidate(bundle.reference.replace(old, new)))


HEAD = "import torch\nimport triton\nimport triton.language as tl\n"
ADD = f"""{HEAD}

@triton.jit
def add_kernel(x, y, output, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    KERNEL
    tl.store(output + offsets, tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask), mask=mask)


def vector_add(x, y):
    output = torch.empty_like(x)
    n = x.numel()
    HOST
    add_kernel[(triton.cdiv(n, 256),)](x, y, output, n, BLOCK=256)
    return output
"""


def add(kernel: str = "", host: str = "") -> Observation:
    code = ADD.replace("KERNEL", kernel).replace("HOST", host)
    return backend().execute(bundle_of("vector_add"), Candidate(code))


def test_pass_has_figures_of_the_kernel() -> None:
    seen = add()
    assert seen.outcome is Outcome.PASS, seen.text
    assert [stage.stage for stage in seen.stages] == ["reject", "import", "compile", "interpreter"]
    assert 0 < seen.metrics["registers"] <= 255
    assert seen.metrics["threads"] == 128
    assert re.search(r"^compile: sm_\d\d add_kernel: \d+ registers, 0 bytes spilled", seen.text, re.MULTILINE)


CASES = {
    "undefined name": ("offsets = offsets + start", Outcome.COMPILATION_ERROR, "compile", "start is not defined"),
    "block is no power of two": ("tl.arange(0, 250)", Outcome.COMPILATION_ERROR, "compile", "power of 2"),
    "if on a tensor": ("if mask:\n        n = n", Outcome.COMPILATION_ERROR, "compile", "at 4:4:"),
    "no such function": ("tl.gelu(mask)", Outcome.COMPILATION_ERROR, "compile", "gelu"),
    "a pass that fails": (
        "block = tl.make_block_ptr(x, (n,), (1,), (0,), (BLOCK,), (0,))\n    i = 0\n    while i < n:\n"
        "        total = tl.sum(tl.load(block, boundary_check=(0,)))\n        tl.store(output, total, mask=n < 0)\n"
        "        block = block.advance((BLOCK,))\n        i += BLOCK",
        Outcome.COMPILATION_ERROR,
        "compile",
        "PassManager::run failed",
    ),
    "broadcast": ("mask = mask & (tl.arange(0, 128) < n)", Outcome.COMPILATION_ERROR, "compile", "shape"),
    "endless loop": ("while n > 0:\n        n = n + 0", Outcome.TIMEOUT, "interpreter", "timed out"),
    "mask forgotten": ("mask = offsets < n + 5000", Outcome.MEMORY_FAULT, "interpreter", "Invalid __global__ read"),
    "wrong offset": ("y = y + 1\n    mask = offsets < n - 1", Outcome.FUNCTIONAL_MISMATCH, "interpreter", "differ"),
    "race": (
        "offsets = tl.arange(0, BLOCK)\n    mask = offsets < 1\n    y += tl.program_id(0)",
        Outcome.RUNTIME_ERROR,
        "",
        "",
    ),
}


@pytest.mark.parametrize("case", list(CASES))
def test_kernel_label(case: str) -> None:
    kernel, outcome, stage, text = CASES[case]
    bundle = bundle_of("vector_add")
    if outcome is Outcome.TIMEOUT:
        bundle = replace(bundle, limits=replace(bundle.limits, cpu_s=2, wall_s=6.0))
    seen = backend().execute(bundle, Candidate(ADD.replace("KERNEL", kernel).replace("HOST", "")))
    assert seen.outcome is outcome, seen.text
    assert stage in seen.stage
    assert text in seen.text


HOSTS = {
    "missing argument": ("add_kernel[(1,)](x, y, output, BLOCK=256)", Outcome.RUNTIME_ERROR, "missing"),
    "warps that are no power of two": (
        "add_kernel[(1,)](x, y, output, n, BLOCK=256, num_warps=6)",
        Outcome.RUNTIME_ERROR,
        "power of 2",
    ),
    "unknown keyword": ("add_kernel[(1,)](x, y, output, n, BLOCK=256, warps=4)", Outcome.RUNTIME_ERROR, "warps"),
    "another device's code": (
        'add_kernel[(1,)](x, y, output, n, BLOCK=256, arch="sm120")',
        Outcome.RUNTIME_ERROR,
        "image is invalid",
    ),
    "too many warps": ("add_kernel[(1,)](x, y, output, n, BLOCK=256, num_warps=64)", Outcome.MEMORY_FAULT, "threads"),
    "shape of the output": (
        "output = torch.empty(n + 1, dtype=x.dtype)[:n + 1]",
        Outcome.FUNCTIONAL_MISMATCH,
        "expected",
    ),
    "returns no tensor": ("return 3, [x, None]", Outcome.REJECTED, ""),
    "raises": ("raise ValueError('no such shape')", Outcome.RUNTIME_ERROR, "kernel.py:17: in vector_add"),
    "changes its input": (
        "add_kernel[(triton.cdiv(n, 256),)](x, y, x, n, BLOCK=256)",
        Outcome.FUNCTIONAL_MISMATCH,
        "changed",
    ),
    "computes with torch": ("y = torch.relu(y)", Outcome.REJECTED, "relu"),
    "memory": ("torch.empty(1 << 40)", Outcome.RESOURCE_EXCEEDED, ""),
}


@pytest.mark.parametrize("case", list(HOSTS))
def test_host_label(case: str) -> None:
    host, outcome, text = HOSTS[case]
    seen = add(host=host)
    assert seen.outcome is outcome, (seen.stage, seen.text)
    assert text in seen.text


def test_tensors_say_that_they_are_on_the_device() -> None:
    named = "device = triton.runtime.driver.active.get_active_torch_device()"
    asserts = (
        "assert x.device == y.device == output.device == device and x.device.type == 'cuda' and x.get_device() == 0"
    )
    made = "output = torch.empty(n, dtype=x.dtype, device=x.device)"
    seen = add(host="\n    ".join((named, asserts, made)))
    assert seen.outcome is Outcome.PASS, seen.text


@pytest.mark.parametrize("caught", [False, True])
def test_a_launch_that_may_begin_too_early_is_a_gap(caught: bool) -> None:
    launch = "add_kernel[(triton.cdiv(n, 256),)](x, y, output, n, BLOCK=256"
    host = f"{launch}, launch_pdl=True)"
    if caught:
        host = f"try:\n        {host}\n    except Exception:\n        {launch})"
    with pytest.raises(EnvironmentGap, match="launch_pdl"):
        add(host=host)


def test_import_error_and_missing_entry() -> None:
    bundle = bundle_of("vector_add")
    broken = backend().execute(bundle, Candidate("def f(:\n"))
    assert (broken.outcome, broken.stage) == (Outcome.COMPILATION_ERROR, "import")
    assert "SyntaxError" in broken.text
    other = backend().execute(
        bundle, Candidate(ADD.replace("KERNEL", "").replace("HOST", "").replace("vector_add", "f"))
    )
    assert (other.outcome, other.stage) == (Outcome.LINK_ERROR, "link")


def test_flood_of_output_is_cut_and_ends_the_step() -> None:
    seen = add(host="for _ in range(10**9): print('a line to fill the log with')")
    assert seen.outcome is Outcome.RESOURCE_EXCEEDED
    assert len(seen.log) <= bundle_of("vector_add").limits.log_bytes


@pytest.mark.parametrize("kernel", ["n = BLOCK.value * 0 + n", "pair = (1, 2)\n    n += pair[0].to(tl.int32) * 0"])
def test_a_constant_with_a_tensors_methods_is_a_gap(kernel: str) -> None:
    """The compiler takes both; the interpreter has plain numbers there."""
    with pytest.raises(EnvironmentGap, match="'int' object has no attribute"):
        add(kernel=kernel)


def test_inline_assembly_is_a_gap_and_no_outcome() -> None:
    statement = 'tl.inline_asm_elementwise("mov.b32 $0, $1;", "=r,r", [offsets], tl.int32, True, 1)'
    with pytest.raises(EnvironmentGap, match="interpreter"):
        add(statement)


def test_a_hanging_compilation_ends_at_the_limit() -> None:
    bundle = bundle_of("vector_add")
    bundle = replace(bundle, limits=replace(bundle.limits, cpu_s=2, wall_s=6.0))
    unrolled = "for i in tl.static_range(0, 100000):\n        offsets = offsets + i * n"
    seen = backend().execute(bundle, Candidate(ADD.replace("KERNEL", unrolled).replace("HOST", "")))
    assert (seen.outcome, seen.stage) == (Outcome.TIMEOUT, "compile")


class TestPaper:
    """The paper's case studies with the figures of the tools themselves."""

    def test_attention_tile_needs_more_shared_memory_than_the_target_has(self) -> None:
        bundle = bundle_of("fused_attention")
        found = re.search(r"BLOCK_N\s*=\s*(\d+)|block_n\s*=\s*(\d+)", bundle.reference)
        assert found, bundle.reference
        size = int(found[1] or found[2])
        wide = backend().execute(
            bundle, Candidate(bundle.reference.replace(found[0], found[0].replace(str(size), str(2 * size))))
        )
        assert (wide.outcome, wide.stage) == (Outcome.MEMORY_FAULT, "compile"), wide.text
        assert "out of resource: shared memory, Required: 409600, Hardware limit: 232448." in wide.text
        halved = backend().execute(bundle, Candidate(bundle.reference + "\n"))
        assert halved.outcome is Outcome.PASS, halved.text
        assert halved.metrics["shared_bytes"] == 212992

    def test_hinge_loss_indexes_targets_flat(self) -> None:
        bundle = bundle_of("hinge_loss")
        load = re.search(r"tl\.load\((\w*target\w*) \+ ([^,]+), mask=(\w+)", bundle.reference)
        prediction = re.search(r"tl\.load\((\w*predict\w*) \+ ([^,]+), mask=(\w+)", bundle.reference)
        assert load, bundle.reference
        assert prediction, bundle.reference
        flat = bundle.reference.replace(
            load[0], load[0].replace(load[2], prediction[2]).replace(load[3], prediction[3])
        )
        seen = backend().execute(bundle, Candidate(flat))
        assert (seen.outcome, seen.stage) == (Outcome.MEMORY_FAULT, "interpreter"), seen.text
        assert re.search(r"Invalid __global__ read of size \d bytes: \d+ lane\(s\) of program", seen.text)
        assert "bytes past the end of the 268-byte allocation" in seen.text


def test_a_plain_update_by_many_programs_is_a_race() -> None:
    seen = run("histogram", "tl.atomic_add(", "tl.store(")
    assert seen.outcome in (Outcome.RUNTIME_ERROR, Outcome.FUNCTIONAL_MISMATCH), seen.text


def test_bfloat16_products_are_those_of_bfloat16() -> None:
    """The stock interpreter multiplies bit patterns."""
    bundle = bundle_of("matmul")
    assert "bfloat16" in bundle.files["oracle.py"]
    assert backend().execute(bundle, bundle.reference_candidate).outcome is Outcome.PASS


def test_equal_candidates_give_equal_observations_in_a_new_worker() -> None:
    bundle = bundle_of("layer_norm")
    broken = Candidate(bundle.reference.replace("tl.load(", "tl.load(1 + ", 1))
    assert backend().execute(bundle, broken) == new_backend_of("gpu_kernels").execute(bundle, broken)
