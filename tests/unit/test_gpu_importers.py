"""Importers of GPU sets on tiny fixtures: what is read, how sizes shrink, and that one bad item stops no other."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from resources.domains.gpu_kernels.execution.rejection import refused
from resources.domains.gpu_kernels.faults.cheats import cheats, empty_candidate
from resources.domains.gpu_kernels.language.triton_source import parse_triton
from resources.domains.gpu_kernels.tasks.importers import IMPORTERS
from resources.domains.gpu_kernels.tasks.importers.constants import NotConstantError, constant, module_constants
from resources.domains.gpu_kernels.tasks.importers.driver import UnusableTestError, read_driver
from resources.domains.gpu_kernels.tasks.importers.scaling import ELEMENTS, scaled_module
from resources.domains.importing import ImportResult, ImportSourceError
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate, EnvironmentBundle
from tests.sample_sets import SCALED_RELU, SCALED_RELU_TEST, tritonbench_t

BY_NAME = {importer.name: importer for importer in IMPORTERS}
MODULE = '''import torch
import torch.nn as nn

class Model(nn.Module):
    """A convolution, and a Model that scales."""
    def __init__(self, in_channels, out_channels, kernel_size, bias_shape):
        super(Model, self).__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size)
        self.bias = nn.Parameter(torch.randn(bias_shape))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.conv(x) + self.bias)

batch_size = 128
in_channels = 64
out_channels = 128
height = width = 64 * 4
kernel_size = (3, 5)
bias_shape = (out_channels, 1, 1)

def get_inputs():
    return [torch.rand(batch_size, in_channels, height, width)]

def get_init_inputs():
    return [in_channels, out_channels, kernel_size, bias_shape]
'''
OPERATOR = '''import torch
import triton
import triton.language as tl


@triton.jit
def double_kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets, mask=offsets < n) * 2, mask=offsets < n)


def double(x: torch.Tensor, block=64) -> torch.Tensor:
    """Twice x."""
    out = torch.empty_like(x)
    double_kernel[(triton.cdiv(x.numel(), block),)](x, out, x.numel(), BLOCK=block)
    return out
'''
TEST = """import torch

def test_double():
    results = {}
    n = 1024
    x = torch.randn(n, 512, device='cuda')
    try:
        results["a"] = double(x)
    except ValueError as e:
        print(e)
    results["b"] = double(x[:8], block=32)
    return results

