"""The audit's arithmetic against values worked out by hand."""

import pytest

from assets.audits.figures import (
    Verdict,
    balanced_accuracy,
    calibration,
    confusion,
    false_pass,
    outcome_accuracy,
    recall,
)
from assets.shares import share
from resources.execution.outcome import Outcome

PASS, MISMATCH, COMPILE = Outcome.PASS, Outcome.FUNCTIONAL_MISMATCH, Outcome.COMPILATION_ERROR
VERDICTS = [
    Verdict(PASS, PASS, 0.95),
    Verdict(PASS, MISMATCH, 0.55),
    Verdict(MISMATCH, MISMATCH, 0.85),
    Verdict(COMPILE, COMPILE, 0.99),
]


def test_wilson_interval_of_eight_in_ten() -> None:
    found = share(8, 10)
    assert [found.low, found.high] == pytest.approx([0.4902, 0.9433], abs=1e-4)


def test_nothing_to_count_is_no_certainty() -> None:
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)
    assert str(share(0, 0)) == "nothing to judge"


def test_accuracy_recall_and_balance() -> None:
    assert outcome_accuracy(VERDICTS).value == 0.75
    assert {label: entry.value for label, entry in recall(VERDICTS).items()} == {PASS: 1, MISMATCH: 0.5, COMPILE: 1}
    assert balanced_accuracy(VERDICTS) == pytest.approx(2.5 / 3)


def test_false_pass_is_of_those_predicted_to_pass() -> None:
    assert (false_pass(VERDICTS).count, false_pass(VERDICTS).total) == (1, 2)


def test_confusion_counts_real_by_predicted() -> None:
    assert confusion(VERDICTS)[(MISMATCH, PASS)] == 1
    assert sum(confusion(VERDICTS).values()) == len(VERDICTS)


def test_calibration_bins_hold_every_verdict_once() -> None:
    bins = calibration(VERDICTS)
    assert sum(entry.count for entry in bins) == len(VERDICTS)
    assert bins[0].accuracy == 0.0
    assert bins[0].mean_confidence == 0.55
