"""What a simulated observation says where nobody computed anything: the label's form, and nothing of other tasks."""

import random
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from world_model_toy import make_examples

from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.log_forms import (
    UNKNOWN,
    LogForm,
    LogForms,
    fit_form,
    fit_log_forms,
    load_log_forms,
    save_log_forms,
    with_parents_forms,
)
from resources.world_model.model import TurnExample


def failed(logs: list[str], outcome: Outcome = Outcome.FUNCTIONAL_MISMATCH) -> list[TurnExample]:
    """Turns of as many tasks, each with a log."""
    turns = make_examples(len(logs), tasks=1)
    return [
        replace(
            turn,
            turn_id=str(place),
            query=replace(turn.query, bundle=replace(turn.query.bundle, seed_id=f"toy/{place}")),
            observation=Observation(outcome, "function", log.encode()),
        )
        for place, (turn, log) in enumerate(zip(turns, logs, strict=True))
    ]


def test_numbers_and_names_are_unknown_and_what_all_logs_share_stays() -> None:
    logs = [f"mismatch: {name} expected {n} got {n + 1}\nsecond line" for n, name in enumerate(["sum", "acc", "out_q"])]
    assert fit_form(failed(logs)) == LogForm("function", "mismatch: unknown expected unknown got unknown", 3)


def test_a_class_that_only_most_logs_name_is_not_said() -> None:
    logs = [f"part.py:{n}: NameError: name 'x{n}' is not defined" for n in range(20)]
    logs += [f"part.py:{n}: TypeError: no such argument" for n in range(5)]
    assert "NameError" not in fit_form(failed(logs)).text
    assert fit_form(failed(logs)).text.startswith("part.py:unknown")


def test_two_tasks_do_not_tell_a_tools_word_from_a_tasks() -> None:
    assert fit_form(failed(["ERROR in alu", "ERROR in alu"])).text == ""


@given(st.lists(st.text(alphabet="ab 01:'_-\n", max_size=40), min_size=3, max_size=8))
def test_whatever_the_logs_a_form_holds_no_number_and_no_word_that_one_log_lacks(logs: list[str]) -> None:
    form = fit_form(failed(logs)).text.replace(UNKNOWN, "")
    assert not any(char.isdigit() for char in form)
    for word in form.replace(":", " ").replace("'", " ").replace("-", " ").replace("_", " ").split():
        assert all(word in log for log in logs)


def test_forms_are_by_domain_and_label_and_hang_on_no_order(tmp_path: Path) -> None:
    turns = failed(["mismatch: a", "mismatch: b", "mismatch: c"]) + failed(["ok"] * 3, Outcome.PASS)
    forms = fit_log_forms(turns)
    random.Random(1).shuffle(turns)
    assert fit_log_forms(turns) == forms
    said = forms.observation("toy", Outcome.FUNCTIONAL_MISMATCH)
    assert (said.outcome, said.stage, said.text) == (Outcome.FUNCTIONAL_MISMATCH, "function", "mismatch: unknown")
    assert forms.observation("toy", Outcome.PASS).text == ""
    assert forms.observation("toy", Outcome.TIMEOUT) == Observation(Outcome.TIMEOUT, "")
    assert forms.observation("elsewhere", Outcome.PASS) == Observation(Outcome.PASS, "")
    save_log_forms(forms, tmp_path)
    assert load_log_forms(tmp_path) == forms
    assert load_log_forms(tmp_path / "before") == LogForms({})


def test_of_parent_and_child_whoever_saw_more_tasks_says_the_form() -> None:
    few, many = LogForm("compile", "few", 3), LogForm("compile", "many", 9)
    own = LogForms({"toy": {Outcome.TIMEOUT: few, Outcome.LINK_ERROR: many}})
    parent = LogForms({"toy": {Outcome.TIMEOUT: many, Outcome.REJECTED: few}, "other": {Outcome.PASS: few}})
    merged = with_parents_forms(own, parent)
    assert merged.forms["toy"] == {Outcome.TIMEOUT: many, Outcome.LINK_ERROR: many, Outcome.REJECTED: few}
    assert merged.forms["other"] == {Outcome.PASS: few}
