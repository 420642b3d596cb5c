"""One dial says which answers carry loss; what is not solved may still hold steps to learn from."""

from dataclasses import replace
from pathlib import Path

import pytest

from assets.corpus.conversation import conversation_row
from assets.grounding.eligibility import eligible, solved
from assets.learned import NEVER_RAN, Learned
from assets.profile import load_profile
from assets.trajectories.schema import REAL_TRAJECTORIES, trajectory_to_row
from orchestration.settings import PROJECT
from resources.execution.outcome import Outcome
from resources.generation.trajectory import Trajectory
from resources.storage.lake import Lake
from tests.unit.test_corpus_conversation import BUNDLE, ORIGIN, Domain, trajectory, turn

PROFILES = PROJECT / "orchestration" / "profiles"
TRUE = (
    "`undeclared: name missing` says that line 1 lacks a name that is declared, so `module a;` becomes `module b;` "
    "there; nothing else of the program has a part in it, and the next run shows whether the name is found."
)
"""Of the second turn of `given_up`, by the rules of hindsight."""


def given_up(reasoning: str = TRUE) -> Trajectory:
    """Clears its first failure, then makes no more of it."""
    turns = [
        turn(0, Outcome.COMPILATION_ERROR, "module a;", b"undeclared: name missing"),
        turn(1, Outcome.FUNCTIONAL_MISMATCH, "module b;", b"q: got 4", reasoning),
        turn(2, Outcome.FUNCTIONAL_MISMATCH, "module c;", b"q: got 4", "I guess."),
    ]
    return trajectory(turns)


def masks(of: Trajectory, learned: Learned) -> list[int]:
    row = conversation_row(Domain(), BUNDLE, ORIGIN, of, {}, learned)  # type: ignore[arg-type]
    return [message["loss_mask"] for message in row["messages"] if message["role"] == "assistant"]


@pytest.mark.parametrize(
    ("learned", "expected"), [(Learned.PASSED, [0, 0, 0]), (Learned.PROGRESSED, [0, 1, 0]), (Learned.RAN, [0, 1, 1])]
)
def test_the_dial_of_an_unsolved_trajectory(learned: Learned, expected: list[int]) -> None:
    assert masks(given_up(), learned) == expected


def test_what_passed_is_learned_at_every_setting() -> None:
    passing = trajectory([turn(0, Outcome.REJECTED), turn(1, Outcome.PASS, "module b;")])
    assert [masks(passing, learned) for learned in Learned] == [[0, 1]] * 3


@pytest.mark.parametrize("outcome", list(Outcome))
def test_each_setting_holds_the_one_before(outcome: Outcome) -> None:
    for progressed in (True, False):
        passed = outcome.passed
        label = {"outcome": outcome.value, "passed": passed, "progressed": progressed or passed}
        held = [learned.holds(label) for learned in Learned]
        assert held == sorted(held)
        assert held[-1] or outcome in NEVER_RAN


def test_a_false_reasoning_that_no_hindsight_replaces_is_left_out() -> None:
    true, false = (
        conversation_row(Domain(), BUNDLE, ORIGIN, given_up(text), {})["messages"]  # type: ignore[arg-type]
        for text in (TRUE, TRUE.replace("`module a;`", "`module z;`"))
    )
    thoughts = [[said["reasoning_content"] for said in row if said["role"] == "assistant"] for row in (true, false)]
    assert thoughts == [["so", TRUE, None], ["so", None, None]]


def test_unsolved_trajectories_are_eligible_and_those_a_generator_left_are_not(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    left = Trajectory("f" * 24, "d", "set/a", BUNDLE.hash, "g", "1", 0, "1", "tools", "", (), failure="no answer")
    passing = replace(trajectory([turn(0, Outcome.PASS)]), trajectory_id="p" * 24)
    rows = [trajectory_to_row(each) for each in (given_up(), left, passing)]
    lake.write(REAL_TRAJECTORIES, "d", REAL_TRAJECTORIES.from_rows(rows))
    assert [entry.trajectory_id for entry in eligible(lake, "d")] == ["t" * 24, "p" * 24]
    assert [entry.trajectory_id for entry in solved(lake, "d")] == ["p" * 24]


def test_every_profile_learns_from_progress() -> None:
    names = [file.stem for file in PROFILES.glob("*.yaml")]
    assert {load_profile(PROFILES, name).corpus_learned for name in names} == {Learned.PROGRESSED}
