"""What a command says beside its result: rate and remaining time, how loud, and as JSON."""

import asyncio
import json
import logging.config

import pytest
from dagster import DagsterEvent
from dagster._core.events import StepSuccessData

from assets.progress import LOGGER, ProgressRecord, ProgressReporter, kept_alive
from assets.seeds.public_set import import_progress
from orchestration import progress_display, running_steps
from orchestration.command_line import app
from orchestration.log_output import NOTES, OUTPUT, LogFormat, LogSettings
from orchestration.mistakes import status_of
from orchestration.progress_display import ProgressDisplay
from orchestration.running_steps import EVENTS
from orchestration.terminal_text import elapsed
from resources.domains.importing import counted, watched


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.4, "0 s"), (89, "89 s"), (90, "1 min 30 s"), (250.9, "4 min 10 s"), (7500, "2 h 5 min")]
)
def test_minutes_have_their_seconds(seconds: float, said: str) -> None:
    assert elapsed(seconds) == said


@pytest.mark.parametrize(
    ("done", "seconds", "said"),
    [
        (50, 10.0, "50/100 turns, 4.0 a second, 12 s left"),
        (40, 60.0, "40/100 turns, 30.0 a minute, 2 min left"),
        (100, 45.0, "100/100 turns, 2.0 a second\n"),
    ],
)
def test_a_line_says_how_fast_and_how_long_still(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], done: int, seconds: float, said: str
) -> None:
    OUTPUT.configure(LogSettings())
    report(monkeypatch, (10, 0.0), (done, seconds))
    answer = capsys.readouterr()
    assert answer.err.splitlines()[0].rstrip() == "  collect chip_design: 10/100 turns"
    assert said in answer.err
    assert answer.out == ""


def report(monkeypatch: pytest.MonkeyPatch, *steps: tuple[int, float], total: int | None = 100) -> None:
    clock = Clock()
    monkeypatch.setattr(progress_display, "time", clock)
    with ProgressDisplay():
        for count, pause in steps:
            clock.now += pause
            LOGGER.info("", extra={"progress": ProgressRecord("collect", "chip_design", count, total, "turns")})


def test_where_nothing_is_reported_what_runs_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    OUTPUT.configure(LogSettings())
    clock = Clock()
    monkeypatch.setattr(progress_display, "time", clock)
    monkeypatch.setattr(running_steps, "time", clock)
    with ProgressDisplay() as display:
        # Dagster does that when a run begins, and it closes every handler.
        logging.config.dictConfig({"version": 1, "disable_existing_loggers": False})
        for pause, event in ((0.0, None), (5.0, None), (6.0, "STEP_START"), (20.0, None), (12.0, "STEP_SUCCESS")):
            clock.now += pause
            display.beat()
            if event:
                EVENTS.info("", extra={"dagster_meta": told(event)})
        clock.now += 11.0
        display.beat()
        LOGGER.info("", extra={"progress": ProgressRecord("collect", "chip_design", 3, 9, "turns")})
        clock.now += 11.0
        display.beat()
    lines = ["at work for 11 s", "collect chip_design: running for 20 s", "collect chip_design: running for 32 s"]
    lines += ["at work for 11 s", "collect chip_design: 3/9 turns", "collect chip_design: 3/9 turns, running for 11 s"]
    assert [line.strip() for line in capsys.readouterr().err.splitlines()] == lines


def test_what_a_stage_waits_for_is_named_while_it_waits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    OUTPUT.configure(LogSettings())
    clock = Clock()
    monkeypatch.setattr(progress_display, "time", clock)
    with ProgressDisplay() as display:
        for live in ("", "qwen: 9 refusals (429)"):
            clock.now += 1.0
            record = ProgressRecord("proposals", "chip_design", 0, 9, "proposals", live=live)
            LOGGER.info("", extra={"progress": record})
        clock.now += 11.0
        display.beat()
    assert capsys.readouterr().err.splitlines()[-1].endswith("0/9 proposals, qwen: 9 refusals (429), running for 12 s")


def told(event: str) -> dict[str, object]:
    """By Dagster, of a step of a run that a command has started."""
    data = StepSuccessData(1.0) if event == "STEP_SUCCESS" else None
    made = DagsterEvent(event, "all", step_key="collect", event_specific_data=data)
    return {"dagster_event": made, "job_tags": {"dagster/partition": "chip_design"}}


