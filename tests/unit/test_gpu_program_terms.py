"""Triton programs as terms: equal programs, certain errors, and where two programs differ."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.domains.gpu_kernels.language.triton_interface import MEMBERS, fits, signatures
from resources.domains.gpu_kernels.language.triton_source import parse_triton
from resources.domains.gpu_kernels.prediction.terms.program_terms import program
from resources.domains.gpu_kernels.prediction.triton_features import triton_features
from resources.domains.gpu_kernels.tasks.library import builtin_seeds
from tests.unit.effort import ends_within

SCALE = """import torch
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x_pointer, output_pointer, length, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < length
    x = tl.load(x_pointer + offsets, mask=mask, other=0.0)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for step in range(0, 3):
        total += tl.exp(x) * 2.0
    chosen = tl.where(x > 0.0, total, float("-inf"))
    tl.store(output_pointer + offsets, chosen, mask=mask)


def scale(x: torch.Tensor) -> torch.Tensor:
    output = torch.empty_like(x)
    length, block = x.numel(), 128
    scale_kernel[(triton.cdiv(length, block),)](x, output, length, BLOCK=block, num_warps=4)
    return output
"""
REWRITES = [
    SCALE.replace("offsets", "places").replace("total", "sums"),
    SCALE.replace("x_pointer + offsets", "offsets + x_pointer"),
    SCALE.replace("offsets < length", "length > offsets"),
    SCALE.replace("total += tl.exp(x) * 2.0", "total = total + 2.0 * tl.exp(x)"),
    SCALE.replace("tl.exp(x)", "tl.exp2(x * 1.4426950408889634)"),
    SCALE.replace("range(0, 3)", "range(3)"),
    SCALE.replace('tl.where(x > 0.0, total, float("-inf"))', 'tl.where((x > 0.0) == 0, -float("inf"), total)'),
    SCALE.replace("triton.cdiv(length, block)", "(length + block - 1) // block"),
    SCALE.replace("scale_kernel", "scale_program"),
    SCALE.replace(
        "    tl.store(output_pointer + offsets, chosen",
        "    outcome = chosen\n    tl.store(output_pointer + offsets, outcome",
    ),
    SCALE.replace("num_warps=4", "num_warps=8").replace("x: torch.Tensor", "x"),
    SCALE.replace("x, output, length, BLOCK", "x, output, length=length, BLOCK"),
]
OTHERS = {
    "role_mask": SCALE.replace("offsets < length", "offsets <= length"),
    "role_address": SCALE.replace("output_pointer + offsets", "output_pointer + offsets + 1"),
    "role_grid": SCALE.replace("triton.cdiv(length, block),", "triton.cdiv(length, block) - 1,"),
    "role_loop": SCALE.replace("range(0, 3)", "range(0, 2)"),
    "role_block": SCALE.replace("BLOCK=block", "BLOCK=64"),
    "role_return": SCALE.replace("return output", "return x"),
    "kind_function": SCALE.replace("tl.exp(", "tl.log("),
    "kind_gone": SCALE.replace(", mask=mask, other", ", other"),
}
ERRORS = {
    "unknown_language_names": SCALE.replace("tl.load", "tl.read"),
    "language_misfits": SCALE.replace("other=0.0", "default=0.0"),
    "read_before_set": SCALE.replace("exp(x)", "exp(y)"),
    "terms_verdict": SCALE.replace("    total = tl.zeros((BLOCK,), dtype=tl.float32)\n", ""),
    "size_misfits": SCALE.replace(", 128", ", 100"),
    "sizes_not_constant": SCALE.replace("BLOCK: tl.constexpr", "BLOCK"),
    "shape_misfits": SCALE.replace("zeros((BLOCK,)", "zeros((BLOCK * 2,)"),
    "axis_misfits": SCALE.replace("exp(x)", "sum(x, axis=1)"),
    "block_conditions": SCALE.replace("tl.where(x > 0.0, total, ", "(total if x > 0.0 else ").replace(
        '("-inf"))', '("-inf"))'
    ),
    "tuning_impossible": SCALE.replace("num_warps=4", "num_warps=64"),
    "launched_functions": SCALE.replace("@triton.jit\n", ""),
    "no_launch": SCALE.replace(
        "    scale_kernel[(triton.cdiv(length, block),)](x, output, length, BLOCK=block, num_warps=4)\n", ""
    ),
}


def checked(code: str) -> dict[str, float]:
    source = parse_triton(code)
    assert source is not None, code
    return triton_features(SCALE, code, source)


@pytest.mark.parametrize("code", REWRITES)
def test_other_texts_of_one_program_are_the_same(code: str) -> None:
    assert code != SCALE
    found = checked(code)
    assert found["terms_same"] == 1.0
    assert found["terms_verdict"] == 0.0


@pytest.mark.parametrize("name", OTHERS)
def test_differences_are_placed(name: str) -> None:
    found = checked(OTHERS[name])
    assert found["terms_same"] == 0.0
    assert found[f"terms_{name}"] > 0, {key: value for key, value in found.items() if value}


@pytest.mark.parametrize("name", ERRORS)
def test_certain_errors_are_found(name: str) -> None:
    assert checked(SCALE)[name] == 0.0
    assert checked(ERRORS[name])[name] > 0


def test_no_reference_of_the_library_raises_an_alarm() -> None:
    for seed in builtin_seeds():
        source = parse_triton(seed.reference) if seed.settings.get("language") != "cuda" else None
        if source is not None:
            found = triton_features(seed.reference, seed.reference, source)
            assert (found["terms_same"], found["terms_verdict"], found["no_launch"]) == (1.0, 0.0, 0.0), seed.seed_id


def test_the_interface_is_read() -> None:
    assert "load" in MEMBERS
    assert signatures()["load"].needed == {"pointer"}
    assert fits("load", 1, frozenset({"mask", "other"}))
    assert not fits("load", 1, frozenset({"masks"}))
    assert not fits("zeros", 1, frozenset())
    assert fits("something", 9, frozenset({"any"}))


HOSTILE = [
    "x = " + "+".join(["1"] * 4000) + "\n",
    "def f(x):\n" + "    x = x + x\n" * 1500 + "    return x\n",
    "def f(x):\n" + "".join(f"{'    ' * n}if x:\n" for n in range(1, 90)) + "    " * 90 + "x = 1\n",
    SCALE.replace("tl.arange(0, BLOCK)", "tl.arange(0, 9" + "9" * 5000 + ")"),
    SCALE.replace("(BLOCK,)", "(" + "BLOCK, " * 2000 + ")"),
]


@pytest.mark.parametrize("code", HOSTILE)
def test_hostile_programs_end_soon(code: str) -> None:
    source = ends_within(0.5, lambda: parse_triton(code))
    if source is not None:
        ends_within(0.5, lambda: triton_features(SCALE, code, source))


@settings(deadline=None, max_examples=100)
@given(
    st.integers(0, len(SCALE)), st.integers(0, 12), st.sampled_from(["", "(", ")", " x", "[None]", ", 1", "= ", "-"])
)
def test_any_change_is_read_or_left_alone(place: int, gone: int, come: str) -> None:
    code = SCALE[:place] + come + SCALE[place + gone :]
    source = parse_triton(code)
    if source is not None:
        assert all(value == value for value in triton_features(SCALE, code, source).values())


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=200))
def test_any_text_is_a_program_or_none(code: str) -> None:
    found = program(code)
    assert found is None or found.unset >= 0
