"""The peer of one execution in any domain: the commands that the backend ran, as processes without a sandbox.

Recorded from a real run of a trusted reference, so that they stay the backend's own. Cold, every command is a new
process; warm, scripts of an interpreter are forks of one that has imported what they need, as ours are.
"""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from resources.domains.domain import Domain
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.job import Ended, Sandbox
from resources.execution.sandbox.stand_in_paths import StandInPaths
from tests.bench.bare_jobs import RecordingSandbox, with_time

_WARM_PROCESS = Path(__file__).with_name("bare_warm_process.py")


@dataclass(frozen=True)
class Command:
    """One command that ran, where its files are, and its environment."""

    argv: tuple[str, ...]
    folder: Path
    environment: dict[str, str]


@dataclass(frozen=True)
class BareWork:
    """One candidate, and the commands that executing it takes."""

    bundle: EnvironmentBundle
    candidate: Candidate
    commands: tuple[Command, ...]


def recorded(domain: Domain, sandbox: Sandbox, bundle: EnvironmentBundle, folder: Path) -> BareWork:
    """What the second execution of a candidate runs: harness, inputs and yardstick are kept from the first."""
    recorder = RecordingSandbox(sandbox)
    backend: Backend = domain.backend(recorder)
    bundle = with_time(bundle)
    candidate = Candidate(f"{bundle.reference}\n")
    backend.execute(bundle, candidate)
    recorder.jobs.clear()
    assert backend.execute(bundle, candidate).outcome.passed
    commands: list[Command] = []
    for number, (job, result) in enumerate(recorder.jobs):
        work, root = folder / f"{number}" / "work", folder / f"{number}" / "root"
        work.mkdir(parents=True)
        root.mkdir()
        for name, content in job.files.items():
            (work / name).parent.mkdir(parents=True, exist_ok=True)
            (work / name).write_bytes(content)
        paths = StandInPaths(job.read_only, work, root)
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(work), "LANG": "C.UTF-8"}
        environment |= {name: paths.text(value) for name, value in job.environment.items()}
        ran = [step for step, end in zip(job.steps, result.steps, strict=True) if end.ended is not Ended.NOT_RUN]
        commands += [Command(tuple(map(paths.text, step.argv)), work, environment) for step in ran]
    return BareWork(bundle, candidate, tuple(commands))


def run_cold(commands: Sequence[Command]) -> None:
    for command in commands:
        subprocess.run(
            command.argv,
            cwd=command.folder,
            env=command.environment,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


class WarmInterpreters:
    """One forking interpreter for each environment, with the scripts' imports done."""

    def __init__(self, commands: Sequence[Command], modules: Sequence[str]) -> None:
        self._started: dict[str, subprocess.Popen[str]] = {}
        for command in commands:
            key = _key(command)
            if command.argv[0] == sys.executable and key not in self._started:
                argv = [sys.executable, "-s", str(_WARM_PROCESS), *modules]
                pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
                process = subprocess.Popen(argv, env=command.environment, text=True, **pipes)  # type: ignore[call-overload]
                assert process.stdout.readline() == "ready\n"
                self._started[key] = process

    def run(self, commands: Sequence[Command]) -> None:
        for command in commands:
            process = self._started.get(_key(command))
            if command.argv[0] != sys.executable or process is None:
                run_cold([command])
                continue
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("\t".join([str(command.folder), *command.argv[1:]]) + "\n")
            process.stdin.flush()
            assert process.stdout.readline() == "done\n"

    def close(self) -> None:
        for process in self._started.values():
            process.communicate()


def _key(command: Command) -> str:
    """Triton decides when it is imported whether it interprets."""
    return command.environment.get("TRITON_INTERPRET", "")
