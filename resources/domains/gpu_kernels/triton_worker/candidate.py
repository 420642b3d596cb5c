"""The candidate's process: imports it, compiles its kernels for the target, or runs them in the interpreter.

What it finds goes to report.json, results to outputs.safetensors. Both may be forged by the candidate.
"""

import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from . import (
    accepted,
    brain_float,
    cuda_on_cpu,
    errors,
    exchange,
    float_order,
    harness,
    interpreted,
    language_mends,
    memory_guard,
    recorder,
    stand_in_driver,
    tensor_cores,
    watch,
)
from .script_trial import Script

MOST_COMPILED = 2
"""Cases that are compiled: one for each combination of dtypes, up to this many; each costs about 0.3 s."""

Case = tuple[Any, ...]
Entry = Callable[..., Any]


class Worker:
    """One stage of one candidate. `task` is the content of task.json."""

    def __init__(self, stage: str, task: dict[str, Any]) -> None:
        self.stage, self.task = stage, task
        self.watch = watch.Watch(task["most_reads"])
        self.report: dict[str, Any] = {"stage": stage, "error": None, "changed": [], "unusable": ""}
        self.kernel_failure: Callable[[], Exception | None] = lambda: None
        """What ended a kernel: no host code goes on after that, as on a device, and learns from it what was there."""

    def run(self, prepare: Callable[["Worker"], Callable[[], dict[str, Any]]], chosen: list[int]) -> None:
        """Calls the entry with each chosen case, and writes what came of it."""
        cuda_on_cpu.install(self.task["capability"])
        watch.deterministic()
        launches = prepare(self)
        results: dict[int, Any] = {}
        self.moved: list[tuple[int, list[torch.Tensor]]] = []
        try:
            self._run(chosen, results)
        except Exception as raised:
            error = self.kernel_failure() or raised
            self.report["error"] = errors.described(error, self.task["file"], self.report["stage"])
        self.report["launches"] = launches()
        self.report["computed"] = list(self.watch.computed)
        self.report["reads"], self.report["overfull"] = self.watch.reads, self.watch.overfull
        exchange.save_moved(self.moved)
        self.report["finished"] = [case for case in chosen if case in results]
        finished = [results[case] for case in self.report["finished"]]
        self.report["unusable"] = exchange.save_results(exchange.OUTPUTS, finished)
        Path(exchange.REPORT).write_text(json.dumps(self.report))

    def _run(self, chosen: list[int], results: dict[int, Any]) -> None:
        stage, self.report["stage"] = self.report["stage"], "import"
        with cuda_on_cpu.CudaOnCpu(), watch.ReadTensors(self.watch), self.watch:
            module = harness.load(Path(self.task["file"]), Path(self.task["file"]).stem)
            self.report["stage"] = "link"
            call = harness.bound(module, self.task["harness"], self.task["entry"], self.task, self.watch.paused)
            self.report["stage"] = stage
            for case in chosen:
                self.report["case"] = case
                results[case] = self._call(call, case)
        del self.report["case"]

    def _call(self, call: Entry, case: int) -> Any:
        with self.watch.paused():
            arguments, before = exchange.load_arguments()[case], exchange.load_arguments()[case]
            torch.manual_seed(case)
            self.watch.begin_case()
        result = call(*arguments)
        if failure := self.kernel_failure():
            raise failure
        with self.watch.paused():
            self.moved.append((case, self.watch.moved))
            changed = [i for i, (new, old) in enumerate(zip(arguments, before, strict=True)) if not _same(new, old)]
            changed += call.changed if isinstance(call, Script) else []
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
    described = stand_in_driver.install(worker.task["capability"]).launches.described
    compiled = accepted.install()
    return lambda: {**described(), "accepted": list(compiled.keys)}


def interpreting(worker: Worker) -> Callable[[], dict[str, Any]]:
    """Kernels are compiled where an earlier stage has not, and run in the mended interpreter; torch is not watched
    while they do."""
    driver = stand_in_driver.install(worker.task["capability"])
    accepted.install_after(worker.task["accepted"], driver)
    brain_float.install()
    float_order.install()
    language_mends.install()
    if worker.task["precision"]:
        tensor_cores.install()
    guard = memory_guard.install()
    interpreted.install(driver, guard, worker.watch.paused)
    worker.kernel_failure = lambda: guard.failure
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
        worker.run(interpreting, list(range(len(exchange.load_arguments()))))
