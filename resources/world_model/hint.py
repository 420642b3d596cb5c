"""The hybrid hint: one forest for each domain, its out-of-fold use in training, and its file.

Fitting and walking trees is `boosting`; rendering the probabilities is `rendering`.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from resources.execution.outcome import Outcome
from resources.world_model.boosting import BoostingSettings, Forest, fit_forest
from resources.world_model.features import features_of
from resources.world_model.model import Query, TurnExample
from resources.world_model.rendering import Evidence

SHOWN_CHECKS = 8
FOLDS = 5
FOLLOWED = "check.followed"
"""How the names of features begin that a domain finds by interpreting a candidate. See `Domain.cheap_checks`."""
SIMULATED = "check.simulated"
"""And those of the simulation's verdict, which is there even where nothing could be simulated."""
ONE_IN = 4
"""One turn in so many is learned from once more without them."""
FOREST_FILE = "icwm/hint.safetensors"
"""In a folder of its own: servers load every *.safetensors beside config.json as weights."""

Rows = Sequence[Mapping[str, float]]
"""Features of turns, by name."""


@dataclass(frozen=True)
class Hint:
    """Forests by domain name."""

    forests: Mapping[str, Forest]

    def evidence(self, queries: Sequence[Query]) -> list[Evidence]:
        """What the hybrid prompt of each query shows. Queries must be of domains that have a forest."""
        return self.shown(queries, features_of(queries))

    def shown(self, queries: Sequence[Query], rows: Rows) -> list[Evidence]:
        """The same from the queries' features."""
        found: list[Evidence | None] = [None] * len(queries)
        for name in {query.domain.name for query in queries}:
            forest, places = self.forests[name], [i for i, query in enumerate(queries) if query.domain.name == name]
            for place, shares in zip(places, forest.probabilities([rows[i] for i in places]), strict=True):
                named = dict(zip(forest.labels, map(float, shares), strict=True))
                foremost = next((name for name in forest.importance if name.startswith(FOLLOWED)), None)
                followed = foremost is None or foremost in rows[place]
                found[place] = Evidence(shown_checks(forest, rows[place]), named, followed)
        return [item for item in found if item is not None]


def is_followed(names: Iterable[str]) -> bool:
    return any(name.startswith(FOLLOWED) for name in names)


def unfollowed(row: Mapping[str, float]) -> dict[str, float]:
    """The features without what was found by interpreting the candidate."""
    return {name: value for name, value in row.items() if not name.startswith((FOLLOWED, SIMULATED))}


def shown_checks(forest: Forest, row: Mapping[str, float]) -> dict[str, float]:
    """The domain's checks among a query's features, in the order of their use to the forest: a prompt has room for a
    few."""
    useful = [name for name in forest.importance if name.startswith("check.")]
    return {name.removeprefix("check."): row[name] for name in useful[:SHOWN_CHECKS] if name in row}


def fit_hint(examples: Sequence[TurnExample], rows: Rows, settings: BoostingSettings) -> tuple[Hint, list[Evidence]]:
    """The hint fitted on all examples, and out-of-fold evidence for each of them, in their order; `rows` are their
    features.

    Out of fold, because a forest is nearly certain on its own training rows: a language model that saw
    those probabilities would learn to copy a hint that is never as good again.
    """

    forests: dict[str, Forest] = {}
    evidence = [Evidence({}, {})] * len(examples)
    for name in sorted({example.query.domain.name for example in examples}):
        places = [i for i, example in enumerate(examples) if example.query.domain.name == name]
        own, turns = [rows[i] for i in places], [examples[i] for i in places]
        forests[name] = fit_followed(own, turns, settings)
        for place, shares in out_of_fold(own, turns, folds(turns), settings).items():
            evidence[places[place]] = Evidence(shown_checks(forests[name], own[place]), shares)
    return Hint(forests), evidence


