"""What a checkpoint hands on: forests added to one, what it has seen, and the champion that ships."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from world_model_toy import LABELS, make_examples

from assets.world_model.measuring import is_new
from assets.world_model.promotion import Decision, record
from assets.world_model.shipped import copy_checkpoint, parent_of, shipped_checkpoint
from assets.world_model.splits import Part, Splits, kinds_of
from resources.execution.outcome import Outcome
from resources.storage.lake import Lake
from resources.world_model.boosting import BoostingSettings, Forest, fit_forest
from resources.world_model.checkpoint import CorruptCheckpointError
from resources.world_model.hint_inheritance import best_weight, blended, log_shares
from resources.world_model.trained_on import Seen, load_trained_on, save_trained_on, seen_in

PASS, COMPILE, MISMATCH = LABELS
ROWS = [{"a": float(place % 7), "b": float(place % 5)} for place in range(60)]


def forest(names: str, labels: tuple[Outcome, ...], iterations: int = 6) -> Forest:
    rows = [{name: row[name] for name in names} for row in ROWS]
    outcomes = [labels[int(sum(row.values())) % len(labels)] for row in rows]
    return fit_forest(rows, outcomes, BoostingSettings(iterations=iterations))


@pytest.mark.parametrize(("own", "parent"), [(3, 3), (2, 2), (3, 2), (2, 3), (1, 3)])
@pytest.mark.parametrize("weight", [0.25, 1.0])
def test_a_blended_forest_pools_both_as_logarithms(own: int, parent: int, weight: float) -> None:
    one, other = forest("a", LABELS[:own]), forest("ab", LABELS[:parent])
    found = blended(other, one, weight)
    assert set(found.labels) == set(LABELS[: max(own, parent)])
    shares = found.probabilities(ROWS)
    both = [label for label in found.labels if label in one.labels and label in other.labels]
    if len(both) > 1:
        odds = {
            name: np.log(each.probabilities(ROWS))[:, [each.labels.index(label) for label in both]]
            for name, each in (("found", found), ("own", one), ("parent", other))
        }
        apart = {name: row[:, 0] - row[:, 1] for name, row in odds.items()}
        np.testing.assert_allclose(apart["found"], (1 - weight) * apart["own"] + weight * apart["parent"], atol=1e-9)
    np.testing.assert_allclose(shares.sum(axis=1), 1)


def test_a_parent_that_knows_better_counts_and_one_that_does_not_counts_nothing() -> None:
    real = [PASS, COMPILE, MISMATCH] * 20
    sure = log_shares([{label: 0.9, LABELS[(LABELS.index(label) + 1) % 3]: 0.1} for label in real])
    lost = log_shares([dict.fromkeys(LABELS, 1 / 3)] * 60)
    assert best_weight(lost, sure, real) == 1.0
    assert best_weight(sure, lost, real) == 0.0


def test_what_was_seen_round_trips_and_adds_up(tmp_path: Path) -> None:
    first, second = seen_in(make_examples(20)), seen_in(make_examples(20, seed=1))
    save_trained_on(first | second, tmp_path)
    found = load_trained_on(tmp_path)
    assert found == Seen(first.pairs | second.pairs, first.groups | second.groups)
    assert found.pairs > first.pairs


def test_a_seed_or_kind_or_generator_that_an_ancestor_saw_is_not_measured_as_held_out() -> None:
    item, other = make_examples(2, tasks=1)
    item, other = (
        replace(item, generator="text_edits"),
        replace(other, generator="text_edits", fault_kinds=item.fault_kinds),
    )
    splits = Splits({}, fault_kinds=tuple(kinds_of(item)))
    for part in (Part.SEED, Part.FAULT, Part.GENERATOR):
        assert is_new(item, part, splits, Seen())
        assert not is_new(item, part, splits, seen_in([other]))
    assert is_new(item, Part.TURN, splits, seen_in([other]))
    assert not is_new(item, Part.TURN, splits, seen_in([item]))


def test_the_homes_champion_comes_before_the_shipped_one(tmp_path: Path) -> None:
    lake, directory = Lake(tmp_path / "lake"), tmp_path / "checkpoints"
    assert parent_of(lake, directory, shipped=False) is None
    record(lake, Decision("first", "abc", "abc", "", "test"), "run")
    assert parent_of(lake, directory, shipped=True) is None
    (directory / "abc").mkdir(parents=True)
    assert parent_of(lake, directory, shipped=True) == directory / "abc"


def test_a_changed_checkpoint_is_neither_copied_nor_shipped(tmp_path: Path) -> None:
    assert shipped_checkpoint(tmp_path) is None
    (tmp_path / "from" / "abc").mkdir(parents=True)
    (tmp_path / "from" / "abc" / "icwm.json").write_text("{}")
    assert shipped_checkpoint(tmp_path / "from") == tmp_path / "from" / "abc"
    with pytest.raises(CorruptCheckpointError):
        copy_checkpoint(tmp_path / "from" / "abc", tmp_path / "to")
    assert not list((tmp_path / "to").iterdir())
