"""A Triton program run as its author would: its host code calls its kernels on the device. One process, one program."""

import contextlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch

REPORT = "report.json"


def prepare_torch() -> None:
    """Memory that nobody wrote is NaN, as in the interpreter."""
    from triton_worker import watch

    watch.deterministic()
    torch.cuda.init()  # type: ignore[no-untyped-call]


def prepare_scripts() -> None:
    """Factors are drawn on the processor, and arguments are on the device here."""
    from triton_worker import script_trial

    def vary(calls: Any, tensor: torch.Tensor) -> None:
        if not tensor.is_floating_point() or tensor.requires_grad or tensor.numel() == 0 or tensor.itemsize < 2:
            return
        factor = (0.75 + 0.5 * torch.rand(tensor.shape, generator=calls.random)).to(tensor.device)
        tensor.copy_(torch.where(torch.isfinite(tensor), (tensor.double() * factor).to(tensor.dtype), tensor))

    script_trial.Calls._vary = vary


def run_program(task: Mapping[str, Any], runs: Sequence[tuple[str, Path]]) -> None:
    """Calls the entry with every case of each run's inputs, and leaves `outputs-RUN.safetensors` and report.json."""
    from triton_worker import harness

    report: dict[str, Any] = {"stage": "import", "error": None, "runs": {}}
    try:
        prepare_torch()
        prepare_scripts()
        module = harness.load(Path(task["file"]), Path(task["file"]).stem)
        report["stage"] = "link"
        call = harness.bound(module, task["harness"], task["entry"], dict(task))
        report["stage"] = "run"
        for label, inputs in runs:
            report["run"] = label
            report["runs"][label] = _called(call, inputs, Path.cwd() / f"outputs-{label}.safetensors")
            Path(REPORT).write_text(json.dumps(report))
        report["stage"] = "done"
    except BaseException as error:
        report["error"] = {"type": _qualified(type(error)), "text": str(error)[-1500:], "line": _line(error, task)}
    Path(REPORT).write_text(json.dumps(report))
    os._exit(0)


def _called(call: Any, inputs: Path, outputs: Path) -> dict[str, Any]:
    from triton_worker import exchange

    device = torch.device("cuda", 0)
    with contextlib.chdir(inputs):
        cases = exchange.load_arguments()
    results, changed = [], list[int]()
    for number, arguments in enumerate(cases):
        here = [exchange.moved(value, device) for value in arguments]
        torch.manual_seed(number)
        results.append(exchange.flattened(call(*here)))
        torch.cuda.synchronize()
        if getattr(call, "changed", None) or not all(map(_same, here, arguments)):
            changed.append(number)
    # Only now: a result that a later case has written over is no result.
    on_host = [[part.detach().cpu() if isinstance(part, torch.Tensor) else part for part in parts] for parts in results]
    return {"changed": changed, "unusable": exchange.save_results(str(outputs), on_host), "cases": len(cases)}


def _same(new: Any, old: Any) -> bool:
    if not isinstance(old, torch.Tensor):
        return True
    return torch.equal(_bytes(new.cpu()), _bytes(old))


def _bytes(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.contiguous().reshape(-1).view(torch.uint8)


def _qualified(kind: type[BaseException]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _line(error: BaseException, task: Mapping[str, Any]) -> int:
    """The last line of the program's own on the way to the error."""
    line, frame = 0, error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename.endswith(str(task["file"])):
            line = frame.tb_lineno
        frame = frame.tb_next
    return line


def main(described: str) -> None:
    """For a checker that starts a program of its own: `described` is JSON of the task and the runs."""
    given = json.loads(described)
    run_program(given["task"], [(label, Path(folder)) for label, folder in given["runs"]])
