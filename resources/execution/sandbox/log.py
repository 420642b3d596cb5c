"""What a step wrote, kept up to a cap while all of it is counted. Shared by every sandbox."""

import signal

from resources.execution.sandbox.job import Ended

# A step that writes this many times its cap, or this many bytes if they are fewer, is ended: draining endless output
# costs the host CPU time. The bytes are few enough that a printing loop reaches them well within the shortest CPU
# limit on a slow machine, so that a flood has one outcome everywhere.
FLOOD_FACTOR = 64
FLOOD_BYTES = 12 << 20
OUT_OF_TIME = 128 + signal.SIGXCPU
"""The exit code of a step that was ended by its CPU limit, whoever ended it."""


def flood_cap(cap: int) -> int:
    """Bytes of log beyond which a step whose log is kept up to `cap` bytes is ended; at least twice the cap."""
    return max(min(FLOOD_FACTOR * cap, FLOOD_BYTES), 2 * cap)


class Log:
    """Keeps the first `cap` bytes."""

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._kept = bytearray()
        self.total = 0

    def add(self, data: bytes) -> None:
        self.total += len(data)
        self._kept += data[: self._cap - len(self._kept)]

    @property
    def kept(self) -> bytes:
        return bytes(self._kept)

    @property
    def truncated(self) -> bool:
        return self.total > self._cap

    @property
    def flooded(self) -> bool:
        return self.total > flood_cap(self._cap)


def ended(code: int) -> Ended:
    """How a process ended, from its exit code as a shell gives it: 128 + n for signal n.

    A program that itself exits with such a code looks the same; no verdict may rest on it.
    """
    if code == OUT_OF_TIME:
        return Ended.TIMED_OUT
    if code == 128 + signal.SIGXFSZ:
        return Ended.LIMIT_EXCEEDED
    return Ended.SIGNALLED if 128 < code <= 128 + 64 else Ended.EXITED
