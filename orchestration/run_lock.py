"""The lock that one process at a time holds on a home; it dies with its holder."""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from typing import IO

from assets.home import Home
from orchestration.log_output import NOTES
from orchestration.terminal_text import printable

RUN, DAEMON = "run.lock", "daemon.lock"
"""Of a command line that materialises, and of `icwm ui`, whose daemon works through the queue."""
_OWN = {RUN, DAEMON, "lake", "warehouse.duckdb", "checkpoints", "models", "serving", "cache", "journal", "dagster",
        "reports", "exports", "allowed.txt", "purposes.json", "held_out", "shards"}  # fmt: skip
"""What lies in a home; any of it says that a folder is one."""
_TRIES, _PAUSE = 5, 0.05
"""Who asks for the holder has the lock for a moment, and no longer than that."""


class HomeInUse(Exception):
    """Another process works on the same home. The message says which, and what to do."""


@contextlib.contextmanager
def only_run(home: Home) -> Iterator[None]:
    """Holds the home for one command line. Raises HomeInUse, and HomeUnusable."""
    home.prepare()
    _warn_of_company(home)
    with (home.root / RUN).open("a+") as lock:
        if not _taken(lock):
            raise HomeInUse(
                f"process {_written(lock)} runs on {home.root} already; wait for it, or give this "
                f"run a home of its own (ICWM_HOME)"
            )
        yield


def _warn_of_company(home: Home) -> None:
    """A folder of somebody's other work is no mistake, and seldom what was meant."""
    names = sorted(path.name for path in home.root.iterdir())
    if names and not any(name in _OWN for name in names):
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        NOTES.warning(
            "%s holds other files (%s%s): what is made goes beside them", home.root, printable(names[0]), more
        )


def only_daemon(home: Home) -> None:
    """Holds the home for the rest of this process, and for the program that it becomes: a second daemon on one
    instance would launch what the first has launched. Raises HomeInUse, and HomeUnusable."""
    home.prepare()
    lock = (home.root / DAEMON).open("a+")
    if not _taken(lock):
        raise HomeInUse(f"process {_written(lock)} shows {home.root} in Dagster already; open it, or end it first")
    os.set_inheritable(os.dup(lock.fileno()), True)


def holder(home: Home) -> str:
    """The process that runs on the home, as far as it said; "" where none does."""
    try:
        with (home.root / RUN).open("r") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return _written(lock)
    except OSError:
        pass
    return ""


def _taken(lock: IO[str]) -> bool:
    for _ in range(_TRIES):
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        time.sleep(_PAUSE)
    else:
        return False
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return True


def _written(lock: IO[str]) -> str:
    lock.seek(0)
    return lock.read().strip() or "unknown"
