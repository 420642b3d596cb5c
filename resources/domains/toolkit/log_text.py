"""Log texts of every domain: cut to size, and without the sandbox's own folder. Works on bytes.

What a particular tool prints that differs from run to run is its domain's to take out.
"""

import re

from resources.execution.sandbox.profile import WORK

_SANDBOX_FOLDER = re.compile(rb"(?<![\w./-])(?:%s/|\./)(?=[\w.-])" % re.escape(WORK.encode()))
_LEFT_OUT = b"\n[... log shortened: middle left out ...]\n"


def without_sandbox_folder(log: bytes) -> bytes:
    """Paths in the sandbox's work folder become relative; line ends of other systems become "\\n". Idempotent."""
    while (shorter := _SANDBOX_FOLDER.sub(b"", log.replace(b"\r\n", b"\n"))) != log:
        log = shorter
    return log


def shorten(log: bytes, limit: int) -> bytes:
    """At most `limit` bytes: the head (three quarters) and the tail, since benches report first and last."""
    if len(log) <= limit:
        return log
    room = max(0, limit - len(_LEFT_OUT))
    tail = room // 4
    return (log[: room - tail] + _LEFT_OUT + log[len(log) - tail :])[:limit]


def first_lines(log: bytes, limit: int) -> bytes:
    """Whole lines from the start, at most `limit` bytes of them."""
    if len(log) <= limit:
        return log
    return log[: log.rfind(b"\n", 0, limit) + 1]
