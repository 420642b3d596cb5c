"""The peer of sandboxed execution: the very commands that the backend ran, as shell scripts without a sandbox.

They are recorded from a real run of trusted references, not written down a second time, so that they stay the
backend's own whatever its stages become. Candidates never run this way.
"""

import shlex
import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from resources.domains.registry import get_domain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, SandboxResult

_UNLIMITED_TIME = 120


@dataclass(frozen=True)
class ReferenceJob:
    """One bundle; `seconds` its reference took sandboxed; `script` runs the same commands bare."""

    bundle: EnvironmentBundle
    seconds: float
    script: Path


class RecordingSandbox:
    """The sandbox, and what it was asked to run. For one thread."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self.jobs: list[tuple[SandboxJob, SandboxResult]] = []
        self._lock = threading.Lock()

    @property
    def description(self) -> str:
        return self._sandbox.description

    def run(self, job: SandboxJob) -> SandboxResult:
        result = self._sandbox.run(job)
        with self._lock:
            self.jobs.append((job, result))
        return result


def with_time(bundle: EnvironmentBundle) -> EnvironmentBundle:
    """The bundle with so much time that a busy machine does not change which steps run."""
    return replace(bundle, limits=replace(bundle.limits, wall_s=_UNLIMITED_TIME, cpu_s=_UNLIMITED_TIME))


def record(sandbox: Sandbox, bundles: Iterable[EnvironmentBundle], folder: Path) -> list[ReferenceJob]:
    """Runs each reference once, sandboxed, and writes its script."""
    recorder = RecordingSandbox(sandbox)
    backend = get_domain("chip_design").backend(recorder)
    found = []
    for number, bundle in enumerate(bundles):
        recorder.jobs.clear()
        observation = backend.execute(bundle, bundle.reference_candidate)
        place = folder / f"{number:03}"
        lines = [line for part, run in enumerate(recorder.jobs) for line in _lines(place / str(part), *run)]
        script = place / "run.sh"
        script.write_text("\n".join([*lines, "true", ""]))
        found.append(ReferenceJob(bundle, observation.seconds, script))
    return found


def _lines(folder: Path, job: SandboxJob, result: SandboxResult) -> list[str]:
    """One job's commands in a folder with its files; only those that ran, whatever they ended with."""
    for name, content in job.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    ran = [step for step, ended in zip(job.steps, result.steps, strict=True) if ended.ended is not Ended.NOT_RUN]
    return [f"cd {shlex.quote(str(folder))}", *(f"{shlex.join(step.argv)} >>log 2>&1" for step in ran)]