def test_what_comes_as_a_stream_has_a_count_and_a_rate(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    OUTPUT.configure(LogSettings())
    report(monkeypatch, (10, 0.0), (50, 10.0), total=None)
    assert capsys.readouterr().err == "  collect chip_design: 10 turns\n  collect chip_design: 50 turns, 4.0 a second\n"


def test_an_import_says_how_many_of_how_many_it_has_read(capsys: pytest.CaptureFixture[str]) -> None:
    OUTPUT.configure(LogSettings())
    with ProgressDisplay(), watched(import_progress("rtllm")):
        assert list(counted(["a", "b"], "designs")) == ["a", "b"]
        assert list(counted((letter for letter in "ab"), "rows")) == ["a", "b"]
    assert list(counted(["unwatched"])) == ["unwatched"]
    lines = ["reading rtllm: 0/2 designs", "reading rtllm: 2/2 designs", "reading rtllm: 0 rows"]
    assert capsys.readouterr().err.splitlines() == [f"  {line}" for line in lines]


def test_a_terminal_shows_that_it_is_at_work_until_there_is_a_bar() -> None:
    OUTPUT.configure(LogSettings())
    with ProgressDisplay() as display:
        display._has_bars = True
        for _ in range(2):
            display.beat()
            assert [task.description for task in display._progress.tasks] == ["at work"]
        LOGGER.info("", extra={"progress": ProgressRecord("reading", "rtllm", 0, 9, "tasks")})
        display.beat()
        assert [task.description for task in display._progress.tasks] == ["reading rtllm"]


def test_quiet_leaves_warnings_and_mistakes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    OUTPUT.configure(LogSettings(quiet=True))
    report(monkeypatch, (10, 0.0), (50, 10.0))
    NOTES.info("nothing new")
    NOTES.warning("nearly full")
    NOTES.error("no run: it is full")
    assert capsys.readouterr().err == "warning: nearly full\nno run: it is full\n"


def test_a_line_of_json_has_what_the_text_says_and_the_numbers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    OUTPUT.configure(LogSettings(form=LogFormat.JSON))
    report(monkeypatch, (10, 0.0), (50, 10.0))
    NOTES.error("no run: %s", "a\nb\x1b[2J")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["level"] for line in lines] == ["info", "info", "error"]
    assert (lines[1]["stage"], lines[1]["done"], lines[1]["total"]) == ("collect", 50, 100)
    assert "4.0 a second" in lines[1]["message"]
    assert lines[2]["message"] == "no run: a\nb\x1b[2J"


@pytest.mark.parametrize("place", [0, 1, 2])
def test_how_loud_may_be_said_anywhere(
    place: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before and behind the command's name, and of a group; what one process was told, the next does not remember."""
    words = ["families", "draw", "cooking", "x", "1"]
    words[place:place] = ["--log-format", "json", "-v"]
    assert status_of(lambda: app(words, prog_name="icwm", standalone_mode=False)) == 2
    assert json.loads(capsys.readouterr().err.splitlines()[0])["message"].startswith("called wrongly: ")
    assert status_of(lambda: app(["allow", "nobody"], prog_name="icwm", standalone_mode=False)) == 2
    assert capsys.readouterr().err.startswith("cannot allow: 'nobody'")
    monkeypatch.setenv("ICWM_LOG_FORMAT", "json")
    assert status_of(lambda: app(["trace", "abc"], prog_name="icwm", standalone_mode=False)) == 2
    assert json.loads(capsys.readouterr().err)["level"] == "error"
    assert status_of(lambda: app(["--nonsense"], prog_name="icwm", standalone_mode=False)) == 2
    assert "No such option" in json.loads(capsys.readouterr().err)["message"]


def test_verbose_shows_where_a_mistake_was_raised(capsys: pytest.CaptureFixture[str]) -> None:
    status_of(lambda: app(["show", "abc", "--verbose"], prog_name="icwm", standalone_mode=False))
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_figures_that_cannot_be_told_do_not_hide_what_ended_the_stage() -> None:
    def live() -> str:
        raise ValueError("year 55846 is out of range")

    async def stage() -> None:
        async with kept_alive(ProgressReporter("sit", "toy", 1, "answers"), live):
            raise LookupError("the server has no room")

    with pytest.raises(LookupError, match="no room"):
        asyncio.run(stage())
