"""Temperature and calibration error on sets whose answer is known."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from resources.world_model.calibration import calibration_error, figures, fit_temperature, softmax


def overconfident(factor: float) -> tuple[NDArray[np.float64], list[int]]:
    """Labels drawn from softmax(logits), and the same logits made `factor` times too sure."""
    random = np.random.default_rng(0)
    logits = random.normal(scale=1.5, size=(3000, 4))
    target = [int(random.choice(4, p=shares)) for shares in softmax(logits)]
    return logits * factor, target


@pytest.mark.parametrize("factor", [0.5, 3.0])
def test_a_known_distortion_is_found_and_undone(factor: float) -> None:
    logits, target = overconfident(factor)
    temperature = fit_temperature(logits, target)
    assert temperature == pytest.approx(factor, rel=0.1)
    found = figures(logits, target, temperature)
    assert found.error_after < 0.03 < found.error_before


def test_impossible_labels_keep_no_probability() -> None:
    assert softmax(np.array([[0.0, -np.inf, 0.0]]), 3.0).tolist() == [[0.5, 0.0, 0.5]]


def test_calibration_error_of_sets_done_by_hand() -> None:
    assert calibration_error([0.95, 0.95, 0.95, 0.95], [True, True, True, False]) == pytest.approx(0.2)
    assert calibration_error([1.0, 0.05], [True, False]) == pytest.approx(0.025)
    assert math.isnan(calibration_error([], []))


def test_nothing_to_fit_on_changes_nothing() -> None:
    assert fit_temperature(np.zeros((0, 3)), []) == 1.0
    assert figures(np.zeros((0, 3)), [], 1.0).examples == 0
