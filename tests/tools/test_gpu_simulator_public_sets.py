"""Public references are followed through their own test scripts, on the device that the worker stands in for."""

from pathlib import Path

import pytest

from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.execution import execute_script
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.expected import ExpectedTests, expected_tests
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.torch import ANSWERS
from resources.domains.gpu_kernels.prediction.simulator.triton.syntax import parsed
from resources.domains.gpu_kernels.tasks.importers import IMPORTERS
from resources.domains.seed import TaskSeed

LEAST_FOLLOWED = 0.7
"""Of the sample's usable tasks. Some run out of bounds with other random numbers, and some are large."""


@pytest.fixture(scope="module")
def seeds(public_sets: Path) -> list[TaskSeed]:
    folder = public_sets / "tritonbench"
    if not folder.is_dir():
        pytest.skip(f"no sample of TritonBench at {folder}")
    importer = next(item for item in IMPORTERS if item.name == "tritonbench-g")
    return [seed for seed in importer.read(folder).seeds if not seed.unusable]


def followed(seed: TaskSeed) -> list[ExpectedTests]:
    """The parts of a task's tests that its reference is followed through to the end."""
    return [part for part in expected_tests(seed.reference, seed.files["driver.py"]) if part.is_known]


def test_most_public_references_are_followed_and_agree_with_themselves(seeds: list[TaskSeed]) -> None:
    wanted = {seed.seed_id: followed(seed) for seed in seeds}
    assert sum(map(bool, wanted.values())) >= LEAST_FOLLOWED * len(seeds)
    for seed in seeds:
        tree = parsed(seed.reference)
        assert tree is not None
        for item in wanted[seed.seed_id]:
            again = execute_script(tree, item.script, 2 * item.steps, item.part).result
            assert (again.halt, again.steps) == (item.tested.result.halt, item.steps), seed.seed_id


def test_the_device_that_is_followed_is_the_one_that_stands_in() -> None:
    pytest.importorskip("torch", reason="the extra world-model is not installed")
    from resources.domains.gpu_kernels.execution.worker.triton_worker.cuda_on_cpu import STAND_IN

    followed = ANSWERS["torch.cuda.get_device_properties"]().names
    assert {name: followed[name] for name in STAND_IN} == STAND_IN
