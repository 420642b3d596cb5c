"""How unlike anything executed a candidate is: the distance to its nearest training turn, as a share of theirs.

A model is calibrated on candidates like those it learned from; of others its confidence says little. What a
novelty costs in trust is `trust`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from resources.world_model.boosting import matrix
from resources.world_model.features import plain_features
from resources.world_model.model import Query, TurnExample

Array = NDArray[Any]
NOVELTY_FILE = "icwm/novelty.safetensors"
MOST_ROWS = 1000
"""Training turns kept for each domain: 1 MB of a checkpoint."""
FARTHEST = 8.0
"""Standard deviations beyond which a feature is not told apart: one odd number is not a thousand odd words."""


@dataclass(frozen=True)
class Familiar:
    """Training turns of one domain: `rows` (turns, features), scaled; `gaps` (turns,), ascending, are the
    distances of each to its nearest other."""

    names: tuple[str, ...]
    scale: Array
    rows: Array
    gaps: Array

    def novelty(self, rows: Sequence[Mapping[str, float]]) -> Array:
        """(rows,), 0 to 1: the share of training turns that are nearer to another than the row is to any."""
        if not len(self.gaps):
            return np.ones(len(rows))
        nearest = distances(scaled(rows, self.names, self.scale), self.rows).min(axis=1)
        return np.asarray(np.searchsorted(self.gaps, nearest, side="left") / len(self.gaps))


@dataclass(frozen=True)
class Novelty:
    """By domain name."""

    familiar: Mapping[str, Familiar]

    def of(self, queries: Sequence[Query]) -> list[float]:
        """1.0 for a domain without training turns."""
        found = [1.0] * len(queries)
        for name, known in self.familiar.items():
            places = [place for place, query in enumerate(queries) if query.domain.name == name]
            values = known.novelty([plain_features(queries[place]) for place in places]) if places else ()
            for place, value in zip(places, values, strict=True):
                found[place] = float(value)
        return found


def with_parents_rows(own: Novelty, parent: Novelty) -> Novelty:
    """Of each domain whichever remembers more turns: what a parent learned from is not new to its child."""
    kept = {
        name: max(known, parent.familiar.get(name, known), key=lambda item: len(item.rows))
        for name, known in own.familiar.items()
    }
    return Novelty(kept)


def scaled(rows: Sequence[Mapping[str, float]], names: Sequence[str], scale: Array) -> Array:
    return np.asarray(np.clip(np.nan_to_num(matrix(rows, names)) / scale, -FARTHEST, FARTHEST), dtype=np.float32)


def distances(left: Array, right: Array) -> Array:
    """(left, right), Euclidean, to two decimals: below that it is the noise of how they are computed."""
    one, other = left.astype(np.float64), right.astype(np.float64)
    squares = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1)[None] - 2 * one @ other.T
    return np.asarray(np.round(np.sqrt(np.maximum(squares, 0)), 2), dtype=np.float32)


def fit_novelty(examples: Sequence[TurnExample]) -> Novelty:
    """Deterministic: of more than `MOST_ROWS` turns of a domain, evenly spread ones are kept."""
    found = {}
    for name in sorted({example.query.domain.name for example in examples}):
        own = [example.query for example in examples if example.query.domain.name == name]
        kept = own if len(own) <= MOST_ROWS else [own[i * len(own) // MOST_ROWS] for i in range(MOST_ROWS)]
        found[name] = fit_familiar([plain_features(query) for query in kept])
    return Novelty(found)


def fit_familiar(rows: Sequence[Mapping[str, float]]) -> Familiar:
    names = tuple(sorted({name for row in rows for name in row}))
    spread = np.nan_to_num(matrix(rows, names)).std(axis=0)
    scale = np.where(spread > 0, spread, 1.0).astype(np.float32)
    table = scaled(rows, names, scale)
    if len(rows) < 2:
        return Familiar(names, scale, table, np.zeros(0, dtype=np.float32))
    apart = distances(table, table)
    np.fill_diagonal(apart, np.inf)
    return Familiar(names, scale, table, np.sort(apart.min(axis=1)))


def save_novelty(novelty: Novelty, directory: Path) -> None:
    from safetensors.numpy import save_file

    names = sorted(novelty.familiar)
    tables = {
        f"{number}.{part}": np.ascontiguousarray(getattr(novelty.familiar[name], part), dtype=np.float32)
        for number, name in enumerate(names)
        for part in ("scale", "rows", "gaps")
    }
    described = [{"domain": name, "names": novelty.familiar[name].names} for name in names]
    (directory / NOVELTY_FILE).parent.mkdir(exist_ok=True)
    save_file(tables, directory / NOVELTY_FILE, metadata={"domains": json.dumps(described)})


def load_novelty(directory: Path) -> Novelty:
    from safetensors import safe_open

    with safe_open(directory / NOVELTY_FILE, framework="numpy") as file:
        described = json.loads(file.metadata()["domains"])
        return Novelty(
            {
                item["domain"]: Familiar(
                    tuple(item["names"]), *(file.get_tensor(f"{number}.{part}") for part in ("scale", "rows", "gaps"))
                )
                for number, item in enumerate(described)
            }
        )