result_gold = test_double()
print(result_gold)
"""


def read(name: str, path: Path, **options: str) -> ImportResult:
    return BY_NAME[name].read(path, **options)


def level(folder: Path, **texts: str) -> Path:
    place = folder / "level2"
    place.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (place / f"{name.lstrip('_')}.py").write_text(text)
    return folder


def bench(folder: Path, *rows: Any, **texts: str) -> Path:
    place = folder / "data" / "TritonBench_G_v1"
    place.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (place / f"{name}.py").write_text(text)
    given = rows or tuple({"file": f"{name}.py", "comp_instru": " Double\n  it. ", "difficulty": "3"} for name in texts)
    (folder / "data" / "TritonBench_G_v1.json").write_text(json.dumps(given))
    return folder


def bundle_of(seed: TaskSeed) -> EnvironmentBundle:
    return EnvironmentBundle(
        seed.domain,
        seed.seed_id,
        seed.prompt,
        seed.interface,
        seed.candidate_file,
        seed.reference,
        seed.files,
        seed.settings,
    )


def whole(operator: str = OPERATOR, test: str = TEST) -> str:
    return f"{operator}\n{'#' * 146}\n{test}"


def test_a_module_becomes_a_task_whose_reference_is_itself(tmp_path: Path) -> None:
    (seed,) = read("kernelbench", level(tmp_path, _7_Conv2d_ReLU=MODULE), commit="c", licence="MIT").seeds
    assert (seed.seed_id, seed.tier, seed.unusable) == ("kernelbench/level2_7_Conv2d_ReLU", 4, "")
    assert (seed.origin.commit, seed.origin.licence, seed.origin.path) == ("c", "MIT", "level2/7_Conv2d_ReLU.py")
    assert "class ModelNew(nn.Module)" in seed.reference
    assert "super(ModelNew, self)" in seed.reference
    assert "get_inputs" not in seed.reference
    assert "a Model that scales" in seed.reference, "words in texts are no names"
    assert "def forward(self, x: torch.Tensor) -> torch.Tensor:" in seed.interface
    assert json.loads(seed.settings["constructor"]) == [8, 8, [3, 5], [8, 1, 1]]
    assert (seed.settings["harness"], seed.settings["entry"]) == ("module", "ModelNew")
    ast.parse(seed.files["oracle.py"])


def test_sizes_shrink_together_and_are_recorded(tmp_path: Path) -> None:
    (seed,) = read("kernelbench", level(tmp_path, _7_Conv=MODULE)).seeds
    changed = json.loads(seed.settings["scaled"])
    assert changed["height"] == changed["width"] == [256, 32]
    assert changed["in_channels"][0] == 64
    assert "kernel_size" not in changed
    assert "height = width = 32" in seed.files["oracle.py"]
    assert "64 * 4" not in seed.prompt


def test_equal_sizes_stay_equal() -> None:
    code = "rows = 32768\ncolumns = (32768,)\n"
    code += "def get_inputs():\n    return [torch.rand(rows, *columns), torch.rand(rows)]\n"
    source = parse_triton(code)
    assert source is not None
    scaled = scaled_module(source, source.module.functions[0])
    assert scaled.text.splitlines()[:2] == ["rows = 128", "columns = (128,)"]
    assert scaled.largest == ELEMENTS


def test_cheats_and_rejection_fit_imported_tasks(tmp_path: Path) -> None:
    level(tmp_path, _7_Conv=MODULE)
    bench(tmp_path, double=whole())
    tritonbench_t(tmp_path)
    for name in sorted(set(BY_NAME) - {"wild-triton"}):  # No set: it reads folders of sources.
        (seed,) = read(name, tmp_path).seeds
        bundle = bundle_of(seed)
        assert refused(bundle, bundle.reference_candidate) == []
        assert len(cheats(bundle)) >= 20
        for cheat in cheats(bundle):
            ast.parse(cheat.candidate.code)
        assert seed.settings["entry"] in empty_candidate(bundle).code
    copied = next(
        cheat for cheat in cheats(bundle_of(read("kernelbench", tmp_path).seeds[0])) if cheat.name == "torch_reference"
    )
    assert refused(bundle_of(read("kernelbench", tmp_path).seeds[0]), copied.candidate)


def test_a_triton_task_gets_a_driver(tmp_path: Path) -> None:
    (seed,) = read("tritonbench-g", bench(tmp_path, double=whole()), commit="c").seeds
    assert (seed.seed_id, seed.tier, seed.unusable) == ("tritonbench-g/double", 3, "")
    sizes = "Sizes in its tests: 256 in place of 1024, 128 in place of 512.\n"
    assert seed.prompt == f"Double\nit.\n\nDefine: `double`.\n{sizes}"
    assert seed.reference == OPERATOR.strip() + "\n"
    assert "def double(x: torch.Tensor, block=64) -> torch.Tensor:" in seed.interface
    assert json.loads(seed.settings["scaled"]) == {"1024": [1024, 256], "512": [512, 128]}
    driver = ast.parse(seed.files["driver.py"])
    assert {item.name for item in driver.body if isinstance(item, ast.FunctionDef)} == {
        "bind", "test_double", "run", "kept",
    }  # fmt: skip
    assert "print(result_gold)" not in seed.files["driver.py"]
    assert "def double(" in seed.files["oracle.py"]


def test_a_torch_operator_is_described_and_is_only_the_oracle(tmp_path: Path) -> None:
    tritonbench_t(tmp_path)
    (seed,) = read("tritonbench-t", tmp_path, commit="c", licence="Apache-2.0").seeds
    assert (seed.seed_id, seed.tier, seed.unusable) == ("tritonbench-t/scaled_relu", 2, "")
    assert seed.prompt.endswith(
        "Scales, then drops what is negative.\n\nSignature: scaled_relu(x, factor=2.0) -> Tensor\n\n"
        "Mathematics: y = max(0, f x)\n\nDefine: `scaled_relu`.\n"
    )
    assert not bundle_of(seed).reference_is_solution
    assert refused(bundle_of(seed), Candidate(SCALED_RELU + "\n\nX = 1\n"))


def test_torch_operators_in_other_releases_and_forms(tmp_path: Path) -> None:
    """An index of lines, an operator called like a builtin, a test that is printed, and results drawn at random."""
    absolute = SCALED_RELU.replace("def scaled_relu(x: torch.Tensor, factor", "def abs(x: torch.Tensor, factor")
    printed = "def test_abs():\n    return {'a': abs(torch.randn(9))}\n\nprint(test_abs())\n"
    drawn = "import torch\n\n\ndef drop(x):\n    return torch.nn.functional.dropout(x)\n"
    dropped = "def test_drop():\n    return drop(torch.randn(9))\n\nresult = test_drop()\n"
    files = {"abs": (absolute, printed), "drop": (drawn, dropped), "scaled_relu": (SCALED_RELU, SCALED_RELU_TEST)}
    tritonbench_t(tmp_path, files)
    index = tmp_path / "data" / "TritonBench_T_v1.jsonl"
    rows = json.loads(index.read_text())
    index.unlink()
    lines = [*map(json.dumps, rows), json.dumps({"file": "abs.py"})]
    (tmp_path / "data" / "TritonBench_T_v1.json").write_text("\n".join(lines))
    result = read("tritonbench-t", tmp_path)
    assert {seed.title: seed.settings["entry"] for seed in result.seeds} == {
        "abs": "abs", "drop": "drop", "scaled relu": "scaled_relu",
    }  # fmt: skip
    assert [seed.title for seed in result.seeds if "generator" in seed.unusable] == ["drop"]
    assert [(item.field, item.problem) for item in result.problems] == [("description", "missing or empty")]


LENGTHS = """def test_double():
    lengths = [300, 724]
    return double(torch.randn(1024, 512)), lengths

