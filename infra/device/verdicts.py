"""What this domain's backend says of each packed program, from interpreter, compiler and emulator: no device."""

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from infra.device.programs import Program, read_programs, read_tasks
from resources.execution.bundle import Candidate, EnvironmentBundle

VERDICTS = "verdicts.jsonl"


def read_verdicts(folder: Path) -> Mapping[str, Mapping[str, Any]]:
    """By program; those of a file that is still being written too."""
    file = folder / VERDICTS
    rows = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    return {row["name"]: row for row in rows}


def judge(folder: Path, processes: int, *, device: bool) -> None:
    """Appends to the file, in the programs' order, what is not in it yet. With `device`, the device stage follows as in
    production, where the machine has a GPU."""
    from resources.domains.gpu_kernels.execution.backend import GpuBackend
    from resources.execution.sandbox.selection import make_sandbox

    backend, tasks, known = GpuBackend(make_sandbox()), read_tasks(folder), read_verdicts(folder)
    if not device:
        vars(backend)["_device"] = None
    programs = [program for program in read_programs(folder) if program.name not in known]
    with ThreadPoolExecutor(processes) as threads, (folder / VERDICTS).open("a") as file:
        for done in as_completed([threads.submit(_judged, backend, tasks[one.task], one) for one in programs]):
            file.write(json.dumps(done.result()) + "\n")
            file.flush()


def _judged(backend: Any, bundle: EnvironmentBundle, program: Program) -> dict[str, Any]:
    from resources.execution.errors import EnvironmentFailure

    try:
        seen = backend.execute(bundle, Candidate(program.code))
    except EnvironmentFailure as error:
        return {"name": program.name, "outcome": "none", "stage": type(error).__name__, "log": str(error)[-1500:]}
    log = seen.log.decode("utf-8", "replace")[-1500:]
    metrics = {name: value for name, value in seen.metrics.items() if "_" in name or name in ("speedup", "faster")}
    return {"name": program.name, "outcome": seen.outcome.value, "stage": seen.stage, "log": log, "metrics": metrics}
