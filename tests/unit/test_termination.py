"""A run that is asked to stop stops, whatever Dagster makes of the signal."""

import signal
import subprocess
import sys

import pytest

HEAD = """
import signal, sys, time
from dagster._utils.interrupts import capture_interrupts
from orchestration.termination import Termination

def ready():
    print("ready", flush=True)
"""
BODIES = {
    "python": "ready(); time.sleep(600)",
    "dropped by Dagster": "with capture_interrupts(): ready(); [time.sleep(0.1) for _ in range(6000)]",
    "after a run of Dagster": "with capture_interrupts(): pass\n    ready(); time.sleep(600)",
    "caught as a failure": """
    while True:
        try: ready(); time.sleep(600)
        except BaseException: time.sleep(0.1)
""",
}


IGNORED = "signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""As in a job that a shell started in the background."""


@pytest.mark.parametrize(
    ("body", "before", "number"),
    [
        *((body, "", signal.SIGTERM) for body in BODIES),
        ("dropped by Dagster", "", signal.SIGINT),
        ("after a run of Dagster", IGNORED, signal.SIGTERM),
    ],
)
def test_a_signal_is_never_lost(body: str, before: str, number: signal.Signals) -> None:
    code = f"{HEAD}\n{before}\nwith Termination(1.0):\n    {BODIES[body]}"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    with process, process.stdout:
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(number)
        assert process.wait(240) != 0


def test_what_is_asked_for_between_two_runs_is_known() -> None:
    code = """
import os, signal, time
from dagster._utils.interrupts import capture_interrupts
from orchestration.termination import Termination
with Termination() as termination:
    with capture_interrupts():
        os.kill(os.getpid(), signal.SIGTERM)
    while termination.requested is None: time.sleep(0.01)
    print(termination.requested.name)
print("left")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "SIGTERM\nleft\n"


def test_a_run_leaves_sigterm_as_it_was() -> None:
    """Else a second run, in another thread, waits for ever for children that ignore it."""
    code = f"""
import signal, tempfile
import dagster as dg
from orchestration.dagster_log import LOGGERS
from orchestration.run_graph import run_assets
signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a suite in the background may leave it ignored
{IGNORED}
@dg.asset
def nothing(): pass
defs = dg.Definitions([nothing], loggers=LOGGERS)
with dg.DagsterInstance.local_temp(tempfile.mkdtemp()) as instance:
    print(run_assets(defs, instance, [dg.AssetKey("nothing")], None, {{}}).errors)
print(signal.getsignal(signal.SIGTERM) is signal.SIG_DFL)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=240, check=True)
    assert done.stdout.split() == ["()", "True"], done.stdout + done.stderr
