"""What a progress line says of rate and remaining time."""

import io

import pytest
from rich.console import Console

from assets.progress import LOGGER, ProgressRecord
from orchestration import progress_display
from orchestration.progress_display import ProgressDisplay


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("done", "seconds", "said"),
    [
        (50, 10.0, "50/100 turns, 4.0 a second, 12 s left"),
        (40, 60.0, "40/100 turns, 30.0 a minute, 2 min left"),
        (100, 45.0, "100/100 turns, 2.0 a second\n"),
    ],
)
def test_a_line_says_how_fast_and_how_long_still(
    monkeypatch: pytest.MonkeyPatch, done: int, seconds: float, said: str
) -> None:
    clock, out = Clock(), io.StringIO()
    monkeypatch.setattr(progress_display, "time", clock)
    with ProgressDisplay(Console(file=out, width=120)):
        for count, pause in ((10, 0.0), (done, seconds)):
            clock.now += pause
            LOGGER.info("", extra={"progress": ProgressRecord("collect", "chip_design", count, 100, "turns")})
    first, *_ = out.getvalue().splitlines()
    assert first.rstrip() == "  collect chip_design: 10/100 turns"
    assert said in out.getvalue()
