"""Normalising logs: the same candidate gives the same bytes, whatever the run, the machine or the time.

Works on bytes, since a candidate may print any. Which lines mean what is `diagnostics`.
"""

import re

from resources.execution.sandbox.profile import WORK

_SANDBOX_FOLDER = re.compile(rb"(?<![\w./-])(?:%s/|\./)(?=[\w.-])" % re.escape(WORK.encode()))
_YOSYS_OBJECT = re.compile(rb"(\$auto\$[\w.]+):\d+:(\w+\$)\d+")
_LEFT_OUT = b"\n[... log shortened: middle left out ...]\n"


def normalise(log: bytes) -> bytes:
    """Takes the sandbox's folder, object numbers and line ends of other systems out. Idempotent."""
    while (shorter := _shorter(log)) != log:
        log = shorter
    return log


def _shorter(log: bytes) -> bytes:
    """One pass; each substitution can only shorten, so passes come to an end."""
    return _YOSYS_OBJECT.sub(rb"\1:\2", _SANDBOX_FOLDER.sub(b"", log.replace(b"\r\n", b"\n")))


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
