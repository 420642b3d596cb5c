"""Following Triton programs: what kernels compute, how paths end, and what a comparison says of a changed reference."""

import ast
import math
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mutilation import spliced

from assets.bundles.build import bundle_from_seed
from resources.domains.families import TaskFamily
from resources.domains.faults import apply_edits
from resources.domains.gpu_kernels.domain import DOMAIN
from resources.domains.gpu_kernels.faults.injector import GpuFaultInjector
from resources.domains.gpu_kernels.prediction.cheap_checks import cheap_checks
from resources.domains.gpu_kernels.prediction.simulator.triton.cases import cases_of, expected
from resources.domains.gpu_kernels.prediction.simulator.triton.comparison import compare
from resources.domains.gpu_kernels.prediction.simulator.triton.execution import Result, execute
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import FLOAT16, FLOAT32
from resources.domains.gpu_kernels.prediction.simulator.triton.syntax import parsed
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor, fresh
from resources.domains.gpu_kernels.tasks.library import builtin_seeds
from resources.domains.simulation import Agreement, HaltReason
from resources.execution.bundle import Candidate, EnvironmentBundle
from tests.unit.effort import ends_within

SEEDS = {seed.seed_id.rpartition("/")[2]: seed for seed in builtin_seeds() if seed.settings["language"] == "triton"}
HEAD = "import torch\nimport triton\nimport triton.language as tl\n\n"
PROGRAM = (
    HEAD
    + """
@triton.jit
def kernel(x_pointer, out_pointer, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_pointer + at, mask=at < n, other=0.0)
    y = x * 2.0
    tl.store(out_pointer + at, y, mask=at < n)


def run(x):
    out = torch.empty_like(x)
    n = x.numel()
    kernel[(triton.cdiv(n, 16),)](x, out, n, BLOCK=16)
    return out
"""
)


@cache
def bundle(name: str) -> EnvironmentBundle:
    return bundle_from_seed(SEEDS[name])


def tree_of(code: str) -> ast.Module:
    tree = parsed(code)
    assert tree is not None
    return tree


def followed(code: str, *arguments: Any, steps: int = 20_000) -> Result:
    return execute(tree_of(code), "run", list(arguments), steps, compiles=True)


def features(name: str, old: str, new: str) -> dict[str, float]:
    assert old in SEEDS[name].reference, old
    return dict(compare(bundle(name), Candidate(SEEDS[name].reference.replace(old, new))).features)


def numbers(count: int = 37) -> Tensor:
    return fresh(np.arange(count), FLOAT32)


def test_a_kernel_computes_what_it_says() -> None:
    result = followed(PROGRAM, numbers())
    assert (result.halt, result.launches) == (HaltReason.RETURNED, 1)
    assert result.returned.view.tolist() == [2.0 * item for item in range(37)]


