"""Features, trees without LightGBM, folds, and the baselines behind one protocol."""

import math
from dataclasses import replace

import numpy as np
import pytest
from world_model_toy import SimulatingToy, ToyDomain, make_examples

from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.world_model.baselines import fit_baselines, fit_parser
from resources.world_model.boosting import BoostingSettings, fit_forest, fitted, matrix, varying
from resources.world_model.features import features, features_of
from resources.world_model.hint import fit_hint, folds
from resources.world_model.model import Query, TurnExample

SETTINGS = BoostingSettings(iterations=20)


@pytest.mark.parametrize("labels", [2, 3])
def test_our_trees_say_what_lightgbm_says(labels: int) -> None:
    random = np.random.default_rng(labels)
    values = random.normal(size=(120, 5))
    values[random.random(values.shape) < 0.2] = np.nan
    target = (np.nan_to_num(values[:, 0]) + np.nan_to_num(values[:, 1]) > 0).astype(int) + (labels == 3) * (
        values[:, 2] > 1
    )
    names = [f"f{column}" for column in range(5)]
    rows = [{name: value for name, value in zip(names, row, strict=True) if not math.isnan(value)} for row in values]
    outcomes = [list(Outcome)[value] for value in target]
    forest = fit_forest(rows, outcomes, SETTINGS)
    order = [forest.labels.index(outcome) for outcome in outcomes]
    booster = fitted(matrix(rows, names), np.array(order), SETTINGS.parameters())
    assert forest.names == tuple(names)
    asked = np.where(random.random(values.shape) < 0.3, np.nan, values)
    told = [{name: value for name, value in zip(names, row, strict=True) if not math.isnan(value)} for row in asked]
    expected = booster.predict(asked)
    expected = np.stack([1 - expected, expected], axis=1) if labels == 2 else expected
    np.testing.assert_allclose(forest.probabilities(told), expected, atol=1e-9)


def test_a_feature_that_no_row_lacked_may_be_missing_later() -> None:
    random = np.random.default_rng(3)
    values = random.normal(size=(80, 2))
    outcomes = [list(Outcome)[int(row.sum() > 0.2)] for row in values]
    rows = [{"a": row[0], "b": row[1]} for row in values]
    forest = fit_forest(rows, outcomes, SETTINGS)
    order = np.array([forest.labels.index(outcome) for outcome in outcomes])
    booster = fitted(values, order, SETTINGS.parameters())
    shares = booster.predict(np.array([[np.nan, 0.3], [0.3, np.nan], [np.nan, np.nan]]))
    found = forest.probabilities([{"b": 0.3}, {"a": 0.3}, {}])
    np.testing.assert_allclose(found[:, 1], shares, atol=1e-9)


def test_few_rows_give_label_frequencies() -> None:
    outcomes = [Outcome.PASS, Outcome.PASS, Outcome.PASS, Outcome.TIMEOUT]
    forest = fit_forest([{"a": 1.0}] * 4, outcomes, SETTINGS)
    assert forest.probabilities([{"b": 2.0}]).tolist() == [pytest.approx([0.75, 0.25])]
    assert fit_forest([{}], [Outcome.PASS], SETTINGS).probabilities([{}]).tolist() == [[1.0]]


def test_features_of_many_stand_in_their_order() -> None:
    queries = [item.query for item in make_examples(30)]
    assert [query.bundle.hash for query in queries] != sorted(query.bundle.hash for query in queries)
    assert features_of(queries) == [features(query) for query in queries]
    assert features_of([]) == []


def test_features_are_finite_and_need_no_neighbour() -> None:
    query = make_examples(1)[0].query
    alone = features(Query(query.domain, query.bundle, query.candidate))
    whole = features(query)
    assert set(alone) < set(whole)
    assert all(math.isfinite(value) for value in whole.values())
    odd = features(Query(query.domain, query.bundle, Candidate("\ud800 \x00\n=" * 5), query.executed))
    assert all(math.isfinite(value) for value in odd.values())


