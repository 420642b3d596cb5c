"""DeviceStage: function and time of a Triton candidate on a device, after the interpreter has passed it.

First the candidate's host code is recorded for the tests' shapes and for one of a realistic size, in a sandbox without
a GPU. Then the record is replayed and timed in a sandbox that sees the GPU, by a process without any host code of the
candidate. Where there is no device, or a record cannot be made, the stage is absent.
"""

import contextlib
import fcntl
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from resources.domains.gpu_kernels.execution.arrays import UnreadableArrays, by_case, read_arrays
from resources.domains.gpu_kernels.execution.comparison import compare_all, tolerances_of
from resources.domains.gpu_kernels.execution.interpreters import INTERPRETING, environment, folders, script
from resources.domains.gpu_kernels.execution.oracle import LARGEST_FILE, Oracle, Trial, limits_of, set_of, task_file
from resources.domains.gpu_kernels.execution.reference import Yardstick
from resources.domains.gpu_kernels.execution.stages.device.discovery import LIMITS, FoundDevice, device_environment
from resources.domains.gpu_kernels.execution.stages.device.measurement import (
    Measurement,
    fault,
    metrics,
    read_measurement,
    words,
)
from resources.domains.toolkit.recording import Recording
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, SandboxResult, Step

_RECORD = ("program.json", "images.safetensors")
_MEASURED = ("measurement.json", "outputs.safetensors")
_RECORD_CPU_S = 60
"""Every combination of shapes is compiled, where the compile stage takes two."""
_LOCK = "icwm-gpu-{user}.lock"


class NoFiguresError(Exception):
    """Why a candidate has no figures from the device; no fault of its own."""


