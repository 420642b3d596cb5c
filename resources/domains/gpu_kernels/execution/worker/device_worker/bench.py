"""The bench's process: function of a recorded candidate on a device, then its time beside the baseline's.

Writes outputs.safetensors with the outputs of the tests' cases, and measurement.json. What they mean is decided
outside.
"""

import json
import statistics
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import torch
from triton_worker import exchange, harness
from triton_worker.unwritten import Unwritten
from triton_worker.watch import ALLOWED

from .baseline import WorkingPrecision, difference
from .devices import Device, Loaded
from .program import Record, Replay, UnreplayableError, read_record

MEASUREMENT = "measurement.json"
_NEVER = frozenset({"set_", "resize_", "record_stream", "pin_memory", "is_pinned"})
"""Allowed to host code and useless in a record, where they would reach memory that is not the case's."""
_COPIES = 3
"""Copies of the arguments that runs take in turn, so that none finds its inputs where the last one left them."""
_WARM_UP = 5
_ROUNDS = 10
_BUDGET_S = 1.5
_MOST_RUNS = 20
"""Runs of each side in a round, at most; fewer where one side's take long."""


def device_of(task: Mapping[str, Any]) -> Device:
    """`task["device"]["kind"]` is "cuda" or "host"."""
    if task["device"]["kind"] == "cuda":
        from .cuda_device import CudaDevice

        return CudaDevice()
    from .host_device import HostDevice

    return HostDevice(task["file"])


class Bench:
    """One candidate on one device."""

    def __init__(self, task: dict[str, Any], record: Record) -> None:
        self._task = task
        self._device: Device = device_of(task)
        self._allowed = (ALLOWED - _NEVER) | frozenset(task["operations"])
        self._loaded: list[Loaded] = [self._device.load(kernel) for kernel in record.kernels]
        self._record, self._unwritten = record, Unwritten()

    def function(self) -> dict[str, Any]:
        """Runs the tests' cases and saves their outputs; says which inputs were changed."""
        outputs: list[Any] = []
        changed: list[int] = []
        for number, arguments in enumerate(exchange.load_arguments()):
            here = self._moved(arguments)
            prepared = self._replay(number).prepare(here)
            prepared.run()
            self._device.synchronise()
            outputs.append([output.cpu() for output in prepared.outputs()])
            if not _equal(here, arguments):
                changed.append(number)
        exchange.save_results(exchange.OUTPUTS, outputs)
        return {"changed": changed, "finished": len(outputs)}

    def time(self) -> dict[str, Any]:
        """Medians in seconds of candidate and baseline, their spread, and what is wrong with the outputs timed."""
        module = harness.load(Path("oracle.py"), "oracle")
        arguments = module.timing(torch.Generator().manual_seed(self._task["seed"]))
        copies = [self._moved(arguments) for _ in range(_COPIES)]
        baseline = self._baseline(module, copies[0])
        replay = self._replay(len(self._record.cases) - 1)
        ours, peer, last = self._rounds(replay, baseline, copies)
        expected = self._expected(module, arguments)
        wrong = next((text for got in last if (text := difference(got, expected, self._task["tolerances"]))), "")
        if not wrong and not all(_equal(copy, arguments) for copy in copies):
            wrong = "an input was changed"
        return {"wrong": wrong, "seconds": _figures(ours), "baseline": _figures(peer)}

    def _rounds(
        self, replay: Replay, baseline: Callable[..., Any] | None, copies: Sequence[Sequence[Any]]
    ) -> tuple[list[float], list[float], list[list[torch.Tensor]]]:
        """Candidate and baseline in turn, so that what the clock rate does falls on both."""
        ours: list[float] = []
        peer: list[float] = []
        last: list[list[torch.Tensor]] = [[] for _ in copies]
        for number in range(_WARM_UP):
            replay.prepare(copies[number % len(copies)]).run()
        once = self._device.seconds(replay.prepare(copies[0]).run)
        if baseline is not None:
            once = max(once, self._device.seconds(partial(baseline, *copies[0])))
        runs = max(2, min(_MOST_RUNS, int(_BUDGET_S / _ROUNDS / max(once, 1e-6))))
        for turn in range(_ROUNDS):
            for number in range(runs):
                at = (turn * runs + number) % len(copies)
                prepared = replay.prepare(copies[at])
                ours.append(self._device.seconds(prepared.run))
                last[at] = prepared.outputs()
            if baseline is not None:
                peer += [self._device.seconds(partial(baseline, *copies[at % len(copies)])) for at in range(runs)]
        return ours, peer, [outputs for outputs in last if outputs]

    def _baseline(self, module: Any, arguments: Sequence[Any]) -> Callable[..., Any] | None:
        """The oracle's `expected` in working precision, if it runs there."""

        def run(*given: Any) -> Any:
            with self._device.torch_device, WorkingPrecision():
                return module.expected(*given)

        try:
            run(*arguments)
        except (RuntimeError, TypeError, ValueError, IndexError, NotImplementedError):
            return None
        return run

    def _expected(self, module: Any, arguments: Sequence[Any]) -> list[Any]:
        with self._device.torch_device:
            parts: list[Any] = exchange.flattened(module.expected(*self._moved(arguments)))
        return parts

    def _replay(self, case: int) -> Replay:
        return Replay(self._record.cases[case], self._loaded, self._device, self._allowed, self._unwritten.fill)

    def _moved(self, arguments: Sequence[Any]) -> list[Any]:
        return [exchange.moved(value, self._device.torch_device) for value in arguments]


def _equal(here: Sequence[Any], before: Sequence[Any]) -> bool:
    """Whether the tensors hold, bit for bit, what they held."""
    return all(
        torch.equal(one.cpu().contiguous().view(torch.uint8), other.contiguous().view(torch.uint8))
        for one, other in zip(here, before, strict=True)
        if isinstance(other, torch.Tensor) and other.dim() > 0
    )


def _figures(seconds: Sequence[float]) -> dict[str, float] | None:
    """Median, and the distance between the quartiles as a share of it."""
    if not seconds:
        return None
    low, middle, high = statistics.quantiles(seconds, n=4)
    return {"median": middle, "spread": (high - low) / middle, "runs": len(seconds)}


def main() -> None:
    """Written down after each part, so that a run that is cut short has said how far it came."""
    task: dict[str, Any] = json.loads(Path("task.json").read_text())
    torch.set_num_threads(1)
    report: dict[str, Any] = {"error": "", "stage": "record"}
    try:
        record = read_record(Path())
        if record.error:
            raise UnreplayableError(record.error)
        bench = Bench(task, record)
        for stage in ("function", "time"):
            report["stage"] = stage
            report[stage] = getattr(bench, stage)()
            Path(MEASUREMENT).write_text(json.dumps(report))
    except Exception as error:
        report["error"] = f"{type(error).__name__}: {error}"
        traceback.print_exc()
    Path(MEASUREMENT).write_text(json.dumps(report))