@pytest.mark.parametrize(
    ("old", "new", "ending"),
    [
        ("at < n, other", "at <= n, other", HaltReason.MEMORY),
        ("y, mask=at < n)", "y)", HaltReason.MEMORY),
        ("* BLOCK + tl", "* 8 + tl", HaltReason.RETURNED),
        ("out_pointer + at, y", "out_pointer + tl.arange(0, BLOCK), y", HaltReason.RACE),
        ("BLOCK=16)", "BLOCK=24)", HaltReason.REFUSED),
        ("BLOCK: tl.constexpr", "BLOCK", HaltReason.REFUSED),
        ("x * 2.0", "x * z", HaltReason.REFUSED),
        ("x * 2.0", "tl.expp(x)", HaltReason.REFUSED),
        ("x * 2.0", "x + x_pointer", HaltReason.REFUSED),
        ("x * 2.0", "x[:, None] * tl.arange(0, 8)[:, None]", HaltReason.REFUSED),
        ("x * 2.0", "tl.sum(x, axis=1)", HaltReason.REFUSED),
        ("x * 2.0", "tl.exp(at)", HaltReason.REFUSED),
        ("other=0.0", "default=0.0", HaltReason.REFUSED),
        ("    y = x * 2.0", "    if x > 0.0:\n        y = x", HaltReason.REFUSED),
        ("    y = x * 2.0", "    y = 0\n    for i in range(n):\n        y = y + x", HaltReason.REFUSED),
        ("    y = x * 2.0", "    y = x\n    for i in range(n, n):\n        y = tl.sum(y, axis=3)", HaltReason.REFUSED),
        ("    y = x * 2.0", "    y = x\n    while n > 0:\n        y = y + 1.0", HaltReason.ENDLESS),
        ("x, out, n, BLOCK=16", "x, out, BLOCK=16", HaltReason.LAUNCH),
        ("BLOCK=16", "BLOCK_SIZE=16", HaltReason.LAUNCH),
        ("BLOCK=16)", "BLOCK=16, num_warps=6)", HaltReason.LAUNCH),
        ("BLOCK=16)", "BLOCK=16, num_warps=64)", HaltReason.RESOURCES),
        ("@triton.jit", "# no decorator", HaltReason.RAISED),
        ("n = x.numel()", "m = x.numel()", HaltReason.RAISED),
        ("n = x.numel()", "n = x.shape[1]", HaltReason.RAISED),
        ("import torch\n", "", HaltReason.RAISED),
        ("import triton\n", "", HaltReason.IMPORTING),
        ("def run", "def ran", HaltReason.ENTRY),
        ("    y = x * 2.0", "    y = tl.inline_asm_elementwise(x)", HaltReason.UNSUPPORTED),
    ],
)
def test_every_path_ends_in_its_way(old: str, new: str, ending: HaltReason) -> None:
    assert old in PROGRAM
    assert followed(PROGRAM.replace(old, new), numbers()).halt is ending


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("tl.sum(x, axis=0) + x * 0.0", [120.0] * 16),
        ("tl.max(x, axis=0) - x", [15.0 - item for item in range(16)]),
        ("tl.cumsum(x, axis=0)", [item * (item + 1) / 2 for item in range(16)]),
        ("tl.where(at % 2 == 0, x, -x)", [item if item % 2 == 0 else -item for item in range(16)]),
        ("tl.reshape(tl.trans(tl.reshape(x, (4, 4))), (16,))", [4.0 * (item % 4) + item // 4 for item in range(16)]),
        ("((at - 8) // 3).to(tl.float32)", [math.trunc((item - 8) / 3) for item in range(16)]),
        ("((at - 8) % 3).to(tl.float32)", [math.fmod(item - 8, 3) for item in range(16)]),
        ("((at < 8) + (at < 4)).to(tl.float32)", [float(4 <= item < 8) for item in range(16)]),
        ("((at < 8) - (-(at < 4))).to(tl.float32)", [float(4 <= item < 8) for item in range(16)]),
        ("((at < 8) << (at < 4)).to(tl.float32)", [float(item < 8) for item in range(16)]),
        ("(at // (at - at) + at % (at - at)).to(tl.float32)", [-2.0] * 16),
        ("(x / 2).to(tl.int32).to(tl.float32)", [item // 2 for item in range(16)]),
        ("tl.maximum(x + float('nan'), 3.0)", [3.0] * 16),
        (
            "tl.where(tl.clamp(x + float('nan'), 0.0, 3.0, propagate_nan=tl.PropagateNan.ALL) == 3.0, 1.0, 2.0)",
            [2.0] * 16,
        ),
        ("tl.maximum(x, 3.0) if BLOCK > 8 else x", [max(item, 3) for item in range(16)]),
    ],
)
def test_operations_are_tritons(expression: str, wanted: list[float]) -> None:
    result = followed(PROGRAM.replace("x * 2.0", expression), numbers(16))
    assert result.halt is HaltReason.RETURNED, result.why
    assert result.returned.view.tolist() == wanted


def test_strided_views_are_read_by_their_strides() -> None:
    grid = fresh(np.arange(64).reshape(8, 8), FLOAT32)
    code = PROGRAM.replace("x_pointer + at", "x_pointer + at * step").replace("n, BLOCK:", "n, step, BLOCK:")
    code = code.replace("x, out, n,", "x, out, n, x.stride(0),")
    result = followed(code, grid.seen(grid.view[:, 3]))
    assert result.returned.view.tolist() == [16.0 * item + 6 for item in range(8)]


def test_memory_that_nobody_wrote_is_no_number() -> None:
    result = followed(PROGRAM.replace("triton.cdiv(n, 16)", "n // 16"), numbers())
    assert np.isnan(result.returned.view[32:]).all()
    assert not np.isnan(result.returned.view[:32]).any()


def test_atomics_add_up_over_programs() -> None:
    code = PROGRAM.replace("tl.store(out_pointer + at, y, mask=at < n)", "tl.atomic_add(out_pointer + at * 0, 1.0)")
    result = followed(code.replace("empty_like", "zeros_like"), numbers())
    assert result.returned.view[0] == 48.0


def test_half_precision_rounds() -> None:
    result = followed(PROGRAM.replace("x * 2.0", "x + 2048.0"), fresh([1.0, 2.0], FLOAT16))
    assert result.returned.view.tolist() == [2048.0, 2050.0]


@pytest.mark.parametrize("name", sorted(SEEDS))
def test_every_reference_is_followed_and_like_itself(name: str) -> None:
    found = compare(bundle(name), Candidate(SEEDS[name].reference)).features
    assert found["followed"] == 1.0
    assert (found["followed_same"], found["followed_differs"], found["followed_unknown"]) == (1.0, 0.0, 0.0)
    assert found["followed_steps"] == 1.0


def test_all_cases_of_the_library_are_made() -> None:
    assert all(len(cases_of(seed.files["oracle.py"])) >= 5 for seed in SEEDS.values())


@pytest.mark.parametrize(
    ("name", "old", "new", "outcome"),
    [
        ("vector_add", "offsets < length", "length > offsets", "same"),
        ("vector_add", "block = 1024", "block = 256", "same"),
        ("vector_add", "x + y", "x - y", "values"),
        ("vector_add", "offsets < length", "offsets <= length", "memory"),
        ("vector_add", "return output", "return x", "values"),
        ("vector_add", "torch.empty_like(x)", "torch.empty_like(x, dtype=torch.float64)", "shapes"),
        ("vector_add", "triton.cdiv(length, block)", "triton.cdiv(length, block) - 1", "values"),
        ("swiglu", "tl.exp(-gate)", "tl.exp2(-gate * 1.4426950408889634)", "same"),
        ("swiglu", "row * width", "row", "race"),
        ("row_softmax", "row * x_row_stride", "row * columns", "values"),
        ("row_softmax", "axis=0", "axis=1", "refused"),
        ("matmul", "a_tile += BLOCK_K * a_column_stride", "a_tile += a_column_stride", "values"),
        ("matmul", "accumulator = tl.dot(a, b, accumulator", "accumulator = tl.dot(b, a, accumulator", "refused"),
        ("histogram", "tl.atomic_add(counts_pointer + values, 1, mask=counted)",
         "tl.store(counts_pointer + values, 1, mask=counted)", "values"),
        ("grouped_query_attention", "normaliser[:, None]", "normaliser[None, :]", "refused"),
        ("gelu", "other=0.0).to(tl.float32)", "other=0.0)", "same"),
    ],
)  # fmt: skip
def test_a_changed_reference_shows_in_its_outcome(name: str, old: str, new: str, outcome: str) -> None:
    found = features(name, old, new)
    assert found[f"followed_{outcome}"] == 1.0, {key: value for key, value in found.items() if value}
    assert (found["followed_differs"] == 0.0) == (outcome == "same")


def test_a_launch_that_is_missing_is_seen() -> None:
    launch = "vector_add_kernel[(triton.cdiv(length, block),)](x, y, output, length, BLOCK=block)"
    assert features("vector_add", launch, "pass")["followed_unlaunched"] == 1.0


def test_what_is_not_modelled_is_not_followed() -> None:
    assert features("vector_add", "@triton.jit", "@triton.autotune([], [], prune_configs_by={})\n@triton.jit") == {
        "followed": 0.0
    }
    assert expected("def f(:", "", "f") == ()


@pytest.mark.parametrize(
    ("old", "new", "halt", "what", "line"),
    [
        ("alpha * x + y", "alpha * x - y", HaltReason.RETURNED, "output 0: values", "alpha * x - y"),
        ("x_stride, mask=mask)", "x_stride)", HaltReason.MEMORY, "memory", "x_stride)"),
        ("x_stride, mask=mask", "x_stride, masks=mask", HaltReason.REFUSED, "refused", "masks=mask"),
        ("return output", "raise ValueError", HaltReason.RAISED, "raised", "raise ValueError"),
    ],
)
def test_a_result_says_where_and_in_what_a_candidate_differs(
    old: str, new: str, halt: HaltReason, what: str, line: str
) -> None:
    code = SEEDS["axpy"].reference.replace(old, new)
    result = compare(bundle("axpy"), Candidate(code))
    assert (result.agreement, result.halt) == (Agreement.DIFFERENT, halt)
    assert result.first_difference is not None
    assert result.first_difference.what == what
    if halt is HaltReason.RETURNED:
        assert result.site is None
    else:
        assert result.site is not None
        assert line in code.splitlines()[result.site.line - 1]


def test_most_faults_are_followed() -> None:
    edits = GpuFaultInjector().edits
    texts = [
        (name, apply_edits(SEEDS[name].reference, [edit]))
        for name in ("axpy", "row_softmax")
        for edit in edits(SEEDS[name].reference)[::4]
    ]
    found = [compare(bundle(name), Candidate(text)).features for name, text in texts if parsed(text) is not None]
    assert len(found) > 20
    assert sum(item["followed"] for item in found) >= 0.95 * len(found)


HOSTILE = [
    "    n = 10 ** 10 ** 10\n",
    "    n = 1 << (1 << 62)\n",
    "    n = [0] * 10 ** 9\n",
    "    out = torch.empty(10 ** 12)\n",
    "    while True:\n        n = 1\n",
    "    for i in range(10 ** 12):\n        n = i\n",
    "    n = 's' * 10 ** 9\n",
    "    n = 's'\n    for i in range(100):\n        n = n + n\n",
    "    n = [[1] * 9000] * 9000\n    n = sum(n, [])\n",
    "    n = " + "-" * 9000 + "1\n",
    "    n = " + "(" * 80 + "1" + ")" * 80 + "\n",
    "    n = list(range(10 ** 15))\n",
    "    return run(x)\n",
    "    n = f'{x:>99999999999}'\n",
    "    n = '%99999999d' % 3\n",
    "    n = torch.arange(10 ** 12)\n",
    "    n = x.expand(10 ** 9, 10 ** 9)\n",
    "    n = x.__class__\n",
    "    n = [1]\n    for i in range(60):\n        n = [n, n]\n    m = n == [n, n]\n",
    "    n = (1, 1)\n    for i in range(60):\n        n = (n, n)\n    return n\n",
    "    n = (1, 1)\n    for i in range(60):\n        n = (n, n)\n    m = {n: 1}\n",
    "    n = (1, 1)\n    for i in range(60):\n        n = (n, n)\n    m = x[n]\n",
    "    n = (1, 1)\n    for i in range(60):\n        n = (n, n)\n    m = max(n, n)\n",
    "    n = round(5, -10 ** 9)\n",
]


@pytest.mark.parametrize("line", HOSTILE)
def test_hostile_texts_end_soon(line: str) -> None:
    code = PROGRAM.replace("    n = x.numel()\n", "    n = x.numel()\n" + line)
    tree = ends_within(1.0, lambda: parsed(code))
    ending = HaltReason.UNSUPPORTED
    if tree is not None:
        ending = ends_within(1.0, lambda: execute(tree, "run", [numbers()], 20_000)).halt
    assert ending in (HaltReason.UNSUPPORTED, HaltReason.ENDLESS, HaltReason.RAISED, HaltReason.RETURNED)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    n = x.numel()\n", "    n = x.expand(1 << 20, 37)[:, 0]\n    n = n.view(1 << 20, 1) + n\n"),
        ("    y = x * 2.0\n", "    y = tl.arange(0, 1 << 20)[:, None] + tl.arange(0, 1 << 20)[None, :]\n"),
        ("triton.cdiv(n, 16)", "1 << 30"),
        ("triton.cdiv(n, 16),", "1 << 30, 1 << 15, 1 << 15"),
    ],
)
def test_what_would_take_all_memory_is_not_made(old: str, new: str) -> None:
    """Two values of a million elements make one of a million millions."""
    tree = tree_of(PROGRAM.replace(old, new))
    assert ends_within(1.0, lambda: execute(tree, "run", [numbers()], 20_000)).halt is not HaltReason.RETURNED


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_mutilated_texts_give_finite_features(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["axpy", "transpose", "split_k_matmul", "gated_recurrence"]))
    words = [
        "",
        "0",
        "-1",
        "x",
        "tl",
        "1 << 70",
        "None",
        "[0]",
        "()",
        "range",
        "tl.load",
        "'s'",
        "\n",
        " ",
        ".5",
        "while",
    ]
    code = spliced(data, SEEDS[name].reference, words, 60)
    found = ends_within(2.0, lambda: cheap_checks(bundle(name), Candidate(code)))
    assert all(isinstance(value, float) and math.isfinite(value) for value in found.values())
    assert found == cheap_checks(bundle(name), Candidate(code))


