"""Inputs of a task, and what is expected for them: made by the task's own oracle, where the programs will run.

A public set's expected results are its reference's, run on the device under the same seeds as the programs.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from resources.domains.gpu_kernels.execution.arrays import by_case, read_arrays
from resources.domains.gpu_kernels.execution.oracle import Trial, oracle_files, task_file
from resources.execution.bundle import EnvironmentBundle

ARGUMENTS, TENSORS, EXPECTED = "arguments.json", "tensors.safetensors", "expected.safetensors"
_BOUNDS = "bounds.json"


def is_script(bundle: EnvironmentBundle) -> bool:
    return bundle.settings.get("harness") == "script"


def write_task(bundle: EnvironmentBundle, number: int, folder: Path) -> None:
    """What the oracle's process reads."""
    for name, text in oracle_files(bundle).items():
        (folder / name).write_bytes(text)
    (folder / "task.json").write_bytes(task_file(bundle, number))


def make_inputs() -> None:
    """In the task's folder: by the oracle, on the processor."""
    from triton_worker import oracle

    oracle.main()
    for file in Path().iterdir():
        file.chmod(0o644)


def make_script_inputs() -> None:
    """In the task's folder: the set's own tests of the reference, on the device."""
    import torch
    from triton_worker import exchange, harness
    from triton_worker.oracle import TRIALS
    from triton_worker.script_trial import Script, expected_of

    from infra.device.native import prepare_scripts, prepare_torch

    prepare_torch()
    prepare_scripts()
    task: dict[str, Any] = json.loads(Path("task.json").read_text())
    script = harness.bound(harness.load(Path("oracle.py"), "oracle"), "script", task["entry"], task)
    assert isinstance(script, Script)
    random = torch.Generator().manual_seed(task["seed"])
    seeds = [int(torch.randint(1 << 31, (1,), generator=random)) for _ in range(TRIALS)]
    made = [expected_of(script, seed, varied=number > 0) for number, seed in enumerate(seeds)]
    how = [{name: value for name, value in vars(one.trial).items() if name != "seed"} for one in made]
    exchange.save_arguments((one.trial.seed, options) for one, options in zip(made, how, strict=True))
    results = [[_on_host(part) for part in exchange.flattened(one.results)] for one in made]
    unusable = exchange.save_results(exchange.EXPECTED, results)
    if unusable:
        raise TypeError(unusable)


def _on_host(part: Any) -> Any:
    return part.detach().cpu() if hasattr(part, "detach") else part


def without_bounds(trial: Trial) -> Trial:
    """Products of float32 are TF32 on a device unless the toolchain is told otherwise."""
    return replace(trial, bounds=())


def read_inputs(folder: Path) -> Trial:
    """What `compare_all` and `cases_of` take."""
    files = {name: (folder / name).read_bytes() for name in (ARGUMENTS, TENSORS)}
    arguments = json.loads(files[ARGUMENTS])
    expected = by_case(read_arrays((folder / EXPECTED).read_bytes()), len(arguments))
    bounds = json.loads((folder / _BOUNDS).read_text()) if (folder / _BOUNDS).exists() else []
    shapes = [", ".join(str(item.get("size", "")) for item in case) for case in arguments]
    return Trial(files, expected, shapes, bounds)