def out_of_fold(
    rows: Rows, examples: Sequence[TurnExample], masks: Sequence[Sequence[bool]], settings: BoostingSettings
) -> dict[int, dict[Outcome, float]]:
    """By place, what forests say that were fitted without the fold that a turn is in."""
    found: dict[int, dict[Outcome, float]] = {}
    for mask in masks:
        kept = [i for i, part in enumerate(mask) if not part]
        asked = [i for i, part in enumerate(mask) if part]
        forest = fit_followed([rows[i] for i in kept], [examples[i] for i in kept], settings)
        for i, shares in zip(asked, forest.probabilities([rows[i] for i in asked]), strict=True):
            found[i] = dict(zip(forest.labels, map(float, shares), strict=True))
    return found


def fit_followed(rows: Rows, examples: Sequence[TurnExample], settings: BoostingSettings) -> Forest:
    """The forest of these turns, and of copies of some of them without what was followed.

    In built-in tasks nearly all that is not followed does not build, and a forest of them takes the one for the other
    in tasks whose programs cannot be followed. `turns` counts no copies.
    """
    copied = [i for i, example in enumerate(examples) if int(example.query.candidate.hash[:8], 16) % ONE_IN == 0]
    more = [i for i in copied if is_followed(rows[i])]
    outcomes = [example.observation.outcome for example in examples]
    bare = [unfollowed(rows[i]) for i in more]
    forest = fit_forest([*rows, *bare], [*outcomes, *(outcomes[i] for i in more)], settings)
    return replace(forest, turns=len(rows))


def folds(examples: Sequence[TurnExample]) -> list[list[bool]]:
    """Membership masks of up to five non-empty folds, by hash: by seed where there are enough seeds.

    By seed, a hint is as unsure as it will be on a new task; with few seeds by candidate, since a fold
    without a whole domain's variety would only say that it does not know.
    """
    seeds = [example.query.bundle.seed_id for example in examples]
    return masks_of(seeds) if len(set(seeds)) >= 2 * FOLDS else folds_by_candidate(examples)


def folds_by_candidate(examples: Sequence[TurnExample]) -> list[list[bool]]:
    """Masks by the candidate's hash alone: what is said of a turn then comes from others of the same tasks."""
    return masks_of([example.query.candidate.hash for example in examples])


def masks_of(keys: Sequence[str]) -> list[list[bool]]:
    parts = [int(hashlib.sha256(key.encode()).hexdigest(), 16) % FOLDS for key in keys]
    if len(set(parts)) < 2:
        return []
    return [[part == fold for part in parts] for fold in sorted(set(parts))]


def save_hint(hint: Hint, directory: Path, file: str = FOREST_FILE) -> None:
    """One safetensors file: tables under "<number>.<column>", names and labels as JSON metadata."""
    from safetensors.numpy import save_file

    names = sorted(hint.forests)
    tables = {
        f"{number}.{column}": table
        for number, name in enumerate(names)
        for column, table in hint.forests[name].tables.items()
    }
    described = [
        {
            "domain": name,
            "names": forest.names,
            "labels": forest.labels,
            "importance": forest.importance,
            "turns": forest.turns,
        }
        for name in names
        for forest in (hint.forests[name],)
    ]
    (directory / file).parent.mkdir(exist_ok=True)
    save_file(tables, directory / file, metadata={"forests": json.dumps(described)})


def load_hint(directory: Path, file: str = FOREST_FILE) -> Hint:
    from safetensors import safe_open

    with safe_open(directory / file, framework="numpy") as kept:
        described = json.loads(kept.metadata()["forests"])
        tables = {key: kept.get_tensor(key) for key in kept.keys()}  # noqa: SIM118
    forests = {}
    for number, item in enumerate(described):
        prefix = f"{number}."
        forests[item["domain"]] = Forest(
            names=tuple(item["names"]),
            labels=tuple(Outcome(label) for label in item["labels"]),
            tables={key.removeprefix(prefix): table for key, table in tables.items() if key.startswith(prefix)},
            importance=tuple(item["importance"]),
            turns=item["turns"],
        )
    return Hint(forests)
