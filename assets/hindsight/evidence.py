"""What a reasoning is checked against: both programs, the logs so far, and what the task tells; and how a quotation is
looked up there."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from resources.domains.domain import Domain
from resources.domains.registry import get_domain
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.diagnosis.differences import line_changes
from resources.generation.hindsight import HindsightRequest

QUOTE = re.compile(r"`([^`\n]+)`")
LINE = re.compile(r"\b[Ll]ines?\s+(\d{1,9})\b")
TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*")
SUPPOSED = re.compile(
    r"\b(?:if|should|unless|whether|would|could|may|might|next run|expect|try|tries|suppose|perhaps|otherwise)\b", re.I
)
"""A sentence with such a word claims nothing."""

_SEVERAL = 3


@dataclass(frozen=True)
class Evidence:
    """One correction's material, each text made flat once."""

    request: HindsightRequest

    @cached_property
    def codes(self) -> tuple[str, str]:
        """The failed program and the corrected one."""
        return self.request.failed.candidate.code, self.request.corrected.candidate.code

    @cached_property
    def logs(self) -> list[str]:
        """Of every attempt up to the failed one."""
        return [_said(self.request.domain, turn.observation) for turn in self.request.turns[: self.request.index]]

    @cached_property
    def log(self) -> str:
        """What the tools wrote of the failed attempt, as they wrote it."""
        return self.request.failed.observation.text

    @cached_property
    def attempts(self) -> list[str]:
        return [turn.candidate.code for turn in self.request.turns[: self.request.index + 1]]

    @cached_property
    def known(self) -> str:
        """All that the author has seen and written, flat."""
        request = self.request
        bundle, instructions = request.bundle, request.instructions
        shown = [bundle.files[name] for name in instructions.files if name in bundle.files]
        told = [bundle.prompt, bundle.interface, bundle.candidate_file, instructions.text, *instructions.facts, *shown]
        labels = _labels(request.domain.outcomes)
        return flat("\n".join([*self.attempts, *self.logs, *told, *labels, *request.domain.stages]))

    @cached_property
    def names(self) -> set[str]:
        return set(TOKEN.findall(self.known))

    @property
    def trade(self) -> frozenset[str]:
        """Names that several references of the domain have: instructions, keywords, functions of its libraries."""
        return _names_of_the_trade(self.request.domain.name)

    def is_scope(self, quote: str) -> bool:
        """Whether it is the name of what a program defines at a line's beginning: a function, a label, a module."""
        definition = re.compile(rf"^(?:\w[\w *]*[ *])?{re.escape(quote)}\b[ \t]*[:(#;]", re.M)
        return TOKEN.fullmatch(quote) is not None and any(definition.search(code) for code in self.codes)

    @cached_property
    def changed(self) -> set[int]:
        """Lines of a program that are others in the next one or in the one that passed; of the last change, too."""
        before, after = self.codes
        last = self.request.turns[-1].candidate.code
        pairs = [(before, after), (before, last), (after, last)]
        if self.request.index > 1:
            pairs.append((self.request.turns[self.request.index - 2].candidate.code, before))
        return {line for old, new in pairs for line in _touched(old, new)}

    def is_code(self, quote: str) -> bool:
        return any(holds(flat(code), quote) for code in self.codes)

    def is_said(self, quote: str) -> bool:
        """By the tools alone, of the failed attempt."""
        return holds(flat(self.log), quote) and not self.is_code(quote)


@cache
def _names_of_the_trade(domain: str) -> frozenset[str]:
    """Those that one task alone has are no names of the trade, and may be what its reference hides."""
    references = [seed.reference for seed in get_domain(domain).builtin_seeds()]
    counted = Counter(name for text in references for name in set(TOKEN.findall(text)))
    return frozenset(name for name, count in counted.items() if count >= _SEVERAL)


def flat(text: str) -> str:
    """White space alike, and no quotes: a log's backticks cannot stand in a quotation."""
    return re.sub(r"\s+", " ", re.sub(r"[`´‘’'\"]", "", text))


def holds(text: str, quote: str) -> bool:
    """Whether a quotation, which may be cut, stands in a text made flat."""
    return flat(quote).strip().removesuffix("...").rstrip() in text


def stands_alone(text: str, number: str) -> bool:
    """Whether a number stands in a text, and not as a part of another."""
    return re.search(rf"(?<![\w.]){re.escape(number)}(?![\w.])", text) is not None


def names_line(log: str, number: int) -> bool:
    """Whether it speaks of a line of that number, as tools write one; a bench's cycle 20 is none."""
    return re.search(rf"(?::|\(|\b[Ll]ines? ){number}\b", log) is not None


def unquoted(sentence: str) -> str:
    return QUOTE.sub(" ", sentence)


def _said(domain: Domain, observation: Observation) -> str:
    """Its log, its labels, and its messages as the domain reads them, which may join several lines."""
    stages = " ".join(stage.stage for stage in observation.stages)
    messages = "\n".join(item.message for item in domain.diagnostics(observation))
    return f"{observation.outcome.value} {observation.stage} {stages}\n{observation.text}\n{messages}"


def _labels(outcomes: Iterable[Outcome]) -> list[str]:
    """As they are written, and in words."""
    return [text for label in outcomes for text in (label.value, label.value.replace("_", " "))]


def _touched(old: str, new: str) -> Iterator[int]:
    """Lines of the old text that the change takes away, and those beside which it adds some."""
    for hunk in line_changes(old, new):
        yield from range(max(1, hunk.line - 1), hunk.line + max(1, len(hunk.removed)))
