"""A hint that keeps what its parent's forests knew: both forests' scores added, as one forest.

A home with a thousand turns cannot learn again what its parent learned from fifty thousand. How much the parent's
forest counts is found on turns that it never saw. Fitting is `hint` and `boosting`.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from resources.execution.outcome import Outcome
from resources.world_model.boosting import Array, BoostingSettings, Forest, Tables
from resources.world_model.calibration import MIN_EXAMPLES
from resources.world_model.hint import Hint, Rows, folds_by_candidate, is_followed, out_of_fold
from resources.world_model.inheritance import Inheritance
from resources.world_model.model import TurnExample
from resources.world_model.rendering import Evidence
from resources.world_model.scoring import UNFOLLOWED
from resources.world_model.training_record import pair_code

WEIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0)
UNSEEN = 1e-4
"""The probability of a label that a forest never saw."""
LEADING = 8
"""Features by which a forest goes most: as many as a prompt shows."""
FARTHER = 3.0
"""Nats below its rarest label at which a forest's score of a label that it never saw begins."""


def with_parent(
    hint: Hint,
    evidence: Sequence[Evidence],
    examples: Sequence[TurnExample],
    rows: Rows,
    inherited: Inheritance,
    settings: BoostingSettings,
) -> tuple[Hint, list[Evidence]]:
    """The hint and its out-of-fold evidence, in the order of the examples and their features, with the parent's forests
    weighed in.

    With fewer than `MIN_EXAMPLES` turns of a domain that are new to the parent nothing can be weighed: the forest that
    learned from more turns is kept. That is the parent's in a new home, whose built-in tasks the parent knows, and
    the own one where a home has collected more since. Nor is a parent weighed that never learned from turns without
    what is followed: turns that show both all there is do not tell how it errs where there is less.
    """
    never_without = UNFOLLOWED not in inherited.calibration
    forests, shown = dict(hint.forests), list(evidence)
    for name in sorted(set(forests) & set(inherited.hint.forests)):
        places = [i for i, item in enumerate(examples) if item.query.domain.name == name and evidence[i].hint]
        parent = inherited.hint.forests[name]
        new = np.array([pair_code(examples[i].query) not in inherited.seen.pairs for i in places], dtype=bool)
        saw_less = never_without and is_followed(forests[name].names)
        if new.sum() < MIN_EXAMPLES or saw_less:
            forests[name] = kept(forests[name], parent, saw_less or lacks_checks(forests[name], parent))
            continue
        theirs = log_shares([named(parent, row) for row in parent.probabilities([rows[i] for i in places])])
        ours = log_shares([evidence[i].hint for i in places])
        weight = weight_of(theirs, [rows[i] for i in places], [examples[i] for i in places], new, settings)
        if weight:
            forests[name] = replace(blended(parent, forests[name], weight), turns=parent.turns + int(new.sum()))
            for i, row in zip(places, pooled_shares(ours, theirs, weight), strict=True):
                shown[i] = replace(evidence[i], hint=dict(zip(Outcome, map(float, row), strict=True)))
    return Hint(forests), shown


def lacks_checks(own: Forest, parent: Forest) -> bool:
    """Whether the parent's forest lacks what the own one goes by most, since the domain's checks were fewer then."""
    return bool(set(own.importance[:LEADING]) - set(parent.names))


def kept(own: Forest, parent: Forest, saw_less: bool) -> Forest:
    """The forest that learned from more turns; those of a parent that saw less of them count as half."""
    return parent if parent.turns * (0.5 if saw_less else 1.0) > own.turns else own


def named(forest: Forest, shares: Array) -> dict[Outcome, float]:
    return dict(zip(forest.labels, map(float, shares), strict=True))


def log_shares(rows: Sequence[object]) -> Array:
    """(rows, outcomes)."""
    table = [[row.get(outcome, 0.0) for outcome in Outcome] for row in rows if isinstance(row, dict)]
    return np.asarray(np.log(np.maximum(np.array(table, dtype=np.float64), UNSEEN)))


def pooled_shares(ours: Array, theirs: Array, weight: float) -> Array:
    scores = (1 - weight) * ours + weight * theirs
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def heeding(hint: Evidence, other: Evidence, weight: float) -> Evidence:
    """The hint, its label shares pooled with the other's, which count with `weight`."""
    shares = pooled_shares(log_shares([hint.hint]), log_shares([other.hint]), weight)[0]
    return replace(hint, hint=dict(zip(Outcome, map(float, shares), strict=True)))


def weight_of(
    theirs: Array, rows: Rows, examples: Sequence[TurnExample], new: Array, settings: BoostingSettings
) -> float:
    """The parent's share, found on the turns that are new to it.

    The own forest is asked out of folds by candidate, since the parent knows these turns' tasks too: of tasks that
    one of the two had never seen the other would always seem to know more.
    """
    said = out_of_fold(rows, examples, folds_by_candidate(examples), settings)
    places = [int(place) for place in np.flatnonzero(new) if place in said]
    ours = log_shares([said[place] for place in places])
    return best_weight(ours, theirs[places], [examples[place].observation.outcome for place in places])


def best_weight(ours: Array, theirs: Array, real: Sequence[Outcome]) -> float:
    """The parent's share of the pool under which the labels are likeliest; the least of equals."""
    order = list(Outcome)
    target = [order.index(label) for label in real]

    def loss(weight: float) -> float:
        chosen = pooled_shares(ours, theirs, weight)[np.arange(len(target)), target]
        return float(-np.log(np.maximum(chosen, 1e-12)).mean())

    return min(WEIGHTS, key=lambda weight: (round(loss(weight), 6), weight))


def blended(parent: Forest, own: Forest, weight: float) -> Forest:
    """One forest whose scores are the weighted sum of both, over the labels and features of either."""
    labels = tuple(sorted({*parent.labels, *own.labels}, key=lambda outcome: outcome.value))
    names = tuple(sorted({*parent.names, *own.names}))
    first, second = (widened(forest, labels, names) for forest in (own, parent))
    tables = joined(scaled(first, 1 - weight), scaled(second, weight))
    return Forest(names, labels, tables, tuple(dict.fromkeys((*own.importance, *parent.importance))))


def widened(forest: Forest, labels: Sequence[Outcome], names: Sequence[str]) -> Tables:
    """The forest's tables with a score for each of `labels` and features counted in `names`."""
    tables = dict(forest.tables)
    single = len(tables["base"]) == 1
    base = np.array([0.0, tables["base"][0]]) if single else tables["base"]
    places = np.array([labels.index(label) for label in forest.labels])
    wide = np.full(len(labels), (base.min() if len(base) else 0.0) - FARTHER)
    wide[places] = base if len(base) == len(places) else 0.0
    columns = np.array([names.index(name) for name in forest.names] or [0])
    outputs = tables["output"] + 1 if single else tables["output"]
    return tables | {
        "base": wide,
        "feature": columns[tables["feature"]],
        "output": places[outputs] if len(outputs) else outputs,
    }


def scaled(tables: Tables, weight: float) -> Tables:
    return {**tables, "value": tables["value"] * weight, "base": tables["base"] * weight}


def joined(first: Tables, second: Tables) -> Tables:
    offset = len(first["feature"])
    moved = {name: second[name] + offset for name in ("left", "right", "root")}
    later = {**second, **moved}
    own = {name: np.concatenate([first[name], later[name]]) for name in first if name != "base"}
    return own | {"base": first["base"] + second["base"]}
