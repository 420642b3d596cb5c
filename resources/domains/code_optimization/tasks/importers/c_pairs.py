"""Rows of a C program and pairs of input and output, as JSON lines or CSV: the layout of SuperCoder and CodeNet dumps.

Columns go by several names in such dumps; lists in CSV cells are JSON. A program reads stdin and prints to stdout.
"""

import codecs
import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from resources.domains.code_optimization.execution.stages.build import DEFAULT_STANDARD
from resources.domains.code_optimization.tasks.importers.programs import MAXIMUM_TESTS, CProgram, seed_of
from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.licence_files import detect_licence
from resources.domains.toolkit.set_origin import detect_commit
from resources.domains.toolkit.source_tree import SourceTree, UnreadableError, existing, finished, plain_lines
from resources.execution.sandbox.job import Sandbox
from resources.execution.sandbox.selection import make_sandbox

LOOKED_FOR = "a .jsonl or .csv file, or a folder of them, whose rows have a C program with inputs and outputs"
MAXIMUM_FILE_BYTES = 256 << 20
MAXIMUM_ROW_CHARACTERS = 4 << 20
_NAMES: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "problem_id", "name", "task_id"),
    "program": ("program", "c_code", "c", "code", "source", "src"),
    "inputs": ("inputs", "input", "stdin"),
    "outputs": ("outputs", "output", "stdout", "expected_outputs"),
    "tests": ("tests", "test_cases", "pairs", "io_pairs"),
    "words": ("prompt", "description", "statement"),
    "licence": ("licence", "license"),
}


class RowError(Exception):
    """A row that cannot become a seed; `field` is the field at fault."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """`path` is a file, or a folder that holds some at any depth."""
    path = existing(path, LOOKED_FOR).resolve()
    tree = SourceTree(path if path.is_dir() else path.parent)
    files = [path] if path.is_file() else [at / name for at, names in tree.folders() for name in names]
    files = [file for file in files if file.suffix in (".jsonl", ".csv")]
    if not files:
        raise ImportSourceError(f"{path}: no rows; looked for {LOOKED_FOR}")
    seeds: list[TaskSeed] = []
    problems: list[ImportProblem] = []
    sandbox = make_sandbox()
    known_licence = licence or detect_licence(path)
    for file in files:
        try:
            rows = list(_rows(file, tree.content(file, "file", MAXIMUM_FILE_BYTES)))
        except UnreadableError as error:
            problems.append(error.problem)
            continue
        except RowError as error:
            problems.append(ImportProblem(tree.name(file), error.field, str(error)))
            continue
        for number, row in rows:
            place = f"{tree.name(file)}:{number}"
            try:
                seeds.append(_seed(sandbox, row, place, known_licence))
            except RowError as error:
                problems.append(ImportProblem(place, error.field, str(error)))
    return finished(seeds, problems, commit=commit or detect_commit(tree, files))


def _rows(file: Path, content: bytes) -> Iterator[tuple[int, Any]]:
    """Numbered rows; a JSON line that cannot be read is passed on as it is."""
    if file.suffix == ".csv":
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise RowError("file", f"not UTF-8 at offset {error.start}") from None
        csv.field_size_limit(MAXIMUM_ROW_CHARACTERS)
        try:
            yield from enumerate(csv.DictReader(io.StringIO(text)), 2)
        except csv.Error as error:
            raise RowError("row", f"not CSV: {error}") from None
        return
    for number, line in enumerate(content.removeprefix(codecs.BOM_UTF8).split(b"\n"), 1):
        if line.strip():
            yield number, line


def _seed(sandbox: Sandbox, raw: Any, place: str, licence: str) -> TaskSeed:
    row = _parsed(raw)
    name = str(_field(row, "id") or "").strip()
    if not name or any(letter.isspace() for letter in name):
        raise RowError("id", "missing, empty, or not a word")
    program = _field(row, "program")
    if not isinstance(program, str) or "main" not in program:
        raise RowError("program", "missing, or without a main function")
    inputs, outputs = _pairs(row)
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


def _parsed(raw: Any) -> Mapping[str, Any]:
    if isinstance(raw, Mapping):
        return raw
    if len(raw) > MAXIMUM_ROW_CHARACTERS:
        raise RowError("row", f"more than {MAXIMUM_ROW_CHARACTERS} bytes")
    try:
        row = json.loads(raw.decode())
        json.dumps(row, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise RowError("row", "holds half of a surrogate pair") from None
    except UnicodeDecodeError as error:
        raise RowError("row", f"not UTF-8: byte 0x{raw[error.start]:02x} at its offset {error.start}") from None
    except json.JSONDecodeError as error:
        raise RowError("row", f"not JSON: {error}") from None
    except (ValueError, RecursionError):
        raise RowError("row", "not JSON that can be read here: a number too long, or nested too deeply") from None
    if not isinstance(row, dict):
        raise RowError("row", f"a JSON object is expected, not {type(row).__name__}")
    return row


def _field(row: Mapping[str, Any], what: str) -> Any:
    return next((row[name] for name in _NAMES[what] if row.get(name) not in (None, "")), None)


def _pairs(row: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Inputs and outputs. Raises RowError where they are missing or of different number."""
    tests = _listed(_field(row, "tests"))
    if tests:
        pairs = [(_field(test, "inputs"), _field(test, "outputs")) for test in tests if isinstance(test, Mapping)]
        inputs, outputs = [pair[0] or "" for pair in pairs], [pair[1] for pair in pairs]
    else:
        inputs, outputs = _listed(_field(row, "inputs")), _listed(_field(row, "outputs"))
    if len(inputs) != len(outputs) or len(inputs) < 2:
        raise RowError("tests", f"{len(inputs)} inputs and {len(outputs)} outputs; at least two pairs are needed")
    if not all(isinstance(text, str) for text in (*inputs, *outputs)):
        raise RowError("tests", "inputs and outputs must be texts")
    return tuple(map(plain_lines, inputs)), tuple(map(plain_lines, outputs))


def _listed(value: Any) -> list[Any]:
    """A list as it is, or written as JSON in a cell; one text is a list of one."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return [value]
    return value if isinstance(value, list) else [] if value is None else [value]
