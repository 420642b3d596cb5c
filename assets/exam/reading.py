"""From an answer as it was given to the program in it, or to why there is none.

An answer is read when it is judged and kept as it was given, so that a better reader needs no new answers. That one was
cut off, that one refuses, and that one holds no program are three things, and none of them is a wrong program.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from assets.exam.sample import Fate
from resources.generation.endpoint.fences import fenced_blocks
from resources.generation.endpoint.reading import NoCode, read_answer
from resources.generation.endpoint.reply import Reply

MOST_BYTES = 1 << 20
_FILTERED = re.compile(r"content.?(?:filter|policy|management)", re.IGNORECASE)
_REFUSES = re.compile(
    r"\W*(?:(?:i['’]?m|i am) (?:very |really |so )?(?:sorry|afraid|unable)|sorry|as an ai|unfortunately,? i"
    r"|i (?:can['’]?t|cannot|can not|won['’]?t|will not|must decline))\b",
    re.IGNORECASE,
)
"""How a text begins that declines; asked only of texts without any block of code."""


class Form(StrEnum):
    """What the text of an answer is: see the column `form`."""

    REPLY = "reply"
    TEXT = "text"
    PROGRAM = "program"


@dataclass(frozen=True)
class Reading:
    """`code` where `fate` is JUDGED (so far); else `reason`."""

    fate: Fate
    code: str = ""
    reason: str = ""


def read(answer: Mapping[str, Any], fence: str) -> Reading:
    """`answer` is a row of `exam_answers`, `fence` the tag of its domain's programs."""
    text, form = answer["reply"], Form(answer["form"])
    if answer["trouble"]:
        fate = Fate.REFUSED if _FILTERED.search(answer["trouble"]) else Fate.UNPARSABLE
        return Reading(fate, reason=answer["trouble"])
    if answer["finish_reason"] == "content_filter":
        return Reading(Fate.REFUSED, reason="the server's filter stopped it")
    blocks = fenced_blocks(text)
    if form is Form.PROGRAM or (form is Form.TEXT and not blocks and not _REFUSES.match(text)):
        return _program(text)
    try:
        return Reading(Fate.JUDGED, read_answer(_reply(answer), fence, MOST_BYTES).code)
    except NoCode as missing:
        return Reading(_fate(answer, form), reason=str(missing))


def _program(text: str) -> Reading:
    if not text.strip():
        return Reading(Fate.UNPARSABLE, reason="it is empty")
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        return Reading(Fate.UNPARSABLE, reason=f"it has more than {MOST_BYTES} bytes")
    return Reading(Fate.JUDGED, text.replace("\r\n", "\n").rstrip() + "\n")


def _reply(answer: Mapping[str, Any]) -> Reply:
    return Reply(answer["reply"], answer["reasoning"], answer["finish_reason"])


def _fate(answer: Mapping[str, Any], form: Form) -> Fate:
    """Where nobody says how a recorded reply ended, a block that nothing closes says that it was cut off."""
    blocks = fenced_blocks(answer["reply"])
    if answer["finish_reason"] == "length" or (form is Form.TEXT and blocks and not blocks[-1].closed):
        return Fate.TRUNCATED
    if not blocks and _REFUSES.match(answer["reply"]):
        return Fate.REFUSED
    return Fate.UNPARSABLE
