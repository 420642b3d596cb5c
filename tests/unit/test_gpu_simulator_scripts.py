"""Following programs with a test script of their own: what the script returns, how changes show, what is cut."""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mutilation import spliced
from simulated_scripts import HEAD, OPERATOR, TEST, script_bundle

from resources.domains.gpu_kernels.prediction.cheap_checks import cheap_checks
from resources.domains.gpu_kernels.prediction.diagnostic_templates.triton import simulated_failure_of_triton
from resources.domains.gpu_kernels.prediction.simulator.triton.comparison import compare
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.execution import ScriptRun, execute_script
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.expected import expected_tests
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.launches import chosen_programs
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.script import Part, script_of
from resources.domains.gpu_kernels.prediction.simulator.triton.syntax import parsed
from resources.domains.gpu_kernels.tasks.importers.driver import read_driver
from resources.domains.simulation import Agreement, HaltReason
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.unit.effort import ends_within

PLAIN = "def kernel_of(x):\n    return x\n"


def followed(test: str, operator: str = PLAIN) -> ScriptRun:
    operator = HEAD + operator
    script, tree = script_of(read_driver(operator, test).driver), parsed(operator)
    assert script is not None
    assert tree is not None
    return execute_script(tree, script, 20_000, Part())


def returned(expression: str, before: str = "") -> list[object]:
    """What a script keeps of one expression."""
    lines = "".join(f"    {line}\n" for line in [*before.splitlines(), f"return kernel_of({expression})"])
    result = followed(f"def test():\n{lines}\ntest()\n").result
    assert result.halt is HaltReason.RETURNED, result.why
    return [item.view.tolist() for item in result.returned]


@cache
def outcome(old: str, new: str) -> str:
    """Which of the features says how a changed candidate ends."""
    code = OPERATOR.replace(old, new)
    assert (parsed(code) is not None, code == OPERATOR) == (True, old == new)
    features = compare(script_bundle(), Candidate(code)).features
    if not features["followed"]:
        return "unknown"
    named = [name for name, value in features.items() if value == 1.0 and name.removeprefix("followed_") in OUTCOMES]
    assert len(named) == 1
    return named[0].removeprefix("followed_")


OUTCOMES = "same values shapes changed refused raised launch import entry resources memory race endless".split()


def test_what_a_script_returns_is_kept_in_the_order_of_its_names() -> None:
    (wanted,) = expected_tests(OPERATOR, script_bundle().files["driver.py"])
    rows, first, second, tall, wide, slope = wanted.tested.result.returned
    assert [item.shape for item in (rows, first, second, slope)] == [(6,), (40,), (64,), (6, 20)]
    assert (int(tall.view), int(wide.view)) == (6, 20)
    assert np.array_equal(slope.view, np.full((6, 20), 5.0))
    assert wanted.tested.grids == ((3,1,1), (4,1,1), (2,1,1), (8,1,1), (8,1,1))  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("", "", "same"),
        ("value * factor", "factor * value", "same"),
        ("value * factor", "value + factor", "values"),
        ("ctx.factor), None", "1.0), None", "values"),
        ("(0, W))", "(0, H))", "values"),
        ("boundary_check=(0, 1)", "boundary_check=(0,)", "memory"),
        ("torch.empty(x.shape[0]", "torch.empty(x.shape[0] + 1", "shapes"),
        ("out + at, value * factor, mask=at < n)", "out + at, value * factor)", "memory"),
        ("mask=at < n, other", "masks=at < n, other", "refused"),
        ("tl.sum(tl.load(window, boundary_check=(0, 1)), 1)", "tl.load(window, boundary_check=(0, 1))", "refused"),
        ("x, out, n, factor)", "x, out, n)", "launch"),
        ("EVEN: tl.constexpr", "EVEN", "same"),
        ("(triton.cdiv(n, meta", "(BLOCK.cdiv(n, meta", "raised"),
        ('(triton.cdiv(n, meta["BLOCK"]),)', 'triton.cdiv(n, meta["BLOCK"])', "raised"),
        ("EVEN: tl.constexpr):", "EVEN: tl.constexpr, **meta):", "launch"),
        ("](x, out, n, factor)", "](x.data_ptr(), out, n, factor)", "refused"),
        ("assert x.is_contiguous()", "assert tl.whole(x)", "raised"),
        ("def scale(x, factor", "def scale(x: tl.bool, factor", "import"),
        ("value * factor, mask", "value * factor if 'text' else value, mask", "refused"),
        ("out + at, value * factor, mask=at < n)", "out + tl.arange(0, BLOCK), value * factor)", "race"),
        ("out + at, total, mask=at < height)", "out + tl.arange(0, H) + tl.program_id(0) * 3, total)", "race"),
        ("out + at, total, mask=at < height)", "out + at, total)", "memory"),
        ("def rows(x)", "def lines(x)", "entry"),
        ("import triton\n", "", "import"),
        ("@triton.jit\ndef scale", "def scale", "import"),
        ("num_warps=2", "num_warps=64", "same"),
        ("H=4, W=8)", "H=4, W=8, num_warps=64)", "resources"),
        ("return out\n\n\ndef rows", "return None\n\n\ndef rows", "raised"),
        ("(x,) = ctx", "x, y = ctx", "raised"),
        ('"BLOCK": 32', '"BLOCK": 33', "refused"),
        ("range(0, width, W)", "range(0, width, W * 0)", "raised"),
    ],
)
def test_a_change_shows_as_it_would_end(old: str, new: str, wanted: str) -> None:
    assert outcome(old, new) == wanted


