"""What `icwm ui` starts ends with it, runs included, by each signal. The programs are small scripts."""

import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest

PARENT = """
import os, sys
from orchestration.process_group import ProcessGroup
def say(number):
    print("told of", number.name, flush=True)
    {unsaid}
sys.exit(ProcessGroup(say, {grace}).run(
    [sys.executable, "-c", {program!r}], os.environ))
"""
LEAVES_A_RUN = """
    # Ends at once, as `dagster dev` does, and leaves a run that writes down that it was interrupted.
    import subprocess, sys, time
    run = '''import pathlib, sys, time
    try: print("runs", flush=True); time.sleep(600)
    except KeyboardInterrupt: time.sleep(0.5); pathlib.Path(sys.argv[1]).write_text("interrupted")'''
    subprocess.Popen([sys.executable, "-c", run.replace("\\n    ", "\\n"), {note!r}])
    try: time.sleep(600)
    except KeyboardInterrupt: pass
"""
STUBBORN = """
    import signal, subprocess, sys, time
    [signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)]
    subprocess.Popen([sys.executable, "-c", "print('runs', flush=True); import time; time.sleep(600)"])
    time.sleep(600)
"""


def started(
    program: str, grace_s: float, unsaid: str = "", before: Sequence[str] = ()
) -> tuple[subprocess.Popen[str], list[psutil.Process]]:
    """`unsaid` is what comes of saying; `before` stands before the command."""
    code = PARENT.format(grace=grace_s, program=textwrap.dedent(program), unsaid=unsaid)
    process = subprocess.Popen([*before, sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "runs\n"
    family = psutil.Process(process.pid).children(recursive=True)
    assert len(family) == 2
    return process, family


def runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def are_gone(family: list[psutil.Process], limit_s: float = 60.0) -> bool:
    deadline = time.monotonic() + limit_s
    while any(runs(one) for one in family):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_interrupts_the_run_and_waits_for_its_last_words(tmp_path: Path, number: signal.Signals) -> None:
    note = tmp_path / "note"
    process, family = started(LEAVES_A_RUN.format(note=str(note)), 100.0)
    process.send_signal(number)
    told, _ = process.communicate(timeout=100)
    assert told == f"told of {number.name}\n"
    assert process.returncode == 0
    assert note.read_text() == "interrupted"
    assert are_gone(family, 0.0)


@pytest.mark.parametrize("unsaid", ["raise OSError(5, 'Input/output error')", "raise SystemExit(1)"])
def test_a_closed_terminal_ends_it_though_nothing_can_be_said(tmp_path: Path, unsaid: str) -> None:
    note = tmp_path / "note"
    process, family = started(LEAVES_A_RUN.format(note=str(note)), 100.0, unsaid)
    process.send_signal(signal.SIGHUP)
    told, _ = process.communicate(timeout=100)
    assert told == "told of SIGHUP\n"
    assert process.returncode == 0
    assert note.read_text() == "interrupted"
    assert are_gone(family, 0.0)


def test_what_ignores_a_closed_terminal_goes_on(tmp_path: Path) -> None:
    """The lower number is heard first where both wait."""
    program = LEAVES_A_RUN.format(note=str(tmp_path / "note"))
    process, family = started(program, 100.0, before=["nohup"])
    process.send_signal(signal.SIGHUP)
    process.send_signal(signal.SIGTERM)
    told, _ = process.communicate(timeout=100)
    assert told == "told of SIGTERM\n"
    assert process.returncode == 0
    assert are_gone(family, 0.0)


def test_a_second_signal_kills_what_does_not_end() -> None:
    process, family = started(STUBBORN, 100.0)
    process.send_signal(signal.SIGTERM)
    assert process.stdout is not None
    assert process.stdout.readline() == "told of SIGTERM\n"
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
    assert are_gone(family)


def test_what_does_not_end_is_killed_in_time() -> None:
    process, family = started(STUBBORN, 0.3)
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
    assert are_gone(family)


def test_a_program_that_ends_by_itself_gives_its_status() -> None:
    code = PARENT.format(grace=1.0, program="raise SystemExit(7)", unsaid="")
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 7
