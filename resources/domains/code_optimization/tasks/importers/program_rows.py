"""Rows of a file, be it JSON lines, a JSON list, CSV or Parquet; and a row's fields, whatever they are called.

What a row means is each set's own module. Parquet is read by a native parser, so a reader reads it.
"""

import codecs
import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from resources.domains.importing import ImportProblem, ImportResult, ImportSourceError, counted
from resources.domains.seed import TaskSeed
from resources.domains.toolkit.licence_files import detect_licence
from resources.domains.toolkit.set_origin import detect_commit
from resources.domains.toolkit.source_tree import (
    SourceTree,
    UnreadableError,
    broken_item,
    existing,
    finished,
    plain_lines,
    read_below,
)
from resources.execution.reader.apart import apart

SUFFIXES = (".jsonl", ".csv", ".parquet")
LIST_SUFFIX = ".json"
"""A list of rows where nothing else has rows: data sets come with descriptions of themselves in JSON, too."""
MAXIMUM_FILE_BYTES = 256 << 20
MAXIMUM_ROW_CHARACTERS = 4 << 20
_BATCH = 50
"""Rows of a Parquet file that are read at a time: some have megabytes of tests."""


class RowError(Exception):
    """A row that cannot become a seed; `field` is the field at fault."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def read_rows(
    path: Path, commit: str, licence: str, looked_for: str, seed_of_row: Callable[[Any, str, str], TaskSeed]
) -> ImportResult:
    """`path` is a file, or a folder that holds some at any depth. `seed_of_row` makes a seed of a row, its place and
    the set's licence, or raises RowError."""
    path = existing(path, looked_for).resolve()
    tree = SourceTree(path if path.is_dir() else path.parent)
    files = _files(tree, path)
    if not files:
        raise ImportSourceError(f"{path}: no rows; looked for {looked_for}")
    seeds: list[TaskSeed] = []
    problems: list[ImportProblem] = []
    known_licence = licence or detect_licence(path)
    for file in files:
        try:
            for number, row in counted(numbered_rows(tree, file), "rows"):
                place = f"{tree.name(file)}:{number}"
                try:
                    seeds.append(seed_of_row(row, place, known_licence))
                except RowError as error:
                    problems.append(ImportProblem(place, error.field, str(error)))
        except UnreadableError as error:
            problems.append(error.problem)
        except RowError as error:
            problems.append(ImportProblem(tree.name(file), error.field, str(error)))
    return finished(seeds, problems, commit=commit or detect_commit(tree, files))


def _files(tree: SourceTree, path: Path) -> list[Path]:
    if path.is_file():
        return [path] if path.suffix in (*SUFFIXES, LIST_SUFFIX) else []
    files = [at / name for at, names in tree.folders() for name in names]
    return [file for file in files if file.suffix in SUFFIXES] or [file for file in files if file.suffix == LIST_SUFFIX]


def numbered_rows(tree: SourceTree, file: Path) -> Iterator[tuple[int, Any]]:
    """Rows with their numbers, or lines; what cannot be read as a row is passed on as it is.

    Raises UnreadableError or RowError where the file cannot be read at all.
    """
    if file.suffix == ".parquet":
        yield from enumerate(_parquet(tree, file), 1)
        return
    content = tree.content(file, "file", MAXIMUM_FILE_BYTES).removeprefix(codecs.BOM_UTF8)
    if file.suffix == ".csv":
        yield from enumerate(_csv(content), 2)
    elif file.suffix == LIST_SUFFIX and content.lstrip().startswith(b"["):
        yield from enumerate(_json_list(content), 1)
    else:
        yield from ((number, line) for number, line in enumerate(content.split(b"\n"), 1) if line.strip())


def _csv(content: bytes) -> Iterator[Mapping[str, Any]]:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RowError("file", f"not UTF-8 at offset {error.start}") from None
    csv.field_size_limit(MAXIMUM_ROW_CHARACTERS)
    try:
        yield from csv.DictReader(io.StringIO(text))
    except csv.Error as error:
        raise RowError("row", f"not CSV: {error}") from None


