"""The run: some replays of the device stage on a quiet device, then every program, then checkers.

Results go to JSON lines as they come, so that a run that is cut short is a sample of what was to be run.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import resources.domains.gpu_kernels.execution as execution
from infra.device import compared, cuda_programs, inputs, replays, sanitizers
from infra.device.inputs import EXPECTED, is_script
from infra.device.pool import Pool, Step, Work, folder_for, other_user_works
from infra.device.programs import Program, read_programs, read_tasks
from infra.device.verdicts import read_verdicts
from resources.domains.gpu_kernels.execution.oracle import task_file
from resources.execution.bundle import EnvironmentBundle

RESULTS = "device.jsonl"
_MADE = "made"
_POLL_S = 0.05
_QUIET = 12
"""Replays that have the device to themselves: the two vectors' sum, its variants and some typical kernels."""
_OTHERS_CACHE = "HELD_OTHERS_CACHE"
_WORKER = Path(execution.__file__).parent / "worker"
_OTHER_SETS = (0, 1)
"""Each program has one of these beside its own, the first that is not its own."""
_INPUTS_S, _BUILD_S, _PROGRAM_S, _COMPARE_S = 60.0, 90.0, 30.0, 60.0


class Run:
    """One run over a packed folder."""

    def __init__(self, packed: Path, results: Path) -> None:
        self.packed, self.programs, self.tasks = packed, read_programs(packed), read_tasks(packed)
        self.verdicts = read_verdicts(packed)
        told = _probed()
        self.device = {"kind": "cuda", **{name: told[name] for name in ("capability", "shared_bytes", "properties")}}
        """What the device stage's worker is told of the device."""
        self.other_user = other_user_works(_uses_the_device)
        self.place = Path(tempfile.mkdtemp(prefix="held-"))
        self.place.chmod(0o755)
        self._file = (results / RESULTS).open("a")
        self.began = time.monotonic()
        self.tell({"what": "device", **told, "other_user": self.other_user})
        self.did: dict[str, str] = {}
        self._asked: set[tuple[str, int]] = set()

    def tell(self, row: Mapping[str, Any]) -> None:
        self._file.write(json.dumps({**row, "at": round(time.monotonic() - self.began, 1)}) + "\n")
        self._file.flush()

    def inputs_of(self, task: str, number: int) -> Path:
        return self.place / "inputs" / f"{task[:16]}-{number}"

    def sets_of(self, program: Program) -> list[int]:
        """Its own first; a script's tests are one set."""
        if is_script(self.tasks[program.task]):
            return [0]
        return [program.inputs, next(number for number in _OTHER_SETS if number != program.inputs)]

    def new_inputs(self, program: Program) -> Iterator[Work]:
        """What makes its sets, as far as no program before it has asked for them."""
        for number in self.sets_of(program):
            if (program.task, number) not in self._asked:
                self._asked.add((program.task, number))
                yield self._inputs(program.task, number)

    def _inputs(self, task: str, number: int) -> Work:
        bundle = self.tasks[task]
        script = is_script(bundle)
        folder = folder_for(self.inputs_of(task, number), everybody=script)
        inputs.write_task(bundle, number, folder)
        action = _as_program(bundle, inputs.make_script_inputs) if script else inputs.make_inputs
        end = yield Step(action, folder, _INPUTS_S, trusted=not script)
        if end.code != 0 or not (folder / EXPECTED).exists():
            said = _tail(folder / "log")
            self.tell({"what": "inputs", "seed_id": bundle.seed_id, "set": number, "code": end.code, "said": said})
            (folder / EXPECTED).unlink(missing_ok=True)
        (folder / _MADE).touch()

    def runs_of(self, program: Program) -> list[tuple[str, Path]]:
        """Labels and folders of inputs that there are. The program's own set is run twice."""
        ready = [(number, self.inputs_of(program.task, number)) for number in self.sets_of(program)]
        found = [(f"set{number}", folder) for number, folder in ready if (folder / EXPECTED).exists()]
        return [*found[:1], *[(f"{label}-again", folder) for label, folder in found[:1]], *found[1:]]

    def program_folder(self, program: Program) -> Path:
        return self.place / "programs" / program.name

    def described(self, program: Program) -> dict[str, Any]:
        """task.json of the program's task."""
        described: dict[str, Any] = json.loads(task_file(self.tasks[program.task], program.inputs))
        return {**described, "file": self.tasks[program.task].candidate_file, "driver": "driver.py"}

    def program(self, program: Program) -> Work:
        """Runs one program on its sets and tells what it did."""
        bundle, runs = self.tasks[program.task], self.runs_of(program)
        row = {"what": "program", "name": program.name}
        if not runs:
            self.tell({**row, "did": "no inputs", "said": ""})
            return
        folder = folder_for(self.program_folder(program), everybody=True)
        began = time.monotonic()
        if bundle.settings["language"] == "cuda":
            if not (folder / cuda_programs.PROGRAM).exists():
                self.tell({**row, "did": "refused", "said": _tail(folder / "build.log")})
                return
            step = Step(cuda_programs.running([label for label, _ in runs]), folder, _PROGRAM_S, trusted=False)
        else:
            step = Step(self._native(program, folder, runs), folder, _PROGRAM_S, trusted=False)
        end = yield step
        seconds = round(time.monotonic() - began, 2)
        yield Step(compared.comparing(bundle, runs, end.code), folder, _COMPARE_S, log="compare.log")
        said = compared.read(folder)
        self.did[program.name] = str(said["did"])
        self.tell({**row, **said, "seconds": seconds, "log": _tail(folder / "log", 300)})
        for file in folder.glob("outputs-*"):
            file.unlink()

    def _native(self, program: Program, folder: Path, runs: Sequence[tuple[str, Path]]) -> Any:
        from infra.device.native import run_program

        bundle = self.tasks[program.task]
        (folder / bundle.candidate_file).write_text(program.code, encoding="utf-8", errors="surrogatepass")
        if "driver.py" in bundle.files:
            (folder / "driver.py").write_text(bundle.files["driver.py"])
        return _as_program(bundle, lambda: run_program(self.described(program), runs))

    def works(self, program: Program) -> Iterator[Work]:
        yield from self.new_inputs(program)
        yield self.whole(program)

    def whole(self, program: Program) -> Work:
        """Waits for its inputs, builds what is to be built, and runs it."""
        bundle = self.tasks[program.task]
        awaited = [self.inputs_of(program.task, number) / _MADE for number in self.sets_of(program)]
        if not all(made.exists() for made in awaited):
            yield Step(lambda: _wait_for(awaited), self.place, _INPUTS_S)
        if bundle.settings["language"] == "cuda" and self.runs_of(program):
            folder = folder_for(self.program_folder(program), everybody=True)
            cuda_programs.write_source(bundle, program.code, folder)
            yield Step(cuda_programs.building(bundle, self.runs_of(program)), folder, _BUILD_S, log="build.log")
        yield from self.program(program)


