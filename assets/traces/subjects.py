"""Which programs of the corpus are traced: different ones, spread evenly over labels, the same ones each time."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any

from resources.execution.outcome import Outcome

NEVER_RAN = frozenset({Outcome.REJECTED.value, Outcome.COMPILATION_ERROR.value, Outcome.LINK_ERROR.value})
"""Labels of programs that nothing ran."""


@dataclass(frozen=True)
class Subject:
    """One program of the corpus, with what was observed of it."""

    seed_id: str
    split: str
    licence: str
    bundle_hash: str
    candidate_hash: str
    turn_id: str
    code: str
    outcome: str
    log: str

    @property
    def key(self) -> tuple[str, str]:
        return self.bundle_hash, self.candidate_hash


def subjects(
    corpus: Iterable[Mapping[str, Any]], trajectories: Iterable[Mapping[str, Any]], most: int
) -> list[Subject]:
    """`corpus` are rows of `reasoning_corpus`, `trajectories` those that they tell; of each label as many as there are,
    in turn, until there are `most`."""
    turns = {
        (row["bundle_hash"], turn["candidate_hash"]): turn
        for row in trajectories
        for turn in row["turns"]
        if turn["source"] == "real"
    }
    found: dict[tuple[str, str], Subject] = {}
    for row in corpus:
        for entry in row["provenance"]:
            key = (entry["bundle_hash"], entry["candidate_hash"])
            if key in turns and entry["outcome"] not in NEVER_RAN:
                found.setdefault(key, _subject(row, entry, turns[key]))
    return _spread(found.values(), most)


def _subject(row: Mapping[str, Any], entry: Mapping[str, Any], turn: Mapping[str, Any]) -> Subject:
    return Subject(
        row["seed_id"],
        row["split"],
        row["licence"],
        entry["bundle_hash"],
        entry["candidate_hash"],
        entry["turn_id"],
        turn["code"],
        turn["outcome"],
        bytes(turn["log"]).decode("utf-8", "replace"),
    )


def _spread(found: Iterable[Subject], most: int) -> list[Subject]:
    by_label: dict[str, list[Subject]] = {}
    for subject in sorted(found, key=_drawn):
        by_label.setdefault(subject.outcome, []).append(subject)
    in_turn = chain.from_iterable(zip_longest(*(by_label[label] for label in sorted(by_label))))
    return [subject for subject in in_turn if subject is not None][:most]


def _drawn(subject: Subject) -> str:
    return hashlib.sha256(repr(("execution trace", *subject.key)).encode()).hexdigest()
