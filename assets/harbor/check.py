"""What exported tasks pay for answers whose worth is known, through the very scripts that are exported.

For each task: the oracle's own script, nothing at all, the empty answer, a mutant that certification saw fail, and
every cheat of the domain. A folder stands for the container's root; candidates run in the project's sandbox. For the
oracle and for nothing, the script's `icwm` is the real command; for the others, of which a task has dozens, the call is
taken down and answered by one judge that all share, since the command alone takes seconds to start.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from assets.bundles.mutants import draw_mutants
from assets.harbor.export import HarborExport
from assets.harbor.judge import Judge
from assets.harbor.task import ROOT, HarborTask
from assets.progress import ProgressReporter
from resources.execution.bundle import Candidate, bundle_from_json
from resources.execution.errors import EnvironmentFailure

ORACLE, NOP = "oracle", "nop"
_SECONDS = 3600.0
_LOG_LINES = 20
_CALL = "call"
_TAKES_DOWN = f"""\
#!/bin/sh
printf '%s\\0' "$@" >"${ROOT}/{_CALL}"
"""


@dataclass(frozen=True)
class Attempt:
    """`answer` None: nothing is written by us; for the oracle its own script writes."""

    name: str
    answer: Candidate | None

    @property
    def due(self) -> float:
        return float(self.name == ORACLE)


@dataclass(frozen=True)
class Payment:
    """`reward` None: the verifier wrote none, as where the tools cannot judge. `log` is the end of what it said."""

    task: str
    attempt: Attempt
    reward: float | None
    log: str

    @property
    def right(self) -> bool:
        return (self.reward or 0.0) == self.attempt.due


def check(export: HarborExport, workers: int) -> list[Payment]:
    """Of all tasks, in order. Nothing is stopped by a wrong payment. Raises SandboxUnavailable."""
    work = [(task, attempt) for task in export.tasks for attempt in attempts(task)]
    progress = ProgressReporter("check", "harbor", len(work), "answers")
    with Judge(workers) as judge, ThreadPoolExecutor(max_workers=workers) as threads:

        def one(task: HarborTask, attempt: Attempt) -> Payment:
            payment = pay(judge, export.task_folder(task), task, attempt)
            progress.advance(note=f"{task.name}, {attempt.name}")
            return payment

        return list(threads.map(lambda item: one(*item), work))


def attempts(task: HarborTask) -> Iterator[Attempt]:
    yield Attempt(ORACLE, None)
    yield Attempt(NOP, None)
    yield Attempt("empty answer", task.domain.empty_candidate(task.bundle))
    survivors = frozenset(task.row["survivors"] or ())
    named = ((f"{mutant.kind} at line {mutant.line}", mutant) for mutant in draw_mutants(task.domain, task.bundle))
    mutant = next(((name, mutant) for name, mutant in named if name not in survivors), None)
    if mutant:
        yield Attempt(f"mutant {mutant[0]}", mutant[1].candidate)
    for cheat in task.domain.cheats(task.bundle):
        yield Attempt(f"cheat {cheat.name}", cheat.candidate)


def pay(judge: Judge, folder: Path, task: HarborTask, attempt: Attempt) -> Payment:
    """Runs the task's scripts as Harbor does: the oracle's, then the verifier's."""
    with tempfile.TemporaryDirectory(prefix="icwm-harbor-") as name:
        root = Path(name)
        answer = root / task.answer.lstrip("/")
        answer.parent.mkdir(parents=True)
        said = ""
        if attempt.name == ORACLE:
            said = _run(folder / "solution" / "solve.sh", root, Path(sys.executable).parent)
        elif attempt.answer is not None:
            answer.write_bytes(attempt.answer.code.encode("utf-8", "surrogatepass"))
        said += _verified(judge, folder / "tests" / "test.sh", root, whole=attempt.name in (ORACLE, NOP))
        reward = root / "logs" / "verifier" / "reward.txt"
        earned = float(reward.read_text("utf-8")) if reward.is_file() else None
    return Payment(task.name, attempt, earned, "\n".join(said.strip().splitlines()[-_LOG_LINES:]))


def _verified(judge: Judge, script: Path, root: Path, *, whole: bool) -> str:
    """What the verifier said: its own process, or with `whole` false the shared judge."""
    if whole:
        return _run(script, root, Path(sys.executable).parent)
    commands = root / "commands"
    commands.mkdir()
    (commands / "icwm").write_text(_TAKES_DOWN, encoding="utf-8")
    (commands / "icwm").chmod(0o755)
    said = _run(script, root, commands)
    call = root / _CALL
    return said + _answered(judge, call.read_text("utf-8").split("\0")[:-1]) if call.is_file() else said


def _answered(judge: Judge, arguments: Sequence[str]) -> str:
    """What `icwm judge` does with these arguments."""
    parser = argparse.ArgumentParser("icwm")
    parser.add_argument("command", choices=["judge"])
    parser.add_argument("bundle", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--absent-fails", action="store_true", required=True)
    parser.add_argument("--reward", type=Path, required=True)
    call = parser.parse_args(arguments)
    try:
        verdict = judge.judge_file(bundle_from_json(call.bundle.read_text("utf-8")), call.file)
    except EnvironmentFailure as failure:
        return f"{type(failure).__name__}: {failure}"
    call.reward.write_text(f"{verdict.reward}\n", encoding="utf-8")
    return verdict.text


def _run(script: Path, root: Path, commands: Path) -> str:
    """With `commands` before all else that has an `icwm`."""
    done = subprocess.run(
        ["bash", str(script)],
        env={**os.environ, "PATH": f"{commands}{os.pathsep}{os.environ.get('PATH', os.defpath)}", ROOT: str(root)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=_SECONDS,
        check=False,
    )
    return done.stdout.decode("utf-8", "replace")
