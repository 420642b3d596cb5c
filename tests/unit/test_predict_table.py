"""The table of `icwm predict`: numbers that repeat and timings that do not, each in a row of its own."""

import io

from rich.console import Console

from orchestration.predict_command import Answer, show
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.model import Prediction

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


def said(novelty: float, *, by_evidence: bool) -> str:
    page = io.StringIO()
    seen = Observation(Outcome.PASS, "measure")
    prediction = Prediction(seen, 0.991, {Outcome.PASS: 0.991}, novelty, 0.991, trusted=True)
    answer = Answer("hybrid", seen, 0.1, prediction, by_evidence=by_evidence)
    show(Console(file=page, width=400), BUNDLE, "0" * 64, [answer])
    return page.getvalue()


def test_what_is_unlike_all_that_was_learned_says_why_it_is_trusted() -> None:
    text = said(1.0, by_evidence=True)
    assert "99.1%, trusted" in text
    assert "1.00: of what was learned from 100% has a nearer neighbour" in text
    assert "only its simulation and exact checks count" in text
    assert "hybrid answers in a run" in text
    assert "counts for less" in said(0.95, by_evidence=False)
    assert "so " not in said(0.3, by_evidence=False)


def test_an_observation_without_timings_has_no_row_for_them() -> None:
    assert "timings" not in table(Observation(Outcome.PASS, "measure", metrics={"cells": 3.0}))
