"""A command says something within a second, and begins without what takes seconds to import."""

import logging
import subprocess
import sys
import time

import pytest

from orchestration.first_word import first_word
from orchestration.terminal_text import diagnostics

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
        ([], []),
    ],
)
def test_who_waits_is_told_what_for(caplog: pytest.LogCaptureFixture, typed: list[str], said: list[str]) -> None:
    with caplog.at_level(logging.INFO, "icwm"), first_word(typed, 0.05):
        time.sleep(1.0)
    assert caplog.messages == said


def test_nothing_is_added_to_what_was_said(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "icwm"):
        with first_word(["run"], 0.3):
            diagnostics().print("profile quick")
            time.sleep(1.0)
        with first_word(["run"], 0.3):
            pass
        time.sleep(0.6)
    assert caplog.messages == []
