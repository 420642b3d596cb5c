"""Rows of a C program and pairs of input and output: the layout of CodeNet dumps and of a user's own.

Columns go by several names in such dumps; lists in CSV cells are JSON. A program reads stdin and prints to stdout.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from resources.domains.code_optimization.execution.stages.build import DEFAULT_STANDARD
from resources.domains.code_optimization.tasks.importers.program_rows import (
    RowError,
    first_of,
    pairs_of,
    parsed_row,
    read_rows,
)
from resources.domains.code_optimization.tasks.importers.programs import MAXIMUM_TESTS, CProgram, seed_of
from resources.domains.importing import ImportResult
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.source_tree import plain_lines
from resources.execution.sandbox.job import Sandbox
from resources.execution.sandbox.selection import make_sandbox

LOOKED_FOR = "a .jsonl, .csv or .parquet file, or a folder of them, whose rows have a C program with inputs and outputs"
_NAMES: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "problem_id", "name", "task_id"),
    "program": ("program", "c_code", "c", "code", "source", "src"),
    "words": ("prompt", "description", "statement"),
    "licence": ("licence", "license"),
}


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """`path` is a file, or a folder that holds some at any depth."""
    return read_rows(path, commit, licence, LOOKED_FOR, partial(_seed, make_sandbox()))


def _seed(sandbox: Sandbox, raw: Any, place: str, licence: str) -> TaskSeed:
    row = parsed_row(raw)
    name = str(_field(row, "id") or "").strip()
    if not name or any(letter.isspace() for letter in name):
        raise RowError("id", "missing, empty, or not a word")
    program = _field(row, "program")
    if not isinstance(program, str) or "main" not in program:
        raise RowError("program", "missing, or without a main function")
    inputs, outputs = pairs_of(row)
    words = _field(row, "words")
    return seed_of(
        sandbox,
        CProgram(
            seed_id=f"c-pairs/{name}",
            title=name.replace("_", " "),
            words=words if isinstance(words, str) and words.strip() else "Make this C program faster.",
            program=plain_lines(program),
            interface="int main(void);\n",
            harness={},
            inputs=inputs[:MAXIMUM_TESTS],
            outputs=outputs[:MAXIMUM_TESTS],
            measured=tuple(sorted(inputs[:MAXIMUM_TESTS], key=len, reverse=True)),
            standard=DEFAULT_STANDARD,
            origin=SeedOrigin("c-pairs", "", str(_field(row, "licence") or licence), place),
            tags=("whole_program",),
        ),
    )


def _field(row: Mapping[str, Any], what: str) -> Any:
    return first_of(row, _NAMES[what])