result_gold = test_double()
"""


def test_sizes_that_the_prompt_names_stay_and_lengths_still_sum_up() -> None:
    named = read_driver(OPERATOR, TEST, frozenset({512})).driver
    assert "n = 128" in named
    assert "torch.randn(n, 512" in named
    assert "[150, 362]" in read_driver(OPERATOR, LENGTHS).driver
    assert "torch.randn(512, 256)" in read_driver(OPERATOR, LENGTHS).driver
    odd = read_driver(OPERATOR, LENGTHS.replace("300, 724", "301, 723"))
    assert "[301, 723]" in odd.driver
    assert odd.scaled == {}


@pytest.mark.parametrize(
    ("test", "reason"),
    [
        (TEST.replace("return results", "pass"), "returns nothing"),
        (TEST.replace("result_gold = test_double()", "").replace("print(result_gold)", ""), "no call"),
        (TEST.replace("test_double()\nprint", "test_double(1)\nprint"), "called with arguments"),
        (
            TEST.replace("double(x)", "triple(x)").replace("double(x[:8], block=32)", "0"),
            "names that nothing defines: triple",
        ),
        (TEST.replace("double(x)", "x").replace("double(x[:8], block=32)", "x"), "call nothing of the operator"),
        ("def f(:\n", "does not parse"),
        (TEST.replace("n = 1024", "n = 64 * 64 * 64 * 64"), "does not shrink"),
    ],
)
def test_tests_that_cannot_be_compared_are_unusable_with_a_reason(test: str, reason: str) -> None:
    with pytest.raises(UnusableTestError, match=reason):
        read_driver(OPERATOR, test)


def test_operators_that_need_what_is_forbidden_are_unusable(tmp_path: Path) -> None:
    (seed,) = read("tritonbench-g", bench(tmp_path, double=whole("import numpy\n" + OPERATOR))).seeds
    assert "import of numpy" in seed.unusable
    (seed,) = read("kernelbench", level(tmp_path, _1_A="import os\n" + MODULE)).seeds
    assert "import of os" in seed.unusable


def test_constructors_that_are_no_constants_are_unusable(tmp_path: Path) -> None:
    text = MODULE.replace("[in_channels, out", "[torch.rand(3), out")
    (seed,) = read("kernelbench", level(tmp_path, _1_A=text)).seeds
    assert "not constants" in seed.unusable


def test_bad_items_are_problems_and_the_others_go_on(tmp_path: Path) -> None:
    level(tmp_path, _1_A=MODULE, _2_B="def f(:", _3_C=MODULE.replace("def get_inputs", "def inputs"), _4_D="")
    result = read("kernelbench", tmp_path)
    assert [seed.seed_id for seed in result.seeds] == ["kernelbench/level2_1_A"]
    assert [(item.file, item.field) for item in result.problems] == [
        ("level2/2_B.py", "source"), ("level2/3_C.py", "get_inputs"), ("level2/4_D.py", "source"),
    ]  # fmt: skip
    rows = [{"file": name, "comp_instru": "x"} for name in ("a.py", "../b.py", "none.py", "c.py")]
    result = read("tritonbench-g", bench(tmp_path, *rows, 3, {"file": "a.py"}, a=whole(), c=OPERATOR))
    assert [seed.seed_id for seed in result.seeds] == ["tritonbench-g/a"]
    assert sorted(item.field for item in result.problems) == ["comp_instru", "file", "file", "operator", "operator"]


def test_a_folder_that_is_no_set_is_an_error(tmp_path: Path) -> None:
    for name in sorted(set(BY_NAME) - {"wild-triton"}):  # No set: it reads folders of sources.
        with pytest.raises(ImportSourceError, match="looked for"):
            read(name, tmp_path)
        with pytest.raises(ImportSourceError, match="no such"):
            read(name, tmp_path / "nothing")


def test_constants_are_evaluated_and_nothing_else() -> None:
    tree = ast.parse("a = 3\nb = (a, a * 2)\nc = [*b, -1.5]\nd = f(a)\ne, g = 4, d\nh = 2 ** 9999\n")
    assert module_constants(tree) == {"a": 3, "b": (3, 6), "c": [3, 6, -1.5]}
    for text in ("f(1)", "1 // 0", "x", "'a' * 9", "[1][0]", "9 ** 9 ** 9", "(1 << 80) * 1.0"):
        with pytest.raises(NotConstantError):
            constant(ast.parse(text, mode="eval").body, {})


FUZZ = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@FUZZ
@given(cut=st.integers(0, 900), gap=st.integers(0, 40), put=st.binary(max_size=8))
def test_no_bytes_make_an_importer_raise(tmp_path: Path, cut: int, gap: int, put: bytes) -> None:
    level(tmp_path, _1_A=MODULE)
    torn = MODULE.encode()[:cut] + put + MODULE.encode()[cut + gap :]
    (tmp_path / "level2" / "1_A.py").write_bytes(torn)
    result = read("kernelbench", tmp_path, commit="c", licence="MIT")
    assert len(result.seeds) + len(result.problems) == 1
    bench(tmp_path, double=whole())
    text = whole().encode()
    (tmp_path / "data" / "TritonBench_G_v1" / "double.py").write_bytes(text[:cut] + put + text[cut + gap :])
    result = read("tritonbench-g", tmp_path, commit="c", licence="MIT")
    assert len(result.seeds) + len(result.problems) == 1
