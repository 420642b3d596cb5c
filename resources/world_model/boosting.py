"""Gradient boosting over cheap features: the strongest baseline, and the hint in the hybrid prompt.

LightGBM fits; what is kept is only tables of tree nodes, written as safetensors and walked with
numpy. Rejected: pickle and joblib (loading runs code), ONNX (another dependency), LightGBM's own text (it would then be
needed to predict). A test holds both to the same probabilities.
"""

from collections.abc import Iterator, Mapping, Sequence
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
    """LightGBM's dials. Each split's threshold is drawn at random, and a tree sees `feature_share` of the features.

    On a few hundred turns that is mostly better than the best threshold of all features, on thousands as good.
    """

    iterations: int = 80
    learning_rate: float = 0.12
    leaves: int = 15
    min_leaf: int = 5
    regularisation: float = 0.5
    feature_share: float = 0.5
    seed: int = 0

    def parameters(self) -> dict[str, Any]:
        return {
            "num_iterations": self.iterations,
            "learning_rate": self.learning_rate,
            "num_leaves": self.leaves,
            "min_data_in_leaf": self.min_leaf,
            "lambda_l2": self.regularisation,
            "feature_fraction": self.feature_share,
            "extra_trees": True,
            "seed": self.seed,
        }


@dataclass(frozen=True)
class Forest:
    """One domain's fitted trees. `tables` holds node columns, each (nodes,), for all trees together:

    `feature`, `threshold`, `left`, `right` (absolute node numbers), `missing_left`, `leaf`, `value`; and
    `root` and `output` (trees,): where each tree begins and which score it adds to; `base` (scores,).
    One score stands for two labels, else there is one for each label. `turns` is how many rows it was learned from,
    an ancestor's included.
    """

    names: tuple[str, ...]
    labels: tuple[Outcome, ...]
    tables: Tables
    importance: tuple[str, ...] = ()
    turns: int = 0

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
    """Deterministic. With few rows, one label or no feature at all, the label frequencies and no trees."""
    labels = tuple(sorted(set(outcomes), key=lambda outcome: outcome.value))
    target = np.array([labels.index(outcome) for outcome in outcomes])
    if len(labels) == 1 or len(rows) < MIN_EXAMPLES or not any(rows):
        shares = np.log(np.bincount(target, minlength=len(labels)) / len(target))
        kept = without_trees(shares if len(labels) != 2 else shares[1:] - shares[:1])
        return Forest((), labels, kept, turns=len(rows))
    every = tuple(sorted({name for row in rows for name in row}))
    values = matrix(rows, every)
    places = varying(values)
    names = tuple(every[place] for place in places)
    tables, gain = columns_of(fitted(values[:, places], target, settings.parameters()))
    scores = len(labels) if len(labels) > 2 else 1
    return Forest(names, labels, {**tables, "base": np.zeros(scores)}, by_gain(gain, names), len(rows))


def without_trees(base: Array) -> dict[str, Array]:
    none = np.zeros(0, np.int64)
    return {**columns_from([]), "root": none, "output": none, "base": np.asarray(base, dtype=np.float64)}


def varying(values: Array) -> list[int]:
    """Columns of (rows, features) that tell some rows apart; one where none does. The others cost time and say
    nothing."""
    first = values[:1]
    apart = ((values != first) & ~(np.isnan(values) & np.isnan(first))).any(axis=0)
    return [int(place) for place in np.flatnonzero(apart)] or list(range(values.shape[1]))[:1]


def by_gain(gain: Array, names: Sequence[str]) -> tuple[str, ...]:
    """Feature names by the total gain of their splits, greatest first; unused ones left out."""
    order = np.argsort(-gain, kind="stable")
    return tuple(names[index] for index in order if gain[index] > 0)


COLUMNS = {
    "feature": np.int64,
    "threshold": np.float64,
    "left": np.int64,
    "right": np.int64,
    "missing_left": np.bool_,
    "leaf": np.bool_,
    "value": np.float64,
}


def fitted(values: Array, target: Array, parameters: Mapping[str, Any]) -> Any:
    """A LightGBM booster of (rows, features), NaN where missing, and of labels 0 to n - 1. Deterministic."""
    import lightgbm

    labels = int(target.max()) + 1
    objective = {"objective": "multiclass", "num_class": labels} if labels > 2 else {"objective": "binary"}
    # One thread: a thousand rows gain nothing from two, and beside a busy neighbour OpenMP's barriers cost a multiple.
    fixed = {"num_threads": 1, "deterministic": True, "force_row_wise": True, "verbosity": -1}
    # Bins of single values and leaves of few rows: most features are counts and flags that few rows have.
    data = {"feature_pre_filter": False, "min_data_in_bin": 1}
    whole = {**objective, **fixed, **data, **parameters}
    return lightgbm.train(whole, lightgbm.Dataset(values, target, params=whole))


def columns_of(booster: Any) -> tuple[dict[str, Array], Array]:
    """The node columns of all trees together, with `root` and `output` (trees,); and each feature's total gain."""
    described = booster.dump_model()
    outputs = described["num_tree_per_iteration"]
    rows: list[tuple[Any, ...]] = []
    roots: list[int] = []
    gain = np.zeros(booster.num_feature())
    for tree in described["tree_info"]:
        roots.append(len(rows))
        rows += _nodes(tree["tree_structure"], len(rows), gain)
    tables = columns_from(rows)
    tables["root"] = np.array(roots, dtype=np.int64)
    tables["output"] = np.arange(len(roots), dtype=np.int64) % outputs
    return tables, gain


def columns_from(rows: list[tuple[Any, ...]]) -> dict[str, Array]:
    return {name: np.array([row[at] for row in rows], dtype=kind) for at, (name, kind) in enumerate(COLUMNS.items())}


def _nodes(tree: Mapping[str, Any], first: int, gain: Array) -> Iterator[tuple[Any, ...]]:
    """One tree's rows, the root first; a node's children follow each other, breadth first."""
    waiting, after = [tree], first + 1
    for node in waiting:
        if "split_index" not in node:
            yield 0, 0.0, 0, 0, False, True, node["leaf_value"]
            continue
        gain[node["split_feature"]] += node["split_gain"]
        yield node["split_feature"], node["threshold"], after, after + 1, _missing_left(node), False, 0.0
        waiting += [node["left_child"], node["right_child"]]
        after += 2


def _missing_left(node: Mapping[str, Any]) -> bool:
    """Where no training row lacked the feature, LightGBM takes a missing value for zero."""
    return bool(node["default_left"] if node["missing_type"] == "NaN" else node["threshold"] >= 0)
