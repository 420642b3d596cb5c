"""The whole graph, run for a program by a process of its own: whoever interrupts a notebook's cell interrupts a thread
that waits, and what can be ended for sure is a process. Its side is `campaign_process`.
"""

import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Sequence

from orchestration.run_graph import RunResult
from orchestration.settings import Settings
from orchestration.termination import GRACE_S

_TO_END_S = GRACE_S + 30.0
"""What a process gets that was asked to end, before it is killed: its start, then the grace of a termination."""


class CampaignEnded(Exception):
    """A campaign's process is gone, and nobody here asked it to go. What is finished is kept."""


class Campaign:
    """One run of the graph. One thread waits for the `result`; another may `stop` it."""

    def __init__(self, settings: Settings, domains: Sequence[str]) -> None:
        self._order = (settings, tuple(domains))
        self._stopped = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None

    def result(self) -> RunResult:
        """All phases' results as one. Raises HomeInUse and whatever else the run raises, CampaignEnded where its
        process left without a word."""
        with _started() as process:
            assert process.stdin
            assert process.stdout
            with contextlib.suppress(BrokenPipeError):
                pickle.dump(self._order, process.stdin)
                process.stdin.flush()
            self._process = process
            if self._stopped.is_set():
                self.stop()
            answer = process.stdout.read()
        if not answer:
            raise CampaignEnded(
                f"its process ended with status {process.returncode}; run it again, what is done is kept"
            )
        said = pickle.loads(answer)
        if isinstance(said, BaseException):
            raise said
        assert isinstance(said, RunResult)
        return said

    def stop(self) -> None:
        """Interrupts the run: what is under way is given up, what is finished is kept. Comes back when its process is
        gone, and with it all that it started."""
        self._stopped.set()
        process = self._process
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        try:
            process.wait(_TO_END_S)
        except subprocess.TimeoutExpired:
            process.kill()


def _started() -> "subprocess.Popen[bytes]":
    """Out of reach of signals to this process' group, such as a notebook's server sends. It imports from where this
    process does."""
    return subprocess.Popen(
        [sys.executable, "-m", f"{__name__}_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        start_new_session=True,
    )
