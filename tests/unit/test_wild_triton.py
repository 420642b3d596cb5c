"""`wild-triton`: which launchers of a file are tasks, what their tests say of them, and why others are not."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.seeds.purposes import Purpose, purpose_of
from resources.domains.gpu_kernels.domain import DOMAIN
from resources.domains.gpu_kernels.tasks.importers.wild.importer import WildLauncher, launchers_in
from resources.domains.importing import ImportResult, ImportSourceError
from resources.domains.seed import TaskSeed
from tests.wild_triton import CLAMP, FUNCTIONS, HEAD, ODDS, SCALE, wild_triton

READER = next(importer for importer in DOMAIN.importers if importer.name == "wild-triton")
DOUBLE = f"""{HEAD}
@triton.jit
def kernel(x, y, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(y + at, 2 * tl.load(x + at))


def double(x):
    y = torch.empty_like(x)
    kernel[(1,)](x, y, BLOCK=64)
    return y


"""


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> ImportResult:
    return READER.read(wild_triton(tmp_path_factory.mktemp("wild")))


def seed(result: ImportResult, name: str) -> TaskSeed:
    return next(seed for seed in result.seeds if seed.seed_id == f"wild-triton/kernels/{name}")


def double(test: str) -> WildLauncher:
    return next(one for one in launchers_in(DOUBLE + test) if one.name == "double")


def test_launchers_are_tasks_or_have_a_reason(result: ImportResult) -> None:
    assert [seed.seed_id for seed in result.seeds] == [
        "wild-triton/kernels/clamp/clamp_",
        "wild-triton/kernels/rows/scale/scale_shift",
    ]
    told = {(problem.file, problem.field): problem.problem for problem in result.problems}
    assert {field: told.pop(("clamp.py", field)) for field in FUNCTIONS} == FUNCTIONS
    assert told == {(f"odds/{name}", "file"): why for name, (_, why) in ODDS.items()}
    assert purpose_of("wild-triton", {}) is Purpose.TRAIN


def test_a_launcher_comes_with_its_kernels_and_no_test(result: ImportResult) -> None:
    scale = seed(result, "rows/scale/scale_shift")
    assert scale.reference.startswith("# SPDX-License-Identifier: MIT\n")
    assert "def _scale_shift_kernel(" in scale.reference
    assert "BLOCK = 256" in scale.reference
    for gone in ("pytest", "import os", "torch_", "_torch", "__main__"):
        assert gone not in scale.reference
    assert (scale.origin.licence, seed(result, "clamp/clamp_").origin.licence) == ("MIT", "")


def test_the_torch_of_a_test_is_told_and_is_the_oracle(result: ImportResult) -> None:
    scale = seed(result, "rows/scale/scale_shift")
    assert "return x * scale + shift" in scale.prompt
    assert "compared with those of that torch" in scale.prompt
    oracle: dict[str, object] = {}
    exec(compile(scale.files["oracle.py"], "oracle.py", "exec"), oracle)
    assert oracle["scale_shift"](2, 1, 5) == 11  # type: ignore[operator]
    assert "triton" not in scale.files["oracle.py"]
    clamp = seed(result, "clamp/clamp_")
    assert "compared with those of the original" in clamp.prompt
    assert clamp.files["oracle.py"] == clamp.reference


def test_rows_of_marks_are_runs(result: ImportResult) -> None:
    driver = seed(result, "rows/scale/scale_shift").files["driver.py"]
    assert "    rows = 3\n    columns = 64\n    dtype = torch.float32\n" in driver
    assert "    rows = 5\n    columns = 200\n" in driver
    assert "kept([test_1(), test_2()])" in driver
    assert "manual_seed(0)" not in driver


@pytest.mark.parametrize(
    "test",
    [
        "def test_it():\n    x = torch.randn(64)\n    y = double(x)\n    assert torch.allclose(y, x + x)\n",
        "def test_it():\n    x = torch.randn(64)\n    y = double(x)\n    z = x * 2\n    print((y - z).abs().max())\n",
        "def test_it():\n    x = torch.randn(64)\n    assert torch.equal(double(x), 2 * x)\n",
        "def test_it():\n    x = torch.randn(64)\n    y = double(x)\n    print(torch.max(torch.abs(x.add(x) - y)))\n",
        "def ref(x):\n    return x + x\n\nif __name__ == '__main__':\n    x = torch.randn(64)\n    y = double(x)\n"
        "    triton.testing.assert_close(ref(x), y)\n",
        "def test_it(n=64):\n    a = torch.randn(n)\n    y = double(x=a)\n    assert y.equal(a + a)\n",
    ],
)
def test_comparisons_in_many_forms(test: str) -> None:
    found = double(test)
    assert not found.problem
    oracle: dict[str, object] = {}
    exec(compile(found.oracle, "oracle.py", "exec"), oracle)
    assert "triton" not in found.oracle
    assert "that torch" in found.prompt


@pytest.mark.parametrize(
    ("test", "why"),
    [
        ("", "nothing says what it is given: no test of its file calls it"),
        ("def test_it():\n    double(torch.randn(64))\n", "nothing says what it computes"),
        ("def test_it(x):\n    assert torch.equal(double(x), x + x)\n", "nothing says what its test test_it is given"),
        (
            "def test_it():\n    while True:\n        double(torch.randn(64))\n",
            "its test test_it calls it in a loop or under a condition",
        ),
    ],
)
def test_what_a_test_does_not_say(test: str, why: str) -> None:
    assert double(test).problem == why


@pytest.mark.parametrize(
    ("test", "lines"),
    [
        ("def test_it(n, d):\n    x = torch.randn(n)\n    {}\n\ntest_it(33, d=torch.float16)\n", ["n = 33"]),
        ("def test_it():\n    for n in (3, 5):\n        x = torch.randn(n)\n        {}\n", ["n = 3", "n = 5"]),
        ("def test_it():\n    for n, k in [(3, 4)]:\n        x = torch.randn(n, k)\n        {}\n", ["n = 3", "k = 4"]),
        ("for n in range(2, 12):\n    x = torch.randn(2**n)\n    {}\n", ["n = 2", "n = 7", "n = 11"]),
    ],
)
def test_values_that_are_written_out_are_runs(test: str, lines: list[str]) -> None:
    found = double(test.format("assert torch.allclose(double(x), x + x)"))
    assert not found.problem
    assert all(f"    {line}\n" in found.driver for line in lines)
    assert "that torch" in found.prompt


def test_arguments_that_a_test_calls_by_each_other_s_names() -> None:
    text = DOUBLE.replace("def double(x):", "def double(x, y):").replace("y = torch.empty", "z = torch.empty")
    text = text.replace("[(1,)](x, y", "[(1,)](x, z").replace("return y", "return z")
    compared = "    z = double(y, x)\n    assert torch.equal(z, x - y)\n"
    test = "def test_it():\n    x = torch.ones(64)\n    y = x + 1\n" + compared
    found = next(one for one in launchers_in(text + test) if one.name == "double")
    oracle: dict[str, Any] = {}
    exec(compile(found.oracle, "oracle.py", "exec"), oracle)
    assert oracle["double"](7, 2) == 2 - 7


def test_a_launcher_that_fills_its_argument_is_held_to_itself() -> None:
    text = DOUBLE.replace("def double(x):\n    y = torch.empty_like(x)\n", "@torch.no_grad()\ndef double(x, y):\n")
    test = "def test_it():\n    x = torch.randn(64)\n    y = double(x, torch.zeros(64))\n    print((y - 2 * x).abs())\n"
    found = next(one for one in launchers_in(text + test) if one.name == "double")
    assert found.oracle == found.operator
    assert "expected = 2 * x" in found.prompt


def test_torch_that_needs_more_than_the_arguments_is_told_alone() -> None:
    found = double(
        "def test_it():\n    z = torch.randn(64)\n    y = double(z + 1)\n    assert torch.equal(y, 2 * z + 2)\n"
    )
    assert "expected = 2 * z + 2" in found.prompt
    assert found.oracle == found.operator


def test_what_no_answer_may_contain() -> None:
    text = DOUBLE.replace("y = torch.empty_like(x)", "y = open('x')")
    test = "def test_it():\n    x = torch.randn(64)\n    y = double(x)\n    assert torch.allclose(y, x + x)\n"
    problem = next(one for one in launchers_in(text + test) if one.name == "double").problem
    assert problem.startswith("no candidate may contain it: ")


def test_large_tests_are_made_smaller_and_say_so() -> None:
    test = "def test_it():\n    x = torch.randn(64, 65536)\n    y = double(x)\n    assert torch.allclose(y, x + x)\n"
    found = double(test)
    assert json.loads(found.scaled)
    assert "in place of 65536" in found.prompt


@pytest.mark.parametrize("piece", ["\n", " ", "\t", "import\n", "from ", "@triton.\n"])
def test_a_file_of_the_largest_size_is_passed_over_at_once(piece: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(piece * ((1 << 20) // len(piece)))
    with pytest.raises(ImportSourceError, match="looked for Triton kernels"):
        READER.read(tmp_path)


def test_a_folder_without_kernels_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import triton\n")
    with pytest.raises(ImportSourceError, match="looked for Triton kernels"):
        READER.read(tmp_path)


PIECES = (
    "(",
    '"""',
    "\n    ",
    "#",
    "def ",
    "\\\n",
    ";",
    "=",
    "\f",
    "\t",
    "\0",
    "]",
    "@triton.jit\n",
    "double(x)",
    "return ",
)


