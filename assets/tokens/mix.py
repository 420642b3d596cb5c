"""Mix: which rows of the corpus a model learns from, how often each, and in which order. Tokens are `export`'s matter.

Rows come in stages. What is packed together is of one stage, so that an order survives the packing.
"""

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

import pyarrow.compute as pc
from annotated_types import Gt, Le
from pydantic import with_config

from assets.corpus.schema import REASONING_CORPUS
from assets.corpus.splits import CorpusSplit
from assets.learned import Learned, Thoughts
from assets.publication.published_rows import NothingToPublish, PublishedRows
from assets.tokens.sequences import learned_places
from resources.generation.fault_injection.generator import NAME as FAULT_INJECTION
from resources.generation.text_edits.generator import NAME as TEXT_EDITS
from resources.storage.lake import Lake

Row = Mapping[str, Any]
OWN_WRITERS = frozenset({FAULT_INJECTION, TEXT_EDITS})
ANSWERS = "turn_completions"
"""The view with one row for each answer."""
ROWS_AT_ONCE = 1024
_OF_A_CONVERSATION = ("conversation_id", "tier", "messages", "turn_labels", "provenance")
_OF_AN_ANSWER = ("example_id", "tier", "prompt", "completion", "reasoning_writer", "outcome", "passed", "progressed")


class View(StrEnum):
    """In which form a trajectory is shown."""

    CONVERSATIONS = "conversations"
    """Whole, with what was thought before each answer."""
    ANSWERS = "answers"
    """Each answer that is learned from alone, after the prompt that a server would have been sent."""


class Order(StrEnum):
    """The curriculum."""

    SHUFFLED = "shuffled"
    BY_TIER = "by_tier"
    """Easier tasks first."""
    AS_LISTED = "as_listed"
    """One part of the mix after the other."""


@with_config(extra="forbid")
@dataclass(frozen=True)
class MixPart:
    """Rows of some domains and tiers; () takes all. `weight` is how often each row of the training split is shown: 2
    shows it twice, 0.5 every other one, drawn by its name."""

    domains: tuple[str, ...] = ()
    tiers: tuple[int, ...] = ()
    view: View = View.CONVERSATIONS
    weight: Annotated[float, Gt(0), Le(100)] = 1.0


_ALL = MixPart()


@dataclass(frozen=True)
class Mix:
    """Rows that several parts take are shown by each of them."""

    parts: tuple[MixPart, ...] = (_ALL,)
    order: Order = Order.SHUFFLED
    thoughts: Thoughts = Thoughts.AUTHORS


WHOLE_CORPUS = Mix()


@dataclass(frozen=True)
class MixedRows:
    """The rows of a lake's corpus under a mix: name, tier, messages, whose `loss_mask` is the last word."""

    lake: Lake
    domains: Sequence[str]
    mix: Mix
    learned: Learned | None = None
    """Which answers carry loss; None takes the corpus's own mask."""

    def stages(self, split: str) -> Iterator[Iterator[Row]]:
        """Each is read once, and before the next one is asked for."""
        parts = self.mix.parts
        if self.mix.order is Order.AS_LISTED:
            yield from (self._rows([part], split) for part in parts)
        elif self.mix.order is Order.BY_TIER:
            yield from (self._rows(parts, split, tier) for tier in self._tiers(split))
        else:
            yield self._rows(parts, split)

    def _tiers(self, split: str) -> list[int]:
        found: set[int] = set()
        for domain in self.domains:
            for batch in PublishedRows(self.lake, REASONING_CORPUS.name, domain).batches(split, ["tier"]):
                found |= set(pc.unique(batch["tier"]).to_pylist())
        return sorted(found)

    def _rows(self, parts: Sequence[MixPart], split: str, tier: int | None = None) -> Iterator[Row]:
        for number, part in enumerate(parts):
            for domain in self.domains:
                if part.domains and domain not in part.domains:
                    continue
                for row in self._of_view(part.view, domain, split):
                    if (not part.tiers or row["tier"] in part.tiers) and (tier is None or row["tier"] == tier):
                        often = _times(part, number, row) if split == CorpusSplit.TRAIN.value else 1
                        yield from (row for _ in range(often))

    def _of_view(self, view: View, domain: str, split: str) -> Iterator[Row]:
        """As Arrow's; only `ROWS_AT_ONCE` of them are objects of Python, which take several times as much."""
        table, columns = (
            (REASONING_CORPUS.name, _OF_A_CONVERSATION) if view is View.CONVERSATIONS else (ANSWERS, _OF_AN_ANSWER)
        )
        published = PublishedRows(self.lake, table, domain, columns[0])
        if lacking := published.lacks(columns):
            raise NothingToPublish(f"{table} of {domain} has no {', '.join(lacking)} yet: `icwm run` makes it anew")
        for batch in published.batches(split, columns):
            for start in range(0, batch.num_rows, ROWS_AT_ONCE):
                for row in batch.slice(start, ROWS_AT_ONCE).to_pylist():
                    if view is View.CONVERSATIONS:
                        yield _masked(_thought_by(self.mix.thoughts, row), self.learned)
                    elif (self.learned or Learned.PROGRESSED).holds(row):
                        yield _as_conversation(row, self.mix.thoughts)


def _times(part: MixPart, number: int, row: Row) -> int:
    """The whole part of the weight, and one more for as many rows as its fraction says."""
    digest = hashlib.sha256(f"{number} {row['conversation_id']}".encode()).digest()
    return math.floor(part.weight + int.from_bytes(digest[:8]) / 2**64)


def _takes(thoughts: Thoughts, writer: str | None) -> bool:
    """Authors whose code a generator works on stand behind its name: `fault-injection/hand-3`."""
    own = (writer or "").partition("/")[0] in OWN_WRITERS
    return thoughts is Thoughts.ALL or (thoughts is Thoughts.AUTHORS and not own)


def _thought_by(thoughts: Thoughts, row: Row) -> Row:
    """`provenance` has an entry for each answer, in their order."""
    writers = iter(entry["reasoning_writer"] for entry in row["provenance"])
    messages = [
        said if said["role"] != "assistant" or _takes(thoughts, next(writers)) else {**said, "reasoning_content": None}
        for said in row["messages"]
    ]
    return {**row, "messages": messages}


def _masked(row: Row, learned: Learned | None) -> Row:
    places = learned_places(row, learned)
    return {
        **row,
        "messages": [{**said, "loss_mask": int(at in places)} for at, said in enumerate(row["messages"])],
    }


def _as_conversation(row: Row, thoughts: Thoughts) -> Row:
    """One whose last answer alone is learned from."""
    answer = row["completion"][0]
    if not _takes(thoughts, row["reasoning_writer"]):
        answer = {**answer, "reasoning_content": None}
    earlier = [{**said, "reasoning_content": None, "loss_mask": 0} for said in row["prompt"]]
    messages = [*earlier, {**answer, "loss_mask": 1}]
    return {"conversation_id": row["example_id"], "tier": row["tier"], "messages": messages}
