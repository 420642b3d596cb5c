"""The status of `icwm eval` with several sets: whoever names a set misses it, a word for all domains asks for some."""

from pathlib import Path

import pytest

from assets.exam.schema import EXAM_ANSWERS
from orchestration import eval_command
from orchestration.eval_command import Exam, evaluate
from orchestration.mistakes import status_of
from orchestration.terminal_text import terminal
from resources.generation.endpoint.settings import EndpointSettings
from resources.storage.lake import Lake


@pytest.mark.parametrize(
    ("names", "status", "said"),
    [
        (("builtin-chip_design",), 0, ""),
        (("builtin-chip_design", "rtllm"), 1, "no scores: rtllm; the other 1 have theirs"),
        (("rtllm", "cvdp"), 1, "no exam: cvdp has no task here: `icwm import cvdp PATH` brings the set"),
        (("builtin", "families"), 0, "warning: no exam: profile quick draws no tasks of families for exams"),
        (("families",), 1, "no exam: profile quick draws no tasks of families for exams"),
        (("builtin", "families-chip_design"), 1, "no scores: families-chip_design; the other"),
        (("builtin", "nonsense"), 2, "no exam: no set 'nonsense'"),
    ],
)
def test_a_set_that_was_named_and_not_sat_is_a_failure(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    names: tuple[str, ...],
    status: int,
    said: str,
) -> None:
    """The sets that can be sat are taken as sat: what becomes of them is the graph's tests'."""
    monkeypatch.setenv("ICWM_HOME", str(tmp_path))
    monkeypatch.setenv("ICWM_PROFILE", "quick")
    for step in ("_sit", "_materialise"):
        monkeypatch.setattr(eval_command, step, lambda *_: True)
    assert status_of(lambda: evaluate(terminal(), Exam(names))) == status
    assert said in capsys.readouterr().err


NOBODY = EndpointSettings("qwen", "http://127.0.0.1:9/v1", "qwen")
"""The port of the discard protocol, at which nothing listens."""


def test_an_endpoint_that_is_not_there_is_told_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ICWM_HOME", str(tmp_path))
    monkeypatch.setenv("ICWM_PROFILE", "quick")
    for step in ("_sit", "_materialise"):
        monkeypatch.setattr(eval_command, step, lambda *_: pytest.fail("it was begun"))
    assert status_of(lambda: evaluate(terminal(), Exam(("builtin-chip_design",), NOBODY))) == 1
    asking, told = capsys.readouterr().err.splitlines()
    assert asking == "asking http://127.0.0.1:9/v1 for qwen"
    assert told == "no exam: http://127.0.0.1:9/v1 is not reached: nothing listens there"


@pytest.mark.parametrize(("sitting", "answers", "status"), [("s", 2, 0), ("s", 3, 1), ("recorded", 2, 1)])
def test_who_has_answered_all_needs_no_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sitting: str, answers: int, status: int
) -> None:
    monkeypatch.setenv("ICWM_HOME", str(tmp_path))
    for step in ("_sit", "_materialise"):
        monkeypatch.setattr(eval_command, step, lambda *_: True)
    lake, name = Lake(str(tmp_path / "lake")), "builtin-chip_design"
    rows = [answer(name, sitting, number) for number in range(2)]
    lake.write(EXAM_ANSWERS, name, EXAM_ANSWERS.from_rows(rows), inputs={})
    assert status_of(lambda: evaluate(terminal(), Exam((name,), NOBODY, answers=answers))) == status


def answer(benchmark: str, sitting: str, number: int) -> dict[str, object]:
    texts = {column.name: "" for column in EXAM_ANSWERS.arrow_schema if not column.nullable}
    told = {"benchmark": benchmark, "author": "qwen", "sitting": sitting, "answer_id": str(number)}
    return {**texts, **told, "number": number, "turn": 0}
