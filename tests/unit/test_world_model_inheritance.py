"""What a checkpoint hands on: forests added to one, what it has seen, and the champion that ships."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from world_model_toy import LABELS, SimulatingToy, make_examples

from assets.world_model.measurement import is_new
from assets.world_model.promotion import Decision, record
from assets.world_model.shipped import copy_checkpoint, parent_of, shipped_checkpoint
from assets.world_model.split_rule import kinds_of
from assets.world_model.splits import Part, Splits
from resources.execution.outcome import Outcome
from resources.storage.lake import Lake
from resources.world_model.assessment import with_parents_figures, with_parents_verdicts
from resources.world_model.boosting import BoostingSettings, Forest, fit_forest
from resources.world_model.calibration import Calibration, CalibrationFigures
from resources.world_model.checkpoint import CorruptCheckpointError
from resources.world_model.features import features
from resources.world_model.hint import Hint, fit_hint
from resources.world_model.hint_inheritance import best_weight, blended, log_shares, weight_of, with_parent
from resources.world_model.inheritance import Inheritance
from resources.world_model.model import TurnExample
from resources.world_model.novelty import Novelty, fit_novelty, with_parents_rows
from resources.world_model.rendering import Evidence
from resources.world_model.scoring import Scored
from resources.world_model.tokenizer import Vocabulary
from resources.world_model.training_record import Seen, load_record, pair_code, save_record, seen_in
from resources.world_model.verdicts import ANY_OTHER, KeptVerdicts, Verdicts

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
    save_record(first | second, tmp_path)
    found = load_record(tmp_path)
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


def features_of(examples: Sequence[TurnExample]) -> list[dict[str, float]]:
    return [features(example.query) for example in examples]


def fitted_hint(examples: Sequence[TurnExample], settings: BoostingSettings) -> tuple[Hint, list[Evidence]]:
    return fit_hint(examples, features_of(examples), settings)


def test_a_parent_that_never_learned_without_what_is_followed_is_not_weighed() -> None:
    """Its forest is as good as the own one on turns that are followed, and knows nothing of others."""
    settings, domain = BoostingSettings(iterations=4), SimulatingToy(simulates=True)
    theirs, _ = fitted_hint(make_examples(120, domain=domain), settings)
    here = make_examples(120, domain=domain, seed=1)
    hint, evidence = fitted_hint(here, settings)
    for calibration, kept in (({}, "own"), ({"unfollowed": {}}, "blend")):
        known = inheritance(theirs, seen_in([]), calibration)
        found, _ = with_parent(hint, evidence, here, features_of(here), known, BoostingSettings(iterations=4))
        assert (found.forests == hint.forests) == (kept == "own")


def inheritance(
    hint: Hint, seen: Seen, calibration: Calibration | None = None, verdicts: KeptVerdicts | None = None
) -> Inheritance:
    return Inheritance(
        "abc", cast(Vocabulary, None), hint, seen, calibration or {}, verdicts or {}, Novelty({}), Path()
    )


@pytest.mark.parametrize(("turns", "kept"), [(30, "parent"), (300, "own")])
def test_where_all_is_known_to_the_parent_the_forest_that_learned_from_more_is_kept(turns: int, kept: str) -> None:
    learned = make_examples(120)
    theirs, _ = fitted_hint(learned, BoostingSettings(iterations=4))
    here = make_examples(300)[:turns]
    hint, evidence = fitted_hint(here, BoostingSettings(iterations=4))
    known = inheritance(theirs, seen_in(here))
    found, shown = with_parent(hint, evidence, here, features_of(here), known, BoostingSettings(iterations=4))
    assert found.forests == (theirs if kept == "parent" else hint).forests
    assert shown == evidence


@pytest.mark.parametrize(("turns", "kept"), [(30, "parent"), (100, "own")])
def test_a_parents_forest_without_todays_checks_counts_half(turns: int, kept: str) -> None:
    learned = make_examples(120)
    theirs, _ = fitted_hint(learned, BoostingSettings(iterations=4))
    here = make_examples(300)[:turns]
    hint, evidence = fitted_hint(here, BoostingSettings(iterations=4))
    leading = {forest.importance[0] for forest in hint.forests.values()}
    poorer = Hint(
        {
            name: replace(forest, names=tuple(f"old {item}" if item in leading else item for item in forest.names))
            for name, forest in theirs.forests.items()
        }
    )
    found, _ = with_parent(
        hint, evidence, here, features_of(here), inheritance(poorer, seen_in(here)), BoostingSettings(iterations=4)
    )
    assert found.forests == (poorer if kept == "parent" else hint).forests


def test_a_blend_has_learned_from_the_parents_turns_and_the_new_ones() -> None:
    learned, here = make_examples(300), make_examples(80, seed=1)
    settings = BoostingSettings(iterations=4)
    theirs, _ = fitted_hint(learned, settings)
    hint, evidence = fitted_hint(here, settings)
    known = inheritance(theirs, seen_in(learned))
    found, _ = with_parent(hint, evidence, here, features_of(here), known, BoostingSettings(iterations=4))
    assert [forest.turns for forest in theirs.forests.values()] == [300]
    new = [example for example in here if pair_code(example.query) not in known.seen.pairs]
    assert 40 <= len(new) < len(here)
    assert [forest.turns for forest in found.forests.values()] == [300 + len(new)]


def test_a_parent_that_knows_the_tasks_is_weighed_against_a_forest_that_knows_them_too() -> None:
    """What tells here is the task alone: who never saw it can only guess, and the parent is right in seven of ten."""
    here = make_examples(600, tasks=12)
    tasks = sorted({item.query.bundle.seed_id for item in here})
    numbers = [tasks.index(item.query.bundle.seed_id) for item in here]
    labels = [PASS if number % 3 else MISMATCH for number in numbers]
    here = [
        replace(item, observation=replace(item.observation, outcome=label))
        for item, label in zip(here, labels, strict=True)
    ]
    rows = [{f"task {number}": 1.0} for number in numbers]
    right = {PASS: {PASS: 0.7, MISMATCH: 0.3}, MISMATCH: {PASS: 0.3, MISMATCH: 0.7}}
    theirs = log_shares([right[label] for label in labels])
    new = np.ones(len(here), dtype=bool)
    assert weight_of(theirs, rows, here, new, BoostingSettings(iterations=40)) <= 0.25


def fitted_on(examples: int) -> CalibrationFigures:
    return CalibrationFigures(examples, 0.9, 1.0 + examples / 1000, 0.0, 0.0)


@pytest.mark.parametrize(("own", "theirs", "taken"), [(39, 40, "theirs"), (40, 400, "own"), (39, 39, "own")])
def test_a_domain_with_few_calibration_turns_takes_its_parents_figures(own: int, theirs: int, taken: str) -> None:
    parent = inheritance(Hint({}), Seen(), {"hybrid": {"toy": fitted_on(theirs), "all": fitted_on(900)}})
    found = with_parents_figures({"hybrid": {"toy": fitted_on(own), "new": fitted_on(3)}}, parent)["hybrid"]
    assert found["toy"] == fitted_on({"own": own, "theirs": theirs}[taken])
    assert found["new"] == fitted_on(3)


def said(values: list[float]) -> Verdicts:
    sure, yes = np.array(values), np.ones(len(values), dtype=bool)
    return Verdicts(sure, sure, yes, yes, ~yes)


def test_verdicts_on_few_turns_stand_beside_the_parents_and_none_counts_twice() -> None:
    turns = make_examples(4)
    scored = Scored(turns, {}, {}, np.zeros(4))
    name = turns[0].query.domain.name
    source = turns[0].query.bundle.source
    theirs = {source: said([0.1] * 50), "a benchmark": said([0.2] * 3)}
    parent = inheritance(Hint({}), seen_in(turns[:3]), verdicts={"hybrid": {name: theirs}})
    new = [pair_code(item.query) not in parent.seen.pairs for item in turns]
    mine = {"hybrid": {name: {source: said([0.6, 0.7, 0.8, 0.9])}}}
    found = with_parents_verdicts(mine, scored, parent)["hybrid"][name]
    assert list(found[source].trust) == [0.1] * 50 + [
        value for value, fresh in zip((0.6, 0.7, 0.8, 0.9), new, strict=True) if fresh
    ]
    assert sum(new) == 1
    assert found["a benchmark"] is theirs["a benchmark"]


def test_a_domain_without_calibration_turns_keeps_its_parents_verdicts() -> None:
    theirs = {"builtin": said([0.1] * 50), ANY_OTHER: said([])}
    nameless = {"": said([0.2] * 50)}
    parent = inheritance(Hint({}), Seen(), verdicts={"hybrid": {"toy": {**theirs, **nameless}}})
    scored = Scored([], {}, {}, np.zeros(0))
    assert with_parents_verdicts({"hybrid": {"toy": {ANY_OTHER: said([])}}}, scored, parent)["hybrid"]["toy"] == theirs


def test_verdicts_on_many_turns_stand_alone() -> None:
    turns = make_examples(60)
    scored = Scored(turns, {}, {}, np.zeros(60))
    name = turns[0].query.domain.name
    source = turns[0].query.bundle.source
    parent = inheritance(Hint({}), Seen(), verdicts={"hybrid": {name: {source: said([0.1] * 50)}}})
    own = {"hybrid": {name: {source: said([0.5] * 60)}}}
    assert with_parents_verdicts(own, scored, parent) == own


def test_what_the_parent_learned_from_is_not_new_to_its_child() -> None:
    many, few = fit_novelty(make_examples(120)), fit_novelty(make_examples(20, seed=3))
    assert with_parents_rows(few, many).familiar == many.familiar
    assert with_parents_rows(many, few).familiar == many.familiar
    assert with_parents_rows(few, Novelty({})).familiar == few.familiar
