"""The status of `icwm eval` with several sets: whoever names a set misses it, a word for all domains asks for some."""

from pathlib import Path

import pytest

from orchestration import eval_command
from orchestration.eval_command import Exam, evaluate
from orchestration.mistakes import status_of
from orchestration.terminal_text import terminal


@pytest.mark.parametrize(
    ("names", "status", "said"),
    [
        (("builtin-chip_design",), 0, ""),
        (("builtin-chip_design", "rtllm"), 1, "no scores: rtllm; the other 1 have theirs"),
        (("rtllm", "cvdp"), 1, "no exam: cvdp has no task here: `icwm import cvdp PATH` brings the set"),
        (("builtin", "families"), 0, "warning: no exam: profile quick draws no tasks of families for exams"),
        (("families",), 1, "no exam: profile quick draws no tasks of families for exams"),
        (("builtin", "families-chip_design"), 1, "no scores: families-chip_design; the other 5 have theirs"),
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
