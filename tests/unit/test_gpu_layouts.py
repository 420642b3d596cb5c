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