def test_evidence_in_training_is_out_of_fold() -> None:
    """Labels that are noise cannot be foreseen out of fold; a forest that saw them would be sure."""
    random = np.random.default_rng(0)
    noise = []
    for item in make_examples(150):
        outcome = Outcome.PASS if random.random() < 0.5 else Outcome.FUNCTIONAL_MISMATCH
        noise.append(replace(item, observation=replace(item.observation, outcome=outcome)))
    hint, evidence = fit_hint(noise, [features(item.query) for item in noise], SETTINGS)

    def mean_share(found: list[float]) -> float:
        return sum(found) / len(found)

    real = [item.observation.outcome for item in noise]
    unseen = mean_share([shown.hint.get(outcome, 0) for shown, outcome in zip(evidence, real, strict=True)])
    seen = mean_share(
        [
            shown.hint[outcome]
            for shown, outcome in zip(hint.evidence([item.query for item in noise]), real, strict=True)
        ]
    )
    assert unseen < 0.58 < seen


def test_what_is_not_followed_is_not_taken_for_what_does_not_build() -> None:
    """In training only what does not build is not followed; elsewhere a whole task may be beyond the follower."""

    def asked(follows: bool, seed: int) -> list[TurnExample]:
        made = make_examples(400, seed=seed)
        return [replace(item, query=replace(item.query, domain=SimulatingToy(follows))) for item in made]

    learned = asked(True, 0)
    hint, _ = fit_hint(learned, [features(item.query) for item in learned], SETTINGS)
    assert hint.forests["toy"].turns == len(learned)
    beyond = [item for item in asked(False, 9) if item.observation.outcome is not Outcome.COMPILATION_ERROR]
    shown = hint.evidence([item.query for item in beyond])
    assert sum(found.hint[Outcome.COMPILATION_ERROR] for found in shown) / len(shown) < 0.03, "a tenth without copies"
    followed = asked(True, 9)
    told = hint.evidence([item.query for item in followed])
    right = [
        max(found.hint, key=lambda label: found.hint[label]) is item.observation.outcome
        for found, item in zip(told, followed, strict=True)
    ]
    assert sum(right) > 0.97 * len(right)


def test_folds_keep_a_seed_together_where_there_are_enough() -> None:
    many = make_examples(200, tasks=30)
    for fold in folds(many):
        inside = {item.query.bundle.seed_id for item, part in zip(many, fold, strict=True) if part}
        outside = {item.query.bundle.seed_id for item, part in zip(many, fold, strict=True) if not part}
        assert not inside & outside
    few = make_examples(200, tasks=2)
    assert len(folds(few)) == 5
    assert folds(few[:1]) == []


def test_baselines_rank_as_they_must_on_a_learnable_toy() -> None:
    train, fresh = make_examples(300), make_examples(150, seed=9)
    accuracy = {}
    for predictor in fit_baselines(train, SETTINGS):
        shares = predictor.probabilities([item.query for item in fresh])
        assert all(sum(each.values()) == pytest.approx(1) for each in shares)
        right = [
            max(each.items(), key=lambda item: item[1])[0] is item.observation.outcome
            for each, item in zip(shares, fresh, strict=True)
        ]
        accuracy[predictor.name] = sum(right) / len(right)
    assert accuracy["nearest executed candidate"] < 0.5
    assert accuracy["parser diagnostics"] > accuracy["majority label"] + 0.1
    assert accuracy["gradient boosting"] > accuracy["majority label"] + 0.3


def test_the_parser_baseline_finds_the_check_that_means_an_error() -> None:
    assert fit_parser(make_examples(80)).checks == {"toy": "undeclared"}


def test_a_domain_whose_checks_say_nothing_keeps_its_frequencies() -> None:
    class Silent(ToyDomain):
        def cheap_checks(self, bundle: object, candidate: object) -> dict[str, float]:
            return {}

    examples = make_examples(50, domain=Silent())
    parser = fit_parser(examples)
    assert parser.checks == {}
    assert parser.probabilities([examples[0].query]) == parser.fallback.probabilities([examples[0].query])


@pytest.mark.parametrize(
    ("values", "places"),
    [
        ([[1.0, 2.0, math.nan, math.nan], [1.0, 3.0, math.nan, 1.0]], [1, 3]),
        ([[1.0, math.nan], [1.0, math.nan]], [0]),
        ([[], []], []),
    ],
)
def test_only_features_that_tell_rows_apart_are_learned_from(values: list[list[float]], places: list[int]) -> None:
    assert varying(np.array(values)) == places