def run(packed: Path, results: Path, seconds: float, processes: int) -> None:
    """Begins nothing after `seconds`."""
    _prepare()
    results.mkdir(parents=True, exist_ok=True)
    this = Run(packed, results)
    pool = Pool(processes, this.began + seconds, other_user=this.other_user)
    try:
        timed = list(replays.replays(this))
        # The first on a device that nothing else uses, while the processors make inputs.
        references = [one for one in this.programs if one.population == "reference"]
        pool.run(_interleaved(timed[:_QUIET], _flat(this.new_inputs(one) for one in references)))
        this.tell({"what": "phase", "said": "the first records are replayed"})
        pool.run(_interleaved(_flat(map(this.works, this.programs)), timed[_QUIET:]))
        this.tell({"what": "phase", "said": "programs have run"})
        pool.run(sanitizers.checks(this))
        this.tell({"what": "phase", "said": "checkers have run"})
    finally:
        shutil.rmtree(this.place, ignore_errors=True)


def _prepare() -> None:
    """Imports what each process needs, and starts nothing on the device."""
    sys.path.insert(0, str(_WORKER))
    for name in ("TRITON_CACHE_DIR", _OTHERS_CACHE):
        os.environ[name] = tempfile.mkdtemp(prefix="triton-")
    Path(os.environ[_OTHERS_CACHE]).chmod(0o777)
    os.environ.update({"HOME": os.environ[_OTHERS_CACHE], "OMP_NUM_THREADS": "1"})
    import torch
    import triton
    import triton.language
    from triton_worker import exchange, harness, oracle, script_trial, watch  # noqa: F401

    import infra.device.native  # noqa: F401

    torch.set_num_threads(1)
    del triton


def _probed() -> Mapping[str, Any]:
    """What the device stage's probe says of the device."""
    probe = [sys.executable, str(_WORKER / "device_worker" / "run_probe.py")]
    said = subprocess.run(probe, stdout=subprocess.PIPE, text=True, check=True).stdout.strip().splitlines()[-1]
    told: dict[str, Any] = json.loads(said)
    return told


def _uses_the_device() -> None:
    """And finds modules that nobody has imported yet."""
    import wave

    import torch
    import torch.utils.benchmark

    torch.zeros(len(wave.__name__), device="cuda").add_(1).sum().item()


def _as_program(bundle: EnvironmentBundle, action: Callable[[], None]) -> Callable[[], None]:
    """Programs share a cache. Public sets' products of float32 that ask for nothing are float32's in this domain."""

    def chosen() -> None:
        os.environ["TRITON_CACHE_DIR"] = os.environ[_OTHERS_CACHE]
        if bundle.settings.get("harness", "entry") != "entry":
            os.environ["TRITON_F32_DEFAULT"] = "ieee"
        action()

    return chosen


def _flat(works: Iterable[Iterable[Work]]) -> Iterator[Work]:
    for some in works:
        yield from some


def _wait_for(files: Iterable[Path]) -> None:
    for file in files:
        while not file.exists():
            time.sleep(_POLL_S)


def _interleaved(some: Iterable[Work], others: Iterable[Work]) -> Iterator[Work]:
    for pair in zip_longest(some, others):
        yield from (work for work in pair if work is not None)


def _tail(file: Path, length: int = 600) -> str:
    return file.read_text(errors="replace")[-length:].strip() if file.exists() else ""
