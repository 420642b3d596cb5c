"""From committed turns to what the world model learns from, divided. How they are divided is `split_rule`."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from assets.bundles.reading import certified_bundles
from assets.profile import Profile
from assets.trajectories.execution_columns import observation_from_columns
from assets.world_model.split_rule import is_based_on_another, is_other_author, split
from assets.world_model.splits import Splits, SplitSettings
from resources.domains.registry import get_domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.storage.lake import Lake
from resources.world_model.model import TurnExample
from resources.world_model.query import query_for

EXECUTION_TURNS = "execution_turns"


def read_examples(lake: Lake, domains: Iterable[str]) -> list[TurnExample]:
    """All real turns and corrections of the domains whose bundles are still certified."""
    return [example for domain in domains for example in _domain_examples(lake, domain)]


def read_splits(lake: Lake, domains: Iterable[str], profile: Profile) -> Splits:
    """All real turns, divided as the profile says."""
    return split(read_examples(lake, domains), split_settings(profile))


def split_settings(profile: Profile) -> SplitSettings:
    return SplitSettings(generators=profile.held_out_generators, kinds=profile.held_out_fault_kinds)


def _domain_examples(lake: Lake, domain: str) -> list[TurnExample]:
    if lake.manifest(EXECUTION_TURNS, domain) is None:
        return []
    bundles = {bundle.hash: bundle for bundle in certified_bundles(lake, domain)}
    rows = lake.arrow(EXECUTION_TURNS, [domain]).to_pylist()
    return [_example(row, bundles[row["bundle_hash"]]) for row in rows if row["bundle_hash"] in bundles]


def _example(row: dict[str, Any], bundle: EnvironmentBundle) -> TurnExample:
    example = TurnExample(
        turn_id=row["turn_id"],
        query=query_for(get_domain(bundle.domain), bundle, Candidate(row["code"]), author=row["generator"]),
        observation=observation_from_columns(row, row["toolchain"]),
        fault_kinds=tuple(row["fault_kinds"] or ()),
        generator=row["generator"],
    )
    return replace(example, is_others=is_other_author(example) or is_based_on_another(example))
