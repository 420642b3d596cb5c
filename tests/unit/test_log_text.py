"""What every domain's logs are freed of: nothing in them drives a terminal, whatever the candidate printed."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from resources.domains.toolkit.log_text import without_library_folders, without_terminal_codes
from resources.domains.toolkit.recording import Recording
from resources.execution.bundle import EnvironmentBundle
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

PIECES = st.sampled_from(
    [
        *(
            b"\x1b[31m",
            b"\x1b[",
            b"\x1b",
            b"\x1b]0;title\x07",
            b"\x1b]8;;http://x\x1b\\",
            b"\x1bP",
            b"\x1b(0",
            b"\x1bc",
        ),
        *(b"\r", b"\r\n", b"\n", b"\t", b"\x08", b"\x07", b"\x00", b"\x7f", b"\xc2\x9b", b"\xc2", b"\x9b", b"\x85"),
        *(b"\xff", "\u00fc\u20ac".encode(), b"error: ", b"[31m", b"2J", b"x"),
    ]
)
LOGS = st.one_of(st.binary(max_size=200), st.lists(PIECES, max_size=40).map(b"".join))
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


@given(LOGS)
@example(b"\x1b\x1b[31m[31m")
@example(b"\xc2\xc2\x9b\x9b")
@example(b"\xc2\x07\x9b2J")
@example(b"a\r\r\nb\rc")
def test_nothing_drives_a_terminal(log: bytes) -> None:
    clean = without_terminal_codes(log)
    assert not CONTROLS.search(clean.decode("utf-8", "ignore"))
    assert without_terminal_codes(clean) == clean


@given(st.text(st.characters(exclude_categories=("Cc", "Cs"))))
def test_text_stays(text: str) -> None:
    assert without_terminal_codes(text.encode()).decode() == text


@pytest.mark.parametrize(
    ("log", "clean"),
    [
        (b"\x1b[1;31merror:\x1b[0m no \x1b[4mx\x1b[24m", b"error: no x"),
        (b"50%\r100%\r\ndone", b"50%\n100%\ndone"),
        (b"\x1b]0;owned\x07a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", b"alink"),
        (b"PASS\x1b[2K\x1b[1GFAIL\x08\x08", b"PASSFAIL"),
        (b"\xff\xfe kept", b"\xff\xfe kept"),
    ],
)
def test_what_is_left(log: bytes, clean: bytes) -> None:
    assert without_terminal_codes(log) == clean


def test_every_observation_is_freed_of_them() -> None:
    record = Recording(EnvironmentBundle("a", "b/c", "", "", "x.py", ""), "t")
    record.add(b"\x1b[31mred\x1b[0m\x07")
    record.stage("run", None, StepResult("run", Ended.EXITED, 0, b"", False, 0.0))
    assert record.observation().log == b"red\n"


def test_where_a_machine_keeps_its_libraries_is_not_told() -> None:
    """As Triton prints its compiler's module where a pass fails."""
    record = Recording(EnvironmentBundle("a", "b/c", "", "", "x.py", ""), "t")
    record.add(b'#loc3 = loc("/srv/someone/.venv/lib/python3.11/site-packages/triton/language/standard.py":49:0)\n')
    record.add(b'File "/usr/lib/python3.11/ast.py", line 1\nlib/python3 is a folder\n')
    record.stage("run", None, StepResult("run", Ended.EXITED, 0, b"", False, 0.0))
    log = record.observation().log.decode()
    assert "/srv" not in log
    assert '…/site-packages/triton/language/standard.py":49:0' in log
    assert 'File "…/ast.py", line 1\nlib/python3 is a folder\n' in log


def test_a_line_of_slashes_is_read_once() -> None:
    """Read again from each slash, 64 KiB took 45 s, of the engine's own process."""
    for part in (b"/", b"/lib", b"a/python3/"):
        log = part * (1 << 18)
        assert without_library_folders(log) == log
    assert without_library_folders(b"/a/lib/python3" * (1 << 18) + b"/b") == "…/b".encode()


def test_who_killed_a_tool_is_no_part_of_its_log() -> None:
    """The sandbox's count of CPU time and the tool's own limit end it at nearly the same moment."""
    for notice in (b"", b"CPU time limit exceeded\n", b"CPU time limit exceeded (core dumped)\n", b"Killed\n"):
        record = Recording(EnvironmentBundle("a", "b/c", "", "", "x.v", ""), "t")
        record.add(b"x.v:1: warning: w\n" + notice)
        record.stage("compile", Outcome.TIMEOUT, StepResult("compile", Ended.TIMED_OUT, 137, b"", False, 0.0))
        assert record.observation().log == b"x.v:1: warning: w\ncompile: timed out\n"
