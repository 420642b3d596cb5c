"""A conversation as tokens with exact masks: one sequence where each prompt goes on where the last answer ended."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from assets.learned import Learned
from assets.tokens.chat_format import ChatFormat, Target

IGNORED = -100
"""The label that PyTorch's cross entropy leaves out."""


class Span(NamedTuple):
    """Tokens `start` to `end`, the end excluded."""

    start: int
    end: int


@dataclass(frozen=True)
class TokenSequence:
    """`learned` are the answers that carry loss."""

    row_id: str
    ids: list[int]
    learned: tuple[Span, ...]

    @property
    def labels(self) -> list[int]:
        labels = [IGNORED] * len(self.ids)
        for start, end in self.learned:
            labels[start:end] = self.ids[start:end]
        return labels


def sequences(chat: ChatFormat, row: Mapping[str, Any], learned: Learned | None = None) -> list[TokenSequence]:
    """Every answer that is learned from stands in one sequence, after what a server would send before it.

    `row` is one of `reasoning_corpus`; `learned` None takes its own `loss_mask`. Raises TemplateUnusable.
    """
    messages = row["messages"]
    targets = (chat.target(messages, place) for place in learned_places(row, learned))
    return list(_joined(str(row["conversation_id"]), targets))


def learned_places(row: Mapping[str, Any], learned: Learned | None) -> list[int]:
    """Places of the messages that carry loss."""
    messages = row["messages"]
    answers = [place for place, message in enumerate(messages) if message["role"] == "assistant"]
    if learned is None:
        return [place for place in answers if messages[place]["loss_mask"]]
    return [place for place, label in zip(answers, row["turn_labels"], strict=True) if learned.holds(label)]


def _joined(row_id: str, targets: Iterable[Target]) -> Iterator[TokenSequence]:
    current: TokenSequence | None = None
    for target in targets:
        goes_on = current is not None and target.prompt[: len(current.ids)] == current.ids
        if current is not None and not goes_on:
            yield current
        earlier = current.learned if current is not None and goes_on else ()
        ids = target.prompt + target.completion
        current = TokenSequence(row_id, ids, (*earlier, Span(len(target.prompt), len(ids))))
    if current is not None:
        yield current


def fitting(sequence: TokenSequence, length: int) -> TokenSequence | None:
    """Without the answers that end beyond `length` tokens: one that is cut would never learn to end."""
    kept = tuple(span for span in sequence.learned if span.end <= length)
    return replace(sequence, ids=sequence.ids[: kept[-1].end], learned=kept) if kept else None


def answers(found: Sequence[TokenSequence]) -> int:
    return sum(len(sequence.learned) for sequence in found)
