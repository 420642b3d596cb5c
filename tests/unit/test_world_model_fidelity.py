"""Fidelity figures against sets counted by hand."""

from dataclasses import replace

import pytest
from world_model_toy import LABELS, ToyDomain, bundle, make_examples, run

from assets.world_model.diagnostic_match import diagnostic_match
from assets.world_model.fidelity import Figure, fidelity
from assets.world_model.fidelity_asset import figures_table
from assets.world_model.judged_prediction import Measured, measure
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

PASS, COMPILE, MISMATCH = LABELS


def predicted(real: Outcome, said: Outcome, confidence: float = 0.8) -> Measured:
    return Measured("toy", real, {said: confidence, Outcome.TIMEOUT: 1 - confidence})


ITEMS = [*[predicted(PASS, PASS)] * 6, *[predicted(MISMATCH, PASS)] * 2, *[predicted(COMPILE, COMPILE)] * 2]


def figure(figures: list[Figure], metric: str, label: str = "") -> Figure:
    return next(item for item in figures if (item.metric, item.label, item.domain) == (metric, label, "toy"))


def test_figures_of_ten_turns() -> None:
    found = fidelity(ITEMS, split="turn", predictor="p")
    accuracy = figure(found, "accuracy")
    assert (accuracy.value, accuracy.support) == (0.8, 10)
    assert accuracy.low == pytest.approx(0.4902, abs=1e-4)
    assert accuracy.high == pytest.approx(0.9433, abs=1e-4)
    assert figure(found, "balanced_accuracy").value == pytest.approx(2 / 3)
    assert figure(found, "false_pass").value == pytest.approx(0.25)
    assert figure(found, "missed_failure").value == pytest.approx(0.5)
    assert figure(found, "calibration_error").value == pytest.approx(0.0)
    assert (figure(found, "recall", "FUNCTIONAL_MISMATCH").value, figure(found, "recall", "PASS").support) == (0.0, 6)
    assert figure(found, "label_share", "PASS").value == 0.6
    assert figure(found, "predicted_PASS", "FUNCTIONAL_MISMATCH").value == 2
    assert not [item for item in found if item.metric.startswith("diagnostic")]
    assert set(found[0].row()) == {"domain", "split", "predictor", "label", "metric", "value", "low", "high", "support"}


def test_a_share_of_nothing_has_no_value() -> None:
    found = figure(fidelity([predicted(COMPILE, COMPILE)], split="turn", predictor="p"), "false_pass")
    assert (found.value, found.low, found.support) == (None, None, 0)


def test_several_domains_have_rows_of_their_own_and_one_of_all() -> None:
    both = [*ITEMS, replace(ITEMS[0], domain="other")]
    supports = {
        item.domain: item.support for item in fidelity(both, split="turn", predictor="p") if item.metric == "accuracy"
    }
    assert supports == {"toy": 10, "other": 1, "all": 11}
    assert fidelity([], split="turn", predictor="p") == []


def test_diagnostics_match_exactly_or_by_category_and_line() -> None:
    real = run(bundle(1).reference, "x = a\ny = zz\n")
    other_name = replace(real, log=b"error: line 2: undeclared name 'qq'")
    other_line = replace(real, log=b"error: line 1: undeclared name 'zz'")
    domain = ToyDomain()
    assert diagnostic_match(domain, real, replace(real, log=real.log.strip())).exact
    assert (diagnostic_match(domain, real, other_name).exact, diagnostic_match(domain, real, other_name).located) == (
        False,
        True,
    )
    assert diagnostic_match(domain, real, other_line).located is False
    silent = Observation(MISMATCH, "function", b"mismatch")
    assert diagnostic_match(domain, silent, silent).located is None


def test_measured_turns_carry_the_match_of_predicted_observations() -> None:
    examples = [item for item in make_examples(30) if item.observation.outcome is COMPILE][:3]
    seen = [replace(item.observation, log=item.observation.log.strip()) for item in examples]
    found = fidelity(measure(examples, [{COMPILE: 1.0}] * 3, seen), split="turn", predictor="p")
    assert figure(found, "diagnostic_exact").value == 1.0
    assert figure(found, "diagnostic_located").support == 3


def sure(real: Outcome, said: Outcome, trust: float, trusted: bool) -> Measured:
    return replace(predicted(real, said), trust=trust, trusted=trusted)


def test_accepting_only_the_surest() -> None:
    items = [*[sure(PASS, PASS, 0.9, True)] * 60, *[sure(MISMATCH, PASS, 0.5, False)] * 40]
    found = fidelity(items, split="turn", predictor="p")
    coverage = figure(found, "coverage_at_97")
    assert coverage.value == pytest.approx(0.6)
    assert coverage.low is not None
    assert coverage.low < 0.6 < coverage.high  # type: ignore[operator]
    assert (figure(found, "risk_at_060").value, figure(found, "risk_at_100").value) == (0.0, pytest.approx(0.4))
    assert (figure(found, "trusted").value, figure(found, "trusted_accuracy").value) == (0.6, 1.0)
    assert figure(found, "trusted_false_pass").value == 0.0


def test_turns_that_are_equally_sure_are_accepted_together() -> None:
    items = [*[sure(PASS, PASS, 0.9, True)] * 60, *[sure(MISMATCH, PASS, 0.9, True)] * 40]
    assert figure(fidelity(items, split="turn", predictor="p"), "coverage_at_97").value == 0.0


def test_a_baseline_has_no_threshold_of_its_own() -> None:
    metrics = {item.metric for item in fidelity(ITEMS, split="turn", predictor="p")}
    assert "coverage_at_97" in metrics
    assert "trusted" not in metrics


def test_the_table_has_a_line_for_each_split_and_predictor() -> None:
    rows = [item.row() for item in fidelity(ITEMS, split="turn", predictor="p")]
    head, _, line = figures_table(rows).splitlines()
    assert "coverage at 97 %" in head
    assert line.startswith("| turn | p | 10 | 0.800 (0.49–0.94) |")
