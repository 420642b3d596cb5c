"""The oracle's process: makes a bundle's cases and what is expected of them. No candidate is in it.

Inputs come from one seed, so that the same seed gives the same files.
"""

import contextlib
import copy
import json
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

from . import (
    arithmetic,
    block_functions,
    contraction,
    cuda_on_cpu,
    device_library,
    exchange,
    harness,
    language_mends,
    memory_guard,
    precision,
    stand_in_driver,
    watch,
    whole_numbers,
)
from .script_trial import Script, Trial, expected_of

TRIALS = 2
"""Runs of a set's own tests, each with values of its own: an answer stored by shape is another trial's."""


def _prepare_for_kernels(capability: int) -> None:
    """A public set's reference is a Triton program itself: it runs as a candidate does."""
    stand_in_driver.install(capability).tries_configurations = False
    arithmetic.install()
    contraction.install()
    whole_numbers.install()
    language_mends.install()
    block_functions.install()
    device_library.install()
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
        if task["precision"]:
            results = _of_module(module, random)
        else:
            results = _of_script(task, module, random) if task["harness"] == "script" else _of_formula(module, random)
    unusable = exchange.save_results(exchange.EXPECTED, results)
    if unusable:
        raise TypeError(f"the oracle's {unusable}")


def _of_module(oracle: ModuleType, random: torch.Generator) -> list[list[Any]]:
    """A module of torch, in the precision that its results are to have."""
    untouched = copy.deepcopy(oracle.MODULE)
    exchange.save_arguments(precision.telling(list(oracle.cases(random)), untouched))
    results, bounds = precision.bounds(untouched, exchange.load_arguments(), _results(oracle))
    precision.save(bounds)
    return results


def _of_formula(module: ModuleType, random: torch.Generator) -> list[list[Any]]:
    exchange.save_arguments(module.cases(random))
    results = _results(module)
    if hasattr(module, "coarsest"):
        cases = exchange.load_arguments()
        precision.save(
            [precision.budgets(case, module.coarsest(*given)) for case, given in zip(results, cases, strict=True)]
        )
    return results


def _results(module: ModuleType) -> list[list[Any]]:
    results = []
    for number, arguments in enumerate(exchange.load_arguments()):
        torch.manual_seed(number)
        results.append(exchange.flattened(module.expected(*arguments)))
    return results


def _of_script(task: dict[str, Any], module: ModuleType, random: torch.Generator) -> list[list[Any]]:
    """Trials with seeds of their own; the later ones also vary what the script sets to constants."""
    script = harness.bound(module, "script", task["entry"], task)
    assert isinstance(script, Script)
    seeds = [int(torch.randint(1 << 31, (1,), generator=random)) for _ in range(TRIALS)]
    made = [expected_of(script, seed, varied=number > 0) for number, seed in enumerate(seeds)]
    exchange.save_arguments((item.trial.seed, _options(item.trial)) for item in made)
    return [exchange.flattened(item.results) for item in made]


def _options(trial: Trial) -> dict[str, Any]:
    """What a script is called with beside its seed."""
    return {name: value for name, value in asdict(trial).items() if name != "seed"}