def test_a_reference_that_cannot_be_followed_shows_only_what_ends_before_it() -> None:
    bundle = script_bundle(OPERATOR.replace("value * factor", "tl.inline_asm_elementwise(value)"))
    assert compare(bundle, Candidate(OPERATOR)).features == {}
    assert "followed" not in cheap_checks(bundle, Candidate(OPERATOR))
    assert cheap_checks(script_bundle(), Candidate(OPERATOR))["followed_same"] == 1.0
    ended = compare(bundle, Candidate(OPERATOR.replace("def scale(x, factor=2.0)", "def scale(x)")))
    assert (ended.agreement, ended.halt) == (Agreement.DIFFERENT, HaltReason.RAISED)


def test_examples_below_the_operator_are_not_followed() -> None:
    for example in (
        "if __name__ == '__main__':\n    missing()\n",
        "def test_scale():\n    scale(1)\n\n\ntest_scale()\n",
    ):
        assert compare(script_bundle(), Candidate(OPERATOR + "\n\n" + example)).agreement is Agreement.SAME


def test_a_candidate_that_cannot_be_followed_is_not_followed() -> None:
    assert outcome("value * factor", "tl.inline_asm_elementwise(value)") == "unknown"


@pytest.mark.parametrize(
    ("expression", "before", "wanted"),
    [
        ("[3, True, 0.5, 'text', None]", "", [3, True, 0.5]),
        ("{'b': 1, 'a': {'y': 2, 'x': 3}}", "", [3, 2, 1]),
        ("{f'{i}{name}': i for i in range(2) for name in 'ab'}", "", [0, 0, 1, 1]),
        ("torch.tensor([[1, 2], [3, 4]]).sum(dim=0)", "", [[4, 6]]),
        ("torch.tensor([3.0, -1.0]).abs().max()", "", [3.0]),
        ("torch.tensor([[1.0, 5.0]]).max(dim=1)", "", [[5.0], [1]]),
        ("torch.arange(6).view(2, 3).t() @ torch.ones(2, dtype=torch.int64)", "", [[3, 5, 7]]),
        ("torch.stack([torch.zeros(1), torch.ones(1)]).flip(0)", "", [[[1.0], [0.0]]]),
        ("(x.clamp_(0, 1), x)", "x = torch.tensor([-2.0, 2.0])", [[0.0, 1.0], [0.0, 1.0]]),
        ("x", "x = torch.zeros(2)\nx += 1\nx.mul_(3)", [[3.0, 3.0]]),
        ("torch.softmax(torch.zeros(2, 4), -1)[0]", "", [[0.25] * 4]),
        ("torch.equal(x, torch.rand(3))", "torch.manual_seed(1)\nx = torch.rand(3)\ntorch.manual_seed(1)", [True]),
        ("x.grad", "x = torch.ones(3, requires_grad=True)\n(x.unsqueeze(0) * 2 + x).mean().backward()", [[1.0] * 3]),
        ("torch.autograd.grad(x[1:] * 4, x, torch.ones(1))", "x = torch.ones(2).requires_grad_()", [[0.0, 4.0]]),
        ("torch.einsum('ij,jk->ik', torch.ones(2, 3), torch.ones(3, 1))", "", [[[3.0], [3.0]]]),
        ("torch.nn.functional.linear(torch.ones(1, 2), torch.ones(3, 2), torch.ones(3))", "", [[[3.0, 3.0, 3.0]]]),
        ("torch.nn.functional.pad(torch.ones(1, 1), (0, 1, 1, 0))", "", [[[0.0, 0.0], [1.0, 0.0]]]),
        ("torch.nn.functional.layer_norm(torch.tensor([[1.0, -1.0]]), (2,), eps=0.0)", "", [[[1.0, -1.0]]]),
        ("torch.zeros(3).scatter_add_(0, torch.tensor([2, 2]), torch.ones(2))", "", [[0.0, 0.0, 2.0]]),
        ("torch.nn.functional.one_hot(torch.tensor([1, 0]))", "", [[[0, 1], [1, 0]]]),
        ("torch.cuda.get_device_properties(0).multi_processor_count", "", [108]),
        ("(lambda a, b=2: a * b)(4)", "", [8]),
    ],
)  # fmt: skip
def test_what_scripts_compute(expression: str, before: str, wanted: list[object]) -> None:
    assert returned(expression, before) == wanted