def _json_list(content: bytes) -> list[Any]:
    try:
        rows: list[Any] = json.loads(content.decode())
    except (ValueError, RecursionError):
        raise RowError("file", "not a JSON list in UTF-8") from None
    return rows


def _parquet(tree: SourceTree, file: Path) -> Iterator[bytes]:
    """Each row as a line of JSON, without what is neither text nor number."""
    tree.check(file, "file")
    for group, rows in enumerate(_row_groups(tree, file)):
        for start in range(0, rows, _BATCH):
            for line in _parquet_rows(tree, file, group, start):
                yield line.encode()


@apart(raises=(UnreadableError,), reads=read_below, died=broken_item)
def _row_groups(tree: SourceTree, file: Path) -> list[int]:
    """How many rows each group of a file has."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        meta = pq.read_metadata(file)
    except (pa.ArrowException, OSError) as error:
        raise UnreadableError(tree.name(file), "file", f"not Parquet: {str(error)[:120]}") from None
    return [meta.row_group(group).num_rows for group in range(meta.num_row_groups)]


@apart(raises=(UnreadableError,), reads=read_below, died=broken_item)
def _parquet_rows(tree: SourceTree, file: Path, group: int, start: int) -> list[str]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        source = pq.ParquetFile(file)
        columns = [source.schema.column(place) for place in range(len(source.schema))]
        told = [item.path for item in columns if _is_told(item.physical_type, item.logical_type.type)]
        rows = source.read_row_group(group, columns=told, use_threads=False).slice(start, _BATCH).to_pylist()
        return [json.dumps(row, default=str) for row in rows]
    except (pa.ArrowException, OSError, ValueError, TypeError) as error:
        raise UnreadableError(tree.name(file), "file", f"not Parquet that can be read: {str(error)[:120]}") from None


def _is_told(physical: str, logical: str) -> bool:
    """Compiled programs are bytes without a meaning of their own."""
    return physical != "FIXED_LEN_BYTE_ARRAY" and (physical != "BYTE_ARRAY" or logical != "NONE")


def parsed_row(raw: Any) -> Mapping[str, Any]:
    """A row as a mapping. Raises RowError."""
    if isinstance(raw, Mapping):
        return raw
    if not isinstance(raw, bytes):
        raise RowError("row", f"a JSON object is expected, not {type(raw).__name__}")
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


def first_of(row: Mapping[str, Any], names: Sequence[str]) -> Any:
    """The first of these fields that is there and not empty."""
    return next((row[name] for name in names if row.get(name) not in (None, "")), None)


def listed(value: Any) -> list[Any]:
    """A list as it is, or written as JSON in a cell; one text is a list of one."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return [value]
    return value if isinstance(value, list) else [] if value is None else [value]


INPUTS = ("inputs", "input", "stdin")
OUTPUTS = ("outputs", "output", "stdout", "expected_outputs", "expected_output")
TESTS = ("tests", "test_cases", "pairs", "io_pairs")


def pairs_of(row: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Inputs and outputs. Raises RowError where they are missing or of different number."""
    tests = listed(first_of(row, TESTS))
    if tests:
        pairs = [(first_of(test, INPUTS), first_of(test, OUTPUTS)) for test in tests if isinstance(test, Mapping)]
        inputs, outputs = [pair[0] or "" for pair in pairs], [pair[1] for pair in pairs]
    else:
        inputs, outputs = listed(first_of(row, INPUTS)), listed(first_of(row, OUTPUTS))
    if len(inputs) != len(outputs) or len(inputs) < 2:
        raise RowError("tests", f"{len(inputs)} inputs and {len(outputs)} outputs; at least two pairs are needed")
    if not all(isinstance(text, str) for text in (*inputs, *outputs)):
        raise RowError("tests", "inputs and outputs must be texts")
    return tuple(map(plain_lines, inputs)), tuple(map(plain_lines, outputs))
