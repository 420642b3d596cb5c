"""Turns of an unknown kind of fault that an audit caught, and what each round's champion says of them.

They are among the turns of later rounds, so these are no figures: they show whether a correction is learned.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl
from rich.table import Table

from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES
from assets.world_model.examples import read_examples
from assets.world_model.splits import CORRECTION_PREFIX
from resources.storage.lake import Lake
from resources.world_model.prediction import CheckpointWorldModel


@dataclass(frozen=True)
class Caught:
    """`turn_id` begins with the audit's id; `said` is each round's label with its confidence, 0 to 1."""

    turn_id: str
    seed_id: str
    real: str
    said: tuple[tuple[str, float], ...]


def caught(
    lake: Lake, directory: Path, champions: Sequence[str], domains: Sequence[str], kinds: Sequence[str]
) -> list[Caught]:
    """Corrections with a fault of one of `kinds` that the last round could train on."""
    wanted = candidates_with(lake, domains, kinds)
    caught = [
        example
        for example in read_examples(lake, domains)
        if example.turn_id.startswith(CORRECTION_PREFIX) and example.query.candidate.hash in wanted
    ]
    if not caught:
        return []
    queries = [example.query for example in caught]
    answers = {
        champion: CheckpointWorldModel(directory / champion, with_diagnostic=False).predict(queries)
        for champion in dict.fromkeys(champions)
    }
    return [
        Caught(
            example.turn_id.removeprefix(CORRECTION_PREFIX),
            example.query.bundle.seed_id,
            example.observation.outcome.value,
            tuple(
                (answers[champion][at].observation.outcome.value, answers[champion][at].confidence)
                for champion in champions
            ),
        )
        for at, example in enumerate(caught)
    ]


def candidates_with(lake: Lake, domains: Sequence[str], kinds: Sequence[str]) -> set[str]:
    """Hashes of amplified candidates with a fault of one of `kinds`: the audit's table does not know them."""
    hashes: set[str] = set()
    for domain in domains:
        if not kinds or lake.manifest(AMPLIFIED_TRAJECTORIES.name, domain) is None:
            continue
        turns = lake.read(AMPLIFIED_TRAJECTORIES.name, domain).select(pl.col("turns").explode()).unnest("turns")
        has = pl.col("faults").list.eval(pl.element().struct.field("kind").is_in(list(kinds))).list.any()
        hashes |= set(turns.filter(has)["candidate_hash"])
    return hashes


def caught_table(cases: Sequence[Caught]) -> Table:
    """One line a turn."""
    table = Table(box=None, pad_edge=False, title="caught by audits", title_justify="left")
    rounds = max((len(case.said) for case in cases), default=0)
    for title in ("seed", "really", *(f"round {number + 1}" for number in range(rounds))):
        table.add_column(title)
    for case in cases:
        table.add_row(case.seed_id, case.real, *(f"{label} ({confidence:.2f})" for label, confidence in case.said))
    return table
