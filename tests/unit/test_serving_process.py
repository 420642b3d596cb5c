"""A server's processes: none outlives the one that started it, however that ends. The servers are small scripts."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from resources.serving.process import ServerProcess

STUBBORN = """
    import os, signal, subprocess, sys, time
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    # A grandchild in a session of its own, which no signal to a process group reaches.
    subprocess.Popen([sys.executable, "-c", "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(600)"],
                     start_new_session=True)
    print("up", flush=True)
    time.sleep(600)
"""
ORPHAN = STUBBORN.replace("time.sleep(600)\n", "os._exit(3)\n")
POLITE = """
    import signal, sys, time
    signal.signal(signal.SIGTERM, lambda *_: (print("bye", flush=True), sys.exit(0)))
    print("up", flush=True)
    time.sleep(600)
"""


def started(script: str, log: Path, grace_s: float = 0.3) -> ServerProcess:
    command = [sys.executable, "-c", textwrap.dedent(script)]
    process = ServerProcess(command, dict(os.environ), log, grace_s)
    until(lambda: "up" in process.tail())
    return process


def until(holds: Callable[[], bool], limit_s: float = 200.0) -> None:
    deadline = time.monotonic() + limit_s
    while not holds():
        assert time.monotonic() < deadline, "did not come about"
        time.sleep(0.02)


def below(pid: int) -> list[psutil.Process]:
    process = psutil.Process(pid)
    return [process, *process.children(recursive=True)]


def none_left(processes: list[psutil.Process]) -> bool:
    return not any(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in processes)


def test_stop_ends_all_of_it(tmp_path: Path) -> None:
    process = started(STUBBORN, tmp_path / "log")
    family = below(process.pid)
    assert len(family) == 3
    process.stop()
    assert none_left(family)
    assert not process.alive
    assert not process.died
    process.stop()


def test_a_polite_server_has_time_to_end(tmp_path: Path) -> None:
    process = started(POLITE, tmp_path / "log", grace_s=200.0)
    process.stop()
    assert process.tail().endswith("bye")


def test_a_server_that_dies_leaves_no_orphan(tmp_path: Path) -> None:
    process = ServerProcess([sys.executable, "-c", textwrap.dedent(ORPHAN)], dict(os.environ), tmp_path / "log", 0.3)
    assert process.wait(20.0)
    assert process.died
    assert process.exit_status == 3
    assert not [one for one in psutil.process_iter() if os.getsid(0) != _session(one) == process.pid]
    process.stop()
    assert process.died


def _session(process: psutil.Process) -> int:
    try:
        return os.getsid(process.pid)
    except ProcessLookupError:
        return -1


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_outlives_the_parent(tmp_path: Path, number: signal.Signals) -> None:
    """Also where a fork of the parent, which lives on, holds the pipe to the keeper open."""
    parent = subprocess.Popen([sys.executable, __file__, str(tmp_path / "log")], stdout=subprocess.PIPE, text=True)
    assert parent.stdout
    keeper, fork = (int(word) for word in parent.stdout.readline().split())
    try:
        family = below(keeper)
        assert len(family) == 3
        parent.send_signal(number)
        parent.wait(10.0)
        until(lambda: none_left(family))
    finally:
        os.kill(fork, signal.SIGKILL)
        parent.stdout.close()


def test_a_killed_keeper_takes_the_server_with_it(tmp_path: Path) -> None:
    process = started(POLITE, tmp_path / "log")
    family = below(process.pid)
    os.kill(process.pid, signal.SIGKILL)
    until(lambda: none_left(family))
    assert process.died
    assert process.exit_status == -signal.SIGKILL


def test_a_command_that_is_not_there_says_so(tmp_path: Path) -> None:
    process = ServerProcess([str(tmp_path / "absent")], dict(os.environ), tmp_path / "log", 0.3)
    assert process.wait(20.0)
    assert process.died
    assert "absent" in process.tail()


def test_the_tail_is_the_end_even_of_a_large_log_of_bytes(tmp_path: Path) -> None:
    script = "import sys; sys.stdout.buffer.write(b'x' * 300_000 + b'\\xff\\nlast line\\n')"
    process = ServerProcess([sys.executable, "-c", script], dict(os.environ), tmp_path / "log", 0.3)
    process.wait(20.0)
    assert process.tail(1) == "last line"
    assert len(process.tail()) < 70_000


def _parent(log: Path) -> None:
    """Run as a script: starts a stubborn server and a fork that lives on, and waits to be killed.

    Whatever runs the tests may have blocked or ignored signals, which children inherit.
    """
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    process = started(STUBBORN, log)
    fork = os.fork()
    if fork == 0:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        time.sleep(60.0)
        os._exit(0)
    print(process.pid, fork, flush=True)
    time.sleep(60.0)


if __name__ == "__main__":
    _parent(Path(sys.argv[1]))
