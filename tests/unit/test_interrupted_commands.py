"""Ctrl-C ends a command with one line and status 130, whenever it is pressed, and whatever a library makes of it."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import duckdb
import pyarrow as pa
import pytest

from orchestration.mistakes import status_of


@pytest.fixture(autouse=True)
def heeded() -> Iterator[None]:
    """Who runs tests in the background has SIGINT ignored, and children inherit it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def in_a_stream_that_duckdb_reads() -> None:
    """As an export's rows come."""
    schema = pa.schema([("x", pa.int64())])

    def batches() -> "list[pa.RecordBatch]":
        press()
        for _ in range(10_000_000):
            pass
        return []

    reader = pa.RecordBatchReader.from_batches(schema, (batch for _ in range(1) for batch in batches()))
    with duckdb.connect() as connection:
        connection.register("rows", reader)
        connection.sql("SELECT sum(x) FROM rows").fetchall()


def as_a_failure_that_says_something_else() -> None:
    try:
        press()
    except KeyboardInterrupt as interrupt:
        raise RuntimeError("Query interrupted") from interrupt


def as_a_status_of_the_commands_own() -> int:
    try:
        press()
    except KeyboardInterrupt:
        return 1
    return 0


@pytest.mark.parametrize(
    "command",
    [press, in_a_stream_that_duckdb_reads, as_a_failure_that_says_something_else, as_a_status_of_the_commands_own],
)
def test_amid_a_command(capsys: pytest.CaptureFixture[str], command: Callable[[], object]) -> None:
    before = signal.getsignal(signal.SIGINT)
    assert status_of(command) == 130
    assert capsys.readouterr().err == "ended by Ctrl-C\n"
    assert signal.getsignal(signal.SIGINT) is before


WHILE_IMPORTING = """
import os, signal, sys

class Pressed:
    def find_spec(self, name, path=None, target=None):
        if name == "orchestration.command_line":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Pressed())
sys.argv = ["icwm", "status"]
from icwm.__main__ import main
main()
"""


def test_while_the_command_is_being_imported() -> None:
    done = subprocess.run([sys.executable, "-c", WHILE_IMPORTING], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
