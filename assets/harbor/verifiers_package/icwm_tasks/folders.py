"""Exported tasks as they lie on disk, and their judge. Knows nothing of verifiers."""

import asyncio
import json
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EXPORT = Path(__file__).resolve().parent.parent.parent
"""Where this package lies in an export, if it was installed with `pip install -e`."""


class NoVerdict(Exception):
    """The tools could not judge an answer; there is no reward. The message is what they said."""


@dataclass(frozen=True)
class TaskFolder:
    path: Path
    system: str
    question: str
    settings: dict[str, Any]

    @property
    def metadata(self) -> dict[str, Any]:
        return dict(self.settings["metadata"])

    @property
    def reference(self) -> Path:
        return self.path / "solution" / self.metadata["candidate_file"]


def read_tasks(export: Path, split: str) -> Iterator[TaskFolder]:
    """In order of names. Raises FileNotFoundError that says which splits there are."""
    if not (export / split).is_dir():
        there = sorted({path.parent.parent.name for path in export.glob("*/*/task.toml")})
        raise FileNotFoundError(f"{export} has no split {split!r}; it has: {', '.join(there) or 'no tasks at all'}")
    for path in sorted((export / split).iterdir()):
        if (path / "task.toml").is_file():
            yield read_task(path)


def read_task(path: Path) -> TaskFolder:
    system, question = json.loads((path / "messages.json").read_text(encoding="utf-8"))
    settings = tomllib.loads((path / "task.toml").read_text(encoding="utf-8"))
    return TaskFolder(path, system["content"], question["content"], settings)


async def judge_reply(task: Path, reply: str, command: str) -> float:
    """The reward of a whole answer, whose last block is the program. Raises NoVerdict."""
    with tempfile.TemporaryDirectory(prefix="icwm-reply-") as name:
        file = Path(name) / "reply.md"
        file.write_bytes(reply.encode("utf-8", "replace"))
        return await _judge(task, file, ["--reply"], command)


async def judge_program(task: Path, program: Path, command: str) -> float:
    """The reward of a file that holds a program. Raises NoVerdict."""
    return await _judge(task, program, [], command)


async def _judge(task: Path, file: Path, options: list[str], command: str) -> float:
    with tempfile.TemporaryDirectory(prefix="icwm-reward-") as name:
        reward = Path(name) / "reward.txt"
        arguments = ["judge", str(task / "tests" / "bundle.json"), str(file), "--reward", str(reward)]
        arguments += ["--absent-fails", *options]
        try:
            process = await asyncio.create_subprocess_exec(
                command, *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
            )
        except OSError as error:
            raise NoVerdict(
                f"{command} does not start ({error.strerror}); name the judge: {command} of icwm"
            ) from error
        said, _ = await process.communicate()
        if not reward.is_file():
            raise NoVerdict(said.decode("utf-8", "replace").strip())
        return float(reward.read_text(encoding="utf-8"))
