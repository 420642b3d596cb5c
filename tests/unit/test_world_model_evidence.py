"""Labels by evidence: what counts as evidence, and that distance from the reference is none."""

import random
from dataclasses import replace

import numpy as np
import pytest
from world_model_toy import SimulatingToy, make_examples

from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.evidence import FAR, evidence_rows, fit_evidence
from resources.world_model.input_views import input_views
from resources.world_model.model import TurnExample
from resources.world_model.scoring import is_far


@pytest.mark.parametrize(
    "name",
    [
        "followed_same",
        "followed_differs",
        "simulated_same",
        "simulated_halt_memory",
        "syntax_errors",
        "undeclared_names",
    ],
)
def test_what_is_found_out_about_a_candidate_is_evidence(name: str) -> None:
    assert evidence_rows([{f"check.{name}": 2.0}], [None]) == [{f"check.{name}": 2.0}]


@pytest.mark.parametrize(
    "name",
    ["check.likeness", "check.more_loops", "check.lines_added", "check.followed_trace_gone_hole", "check.characters"],
)
def test_distance_and_size_are_none(name: str) -> None:
    assert evidence_rows([{name: 2.0, "difference.hunks": 3.0, "size.words": 9.0}], [None]) == [{}]


def test_a_static_diagnostic_is_a_feature_among_others() -> None:
    said = Observation(Outcome.COMPILATION_ERROR, "compile", b"error")
    assert evidence_rows([{}], [said]) == [{"static.COMPILATION_ERROR": 1.0}]


def elsewhere(turn: TurnExample) -> TurnExample:
    """The same behaviour in another author's words: every line is another."""
    code = turn.query.candidate.code
    moved = "".join(f"{line}    \n" for line in code.splitlines())
    return replace(turn, query=replace(turn.query, candidate=Candidate(moved)), is_others=True, generator="recorded/a")


def test_what_was_simulated_the_same_passes_however_far_it_is() -> None:
    turns = make_examples(400, domain=SimulatingToy(simulates=True))
    views = input_views([turn.query for turn in turns])
    found = fit_evidence(turns, evidence_rows(views.rows, views.diagnostics))
    others = [elsewhere(turn) for turn in random.Random(2).sample(turns, 60)]
    far = input_views([turn.query for turn in others])
    rows = evidence_rows(far.rows, far.diagnostics)
    shown = found.shown([turn.query for turn in others], rows)
    said = [max(item.hint, key=lambda outcome: item.hint[outcome]) for item in shown]
    same = [place for place, row in enumerate(rows) if row.get("check.followed_same")]
    assert same
    assert all(said[place] is Outcome.PASS for place in same)


def test_others_turns_count_several_times() -> None:
    """Where evidence is alike, the label is that of the population that counts."""
    own = [replace(turn, observation=Observation(Outcome.TIMEOUT, "")) for turn in make_examples(60)]
    theirs = [
        replace(turn, observation=Observation(Outcome.PASS, ""), is_others=True) for turn in make_examples(40, seed=5)
    ]
    turns = [*own, *theirs]
    hint = fit_evidence(turns, [{"check.simulated_same": 1.0}] * len(turns))
    (shown,) = hint.shown([turns[0].query], [{"check.simulated_same": 1.0}])
    assert shown.hint[Outcome.PASS] > shown.hint[Outcome.TIMEOUT]


def test_what_is_far_is_said_by_novelty_alone() -> None:
    assert is_far(np.array([0.0, FAR - 0.01, FAR, 1.0])).tolist() == [False, False, True, True]


def test_a_domain_without_any_evidence_keeps_its_label_frequencies() -> None:
    """A domain without a simulator, such as one's own first one."""
    turns = make_examples(120)
    hint = fit_evidence(turns, [{}] * len(turns))
    (shown,) = hint.shown([turns[0].query], [{}])
    passing = sum(turn.observation.outcome.passed for turn in turns) / len(turns)
    assert shown.hint[Outcome.PASS] == pytest.approx(passing)
