"""The verdict channel of a cocotb run: laid beside the bench and run by cocotb, inside the simulator's process.

It stands alone: nothing of this project is imported there. The run's nonce comes in a file that is gone before the
candidate's first statement, so neither the environment nor the command line nor a file tells it, and goes out once,
with what the tests came to. What Python writes stands between marks; what else the process writes is the candidate's.
"""

import os
import sys
from collections.abc import Iterable
from typing import Any

SECRET_VARIABLE = "VERDICT_SECRET"


class _Voice:
    """A stream whose text is marked as the bench's."""

    def __init__(self, stream: Any, begins: str, ends: str) -> None:
        self._stream, self._begins, self._ends = stream, begins, ends

    def write(self, text: str) -> int:
        words = text.rstrip("\n")
        self._stream.write(f"{self._begins}{words}{self._ends}{text[len(words) :]}" if words else text)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def install() -> None:
    """Called by cocotb before it reads the bench: takes the secrets, and reports where cocotb writes its results."""
    path = os.environ.pop(SECRET_VARIABLE)
    with open(path) as file:
        nonce, begins, ends = file.read().split()
    sys.stdout, sys.stderr = (_Voice(stream, begins, ends) for stream in (sys.stdout, sys.stderr))
    os.unlink(path)
    from cocotb._xunit_reporter import XUnitReporter

    def report(reporter: Any, _filename: str) -> None:
        cases = list(reporter._root.iter("testcase"))
        failed = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
        ran = [case for case in cases if case.find("skipped") is None]
        sys.stdout.flush()
        os.write(1, f"{begins}{nonce} checks={len(ran)} errors={len(failed)} {ends}\n".encode())

    XUnitReporter.write = report  # type: ignore[method-assign,assignment]
