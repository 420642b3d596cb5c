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
    arithmetic,
    block_functions,
    contraction,
    cuda_on_cpu,
    errors,
    exchange,
    harness,
    hints,
    interpreted,
    language_mends,
    memory_guard,
    recorder,
    stand_in_driver,
    tuning,
    watch,
    whole_numbers,
)
from .script_trial import Script, Watched

MOST_COMPILED, MOST_LAYOUTS = 2, 100
"""Cases that are compiled: one for each combination of dtypes, up to this many; each costs about 0.3 s.
And layouts of results that are told: the report takes no more than some."""

Case = tuple[Any, ...]
Entry = Callable[..., Any]


class Worker:
    """One stage of one candidate. `task` is the content of task.json."""

    def __init__(self, stage: str, task: dict[str, Any]) -> None:
        self.stage, self.task = stage, task
        self.watch = watch.Watch(task["most_reads"], calls_only=task["calls_only"])
        self.report: dict[str, Any] = {"stage": stage, "error": None, "changed": [], "unusable": ""}
        self.guard: memory_guard.Guard | None = None
        self.tuning: tuning.Tuning | None = None
        self._returned: list[tuple[int, torch.Tensor, torch.Tensor]] = []
        """The tensors that cases returned, each with its content at that moment. A caller may hold them all."""
        self._layouts: dict[tuple[int, str], int] = {}
        """Which parts of results lie otherwise than a new contiguous tensor, how, and the first case of each."""

    def kernel_failure(self) -> Exception | None:
        """What ended a kernel: no host code goes on after that, as on a device, and learns from it what was there."""
        return self.guard.failure if self.guard is not None else None

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
        self.report["computed"], self.report["outside"] = list(self.watch.computed), list(self.watch.outside)
        self.report["reads"], self.report["overfull"] = self.watch.reads, self.watch.overfull
        exchange.save_moved(self.moved)
        self.report["layouts"] = [
            {"case": case, "part": part, "layout": layout} for (part, layout), case in self._layouts.items()
        ]
        self.report["finished"] = [case for case in chosen if case in results]
        finished = [results[case] for case in self.report["finished"]]
        self.report["unusable"] = exchange.save_results(exchange.OUTPUTS, finished) or self._overwritten()
        Path(exchange.REPORT).write_text(json.dumps(self.report))

    def give_up(self, raised: Exception) -> None:
        """The report where the checker itself fails: it says nothing of the candidate."""
        unknown: dict[str, Any] = {"launches": {}, "computed": [], "finished": [], "unusable": "", "changed": []}
        told = errors.of_checker(raised, self.stage)
        Path(exchange.REPORT).write_text(json.dumps({**self.report, **unknown, "error": told}))

    def _run(self, chosen: list[int], results: dict[int, Any]) -> None:
        stage, self.report["stage"] = self.report["stage"], "import"
        with cuda_on_cpu.CudaOnCpu(), watch.ReadTensors(self.watch), self.watch:
            module = harness.load(Path(self.task["file"]), Path(self.task["file"]).stem)
            self.report["stage"] = "link"
            watched = Watched(self.watch.paused, self.watch.calling)
            call = harness.bound(module, self.task["harness"], self.task["entry"], self.task, watched)
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
            if self.guard is not None:
                self.guard.protect(arguments)
            if self.tuning is not None:
                self.tuning.begin_case()
        result = call(*arguments)
        if failure := self.kernel_failure():
            raise failure
        with self.watch.paused():
            self.moved.append((case, self.watch.moved))
            changed = [i for i, (new, old) in enumerate(zip(arguments, before, strict=True)) if not _same(new, old)]
            changed += [position for position in self._written(arguments) if position not in changed]
            changed += call.changed if isinstance(call, Script) else []
            self.report["changed"] += [{"case": case, "argument": position} for position in changed]
            self._look_at_layout(case, arguments, result)
            return self._kept(case, result)

    def _look_at_layout(self, case: int, arguments: Case, result: Any) -> None:
        """A tensor without elements lies nowhere, and a dimension of one element has any stride."""
        given = {value.untyped_storage().data_ptr() for value in arguments if isinstance(value, torch.Tensor)}
        for part, value in enumerate(exchange.flattened(result)):
            if len(self._layouts) >= MOST_LAYOUTS:
                return
            if type(value) is not torch.Tensor or not value.numel():
                continue
            if not value.is_contiguous():
                self._layouts.setdefault((part, "strided"), case)
            if value.untyped_storage().data_ptr() in given:
                self._layouts.setdefault((part, "argument"), case)

    def _written(self, arguments: Case) -> list[int]:
        """The arguments that a kernel wrote other values into, though it may have put the old ones back."""
        written = self.guard.written if self.guard is not None else frozenset[int]()
        tensors = ((at, value) for at, value in enumerate(arguments) if isinstance(value, torch.Tensor))
        return [at for at, value in tensors if value.untyped_storage().data_ptr() in written]

    def _kept(self, case: int, result: Any) -> list[Any]:
        """Results of a case as they are now: a later case may write into the same memory."""
        parts = exchange.flattened(result)
        now = [part.detach().clone() if type(part) is torch.Tensor else part for part in parts]
        tensors = ((part, copy) for part, copy in zip(parts, now, strict=True) if type(part) is torch.Tensor)
        self._returned += [(case, part.detach(), copy) for part, copy in tensors]
        return now

    def _overwritten(self) -> str:
        """Which result a later call has written over; "" where each is still what its caller was given."""
        if self.guard is None:
            return ""
        changed = (case for case, part, copy in self._returned if not _same(_apart(part), _apart(copy)))
        return next((f"case {case}: the result was overwritten by a later call" for case in changed), "")


def _apart(tensor: torch.Tensor) -> torch.Tensor:
    """In a storage of its own: a result may be a slice of a larger buffer, whose rest is nobody's result."""
    return tensor.clone(memory_format=torch.contiguous_format)


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
    arithmetic.install()
    fusing = contraction.install()
    whole_numbers.install()
    language_mends.install()
    block_functions.install()
    hints.install()
    if worker.task["harness"] != "script":  # whose reference has computed the expected results with float32's products
        arithmetic.install_tensor_cores("ieee" if worker.task["harness"] == "module" else "tf32")
    worker.guard = guard = memory_guard.install()
    interpreted.install(driver, guard, worker.watch.paused, fusing)
    # The reference of a public script has run in its first configuration, and not all of them clear what they add to.
    worker.tuning = tuning.Tuning(driver, varied=worker.task["harness"] != "script")
    worker.tuning.install()
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
    try:
        if stage == "compile":
            worker.run(compiling, compiled_cases())
        else:
            worker.run(interpreting, list(range(len(exchange.load_arguments()))))
    except Exception as raised:  # what the candidate raises has been told by then
        worker.give_up(raised)
