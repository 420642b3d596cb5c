"""What both channels of TritonBench share: an index of rows, and files with an operator above a test.

What an operator is (a Triton kernel in G, torch itself in T), and what becomes of it, is each channel's own module.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from resources.domains.gpu_kernels.tasks.importers.driver import Driver
from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError, counted
from resources.domains.seed import TaskSeed
from resources.domains.toolkit.licence_files import detect_licence
from resources.domains.toolkit.set_origin import detect_commit
from resources.domains.toolkit.source_tree import SourceTree, UnreadableError, existing, finished, tier_of_size

URL = "https://github.com/thunlp/TritonBench"
TARGET = "sm_80"
TOLERANCES = {"float32": [1e-3, 1e-3], "float16": [1e-2, 1e-2], "bfloat16": [3e-2, 3e-2]}
"""Operators of many sizes and orders of summation."""
MAXIMUM_INDEX_BYTES = 64 << 20
_LINE = re.compile(r"^#{146}[ \t]*$", re.MULTILINE)
_NUMBER = re.compile(r"(?<![\w.])\d{1,9}(?![\w.]*\d)")


@dataclass(frozen=True)
class FileHalves:
    """What stands above and below the line."""

    operator: str
    test: str


@dataclass(frozen=True)
class Channel:
    """An index, under the names that releases gave it, beside the folder of its files."""

    name: str
    indexes: tuple[str, ...]
    folder: str

    @property
    def looked_for(self) -> str:
        return f"{self.indexes[0]} beside the folder {self.folder}"

    def read(
        self,
        path: Path,
        commit: str,
        licence: str,
        seed: Callable[[SourceTree, Path, Mapping[str, Any], str], TaskSeed],
    ) -> ImportResult:
        """`path` is the repository's root or any folder above the index; `seed` makes one of a file and its row."""
        tree = SourceTree(existing(path, self.looked_for).resolve())
        index = self.index(tree)
        seeds: list[TaskSeed] = []
        problems: list[ImportProblem] = []
        licence = licence or detect_licence(path)
        used = [index]
        for row in counted(rows_of(tree, index)):
            try:
                file = self.file_of(tree, index, row)
                used.append(file)
                seeds.append(seed(tree, file, row, licence))
            except UnreadableError as error:
                problems.append(error.problem)
        return finished(seeds, problems, commit=commit or detect_commit(tree, used))

    def index(self, tree: SourceTree) -> Path:
        """The first index in the tree with the folder beside it. Raises ImportSourceError."""
        for place, names in tree.folders():
            for index in self.indexes:
                if index in names and (place / self.folder).is_dir():
                    return place / index
        raise ImportSourceError(f"{tree.root}: not {self.name}; looked for {self.looked_for}")

    def file_of(self, tree: SourceTree, index: Path, row: Any) -> Path:
        name = row.get("file") if isinstance(row, dict) else None
        if not isinstance(name, str) or not re.fullmatch(r"[\w.-]+\.py", name):
            raise UnreadableError(tree.name(index), "file", f"no plain name of a Python file: {name!r}"[:120])
        return index.parent / self.folder / name


def rows_of(tree: SourceTree, index: Path) -> list[Any]:
    """A JSON list, or one row a line: a file called `.jsonl` may hold either. Raises ImportSourceError."""
    try:
        text = tree.content(index, "index", MAXIMUM_INDEX_BYTES).decode("utf-8-sig")
        rows = json.loads(text) if text.lstrip().startswith("[") else _lines(text)
    except UnreadableError as error:
        raise ImportSourceError(str(error)) from None
    except (ValueError, RecursionError) as error:
        raise ImportSourceError(f"{index}: not JSON in UTF-8: {error}") from None
    if not isinstance(rows, list):
        raise ImportSourceError(f"{index}: a list of rows is expected")
    return rows


def _lines(text: str) -> Any:
    """The rows of JSON lines; what is one JSON text over several lines is no list of rows."""
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        return [json.loads(line) for line in lines]
    except ValueError:
        return json.loads(text)


def halves(tree: SourceTree, file: Path) -> FileHalves:
    """Raises UnreadableError where no single line of 146 number signs parts the file."""
    parts = _LINE.split(tree.text(file, "operator"))
    if len(parts) != 2:
        raise UnreadableError(tree.name(file), "operator", f"{len(parts) - 1} lines of 146 number signs instead of one")
    return FileHalves(parts[0].strip() + "\n", parts[1].strip() + "\n")


def named_numbers(told: str) -> frozenset[int]:
    """The whole numbers in a prompt, which sizes in the test must go on to be."""
    return frozenset(int(number) for number in _NUMBER.findall(told))


def told_sizes(driver: Driver) -> str:
    """For the prompt: which sizes are judged, where they are not those of the set's own tests."""
    judged = ", ".join(f"{now} in place of {before}" for before, now in driver.scaled.values() if before != now)
    return f"Sizes in its tests: {judged}.\n" if judged else ""


def told_names(names: Sequence[str]) -> str:
    return f"Define: {', '.join(f'`{name}`' for name in names)}.\n"


def tier(row: Mapping[str, Any], operator: str) -> int:
    """The set's difficulty from 1 to 5 where it gives one, else by the operator's size."""
    given = str(row.get("difficulty", ""))
    return int(given) if given in {"1", "2", "3", "4", "5"} else tier_of_size(operator)