@pytest.mark.parametrize("name", SEEDS)
def test_a_candidate_is_followed_within_its_time(name: str) -> None:
    reference = Candidate(SEEDS[name].reference)
    compare(bundle(name), reference)
    ends_within(0.4, lambda: compare(bundle(name), reference))


def test_a_loop_that_is_returned_from_waits_no_longer() -> None:
    code = """
def first():
    while True:
        return 1

def run(x):
    first()
    for i in range(10_000):
        x.numel()
    return x
"""
    result = followed(code, numbers(), steps=500)
    assert (result.halt, result.why) == (HaltReason.UNSUPPORTED, "out of steps")


def test_calls_that_are_passed_over_leave_no_depth_behind() -> None:
    inner = "@triton.jit\ndef inner(x):\n    return tl.inline_asm_elementwise(x)\n\n\n@triton.jit\ndef kernel"
    code = PROGRAM.replace("@triton.jit\ndef kernel", inner)
    code = code.replace("    y = x * 2.0", "    if tl.program_id(0) > 99:\n        inner(x)\n    y = x * 2.0")
    code = code.replace("return out", "return same(out)") + "\n\ndef same(x):\n    return x\n"
    launch = next(line for line in code.splitlines() if "BLOCK=16" in line)
    result = followed(code.replace(launch, "\n".join([launch] * 30)), numbers())
    assert result.halt is HaltReason.RETURNED, result.why


def test_random_whole_numbers_by_the_names_of_their_bounds() -> None:
    code = "import torch\n\ndef run(x):\n    return torch.randint(high=5, size=(40,))\n"
    result = followed(code, numbers())
    assert result.halt is HaltReason.RETURNED, result.why
    assert 0 <= result.returned.view.min() <= result.returned.view.max() < 5


@pytest.mark.parametrize("family", DOMAIN.families, ids=lambda family: family.name)
def test_a_made_tasks_cases_are_simulated(family: TaskFamily) -> None:
    """An oracle's call that is not modelled leaves a whole family to the learned part."""
    bundle = bundle_from_seed(family.draw(7))
    result = compare(bundle, bundle.reference_candidate)
    assert result.agreement is Agreement.SAME
    assert result.coverage.simulated >= 3
