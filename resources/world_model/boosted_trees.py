"""LightGBM, and its trees as plain columns: how trees are fitted and what is kept of them.

Walking the columns, and what a forest means, is `boosting`. Nothing of LightGBM's own formats is stored.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
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
