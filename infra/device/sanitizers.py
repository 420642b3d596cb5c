"""compute-sanitizer on programs that have run: what a device lets pass in silence.

CUDA programs are all checked, for memory and for races in shared memory; of Triton programs those that hold a fault
although the device's outputs were right, and some of the project's own answers.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from infra.device import cuda_programs
from infra.device.pool import Step, Work
from infra.device.programs import Program

if TYPE_CHECKING:
    from infra.device.runs import Run

_LIMIT_S = 100.0
_FOUND = 86
_MOST_OTHERS = 24
_RAN = ("right", "wrong", "fault")
_FAULTY, _OWN = ("fault", "cheat"), ("reference", "answer", "family")
_NATIVE = "import sys; sys.path[:0] = {paths!r}\nfrom infra.device.native import main\nmain(sys.argv[1])"


def checks(run: "Run") -> Iterator[Work]:
    """Memory first, and faults that the device did not show before what is thought to be right."""
    ran = [program for program in run.programs if run.did.get(program.name) in _RAN]
    cuda = [program for program in ran if run.tasks[program.task].settings["language"] == "cuda"]
    right = [program for program in ran if program not in cuda and run.did[program.name] == "right"]
    silent = [program for program in right if program.population in _FAULTY]
    others = [program for program in right if program.population in _OWN]
    for program in cuda:
        yield _cuda(run, program, "memcheck")
    for program in [*silent, *others[:_MOST_OTHERS]]:
        yield _triton(run, program)
    for program in cuda:
        yield _cuda(run, program, "racecheck")


def _cuda(run: "Run", program: Program, tool: str) -> Work:
    labels = [label for label, _ in run.runs_of(program)[:1]]
    pairs = [name for label in labels for name in (f"cases-{label}.bin", "checked.bin")]
    command = [*_checker(tool), f"./{cuda_programs.PROGRAM}", *pairs]
    yield from _checked(run, program, tool, lambda: os.execvp(command[0], command))


def _triton(run: "Run", program: Program) -> Work:
    folder = run.program_folder(program)
    runs = [(label, str(inputs)) for label, inputs in run.runs_of(program)[:1]]
    given = json.dumps({"task": run.described(program), "runs": runs})
    paths = [path for path in sys.path if path] + [str(Path.cwd())]
    command = [*_checker("memcheck"), sys.executable, "-c", _NATIVE.format(paths=paths), given]

    def action() -> None:
        os.environ["PYTORCH_NO_CUDA_MEMORY_CACHING"] = "1"
        os.execvp(command[0], command)

    if folder.exists():
        yield from _checked(run, program, "memcheck", action)


def _checker(tool: str) -> list[str]:
    return ["compute-sanitizer", "--tool", tool, "--error-exitcode", str(_FOUND), "--print-limit", "3"]


def _checked(run: "Run", program: Program, tool: str, action: Callable[[], object]) -> Work:
    folder = run.program_folder(program)
    log = f"{tool}.log"
    end = yield Step(lambda: (action(), None)[1], folder, _LIMIT_S, log=log)
    text = (folder / log).read_text(errors="replace")
    lines = [line for line in text.splitlines() if line.startswith("=========")]
    kept = [line.removeprefix("=========").strip() for line in lines[1:4]]
    row = {"what": tool, "name": program.name, "found": end.code == _FOUND, "code": end.code}
    run.tell({**row, "said": " | ".join(kept)[:400], "end": text[-200:]})
