"""Cheap checks of GPU candidates: finite numbers, told apart where it matters, within their time."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.gpu_kernels.prediction.cheap_checks import cheap_checks
from resources.execution.bundle import Candidate, EnvironmentBundle
from tests.unit.effort import ends_within
from tests.unit.gpu_faults_samples import CUDA, TRITON


def features(code: str, reference: str = TRITON, language: str = "triton") -> dict[str, float]:
    settings = {"language": language, "target": "sm_86"}
    bundle = EnvironmentBundle("gpu_kernels", "a/b", "", "", "kernel.py", reference, settings=settings)
    return dict(cheap_checks(bundle, Candidate(code)))


@pytest.mark.parametrize(
    ("old", "new", "name", "value"),
    [
        (", mask=rows < M)", ")", "more_masked", -2.0),
        ("top = tl.max", "top = tl.sum", "more_sum", 1.0),
        ("kept + value", "keptt + value", "undefined_names", 1.0),
        ("num_warps=4", "num_warps=64", "most_warps", 64.0),
        ("num_warps=4", "num_warps=6", "odd_warps", 1.0),
        ("a, b, out, total, M", "b, out, total, M", "launch_misfits", 1.0),
        ("32, 64", "32, 60", "odd_blocks", 1.0),
        ("32, 64", "32, 512", "largest_block", 512.0),
        ("rows % N", "rows", "more_remainders", -1.0),
        ("BLOCK_M: tl.constexpr", "BLOCK_M", "more_constexpr", -1.0),
    ],
)
def test_a_change_shows_in_its_feature(old: str, new: str, name: str, value: float) -> None:
    assert old in TRITON
    changed = features(TRITON.replace(old, new))
    assert changed[name] == value
    assert features(TRITON)[name] != value


def test_the_same_text_is_like_itself() -> None:
    same = features(TRITON)
    assert (same["likeness"], same["parses"], same["lines_added"], same["undefined_names"]) == (1.0, 1.0, 0.0, 0.0)
    assert not any(value for name, value in same.items() if name.startswith("more_"))


def test_shared_memory_is_estimated_against_the_target() -> None:
    assert features(TRITON.replace("32, 64", "256, 256"))["shared_estimate"] > 1 > features(TRITON)["shared_estimate"]


def test_cuda_texts_are_counted_too() -> None:
    assert features(CUDA, CUDA, "cuda")["count_kernels"] == 2.0
    assert features(CUDA.replace("__syncthreads();", ""), CUDA, "cuda")["more_syncthreads"] == -1.0
    assert features(CUDA.replace("total * scale)", "totall * scale)"), CUDA, "cuda")["more_names_used_once"] == 1.0
    assert features("void f( {", CUDA, "cuda")["parses"] == 0.0


def test_a_text_that_does_not_parse_says_so() -> None:
    assert features("def f(:\n")["parses"] == 0.0
    assert features("x = 1\n" * 10_000)["too_long_to_parse"] == 1.0


@given(st.text(max_size=300), st.sampled_from(["triton", "cuda"]))
def test_any_text_has_finite_features(code: str, language: str) -> None:
    found = features(code, language=language)
    assert all(isinstance(value, float) and math.isfinite(value) for value in found.values())


def test_forty_lines_take_a_few_milliseconds() -> None:
    features(TRITON)
    ends_within(0.02, lambda: features(TRITON))
