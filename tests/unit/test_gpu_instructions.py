"""The GPU router: topics follow from what a task is built of, and the text never shows the reference."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.instructions.router import (
    SHARED_MEMORY_BYTES,
    TEXTS,
    instructions,
    structure,
    topics,
)
from resources.domains.gpu_kernels.language.cuda_vocabulary import HEADERS
from resources.domains.gpu_kernels.tasks.library import builtin_seeds
from resources.domains.seed import TaskSeed
from resources.execution.bundle import EnvironmentBundle

CUDA_SEEDS = [seed for seed in builtin_seeds() if seed.settings["language"] == "cuda"]
HEAD = "import triton\nimport triton.language as tl\n@triton.jit\ndef secret_kernel(x, stride):\n"
ROUTES = (
    ("    tl.store(x, tl.load(x))\n", "Add two vectors.",
     {"general_triton", "masks_and_ragged_shapes"}, {"attention", "atomics"}),
    ("    tl.store(x, tl.sum(tl.exp(tl.load(x)), axis=0))\n", "Row softmax.",
     {"reductions", "numerics_and_accumulation"}, {"tiling_and_tensor_cores", "shared_memory_budget"}),
    ("    tl.dot(x, x)\n", "Multiply.",
     {"tiling_and_tensor_cores", "shared_memory_budget", "occupancy_and_registers"}, {"atomics"}),
    ("    tl.atomic_add(x, 1)\n", "Count values.",
     {"atomics"}, {"attention"}),
    ("    tl.load(x + x // 3 * stride)\n", "Hinge loss.",
     {"ranks_and_strides", "memory_coalescing"}, {"attention"}),
    ("    pass\n", "Fused causal attention.",
     {"attention", "warp_divergence", "shared_memory_budget"}, {"general_cuda"}),
    ("    pass\n", "Look up rows of an embedding table.",
     {"indexing_and_gathers"}, {"attention"}),
)  # fmt: skip


def bundle(reference: str = "", prompt: str = "", **settings: str) -> EnvironmentBundle:
    base = {"language": "triton", "target": "sm_86"}
    return EnvironmentBundle("gpu_kernels", "a/b", prompt, "", "kernel.py", reference, settings={**base, **settings})


@pytest.mark.parametrize(("body", "prompt", "wanted", "unwanted"), ROUTES, ids=[route[1] for route in ROUTES])
def test_topics_follow_from_structure_and_prompt(body: str, prompt: str, wanted: set[str], unwanted: set[str]) -> None:
    chosen = set(instructions(bundle(HEAD + body, prompt)).topics)
    assert wanted <= chosen
    assert not unwanted & chosen


def test_cuda_tasks_get_the_topics_of_cuda() -> None:
    code = "__global__ void k(float* x) { __syncthreads(); atomicAdd(x, expf(1.0f)); }"
    told = instructions(bundle(code, "Sum a vector.", language="cuda"))
    assert {"general_cuda", "cuda_launches_and_synchronisation", "cuda_sums_and_scans", "cuda_shared_memory"} <= set(
        told.topics
    )
    assert not {"general_triton", "masks_and_ragged_shapes", "atomics"} & set(told.topics)


@pytest.mark.parametrize("seed", CUDA_SEEDS, ids=lambda seed: seed.seed_id)
def test_what_a_cuda_task_is_told_speaks_of_cuda_alone(seed: TaskSeed) -> None:
    given = bundle_from_seed(seed)
    text = instructions(given).text
    assert re.findall(r"\btl\.\w+|[Tt]riton\w*|[Tt]orch|`?other`?=|num_\w+|\[:, None\]|BLOCK_\w", text) == []
    assert all(f"`{header}`" in text for header in HEADERS)
    assert not re.search(r"headers?:", given.interface), "one list of headers is enough"


def test_modules_of_torch_have_a_topic() -> None:
    assert "torch_modules" in instructions(bundle(harness="module")).topics


@pytest.mark.parametrize("target", SHARED_MEMORY_BYTES)
def test_the_budget_is_that_of_the_target(target: str) -> None:
    text = instructions(bundle(HEAD + "    tl.dot(x, x)\n", target=target)).text
    assert f"{target} can have {SHARED_MEMORY_BYTES[target]} bytes" in text
    assert "{" not in text


def test_every_topic_has_a_file_and_every_file_a_topic() -> None:
    everything = {name for _, prompt, *_ in ROUTES for name in topics(structure(""), prompt, is_cuda=False)}
    everything |= set(
        topics(
            structure(HEAD + "    tl.where(tl.where(x, 1, 2), 1, tl.dot(x, stride))\n"),
            "atomic gather transposed softmax attention",
            is_cuda=False,
            harness="module",
        )
    )
    everything |= set(topics(structure(""), "sum matrix", is_cuda=True))
    assert everything == set(TEXTS.texts)
    assert {path.stem for path in Path(TEXTS._folder).glob("*.md")} == set(TEXTS.texts)


def test_nothing_of_the_reference_is_told_and_the_version_names_the_texts() -> None:
    told = instructions(bundle(HEAD + "    tl.dot(x, x)\n", "Multiply."))
    assert "secret_kernel" not in told.text
    assert told == instructions(bundle(HEAD + "    tl.dot(x, x)\n", "Multiply."))
    assert told.version == TEXTS.version


@given(st.text(max_size=200), st.text(max_size=100))
def test_any_reference_and_prompt_are_routed(reference: str, prompt: str) -> None:
    assert instructions(bundle(reference, prompt)).topics[0] == "general_triton"
