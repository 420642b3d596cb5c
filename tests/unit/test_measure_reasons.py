"""Which answers `icwm measure` has no figures for, in a few lines."""

import io

from rich.console import Console

from assets.world_model.answer_trial import Unjudged
from orchestration.measure_command import SHOWN_REASONS, show_unjudged


def shown(unjudged: list[Unjudged]) -> list[str]:
    file = io.StringIO()
    show_unjudged(Console(file=file, width=60), unjudged)
    return file.getvalue().splitlines()


def test_authors_who_miss_them_for_one_reason_stand_in_one_line() -> None:
    missing = [Unjudged(f"model-{number}", "set/task", "no bundle") for number in range(9)]
    lines = shown([*missing, Unjudged("model-1", "set/other", "no program in [it]")])
    assert lines == [
        "10 answers have no figures:",
        "  set/task, model-0 and 8 more: no bundle",
        "  set/other, model-1: no program in [it]",
    ]


def test_many_reasons_are_cut_and_none_says_nothing() -> None:
    lines = shown([Unjudged("model", f"set/{number}", "no bundle") for number in range(SHOWN_REASONS + 3)])
    assert len(lines) == SHOWN_REASONS + 2
    assert lines[-1] == "  and 3 more reasons"
    assert shown([]) == []
