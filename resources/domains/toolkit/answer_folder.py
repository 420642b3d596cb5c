"""Answers to built-in tasks by other authors: `tasks/answers/<author>/<task>.<ending>`, one file an attempt.

An author saw the prompt alone. `<task>.2.<ending>` is what the author wrote after seeing what tools said of the first
attempt, `.3` after the second. In `<author>/unsolved/` lie answers whose last attempt still fails: mistakes as people
make them, and no base for faults.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path

from resources.domains.recorded_answer import RecordedAnswer
from resources.domains.toolkit.seed_folder import BrokenSeedError, read_text

UNSOLVED = "unsolved"
_NAME = re.compile(r"(?P<task>[a-z][a-z0-9_]*)(?:\.(?P<attempt>[2-9]))?\.[a-z]+")


def read_answers(root: Path, tasks: Iterable[str]) -> tuple[RecordedAnswer, ...]:
    """All answers below `root`, by author and task; BrokenSeedError for a file that answers none of `tasks`, and for
    a later attempt without an earlier one."""
    known = frozenset(tasks)
    folders = sorted(path for path in root.glob("*") if path.is_dir() and path.name != "__pycache__")
    by_hand = (
        answer
        for folder in folders
        for place, is_solution in ((folder, True), (folder / UNSOLVED, False))
        if place.is_dir()
        for answer in _author(place, folder.name, is_solution, known)
    )
    mechanical = (answer for file in sorted(root.glob("*.jsonl")) for answer in _mechanical(file, known))
    return (*by_hand, *mechanical)


def answer_line(task: str, code: str, *, is_solution: bool) -> str:
    """One answer of a mechanical author, as `read_answers` reads it."""
    return json.dumps({"task": task, "code": code, "is_solution": is_solution}) + "\n"


def _mechanical(file: Path, known: frozenset[str]) -> Iterable[RecordedAnswer]:
    for number, line in enumerate(read_text(file).splitlines(), 1):
        try:
            row = json.loads(line)
            task, code, is_solution = str(row["task"]), str(row["code"]), bool(row["is_solution"])
        except (ValueError, KeyError, TypeError) as error:
            raise BrokenSeedError(file, f"line {number}", f"is no answer: {error!r}") from error
        if task not in known:
            raise BrokenSeedError(file, f"line {number}", f"answers no built-in task: {task}")
        yield RecordedAnswer(f"builtin/{task}", file.stem, (code,), is_solution=is_solution)


def _author(folder: Path, author: str, is_solution: bool, known: frozenset[str]) -> Iterable[RecordedAnswer]:
    attempts: dict[str, dict[int, Path]] = {}
    for file in sorted(path for path in folder.iterdir() if path.name not in (UNSOLVED, "__pycache__")):
        match = _NAME.fullmatch(file.name)
        if match is None or match["task"] not in known:
            raise BrokenSeedError(file, "name", "is not that of a built-in task, with an attempt's number or without")
        attempts.setdefault(match["task"], {})[int(match["attempt"] or 1)] = file
    for task, files in sorted(attempts.items()):
        if sorted(files) != list(range(1, len(files) + 1)):
            raise BrokenSeedError(files[max(files)], "name", "is a later attempt, and an earlier one is missing")
        texts = tuple(read_text(files[number]) for number in sorted(files))
        yield RecordedAnswer(f"builtin/{task}", author, texts, is_solution=is_solution)