@settings(max_examples=150)
@given(st.data())
def test_mutated_sources_never_raise(data: st.DataObject) -> None:
    test = "def test_it():\n    x = torch.randn(64)\n    y = double(x)\n    assert torch.allclose(y, x + x)\n"
    text = data.draw(st.sampled_from([SCALE, CLAMP, DOUBLE + test]))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 40)))
        text = text[:start] + data.draw(st.text(max_size=12) | st.sampled_from(PIECES)) + text[end:]
    if not any(0xD800 <= ord(character) < 0xE000 for character in text):
        assert launchers_in(text)


@pytest.mark.parametrize(
    "piece", ["(", "a.", "a;", "a(b)\n", "@triton.jit\ndef a():\n a[1](b)\n", "def a():\n k[1](b)\n"]
)
def test_long_texts_end(piece: str) -> None:
    assert launchers_in(f"{DOUBLE}@triton.jit\ndef k():\n pass\n" + piece * (40_000 // len(piece)) + "1\n")


def test_what_cannot_be_written_out_is_told_of_one_launcher() -> None:
    """Python 3.11 has no text for a sign that is not printable inside a formatted string's braces."""
    other = DOUBLE[DOUBLE.index("def double") :].replace("def double", "def twice")
    test = "def test_{0}():\n    x = torch.randn(64{1})\n    assert torch.allclose({0}(x), x + x)\n"
    odd = " + len(f\"{'\x7f'}\")"
    found = {
        one.name: one.problem
        for one in launchers_in(DOUBLE + other + test.format("twice", odd) + test.format("double", ""))
    }
    assert found["double"] == ""
    if sys.version_info < (3, 12):
        assert found["twice"] == "its test cannot be written out"
