"""Which outputs a task's own texts promise to be contiguous, and what is said of one that is not."""

from dataclasses import replace

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.execution.stages.triton.layout import contiguous_parts, misplaced
from resources.domains.gpu_kernels.execution.stages.triton.report import Layout
from resources.domains.gpu_kernels.tasks.library import builtin_seeds
from resources.execution.bundle import EnvironmentBundle

BUNDLES = {seed.seed_id.removeprefix("builtin/"): bundle_from_seed(seed) for seed in builtin_seeds()}
PROMISED = {
    "vector_add": (1, {0}),
    "row_softmax": (1, {0}),
    "max_pool_2d": (2, {0, 1}),
    "layer_norm_backward": (3, {0, 1, 2}),
    "row_quantize_int8": (2, {0}),
    "sliding_window_attention": (2, {0, 1}),
    "gelu": (1, {0}),
    "kl_divergence": (1, set()),
    "row_argmax": (2, set()),
    "welford_variance": (2, set()),
}


@pytest.mark.parametrize("task", PROMISED)
def test_what_a_task_promises_is_read_from_its_texts(task: str) -> None:
    parts, promised = PROMISED[task]
    assert contiguous_parts(BUNDLES[task], parts) == promised


def bundle(prompt: str, interface: str = "", **settings: str) -> EnvironmentBundle:
    return replace(BUNDLES["vector_add"], prompt=prompt, interface=interface, settings=settings)


def test_a_task_that_says_nothing_takes_any_layout() -> None:
    seen = [Layout(case=0, part=0, layout=layout) for layout in ("strided", "argument")]
    assert misplaced(seen, bundle("Return the sum."), 1) == ""


def test_an_argument_s_memory_is_refused_where_the_output_is_to_be_new() -> None:
    seen = [Layout(case=2, part=0, layout="argument")]
    assert misplaced(seen, bundle("The output is contiguous."), 1) == ""
    assert "case 2: output 0 lies in an argument" in misplaced(
        seen, bundle("The output is a new contiguous tensor."), 1
    )


def test_public_scripts_and_modules_promise_nothing() -> None:
    seen = [Layout(case=0, part=0, layout="strided")]
    assert misplaced(seen, bundle("The output is a new contiguous tensor.", harness="module"), 1) == ""


@pytest.mark.parametrize(
    "returns",
    [
        "(M, N), need not be contiguous.",
        "(M, N), non-contiguous.",
        "(M, N), contiguous if x is.",
        "(M, N), contiguous or strided.",
        "(M, N).\n    weight: (N,), contiguous.",
        "(M, N)\n    weight: contiguous",
        "(M, N) of the dtype of x; weight is contiguous.",
        "the sum of the contiguous x.",
    ],
)
def test_what_is_denied_or_said_of_an_input_is_no_promise(returns: str) -> None:
    assert contiguous_parts(bundle("", f"Returns {returns}"), 1) == set()
    assert contiguous_parts(bundle("", "Returns (M, N) of float32, contiguous."), 1) == {0}


@pytest.mark.parametrize(
    "prompt", ["If the output is contiguous, it is faster.", "The output is contiguous unless x is not."]
)
def test_a_condition_is_no_promise(prompt: str) -> None:
    assert contiguous_parts(bundle(prompt), 1) == set()


@pytest.mark.parametrize(
    ("prompt", "refused"),
    [
        ("A new kernel. The output is contiguous.", False),
        ("One new query attends to all keys. The output is contiguous.", False),
        ("The output is contiguous. The output is new.", True),
        ("`y` is not overwritten: the output is a fresh contiguous tensor.", True),
        ("The output is contiguous. It is no new contiguous tensor.", False),
    ],
)
def test_new_is_what_the_output_is_called(prompt: str, refused: bool) -> None:
    seen = [Layout(case=0, part=0, layout="argument")]
    assert bool(misplaced(seen, bundle(prompt, "Returns (n,), contiguous."), 1)) is refused
