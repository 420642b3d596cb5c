"""The oracle's process: makes a bundle's cases and what is expected of them. No candidate is in it.

Inputs come from one seed, so that the same seed gives the same files.
"""

import contextlib
import json
from pathlib import Path
from typing import Any

import torch

from . import (
    brain_float,
    cuda_on_cpu,
    exchange,
    float_order,
    harness,
    memory_guard,
    stand_in_driver,
    watch,
)


def _prepare_for_kernels(capability: int) -> None:
    """A public set's reference is a Triton program itself: it runs as a candidate does."""
    stand_in_driver.install(capability)
    brain_float.install()
    float_order.install()
    memory_guard.install(contextlib.nullcontext)


def main(what: str = "cases") -> None:
    """`what` is "cases", or "timing" for the shapes of the one case of a realistic size."""
    task: dict[str, Any] = json.loads(Path("task.json").read_text())
    watch.deterministic()
    cuda_on_cpu.install(task["capability"])
    if task["harness"] == "script":
        _prepare_for_kernels(task["capability"])
    module = harness.load(Path("oracle.py"), "oracle")
    random = torch.Generator().manual_seed(task["seed"])
    if what == "timing":
        Path(exchange.ARGUMENTS).write_text(json.dumps(exchange.described_only(module.timing(random))))
        return
    with cuda_on_cpu.CudaOnCpu():
        exchange.save_arguments(module.cases(random))
        results = []
        for number, arguments in enumerate(exchange.load_arguments()):
            torch.manual_seed(number)
            results.append(exchange.flattened(module.expected(*arguments)))
    unusable = exchange.save_results(exchange.EXPECTED, results)
    if unusable:
        raise TypeError(f"the oracle's {unusable}")
