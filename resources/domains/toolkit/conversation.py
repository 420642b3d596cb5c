"""Recorded conversations: all that an author answered to one task, with the thoughts and what tools said between them.

One JSON object each. `messages` is the OpenAI form that this project's exports have: `assistant` is an answer, its
thoughts in `reasoning_content` (or `reasoning`), `tool` or `user` behind it is what was said of it. `turns` is short:
`{"reasoning", "answer" or "code", "observation"}`. A domain keeps its own in `tasks/conversations/<author>.jsonl`.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from resources.domains.recorded_answer import RecordedAnswer
from resources.domains.toolkit.seed_folder import BrokenSeedError, read_text

MESSAGES, TURNS = "messages", "turns"
_THOUGHTS = ("reasoning_content", "reasoning")
_SAID_OF_AN_ANSWER = ("tool", "user")
_PASSED_OVER = ("system", "developer")


class BrokenConversation(ValueError):
    """No conversation can be read from the row. The message names the field."""


@dataclass(frozen=True)
class _Turn:
    text: str
    thought: str
    observed: str = ""


def is_conversation(row: Mapping[str, Any]) -> bool:
    return MESSAGES in row or TURNS in row


def conversation(row: Mapping[str, Any], author: str) -> RecordedAnswer:
    """`author` is who wrote it where the row does not say. Raises BrokenConversation."""
    seed = text_field(row, "seed_id", "task_id")
    if not seed:
        raise BrokenConversation("seed_id or task_id: has to be a text")
    messages = MESSAGES in row
    entries = row[MESSAGES if messages else TURNS]
    if not isinstance(entries, list):
        raise BrokenConversation(f"{MESSAGES if messages else TURNS}: has to be a list")
    turns = _of_messages(entries) if messages else [_turn(entry, f"{TURNS}[{at}]") for at, entry in enumerate(entries)]
    if not turns:
        raise BrokenConversation(f"{MESSAGES if messages else TURNS}: holds no answer")
    return RecordedAnswer(
        seed,
        text_field(row, "author", default="") or author,
        tuple(turn.text for turn in turns),
        whole_reply=messages or "code" not in entries[0],
        is_solution=False,
        thoughts=tuple(turn.thought for turn in turns),
        observed=tuple(turn.observed for turn in turns),
        task=text_field(row, "task", default=""),
    )


def read_conversations(root: Path) -> tuple[RecordedAnswer, ...]:
    """All below `root`, by author. Raises BrokenSeedError, naming file and line."""
    return tuple(answer for file in sorted(root.glob("*.jsonl")) for answer in _read(file))


def _read(file: Path) -> Iterator[RecordedAnswer]:
    for number, line in enumerate(read_text(file).splitlines(), 1):
        try:
            yield conversation(json.loads(line), file.stem)
        except (ValueError, TypeError, AttributeError) as error:
            raise BrokenSeedError(file, f"line {number}", f"is no conversation: {error}") from error


def _of_messages(entries: Iterable[object]) -> list[_Turn]:
    """What stands before the first answer is the prompt, and not looked at."""
    turns: list[_Turn] = []
    for at, entry in enumerate(entries):
        where = f"{MESSAGES}[{at}]"
        message = _mapping(entry, where)
        role = message.get("role")
        if role == "assistant":
            turns.append(_Turn(_content(message, where), _thought(message, where)))
        elif role in _SAID_OF_AN_ANSWER:
            said = _content(message, where)
            turns[-1:] = [_Turn(turn.text, turn.thought, _joined(turn.observed, said)) for turn in turns[-1:]]
        elif role not in _PASSED_OVER:
            raise BrokenConversation(f"{where}.role: has to be system, user, assistant or tool")
    return turns


def _turn(entry: object, where: str) -> _Turn:
    turn = _mapping(entry, where)
    names = ("code",) if "code" in turn else ("answer", "content")
    observed = text_field(turn, "observation", default="", where=where)
    return _Turn(text_field(turn, *names, where=where), _thought(turn, where), observed)


def _thought(row: Mapping[str, Any], where: str) -> str:
    """The first that is told; null where nobody thought, as exports have it."""
    name = next((name for name in _THOUGHTS if row.get(name) is not None), "")
    return text_field(row, name, where=where) if name else ""


def _content(message: Mapping[str, Any], where: str) -> str:
    """A text, or the texts of a list of parts."""
    content = message.get("content")
    if not isinstance(content, list):
        return text_field(message, "content", where=where)
    parts = [_mapping(part, f"{where}.content[{at}]") for at, part in enumerate(content)]
    return "\n".join(text_field(part, "text", where=f"{where}.content[{at}]") for at, part in enumerate(parts))


def _joined(one: str, other: str) -> str:
    return f"{one}\n\n{other}" if one else other


def _mapping(entry: object, where: str) -> Mapping[str, Any]:
    if not isinstance(entry, Mapping):
        raise BrokenConversation(f"{where}: has to hold fields")
    return entry


def text_field(row: Mapping[str, Any], *names: str, where: str = "", default: str | None = None) -> str:
    """The first of the fields that is there. Raises BrokenConversation for what is no text that can be kept."""
    value = next((row[name] for name in names if row.get(name) is not None), default)
    field = " or ".join(names)
    at = f"{where}.{field}" if where else field
    if not isinstance(value, str):
        raise BrokenConversation(f"{at}: has to be a text")
    if any(0xD800 <= ord(char) < 0xE000 or char == "\0" for char in value):
        raise BrokenConversation(f"{at}: holds NUL or half a character")
    return value
