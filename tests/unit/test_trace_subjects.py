"""Which programs of the corpus are traced."""

from typing import Any

from assets.traces.asset import subjects


def corpus_row(number: int, outcome: str, split: str = "train") -> dict[str, Any]:
    entry = {"bundle_hash": "b", "candidate_hash": f"c{number}", "turn_id": f"t{number}", "outcome": outcome}
    return {"seed_id": "builtin/x", "split": split, "licence": "MIT", "provenance": [entry]}


def trajectory(number: int, outcome: str, source: str = "real") -> dict[str, Any]:
    turn = {
        "candidate_hash": f"c{number}",
        "code": f"code {number}",
        "outcome": outcome,
        "log": b"said",
        "source": source,
    }
    return {"bundle_hash": "b", "turns": [turn]}


LABELS = ["PASS"] * 8 + ["FUNCTIONAL_MISMATCH"] * 3 + ["TIMEOUT"]
CORPUS = [corpus_row(number, label) for number, label in enumerate(LABELS)]
TRAJECTORIES = [trajectory(number, label) for number, label in enumerate(LABELS)]


def test_labels_take_turns_and_the_choice_is_the_same_each_time() -> None:
    chosen = subjects(CORPUS, TRAJECTORIES, 6)
    assert sorted(subject.outcome for subject in chosen) == [*["FUNCTIONAL_MISMATCH"] * 3, *["PASS"] * 2, "TIMEOUT"]
    assert chosen == subjects(CORPUS[::-1], TRAJECTORIES[::-1], 6)


def test_what_nothing_ran_or_no_tool_said_is_not_traced() -> None:
    corpus = [corpus_row(0, "COMPILATION_ERROR"), corpus_row(1, "PASS"), corpus_row(2, "PASS"), corpus_row(2, "PASS")]
    made = [trajectory(0, "COMPILATION_ERROR"), trajectory(1, "PASS", "icwm"), trajectory(2, "PASS")]
    assert [subject.candidate_hash for subject in subjects(corpus, made, 10)] == ["c2"]