def test_objects_of_classes_keep_what_they_are_given() -> None:
    program = """
class Scaled(torch.nn.Module):
    def __init__(self, weight):
        super().__init__()
        self.weight = torch.nn.Parameter(weight)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x * self.weight
"""
    test = "def test():\n    m = Scaled(torch.ones(2) * 3)\n    return m(torch.ones(2)), m.calls\n\ntest()\n"
    first, second = followed(test, program).result.returned
    assert (first.view.tolist(), int(second.view)) == ([3.0, 3.0], 1)


KERNEL = """
@triton.jit
def kernel(out, num_warps: tl.constexpr):
    at = tl.arange(0, 8)
    half = tl.arange(0, 4)
    tl.store(out + at, %s)


def kernel_of():
    out = torch.zeros(8)
    kernel[(1,)](out, num_warps=4)
    return out
"""


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("at * num_warps", [0, 4, 8, 12, 16, 20, 24, 28]),
        ("tl.math.exp2(at.to(tl.float32))", [1, 2, 4, 8, 16, 32, 64, 128]),
        ("tl.interleave(half, half + 10)", [0, 10, 1, 11, 2, 12, 3, 13]),
        ("tl.join(*tl.split(tl.reshape(at, [4, 2]))).reshape([8])", [0, 1, 2, 3, 4, 5, 6, 7]),
        ("tl.sort(at, descending=True)", [7, 6, 5, 4, 3, 2, 1, 0]),
        ("tl.gather(at, 7 - at, 0)", [7, 6, 5, 4, 3, 2, 1, 0]),
        ("tl.histogram(at // 2, 8)", [2, 2, 2, 2, 0, 0, 0, 0]),
        ("tl.cat(half, half, can_reorder=True)", [0, 0, 1, 1, 2, 2, 3, 3]),
        ("at.to(tl.float32).to(tl.int32, bitcast=True) >> 30", [0, 0, 1, 1, 1, 1, 1, 1]),
    ],
)
def test_what_kernels_compute(expression: str, wanted: list[float]) -> None:
    test = "def test():\n    return kernel_of()\n\ntest()\n"
    result = followed(test, KERNEL % expression).result
    assert result.halt is HaltReason.RETURNED, result.why
    assert result.returned[0].view.tolist() == wanted


@pytest.mark.parametrize("expression", ["tl.math.tanh(at)", "tl.cat(half, half)", "tl.split(at)", "at.sort(0, 1)[0]"])
def test_what_triton_refuses(expression: str) -> None:
    test = "def test():\n    return kernel_of()\n\ntest()\n"
    assert followed(test, KERNEL % expression).result.halt is HaltReason.REFUSED


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("value * factor", "factor * value", None),
        ("return out\n\n\ndef rows", "return x\n\n\ndef rows", "output 1: 40/40 elements differ"),
        ("x, out, n, factor)", "x, out, n, facto)", None),
        (
            "out + at, value * factor, mask=at < n)",
            "out + at, value * factor)",
            "kernel.py:33: in scale\nkernel.py:15: in scale_kernel\n"
            "InvalidAccess: Invalid __global__ write of size 4 bytes: 8 lane(s) of program (2, 0, 0) out of bounds; "
            "first is 4 bytes past the end of the 160-byte allocation of argument shape=(40,) torch.float32\n",
        ),
    ],
)
def test_how_a_script_ends_is_said_in_the_tool_s_words(old: str, new: str, wanted: str | None) -> None:
    said = simulated_failure_of_triton(script_bundle(), OPERATOR.replace(old, new))
    text = None if said is None else said.log.decode()
    assert text == wanted or (text or "").startswith(wanted or "no words")


def test_what_triton_refuses_is_said_without_the_script_s_own_lines() -> None:
    said = simulated_failure_of_triton(script_bundle(), OPERATOR.replace("mask=at < n, other", "masks=at < n, other"))
    assert said is not None
    assert (said.outcome, said.stage) == (Outcome.COMPILATION_ERROR, "compile")
    lines = said.log.decode().splitlines()
    assert lines[0] == "kernel.py:33: in scale"
    assert lines[-1] == "load() got an unexpected keyword argument 'masks'"


