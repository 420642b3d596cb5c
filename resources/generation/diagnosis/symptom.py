"""Symptom: what the tools said of an attempt, and whether a later run says it again. What it points at is `bearing`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from resources.domains.domain import Diagnostic, Domain
from resources.execution.observation import Observation
from resources.generation.diagnosis.differences import moved_lines

_NUMBER = re.compile(r"\b(?:0[xX][0-9a-fA-F]+|\d+'[bdhox][0-9a-fA-FxXzZ_?]+|\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)\b")
_VALUES = re.compile(r"\bexpected \S+ got \S+")
_PLACE = re.compile(r"^\S*?:\d+(?::\d+)?:\s*")
FAILED = re.compile(r"\b(\d+) of (\d+) checks failed")
"""A bench's verdict, the failed ones first."""
_FIRST_LINES = 3


class Effect(Enum):
    """What a later run has of a message: nothing known yet, the same message, none of it at the same stage, none of it
    and a later stage or a pass. `EARLIER` is a run that did not come as far, so that it says nothing of the message."""

    UNKNOWN, STAYED, EARLIER, GONE, PASSED_ON = range(5)


@dataclass(frozen=True)
class Symptom:
    """An observation with the messages that its domain reads in it, the most important one first, and the program that
    it is of."""

    domain: Domain
    observation: Observation
    code: str

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return tuple(self.domain.diagnostics(self.observation))

    @cached_property
    def messages(self) -> tuple[str, ...]:
        """As the domain reads them; the log's first lines where it reads none."""
        lines = [line for line in self.observation.text.splitlines() if line.strip()]
        texts = [item.message for item in self.diagnostics] or lines[:_FIRST_LINES]
        return tuple(dict.fromkeys(text for text in texts if text.strip()))

    @property
    def first(self) -> str:
        """Empty where nothing was printed."""
        return self.messages[0] if self.messages else ""

    @cached_property
    def quoted(self) -> str:
        """The first message as the log has it."""
        return self.as_logged(self.first)

    def as_logged(self, message: str) -> str:
        """A message as it stands in the log: of one that is put together from several lines the last of them, which
        says what is wrong; "" where the log has none of it."""
        lines = [" ".join(line.split()) for line in self.observation.text.splitlines()]
        flat = " ".join(message.split())
        if any(flat in line for line in lines) or flat in " ".join(lines):
            return message
        return next((line for line in reversed(lines) if len(line) > 3 and line in flat), "")

    @property
    def label(self) -> str:
        return self.observation.outcome.value

    @property
    def stage(self) -> str:
        return self.observation.stage or "the run"

    def effect(self, later: "Symptom | None") -> Effect:
        """Of what was changed between this run and a later one on the first message."""
        if later is None:
            return Effect.UNKNOWN
        if later.observation.outcome.passed:
            return Effect.PASSED_ON
        here, there = (_place(self.domain.stages, one.observation.stage) for one in (self, later))
        if there < here:
            return Effect.EARLIER
        if self.first and self._is_said_by(later):
            return Effect.STAYED
        if there > here:
            return Effect.PASSED_ON
        return Effect.GONE if self.first else Effect.STAYED

    def _is_said_by(self, later: "Symptom") -> bool:
        """The first message; one that names a line is said again where it names that line, wherever it has moved."""
        wanted, line = alike(self.first), self.diagnostics[0].line if self.diagnostics else 0
        if not line:
            return wanted in {alike(text) for text in (*later.messages, *later.observation.text.splitlines())}
        places = moved_lines(line, self.code, later.code)
        return any(alike(item.message) == wanted and item.line in places for item in later.diagnostics)


def alike(message: str) -> str:
    """A message without its place and its numbers: lines move, and a counter that is still wrong shows another."""
    text = _VALUES.sub("expected 0 got 0", _PLACE.sub("", message.strip()))
    return " ".join(_NUMBER.sub("0", text).split())


def _place(stages: Sequence[str], stage: str) -> int:
    return stages.index(stage) if stage in stages else 0
