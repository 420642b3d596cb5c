"""The candidate's process: imports it, compiles its kernels for the target, or runs them in the interpreter.

What it finds goes to report.json, results to outputs.safetensors. Both may be forged by the candidate.
"""

import json
import os
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from . import (
    brain_float,
    cuda_on_cpu,
    errors,
    exchange,
    float_order,
    harness,
    memory_guard,
    recorder,
    stand_in_driver,
    watch,
)

MOST_COMPILED = 2
"""Cases that are compiled: one for each combination of dtypes, up to this many; each costs about 0.3 s."""

Case = tuple[Any, ...]
Entry = Callable[..., Any]


class Worker:
    """One stage of one candidate. `task` is the content of task.json."""

    def __init__(self, stage: str, task: dict[str, Any]) -> None:
        self.stage, self.task = stage, task
        self.watch = watch.Watch()
        self.report: dict[str, Any] = {"stage": stage, "error": None, "changed": [], "unusable": ""}

    def run(self, prepare: Callable[["Worker"], Callable[[], dict[str, Any]]], chosen: list[int]) -> None:
        """Calls the entry with each chosen case, and writes what came of it."""
        cuda_on_cpu.install(self.task["capability"])
        watch.deterministic()
        launches = prepare(self)
        results: dict[int, Any] = {}
        try:
            self._run(chosen, results)
        except Exception as error:
            self.report["error"] = errors.described(error, self.task["file"], self.report["stage"])
        self.report["launches"] = launches()
        self.report["computed"] = list(self.watch.computed)
        self.report["finished"] = [case for case in chosen if case in results]
        finished = [results[case] for case in self.report["finished"]]
        self.report["unusable"] = exchange.save_results(exchange.OUTPUTS, finished)
        Path(exchange.REPORT).write_text(json.dumps(self.report))

    def _run(self, chosen: list[int], results: dict[int, Any]) -> None:
        stage, self.report["stage"] = self.report["stage"], "import"
        with cuda_on_cpu.CudaOnCpu(), self.watch:
            module = harness.load(Path(self.task["file"]), Path(self.task["file"]).stem)
            self.report["stage"] = "link"
            call = harness.bound(module, self.task["harness"], self.task["entry"], self.task)
            self.report["stage"] = stage
            for case in chosen:
                self.report["case"] = case
                results[case] = self._call(call, case)
        del self.report["case"]

    def _call(self, call: Entry, case: int) -> Any:
        with self.watch.paused():
            arguments, before = exchange.load_arguments()[case], exchange.load_arguments()[case]
            torch.manual_seed(case)
        result = call(*arguments)
        with self.watch.paused():
            changed = [i for i, (new, old) in enumerate(zip(arguments, before, strict=True)) if not _same(new, old)]
            self.report["changed"] += [{"case": case, "argument": position} for position in changed]
            return _kept(result)


def _kept(result: Any) -> Any:
    """Results of a case as they are now: a later case may write into the same memory."""
    return [part.detach().clone() if type(part) is torch.Tensor else part for part in exchange.flattened(result)]


def _same(new: Any, old: Any) -> bool:
    if not isinstance(old, torch.Tensor):
        return True
    return torch.equal(_bytes(new), _bytes(old))


def _bytes(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor's whole storage, so that NaN equals itself and what lies between its rows counts too."""
    whole = tensor.untyped_storage()
    flat: torch.Tensor = torch.empty(0, dtype=torch.uint8).set_(whole, 0, (whole.nbytes(),), (1,))
    return flat


def compiling(worker: Worker) -> Callable[[], dict[str, Any]]:
    """Kernels are compiled for the target and not launched."""
    return stand_in_driver.install(worker.task["capability"]).launches.described


def interpreting(worker: Worker) -> Callable[[], dict[str, Any]]:
    """Kernels run in the mended interpreter; torch is not watched while they do."""
    stand_in_driver.install(worker.task["capability"])
    brain_float.install()
    float_order.install()
    guard = memory_guard.install(worker.watch.paused)
    return lambda: {"count": guard.launches}


def compiled_cases() -> list[int]:
    """The first case of each combination of dtypes, without those that have no elements."""
    seen: dict[tuple[str, ...], int] = {}
    for number, case in enumerate(exchange.load_arguments()):
        tensors = [value for value in case if isinstance(value, torch.Tensor)]
        if all(tensor.numel() for tensor in tensors):
            seen.setdefault(tuple(str(tensor.dtype) for tensor in tensors), number)
    return list(seen.values())[:MOST_COMPILED]


def main(stage: str) -> None:
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    if stage == "record":
        recorder.main()
        return
    worker = Worker(stage, json.loads(Path("task.json").read_text()))
    if stage == "compile":
        worker.run(compiling, compiled_cases())
    else:
        assert os.environ.get("TRITON_INTERPRET") == "1"
        worker.run(interpreting, list(range(len(exchange.load_arguments()))))