class DeviceStage:
    """Thread-safe; one candidate at a time is on the device, of all processes of this user.

    `recording` is a sandbox whose interpreter compiles, `sandbox` one that can be given devices.
    """

    def __init__(self, device: FoundDevice, recording: Sandbox, sandbox: Sandbox, oracle: Oracle) -> None:
        self._device, self._recording, self._sandbox, self._oracle = device, recording, sandbox, oracle

    def observe(self, record: Recording, candidate: Candidate, trial: Trial, yardstick: Yardstick) -> None:
        """Writes down the stage, its figures and the device, or in one line why there are none."""
        stage = self._device.stage
        if not (yardstick.lenient or yardstick.timed):
            record.add(f"{stage}: not timed: the task's reference has no figures from this device\n".encode())
            return
        try:
            with record.timed() as seconds:
                outcome, said, figures = self._observed(record.bundle, candidate, trial, yardstick)
            if outcome is not None and yardstick.lenient:
                raise NoFiguresError(f"the reference fails there: {said}")
        except (NoFiguresError, PermanentEnvironmentFailure) as reason:
            record.add(f"{stage}: not timed: {reason}\n".encode())
            return
        record.add(f"{stage}: {self._device.description}: {said}\n".encode())
        record.measure(figures)
        record.decided(stage, outcome, seconds())

    def _observed(
        self, bundle: EnvironmentBundle, candidate: Candidate, trial: Trial, yardstick: Yardstick
    ) -> tuple[Outcome | None, str, Mapping[str, float]]:
        if bundle.settings.get("harness", "entry") != "entry":
            raise NoFiguresError("only tasks with an entry function are")
        program = self.recorded(bundle, candidate, trial)
        result = self._benched(bundle, candidate, trial, yardstick, program)
        measurement = read_measurement(result.files)
        if measurement is None or measurement.time is None:
            return self._cut_short(result, measurement)
        wrong = _wrong(bundle, trial, result.files, measurement)
        if wrong:
            return Outcome.FUNCTIONAL_MISMATCH, wrong, {}
        figures = metrics(measurement.time)
        return None, f"{len(trial.expected)} cases agree, {words(figures)}", figures

    def _cut_short(
        self, result: SandboxResult, measurement: Measurement | None
    ) -> tuple[Outcome, str, Mapping[str, float]]:
        """A bench that did not come to its end: a fault of the candidate's kernels, or a reason for no figures."""
        step = result.steps[0]
        if step.ended is Ended.TIMED_OUT and (measurement is None or measurement.function is None):
            return Outcome.TIMEOUT, step.ended.value, {}
        if measurement is None or not measurement.error:
            last = step.log.decode("utf-8", "replace").strip().splitlines()[-1:]
            raise NoFiguresError(f"the bench {step.ended}: {' '.join(last)[:300]}")
        outcome = fault(measurement.error) if measurement.stage != "record" else None
        if outcome is None:
            raise NoFiguresError(measurement.error[:600])
        return outcome, measurement.error.splitlines()[0], {}

    def recorded(self, bundle: EnvironmentBundle, candidate: Candidate, trial: Trial) -> Mapping[str, bytes]:
        """The record's files: what host code does for each of the tests' cases and, last, for one of a realistic size.

        Raises NoFiguresError for host code that does more than allocate, copy and launch.
        """
        number = set_of(bundle, candidate)
        cases: Sequence[object] = json.loads(trial.files["arguments.json"])
        job = SandboxJob(
            (Step("record", script("run_candidate.py", "record")),),
            {
                "cases.json": json.dumps([*cases, self._oracle.timing(bundle, number)]).encode(),
                "task.json": task_file(bundle, number, {"seed": 0, "device": self._device.for_worker()}),
                bundle.candidate_file: candidate.code.encode("utf-8", "surrogatepass"),
            },
            environment(),
            folders(),
            _RECORD,
            LARGEST_FILE,
            replace(limits_of(bundle), cpu_s=_RECORD_CPU_S, wall_s=3.0 * _RECORD_CPU_S),
        )
        result = self._recording.run(job)
        if len(result.files) < len(_RECORD):
            raise NoFiguresError(f"the record was not written ({result.steps[0].ended}, {dict(result.refused)})")
        error = json.loads(result.files["program.json"]).get("error", "")
        if error:
            raise NoFiguresError(f"the host code cannot be recorded: {error}")
        return result.files

    def _benched(
        self,
        bundle: EnvironmentBundle,
        candidate: Candidate,
        trial: Trial,
        yardstick: Yardstick,
        program: Mapping[str, bytes],
    ) -> SandboxResult:
        on_host = self._device.kind == "host"
        tolerances = {name: (one.relative, one.absolute) for name, one in tolerances_of(bundle).items()}
        more = {
            "device": self._device.for_worker(),
            "operations": sorted(yardstick.operations),
            "tolerances": tolerances,
        }
        files = {**trial.files, **program, "oracle.py": bundle.files["oracle.py"].encode()}
        files["task.json"] = task_file(bundle, set_of(bundle, candidate), more)
        if on_host:
            files[bundle.candidate_file] = candidate.code.encode("utf-8", "surrogatepass")
        job = SandboxJob(
            (Step(self._device.stage, script("run_bench.py", package="device_worker")),),
            files,
            {**device_environment(), **(INTERPRETING if on_host else {})},
            folders(),
            _MEASURED,
            LARGEST_FILE,
            LIMITS,
            self._device.devices,
        )
        with _alone():
            return self._sandbox.run(job)


def _wrong(bundle: EnvironmentBundle, trial: Trial, files: Mapping[str, bytes], measurement: Measurement) -> str:
    """What differs from what is expected on the tests' cases, then at the realistic size; "" where nothing does."""
    assert measurement.function is not None
    assert measurement.time is not None
    if measurement.function.changed:
        return f"case {measurement.function.changed[0]}: an input was changed"
    try:
        results = by_case(read_arrays(files.get("outputs.safetensors", b"")), measurement.function.finished)
    except UnreadableArrays as error:
        raise NoFiguresError(f"the outputs could not be read: {error}") from error
    if len(results) != len(trial.expected):
        raise NoFiguresError(f"results of {len(results)} of {len(trial.expected)} cases")
    # Products of float32 are TF32 on a device unless the toolchain is told otherwise.
    difference = compare_all(results, replace(trial, bounds=()), bundle).message
    return difference or (f"timed case: {measurement.time.wrong}" if measurement.time.wrong else "")


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """While this is entered, no other process of this user times a kernel."""
    path = Path(tempfile.gettempdir()) / _LOCK.format(user=os.getuid())
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
