"""The table of `icwm predict`: numbers that repeat and timings that do not, each in a row of its own."""

import io

from rich.console import Console

from orchestration.predict_command import Answer, show
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

BUNDLE = EnvironmentBundle("code_optimization", "test/x", "", "", "kernel.s", "", {}, {})


def table(observation: Observation) -> str:
    page = io.StringIO()
    show(Console(file=page, width=120), BUNDLE, "0" * 64, [Answer("executed", observation, 0.1)])
    return page.getvalue()


def test_both_figures_of_speed_are_told() -> None:
    metrics, timings = {"estimated_speedup": 1.6364}, {"faster": 0.0, "speedup": 0.6308}
    text = table(Observation(Outcome.PASS, "measure", metrics=metrics, timings=timings))
    assert "estimated_speedup 1.6364" in text
    assert "timings" in text
    assert "speedup 0.6308" in text


def test_an_observation_without_timings_has_no_row_for_them() -> None:
    assert "timings" not in table(Observation(Outcome.PASS, "measure", metrics={"cells": 3.0}))
