"""CUDA texts: one normal form for one program, certain errors, and any text at all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.domains.gpu_kernels.prediction.cuda_features import cuda_features
from resources.domains.gpu_kernels.tasks.library import builtin_seeds
from tests.unit.effort import ends_within

ADD = """constexpr int kThreads = 128;

__global__ void add_kernel(const float* x, float* out, int length) {
    __shared__ float tile[kThreads];
    const int place = blockIdx.x * kThreads + threadIdx.x;
    if (place < length) {
        tile[threadIdx.x] = x[place];
    }
    __syncthreads();
    for (int step = 0; step < 4; step++) {
        if (place < length) out[place] = tile[threadIdx.x] + 1.0f;
    }
}

void add(const float* x, float* out, int length) {
    add_kernel<<<(length + kThreads - 1) / kThreads, kThreads>>>(x, out, length);
}
"""
REWRITES = [
    ADD.replace("place", "position"),
    ADD.replace("step++", "++step"),
    ADD.replace("place < length)", "length > place)"),
    ADD.replace("const float* x", "const float* __restrict__ x"),
    ADD.replace("{\n        tile[threadIdx.x] = x[place];\n    }", "tile[threadIdx.x] = x[place];"),
    ADD.replace("    __syncthreads", "    // wait\n    __syncthreads"),
]
ERRORS = {
    "undeclared_names": ADD.replace("= x[place]", "= y[place]"),
    "constants_written": ADD.replace("out[place] =", "x[place] ="),
    "argument_misfits": ADD.replace("(x, out, length);", "(x, out);"),
    "unfinished": ADD.replace("x[place];", "x[place]"),
    "loops_without_step": ADD.replace("; step++)", ";)"),
}
CHANGES = {
    "text_gone_barrier": ADD.replace("    __syncthreads();\n", ""),
    "text_come_comparison": ADD.replace("place < length)", "place <= length)"),
    "text_come_axis": ADD.replace("blockIdx.x", "blockIdx.y"),
    "text_come_number": ADD.replace("1.0f", "2.0f"),
}


@pytest.mark.parametrize("code", REWRITES)
def test_other_texts_of_one_program_are_the_same(code: str) -> None:
    assert code != ADD
    found = cuda_features(ADD, code)
    assert (found["text_same"], found["text_verdict"]) == (1.0, 0.0), found


@pytest.mark.parametrize("name", ERRORS)
def test_certain_errors_are_found(name: str) -> None:
    assert cuda_features(ADD, ADD)[name] == 0.0
    assert cuda_features(ADD, ERRORS[name])[name] > 0


@pytest.mark.parametrize("name", CHANGES)
def test_changes_are_told(name: str) -> None:
    found = cuda_features(ADD, CHANGES[name])
    assert found["text_same"] == 0.0
    assert found[name] > 0


def test_brackets_that_do_not_pair_are_an_error() -> None:
    assert cuda_features(ADD, ADD + "}")["text_verdict"] == 1.0
    assert cuda_features(ADD, ADD[:-3]) == {"text_verdict": 3.0}


def test_no_reference_of_the_library_raises_an_alarm() -> None:
    for seed in builtin_seeds():
        if seed.settings.get("language") == "cuda":
            found = cuda_features(seed.reference, seed.reference)
            assert (found["text_same"], found["text_verdict"]) == (1.0, 0.0), seed.seed_id


@pytest.mark.parametrize("code", ["{" * 5000 + "}" * 5000, "a " * 9000, "f(" * 900 + ")" * 900, ADD * 20])
def test_long_texts_end_soon(code: str) -> None:
    ends_within(1.0, lambda: cuda_features(ADD, code))


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=200) | st.lists(st.sampled_from(ADD.split()), max_size=60).map(" ".join))
def test_any_text_is_read(code: str) -> None:
    assert all(value == value for value in cuda_features(ADD, code).values())
