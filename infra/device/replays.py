"""The device stage's own record and bench, without its sandboxes: does it load, are outputs right, what says the clock.

Processes prepare beside each other and take turns on the clock.
"""

import fcntl
import json
import shutil
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from infra.device import inputs
from infra.device.pool import Step, Work, folder_for
from resources.domains.gpu_kernels.execution.arrays import by_case, read_arrays
from resources.domains.gpu_kernels.execution.comparison import compare_all, tolerances_of
from resources.domains.gpu_kernels.execution.oracle import set_of, task_file
from resources.execution.bundle import Candidate, EnvironmentBundle

if TYPE_CHECKING:
    from infra.device.runs import Run

_LIMIT_S = 90.0
_LOCK = "clock.lock"


_FIRST = "vector_add row_softmax matmul layer_norm fused_attention gelu column_mean histogram cross_entropy transpose"


def replays(run: "Run") -> Iterator[Work]:
    """Of each Triton reference, and of a sum with twice the work and one whose launch is cut short on the device."""
    references = {
        run.tasks[one.task].seed_id.removeprefix("builtin/"): run.tasks[one.task]
        for one in run.programs
        if one.population == "reference" and run.tasks[one.task].settings["language"] == "triton"
    }
    for name in sorted(references, key=lambda name: (name not in _FIRST.split(), name != "vector_add")):
        bundle = references[name]
        yield _replay(run, name, bundle, bundle.reference)
        if name == "vector_add":
            yield from (_replay(run, more, bundle, code) for more, code in _variants(bundle.reference))


def _variants(reference: str) -> Iterator[tuple[str, str]]:
    """Recorded on tensors without values: what a launch leaves out shows on the device alone."""
    launch = next(line for line in reference.splitlines() if "[(triton.cdiv(" in line)
    yield "vector_add-twice", reference.replace(launch, f"{launch}\n{launch}")
    limited = launch.replace("[(triton.cdiv(", "[(min(16, triton.cdiv(").replace(",)]", "),)]")
    yield "vector_add-limited", reference.replace(launch, limited)


def _replay(run: "Run", name: str, bundle: EnvironmentBundle, code: str) -> Work:
    folder = folder_for(run.place / "replays" / name)
    (folder / bundle.candidate_file).write_text(code)
    number = set_of(bundle, Candidate(code))
    row: dict[str, Any] = {"what": "replay", "name": name, "began": round(time.monotonic() - run.began, 1)}
    ended = []
    for log, action in _steps(run, bundle, number, folder):
        end = yield Step(action, folder, _LIMIT_S, log=log)
        ended.append((log, end.code, round(end.seconds, 1)))
        if end.code != 0:
            row["said"] = (folder / log).read_text(errors="replace")[-800:]
            break
    for file in ("measurement.json", "compared.json"):
        content = json.loads((folder / file).read_text()) if (folder / file).exists() else None
        row[file.removesuffix(".json")] = content
    error = _program_error(folder)
    run.tell({**row, "steps": ended, "record_error": error})
    shutil.rmtree(folder, ignore_errors=True)


def _steps(run: "Run", bundle: EnvironmentBundle, number: int, folder: Path) -> Iterator[tuple[str, Any]]:
    """As `DeviceStage` has them done, with the same files."""
    inputs.write_task(bundle, number, folder)
    yield "inputs.log", inputs.make_inputs
    yield "timing.log", lambda: _described_timing(folder)
    (folder / "task.json").write_bytes(task_file(bundle, number, {"seed": 0, "device": run.device}))
    yield "record.log", _record
    tolerances = {name: (one.relative, one.absolute) for name, one in tolerances_of(bundle).items()}
    more = {"device": run.device, "operations": _operations(folder), "tolerances": tolerances}
    (folder / "task.json").write_bytes(task_file(bundle, number, more))
    lock = run.place / _LOCK
    yield "bench.log", lambda: _bench(lock)
    yield "compare.log", lambda: _compare(bundle)


def _described_timing(folder: Path) -> None:
    """cases.json: the tests' cases, then the one of a realistic size. arguments.json stays the cases' own."""
    from triton_worker import oracle

    cases = (folder / inputs.ARGUMENTS).read_text()
    oracle.main("timing")
    timing = json.loads((folder / inputs.ARGUMENTS).read_text())
    (folder / inputs.ARGUMENTS).write_text(cases)
    (folder / "cases.json").write_text(json.dumps([*json.loads(cases), timing]))


def _record() -> None:
    from triton_worker import recorder

    recorder.main()


def _operations(folder: Path) -> list[str]:
    """A reference may have torch do what it does beside its kernels."""
    file = folder / "program.json"
    cases = json.loads(file.read_text())["cases"] if file.exists() else []
    return sorted({step["name"] for case in cases for step in case["steps"] if step["do"] == "call"})


def _program_error(folder: Path) -> str:
    file = folder / "program.json"
    said: Mapping[str, Any] = json.loads(file.read_text()) if file.exists() else {"error": "no record"}
    return str(said["error"])[-500:]


def _bench(lock: Path) -> None:
    from device_worker import bench

    untimed = bench.Bench._rounds

    def in_turn(this: Any, *given: Any) -> Any:
        with lock.open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            return untimed(this, *given)

    bench.Bench._rounds = in_turn
    bench.main()
    sys.stdout.flush()


def _compare(bundle: EnvironmentBundle) -> None:
    trial = inputs.read_inputs(Path())
    results = by_case(read_arrays(Path("outputs.safetensors").read_bytes()), len(trial.expected))
    message = compare_all(results, inputs.without_bounds(trial), bundle).message
    Path("compared.json").write_text(json.dumps({"said": message, "cases": len(trial.expected)}))
