"""Keeps a server from outliving who started it: a script that runs between the two, of standard library alone.

It starts the command, and ends it and everything it has started when the parent closes its end of standard input,
exits or is killed. Orphans of the server come back to it (it is their subreaper), so none escapes by losing its parent.

    python keeper.py PARENT_PID GRACE_SECONDS COMMAND…
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
TICK_S = 0.3
"""Also looks at its parent: a fork of the parent may hold the other end of standard input open."""


def main(parent: int, grace_s: float, command: list[str]) -> int:
    """The command's exit status, as a shell gives it; 0 where it was ended because the parent wished or is gone."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    # Signals that were blocked where the keeper was started would stay so for the server as well.
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, _end)
    # If the keeper itself is killed, the kernel kills the command; what that had started then sees its parent gone.
    server = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, preexec_fn=lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    )
    try:
        while server.poll() is None and _wanted(parent):
            pass
        status = server.poll()
        return 0 if status is None else status if status >= 0 else 128 - status
    finally:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        _end_all(server, grace_s)


def _end(number: int, _: object) -> None:
    raise SystemExit(128 + number)


def _wanted(parent: int) -> bool:
    """Waits a moment; False when the parent has let go."""
    ready, _, _ = select.select([sys.stdin], [], [], TICK_S)
    return not ready and os.getppid() == parent


def _end_all(server: subprocess.Popen[bytes], grace_s: float) -> None:
    deadline = time.monotonic() + grace_s
    if server.poll() is None:
        server.terminate()
    while _descendants() and time.monotonic() < deadline:
        server.poll()
        _reap()
        time.sleep(0.05)
    while left := _descendants():
        for process in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        _reap()
        time.sleep(0.02)


def _descendants() -> list[int]:
    """Every process below this one that still runs; zombies do not count."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
                if state != "Z":
                    children.setdefault(int(parent), []).append(int(entry.name))
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _reap() -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]))
