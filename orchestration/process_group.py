"""ProcessGroup: a program and all that it starts, which end together when this process is asked to end.

Dagster ends its webserver and daemon when it is asked to, and leaves its code server and the runs in it behind. Ctrl-C
in a terminal reaches all of them, since it goes to the whole group; here every signal does.
"""

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import FrameType

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
GRACE_S = 25.0
"""For runs to be interrupted and written down as failed, and their sandboxes to end. Dagster's code server would give
up after 30 s, with a traceback."""
LOOK_EVERY_S = 0.1
_PR_SET_PDEATHSIG = 1


class ProcessGroup:
    """The first signal interrupts the group, as Ctrl-C does; a second one, or `grace_s`, kills what is left of it.

    `say` is told of the first; where it cannot be said, as on a terminal that was closed, all ends the same. Used in
    the main thread, once, while no other thread runs: one that holds a lock would hold it for ever in the child.
    """

    def __init__(self, say: Callable[[signal.Signals], None], grace_s: float = GRACE_S) -> None:
        self._say = say
        self._grace_s = grace_s
        self._group = 0
        self._asked: float | None = None
        """When the first signal came, by the monotonic clock."""

    def run(self, command: Sequence[str], environment: Mapping[str, str]) -> int:
        """Until all of it has ended. 0 where a signal ended it, else the program's exit status."""
        for number in ENDING:
            # Also where a shell's background job inherits SIGINT as ignored, which no child would then hear.
            if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:  # That is what nohup is for.
                signal.signal(number, self._hear)
        # Where this process is killed, the kernel asks the program to end. Looked up here: between fork and exec
        # nothing may be loaded.
        end_with_parent = partial(ctypes.CDLL(None).prctl, _PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
        program = subprocess.Popen(command, env=dict(environment), process_group=0, preexec_fn=end_with_parent)
        self._group = program.pid
        if self._asked is not None:
            self._send(signal.SIGINT)
        while program.poll() is None or (self._asked is not None and self._is_alive()):
            if self._asked is not None and time.monotonic() - self._asked > self._grace_s:
                self._send(signal.SIGKILL)
            time.sleep(LOOK_EVERY_S)
        return 0 if self._asked is not None else program.wait()

    def _hear(self, number: int, _: FrameType | None) -> None:
        if self._asked is not None:
            self._send(signal.SIGKILL)
            return
        self._asked = time.monotonic()
        self._send(signal.SIGINT)
        with suppress(OSError, SystemExit):  # rich ends the process where stderr is a broken pipe.
            self._say(signal.Signals(number))

    def _send(self, number: signal.Signals) -> None:
        if self._group:
            try:
                os.killpg(self._group, number)
            except ProcessLookupError:
                return

    def _is_alive(self) -> bool:
        """Whether a process of the group is left that runs: who has ended and was not waited for is none."""
        return any(_runs_in(self._group, int(name)) for name in os.listdir("/proc") if name.isdigit())


def _runs_in(group: int, pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            state, _, own, *_ = file.read().rpartition(")")[2].split()
    except OSError:
        return False
    return int(own) == group and state != "Z"