def test_long_tests_are_followed_in_part() -> None:
    test = TEST.replace("[40, 64]", "[40, 64, *[2000] * 40]")
    found = expected_tests(OPERATOR, script_bundle(test=test).files["driver.py"])
    assert [(item.part.statements < 20, item.part.programs, len(item.tested.result.returned)) for item in found] == [
        (True, 1 << 30, 2)
    ]
    assert all(item.steps <= 12_000 for item in found)
    changed = Candidate(OPERATOR.replace("value * factor", "value + factor"))
    assert compare(script_bundle(test=test), changed).features["followed_values"] == 1.0


def test_of_a_large_launch_the_corners_and_some_between_are_followed() -> None:
    assert chosen_programs((10, 1, 1), 4) == [0, 1, 2, 9]
    assert chosen_programs((64, 1, 1), 8) == [0, 1, 2, 4, 8, 16, 32, 63]
    assert chosen_programs((99, 1, 1), 12) == [0, 1, 2, 4, 8, 16, 24, 32, 40, 49, 64, 98]
    assert chosen_programs((3, 4, 1), 4) == [0, 3, 8, 11]
    assert chosen_programs((3, 4, 5), 2) == [0, 59]
    assert chosen_programs((2, 2, 2), 8) == list(range(8))


WORDS = (
    "",
    "0",
    "-1",
    "x",
    "[",
    "(",
    "None",
    "1 << 40",
    "torch",
    "[x] * 9999",
    "lambda: x",
    ".apply",
    "()",
    "while x:",
)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_mutilated_programs_and_scripts_raise_nothing_and_end(data: st.DataObject) -> None:
    bundle = script_bundle()
    code, driver = OPERATOR, bundle.files["driver.py"]
    if data.draw(st.booleans()):
        code = spliced(data, code, WORDS, 30)
    else:
        driver = spliced(data, driver, WORDS, 30)
    wanted = ends_within(2.0, lambda: expected_tests(OPERATOR, driver))
    tree = parsed(code)
    if tree is None or not wanted:
        return
    script, steps = wanted[0].script, 3 * wanted[0].steps
    assert ends_within(1.0, lambda: execute_script(tree, script, steps, wanted[0].part)).result.halt in HaltReason
    found = compare(bundle, Candidate(code)).features
    assert all(isinstance(value, float) and math.isfinite(value) for value in found.values())


@pytest.mark.parametrize(
    "line",
    [
        "x = [1]\n    x.append(x)\n    return x",
        "x = []\n    for _ in range(10 ** 9): x.append(1)",
        "while True: pass",
        "x = torch.ones(1 << 20)\n    return torch.outer(x, x)",
        "x = torch.ones((1, 1 << 20))\n    return x + x.t()",
        "return torch.ones(1 << 10, 1 << 10).repeat(1 << 10, 1 << 10)",
        "return {i: j for i in range(10 ** 9) for j in range(10 ** 9)}",
        "return [t for t in torch.ones(1 << 20)]",
        "return torch.ones(1 << 20).split(1)",
        "return test()",
        "return 'x' * 10 ** 9",
        "return torch.nn.functional.linear(torch.ones(1 << 20, 1), torch.ones(1 << 20, 1))",
        "x = torch.ones(1 << 20, 1)\n    return torch.einsum('ij,kj->ik', x, x)",
        "return torch.nn.functional.one_hot(torch.arange(1 << 19) * 999)",
        "return torch.nn.functional.pad(torch.ones(2), (10 ** 9, 10 ** 9))",
        "x = y = torch.ones(1 << 20, requires_grad=True)\n    for _ in range(999): y = y + x\n    y.sum().backward()",
    ],
)
def test_what_would_take_forever_ends(line: str) -> None:
    tested = ends_within(1.0, lambda: followed(f"def test():\n    kernel_of(1)\n    {line}\n    return 0\n\ntest()\n"))
    assert tested.result.halt in (HaltReason.UNSUPPORTED, HaltReason.ENDLESS, HaltReason.RETURNED)


def test_a_grid_without_end_is_not_followed_to_its_end() -> None:
    tree = parsed(OPERATOR.replace('(triton.cdiv(n, meta["BLOCK"]),)', "(1 << 30, 1 << 30)"))
    (wanted,) = expected_tests(OPERATOR, script_bundle().files["driver.py"])
    assert tree is not None
    tested = ends_within(1.0, lambda: execute_script(tree, wanted.script, 20_000, wanted.part))
    assert tested.result.halt is HaltReason.UNSUPPORTED
