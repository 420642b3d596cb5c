"""What a campaign is to make, and its rows beside those that exist. Running it is `campaign`."""

import hashlib
from collections.abc import Iterable
from typing import Any

from assets.generation.mixture import Mixture, Replay
from assets.trajectories.campaign import CampaignResult, Row
from assets.trajectories.loop import Attempt
from assets.trajectories.schema import complete_row
from resources.execution.bundle import EnvironmentBundle
from resources.storage.lake import Lake
from resources.storage.schema import TableSchema

REAL_SEEDS_FROM = 0
AMPLIFIED_SEEDS_FROM = 1_000_000
"""Trajectories are numbered from here in each table, so that no generator is given the same seed for both."""


def plan(
    mixture: Mixture,
    bundles: list[EnvironmentBundle],
    numbers: range,
    *,
    max_corrections: int,
    shipped_answers: int | None = None,
    shipped_conversations: int | None = None,
) -> list[Attempt]:
    """One attempt for each bundle and number, numbers outermost so that a short run covers all bundles.

    A bundle without a solution has attempts only where the mixture has a generator that needs none. Recorded answers
    come last, each once: those to be executed, or, of numbers for amplification, those that are left for it. Of answers
    that come with the project a bundle has at most `shipped_answers`, of conversations at most `shipped_conversations`,
    picked by hash; None for all.
    """
    amplified = numbers.start >= AMPLIFIED_SEEDS_FROM
    drawn = [
        Attempt(mixture.domain, bundle, draw.member.generator, draw.seed, max_corrections, draw.member.model)
        for number in numbers
        for bundle in bundles
        if (draw := mixture.draw(bundle, number))
    ]
    replayed = [
        Attempt(mixture.domain, bundle, replay.generator, seed, max_corrections)
        for bundle in bundles
        for replay, seed in _answers(mixture, bundle, amplified, shipped_answers, shipped_conversations)
    ]
    return [*drawn, *replayed]


def _answers(
    mixture: Mixture,
    bundle: EnvironmentBundle,
    amplified: bool,
    most_answers: int | None,
    most_conversations: int | None,
) -> list[tuple[Replay, int]]:
    answers = [
        (replay, seed) for replay in mixture.replays for seed in replay.seeds(bundle.seed_id, amplified=amplified)
    ]
    shipped = sorted((one for one in answers if one[1] in one[0].shipped), key=lambda one: _drawn(*one))
    talks = [one for one in shipped if one[1] in one[0].conversations]
    alone = [one for one in shipped if one[1] not in one[0].conversations]
    own = [one for one in answers if one[1] not in one[0].shipped]
    return [*alone[:most_answers], *talks[:most_conversations], *own]


def _drawn(replay: Replay, seed: int) -> str:
    return hashlib.sha256(f"shipped answer {replay.generator.name} {seed}".encode()).hexdigest()


def existing_rows(
    store: Lake, schema: TableSchema, domain: str, bundles: Iterable[EnvironmentBundle]
) -> dict[str, Row]:
    """Committed trajectories whose bundle is still certified, by id: a smaller profile or another mixture forgets
    nothing. Rows of an earlier version of the table are completed."""
    if store.manifest(schema.name, domain) is None:
        return {}
    certified = {bundle.hash for bundle in bundles}
    rows: list[dict[str, Any]] = store.arrow(schema.name, [domain]).to_pylist()
    return {row["trajectory_id"]: complete_row(row) for row in rows if row["bundle_hash"] in certified}


def merge(kept: dict[str, Row], result: CampaignResult) -> list[Row]:
    """All rows in a stable order, so that equal content is an equal partition."""
    rows = {**kept, **{row["trajectory_id"]: row for row in result.rows}}
    return sorted(rows.values(), key=lambda row: (row["seed_id"], row["generator_seed"], row["trajectory_id"]))
