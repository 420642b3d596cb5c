"""A command says something within a second, and begins without what takes seconds to import."""

import logging
import subprocess
import sys
import threading
import time

import pytest

from orchestration.command_line import command_names
from orchestration.first_word import first_word, say, say_now, silence
from orchestration.log_output import LogFormat, LogOutput, LogSettings
from orchestration.query_form import write_out
from orchestration.terminal_text import diagnostics, terminal

HEAVY = ("dagster", "polars", "duckdb", "pyarrow", "numpy", "torch", "pydantic", "sqlglot")


def test_the_command_line_begins_without_heavy_packages() -> None:
    code = "import sys, orchestration.command_line; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(HEAVY) & set(done.stdout.split())


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["run", "--domain", "chip_design"], ["icwm run: loading the graph …"]),
        (["-q", "query", "select 1"], ["icwm query: loading what it needs …"]),
        (["--log-format", "json", "run"], ["icwm run: loading the graph …"]),
        (["families", "list"], ["icwm families: loading what it needs …"]),
        (["propse", "chip_design"], []),
        (["--help"], []),
        (["run", "--help"], []),
        ([], []),
    ],
)
def test_who_waits_is_told_what_for(caplog: pytest.LogCaptureFixture, typed: list[str], said: list[str]) -> None:
    with caplog.at_level(logging.INFO, "icwm"):
        say(typed, command_names, silence())
    assert caplog.messages == said


def test_it_is_said_while_a_command_works(caplog: pytest.LogCaptureFixture) -> None:
    deadline = time.monotonic() + 30
    with caplog.at_level(logging.INFO, "icwm"), first_word(["run"], command_names, 0.01):
        while not caplog.messages and time.monotonic() < deadline:
            time.sleep(0.01)
    assert caplog.messages == ["icwm run: loading the graph …"]


def test_who_waits_on_is_told_again_until_the_command_speaks(caplog: pytest.LogCaptureFixture) -> None:
    deadline = time.monotonic() + 30
    with caplog.at_level(logging.INFO, "icwm"), first_word(["judge"], command_names, 0.01, 0.01):
        while len(caplog.messages) < 3 and time.monotonic() < deadline:
            time.sleep(0.01)
        diagnostics().print("PASS")
        time.sleep(0.1)
        told = len(caplog.messages)
        time.sleep(0.1)
    assert caplog.messages[0] == "icwm judge: loading what it needs …"
    assert caplog.messages[1].startswith("icwm judge: at work for ")
    assert len(caplog.messages) == told


def test_nothing_is_added_to_what_was_said(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "icwm"):
        is_silent = silence()
        diagnostics().print("profile quick")
        say(["run"], command_names, is_silent)
    assert caplog.messages == []


def test_rows_and_json_lines_are_words_too(capsys: pytest.CaptureFixture[str]) -> None:
    is_silent = silence()
    write_out(terminal(), "a,b\n")
    assert not is_silent()
    is_silent = silence()
    output = LogOutput()
    output.settings = LogSettings(form=LogFormat.JSON)
    output.emit(logging.makeLogRecord({"msg": "said", "levelno": logging.INFO, "levelname": "INFO"}))
    assert not is_silent()
    told = capsys.readouterr()
    assert told.out == "a,b\n"
    assert '"message": "said"' in told.err


def test_who_forks_waits_for_no_word(caplog: pytest.LogCaptureFixture) -> None:
    before = set(threading.enumerate())
    with caplog.at_level(logging.INFO, "icwm"), first_word(["ui"], command_names, 600):
        say_now()
        assert set(threading.enumerate()) <= before
    assert caplog.messages == ["icwm ui: starting Dagster …"]


def test_a_command_that_is_over_is_not_waited_for() -> None:
    before = set(threading.enumerate())
    with first_word(["run"], command_names, 600):
        (timer,) = set(threading.enumerate()) - before
    timer.join(30)
    assert not timer.is_alive()
