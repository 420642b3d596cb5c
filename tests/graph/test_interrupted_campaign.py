"""A campaign that its caller interrupts, as a notebook does: it ends, and leaves neither process nor lock."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import dagster as dg
import pytest

from assets.home import Home
from orchestration.instance import open_instance
from orchestration.run_lock import only_run
from tests.home import PROFILES, PROJECT

CELL = f"""
import signal, sys, icwm
signal.signal(signal.SIGINT, signal.default_int_handler)
with icwm.Engine(sys.argv[1], profile={str(PROFILES / "test.yaml")!r}) as engine:
    try:
        engine.run(["chip_design"])
    except KeyboardInterrupt:
        print("interrupted", engine.execute("builtin/gray_counter", "").outcome)
"""
SOON_S = 600.0


def processes(session: int) -> list[str]:
    """Command lines of the session's living processes."""
    living = subprocess.run(
        ("ps", "-s", str(session), "-o", "stat=,args="), capture_output=True, text=True, check=False
    )
    return [line for line in living.stdout.splitlines() if not line.startswith("Z")]


def campaign_process(caller: int) -> int:
    """Its process, and so the number of its session."""
    found = subprocess.run(
        ("pgrep", "-P", str(caller), "-f", "campaign_process"), capture_output=True, text=True, check=True
    )
    return int(found.stdout)


@pytest.fixture
def caller(tmp_path: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", CELL, str(tmp_path / "home")]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    return subprocess.Popen(
        command, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True, start_new_session=True
    )


def begun(home: Home) -> None:
    """Waits until the run has seeds, and so begins to certify them."""
    until, seeds = time.monotonic() + SOON_S, home.lake / "task_seeds"
    while not seeds.exists() and time.monotonic() < until:
        time.sleep(0.1)
    assert seeds.exists()


def test_an_interrupted_cell_leaves_nothing_running(tmp_path: Path, caller: "subprocess.Popen[str]") -> None:
    home = Home(tmp_path / "home")
    begun(home)
    session = campaign_process(caller.pid)
    assert processes(session)
    os.killpg(caller.pid, signal.SIGINT)
    said, _ = caller.communicate(timeout=SOON_S)
    assert said == "interrupted COMPILATION_ERROR\n"
    assert processes(session) == []
    with only_run(home), open_instance(home) as instance:
        assert [run.status for run in instance.get_runs()] == [dg.DagsterRunStatus.FAILURE]


def test_a_campaign_ends_with_its_caller(tmp_path: Path, caller: "subprocess.Popen[str]") -> None:
    begun(Home(tmp_path / "home"))
    session = campaign_process(caller.pid)
    caller.kill()
    caller.communicate()
    until = time.monotonic() + SOON_S
    while processes(session) and time.monotonic() < until:
        time.sleep(0.1)
    assert processes(session) == []
