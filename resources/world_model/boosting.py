"""Gradient boosting over cheap features: the strongest baseline, and the hint in the hybrid prompt.

scikit-learn fits; what is kept is only tables of tree nodes, written as safetensors and walked with
numpy. Rejected: pickle and joblib (loading runs code), skops and ONNX (another dependency each, and
skops ties a checkpoint to one release of scikit-learn). A test holds both to the same probabilities.
"""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from resources.execution.outcome import Outcome

Array = NDArray[Any]
Tables = Mapping[str, Array]
MIN_EXAMPLES = 24
"""Below this a domain's boosting is its label frequencies: trees of five rows say nothing."""


@dataclass(frozen=True)
class BoostingSettings:
    """Dials of scikit-learn's HistGradientBoostingClassifier."""

    iterations: int = 80
    learning_rate: float = 0.12
    leaves: int = 15
    min_leaf: int = 5
    regularisation: float = 0.5
    seed: int = 0


@dataclass(frozen=True)
class Forest:
    """One domain's fitted trees. `tables` holds node columns, each (nodes,), for all trees together:

    `feature`, `threshold`, `left`, `right` (absolute node numbers), `missing_left`, `leaf`, `value`; and
    `root` and `output` (trees,): where each tree begins and which score it adds to; `base` (scores,).
    One score stands for two labels, else there is one for each label.
    """

    names: tuple[str, ...]
    labels: tuple[Outcome, ...]
    tables: Tables
    importance: tuple[str, ...] = ()

    def probabilities(self, rows: Sequence[Mapping[str, float]]) -> Array:
        """(rows, labels); rows sum to one."""
        scores = self.scores(matrix(rows, self.names))
        if len(self.labels) == 1:
            return np.ones((len(rows), 1))
        if scores.shape[1] == 1:
            second = 1 / (1 + np.exp(-scores[:, 0]))
            return np.stack([1 - second, second], axis=1)
        shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(shifted / shifted.sum(axis=1, keepdims=True))

    def scores(self, values: Array) -> Array:
        """All trees at once: every (row, tree) pair steps down one level at a time until all are leaves."""
        table = self.tables
        row = np.arange(len(values))[:, None]
        node = np.broadcast_to(table["root"], (len(values), len(table["root"]))).copy()
        while node.size and not table["leaf"][node].all():
            value = values[row, table["feature"][node]]
            left = np.where(np.isnan(value), table["missing_left"][node], value <= table["threshold"][node])
            below = np.where(left, table["left"][node], table["right"][node])
            node = np.where(table["leaf"][node], node, below)
        total = np.broadcast_to(table["base"], (len(values), len(table["base"]))).copy()
        for output in range(total.shape[1]):
            total[:, output] += table["value"][node[:, table["output"] == output]].sum(axis=1)
        return total


def matrix(rows: Sequence[Mapping[str, float]], names: Sequence[str]) -> Array:
    """(rows, names); a feature that a row lacks is NaN, which the trees route on their own."""
    values = [[row.get(name, np.nan) for name in names] for row in rows]
    return np.array(values, dtype=np.float64).reshape(len(rows), len(names))


def fit_forest(rows: Sequence[Mapping[str, float]], outcomes: Sequence[Outcome], settings: BoostingSettings) -> Forest:
    """Deterministic. With few rows or one label, the label frequencies and no trees."""
    labels = tuple(sorted(set(outcomes), key=lambda outcome: outcome.value))
    target = np.array([labels.index(outcome) for outcome in outcomes])
    if len(labels) == 1 or len(rows) < MIN_EXAMPLES:
        shares = np.log(np.bincount(target, minlength=len(labels)) / len(target))
        base = shares if len(labels) != 2 else shares[1:] - shares[:1]
        return Forest((), labels, stacked([], base))
    names = varying(rows)
    model = fitted(matrix(rows, names), target, settings)
    trees = [(output, tree.nodes) for step in model._predictors for output, tree in enumerate(step)]
    return Forest(names, labels, stacked(trees, model._baseline_prediction.reshape(-1)), by_gain(trees, names))


def varying(rows: Sequence[Mapping[str, float]]) -> tuple[str, ...]:
    """Names of the features that tell some rows apart; one where none does. The others cost time and say nothing."""
    names = sorted({name for row in rows for name in row})
    kept = [name for name in names if len({row.get(name) for row in rows}) > 1]
    return tuple(kept or names[:1])


def fitted(values: Array, target: Array, settings: BoostingSettings) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    # One thread: a thousand rows gain nothing from two, and beside a busy neighbour OpenMP's barriers
    # made one fit 25 times slower.
    with warnings.catch_warnings(), threadpool_limits(1):
        # A feature that no training row of a fold has is all NaN: routed as missing, worth no warning.
        warnings.simplefilter("ignore", RuntimeWarning)
        return HistGradientBoostingClassifier(
            max_iter=settings.iterations,
            learning_rate=settings.learning_rate,
            max_leaf_nodes=settings.leaves,
            min_samples_leaf=settings.min_leaf,
            l2_regularization=settings.regularisation,
            early_stopping=False,
            random_state=settings.seed,
        ).fit(values, target)


def stacked(trees: Sequence[tuple[int, Any]], base: Array) -> dict[str, Array]:
    """scikit-learn's node records of many trees as one set of plain columns."""
    sizes = [len(nodes) for _, nodes in trees]
    starts = np.concatenate([[0], np.cumsum(sizes)])[: len(trees)].astype(np.int64)

    def column(name: str, kind: Any, offset: bool = False) -> Array:
        parts = [
            nodes[name].astype(kind) + (start if offset else 0) for (_, nodes), start in zip(trees, starts, strict=True)
        ]
        return np.concatenate(parts).astype(kind) if parts else np.zeros(0, kind)

    return {
        "feature": column("feature_idx", np.int64),
        "threshold": column("num_threshold", np.float64),
        "left": column("left", np.int64, offset=True),
        "right": column("right", np.int64, offset=True),
        "missing_left": column("missing_go_to_left", np.bool_),
        "leaf": column("is_leaf", np.bool_),
        "value": column("value", np.float64),
        "root": starts,
        "output": np.array([output for output, _ in trees], dtype=np.int64),
        "base": np.asarray(base, dtype=np.float64),
    }


def by_gain(trees: Sequence[tuple[int, Any]], names: Sequence[str]) -> tuple[str, ...]:
    """Feature names by the total gain of their splits, greatest first; unused ones left out."""
    gain = np.zeros(len(names))
    for _, nodes in trees:
        inner = nodes[nodes["is_leaf"] == 0]
        np.add.at(gain, inner["feature_idx"], inner["gain"])
    order = np.argsort(-gain, kind="stable")
    return tuple(names[index] for index in order if gain[index] > 0)
