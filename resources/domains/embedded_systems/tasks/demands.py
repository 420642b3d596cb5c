"""What each sentence of a task's prompt demands, and which checks hold a program to it. Read from demands.yaml.

A check is named by its first field and that field's value ("uart USART2", "stored overflows"), a rule of the device by
"rule" and words of what the MCU model says of its breach.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from resources.domains.embedded_systems.execution.board_files import MODEL_FOLDER
from resources.domains.embedded_systems.execution.checks.demands import Demand
from resources.domains.embedded_systems.execution.checks.scenarios import read_checks
from resources.domains.toolkit.seed_folder import BrokenSeedError

DEMANDS_FILE = "demands.yaml"
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])")
_WITHOUT_SUBJECT = ("idle", "order", "resets", "sequence", "one_high", "integers_only")


@dataclass(frozen=True)
class Sentence:
    """A sentence with its checks, or the reason why it asks nothing of a program."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    says: Annotated[str, Field(min_length=1)]
    checked_by: tuple[str, ...] = ()
    asks_nothing: str = ""


def sentences(prompt: str) -> list[str]:
    """Of a prompt's paragraphs and points."""
    blocks = (block.strip().removeprefix("- ").strip() for block in prompt.split("\n"))
    return [sentence.strip() for block in blocks if block for sentence in _SENTENCE_END.split(block)]


def label(check: Demand) -> str:
    """A check's name in demands.yaml."""
    first = fields(check)[0].name
    if first in _WITHOUT_SUBJECT:
        return first
    subject: object = getattr(check, first)
    return f"{first} {' or '.join(subject) if isinstance(subject, tuple) else subject}"


def read_demands(folder: Path) -> tuple[Sentence, ...]:
    """Those of one task folder. Raises BrokenSeedError."""
    file = folder / DEMANDS_FILE
    try:
        raw = yaml.safe_load(file.read_text(encoding="utf-8"))
        sentences_listed: tuple[Sentence, ...] = TypeAdapter(tuple[Sentence, ...]).validate_python(raw)
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise BrokenSeedError(file, "demands", " ".join(str(error).split())[:300]) from error
    return sentences_listed


def gaps(demands: tuple[Sentence, ...], texts: Mapping[str, str], checks_file: str) -> Iterator[str]:
    """What prompt, demands and checks do not agree on; nothing where each demand is checked."""
    said, listed = sentences(texts["prompt.md"]), [demand.says for demand in demands]
    yield from (f"not listed: {sentence}" for sentence in said if sentence not in listed)
    yield from (f"not in the prompt: {sentence}" for sentence in listed if sentence not in said)
    for demand in demands:
        if bool(demand.checked_by) == bool(demand.asks_nothing):
            yield f"without a check, or with one and asking nothing: {demand.says}"
    scenarios = read_checks(texts[checks_file]).scenarios
    present = {label(check) for scenario in scenarios for check in (*scenario.checks, *scenario.demands)}
    named = {name for demand in demands for name in demand.checked_by}
    for name in sorted(named - present):
        if not (name.startswith("rule ") and name.removeprefix("rule ") in _model_text()):
            yield f"no such check: {name}"
    yield from (f"a check that no sentence demands: {name}" for name in sorted(present - named))


@cache
def _model_text() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(MODEL_FOLDER.glob("*.py")))
