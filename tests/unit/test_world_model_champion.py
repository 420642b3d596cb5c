"""Champion and challenger: the rule, the log across runs, and going back. The log is a real lake."""

from pathlib import Path
from typing import Any

import pytest
from world_model_toy import LABELS, make_examples

from assets.world_model.checkpoints import NoCheckpoint, champion_id, decisions, line_of_champions
from assets.world_model.comparison import Answers, Comparison, objections
from assets.world_model.promotion import Decision, held_out_hash, is_decided, record, unseen
from assets.world_model.split_rule import split
from assets.world_model.splits import MEASURED, Part
from resources.execution.outcome import Outcome
from resources.storage.lake import Lake
from resources.world_model.training_record import save_record, seen_in

PASS, COMPILE, MISMATCH = LABELS


def answers(count: int, champion: Outcome | None, challenger: Outcome | None, domain: str = "toy") -> list[Answers]:
    return [Answers(domain, COMPILE, champion, challenger)] * count


def test_an_equal_and_a_better_challenger_are_no_worse() -> None:
    assert objections(Comparison(tuple(answers(100, COMPILE, COMPILE)))) == []
    assert objections(Comparison(tuple(answers(50, MISMATCH, COMPILE) + answers(50, COMPILE, COMPILE)))) == []
    assert objections(Comparison(())) == []


def test_one_turn_of_a_thousand_is_noise_and_two_in_a_hundred_are_not() -> None:
    assert objections(Comparison(tuple(answers(1, COMPILE, MISMATCH) + answers(999, COMPILE, COMPILE)))) == []
    assert objections(Comparison(tuple(answers(2, COMPILE, MISMATCH) + answers(98, COMPILE, COMPILE)))) == [
        "2.0% less accurate, which is more than 1%"
    ]


def test_a_small_loss_that_is_no_chance_is_a_loss() -> None:
    lost = Comparison(tuple(answers(8, COMPILE, MISMATCH) + answers(1992, COMPILE, COMPILE)))
    assert lost.accuracy.p_value == pytest.approx(0.5**8)
    assert len(objections(lost)) == 2  # over all turns, and in its one domain


def test_a_gain_elsewhere_does_not_pay_for_a_domain() -> None:
    mixed = answers(20, COMPILE, MISMATCH, "one") + answers(60, MISMATCH, COMPILE, "two")
    assert [reason.split(" (")[0] for reason in objections(Comparison(tuple(mixed)))] == ["less accurate in one"]


def test_false_passes_weigh_by_themselves() -> None:
    worse = answers(20, MISMATCH, PASS) + answers(20, MISMATCH, COMPILE)
    passing = [Answers("toy", PASS, PASS, PASS)]
    assert [reason.split(" (")[0] for reason in objections(Comparison((*worse, *passing)))] == ["more false PASSes"]


def test_a_champion_that_never_says_pass_can_be_replaced() -> None:
    assert objections(Comparison(tuple(answers(20, MISMATCH, PASS) + answers(20, MISMATCH, COMPILE)))) == []


def test_a_domain_that_the_champion_does_not_know_speaks_for_the_challenger() -> None:
    assert objections(Comparison(tuple(answers(40, None, COMPILE)))) == []
    assert objections(Comparison(tuple(answers(40, COMPILE, None))))
    mixed = answers(40, PASS, PASS) + answers(6, None, PASS, "new") + answers(20, None, COMPILE, "new")
    assert objections(Comparison(tuple(mixed))) == []


def decided(lake: Lake, kind: str, champion: str, challenger: str, previous: str = "") -> None:
    record(lake, Decision(kind, champion, challenger, previous, "test"), "run")


def test_the_last_decision_says_who_answers(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    with pytest.raises(NoCheckpoint, match="icwm run"):
        champion_id(lake)
    decided(lake, "first", "a", "a")
    decided(lake, "refused", "a", "b", "a")
    assert champion_id(Lake(tmp_path)) == "a"
    assert is_decided(lake, "b")
    assert not is_decided(lake, "c")
    decided(lake, "promoted", "c", "c", "a")
    assert champion_id(Lake(tmp_path)) == "c"
    assert [row["decision"] for row in decisions(lake)] == ["first", "refused", "promoted"]


def line(*champions: str) -> list[str]:
    rows: list[dict[str, Any]] = [{"champion": champion} for champion in champions]
    return line_of_champions(rows)


def test_two_rollbacks_go_two_champions_back() -> None:
    assert line("a", "b", "c") == ["a", "b", "c"]
    assert line("a", "b", "c", "b") == ["a", "b"]
    assert line("a", "b", "c", "b", "a") == ["a"]
    assert line("a", "b", "b", "a", "d") == ["a", "d"]
    assert line() == []


def test_what_either_checkpoint_was_trained_on_is_not_compared(tmp_path: Path) -> None:
    splits = split(make_examples(300))
    held = [item for part in MEASURED for item in splits.parts[part]]
    for name, seen in (("one", splits.parts[Part.TRAIN]), ("two", held[:5])):
        (tmp_path / name).mkdir()
        save_record(seen_in(seen), tmp_path / name)
    found = unseen(splits, [tmp_path / "one", tmp_path / "two"])
    assert {item.turn_id for item in found} == {item.turn_id for item in held[5:]}
    assert held_out_hash(found) == held_out_hash(list(reversed(found))) != held_out_hash(found[1:])
