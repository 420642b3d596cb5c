"""The verdict channel of a cocotb run: laid beside the bench and run by cocotb, inside the simulator's process.

It stands alone: nothing of this project is imported there. The run's nonce comes in a file that is gone before the
candidate's first statement, so neither the environment nor the command line nor a file tells it, and goes out once,
with what the tests came to. What else the process prints or writes is log.
"""

import os
import sys
from typing import Any

SECRET_VARIABLE = "VERDICT_SECRET"


def install() -> None:
    """Called by cocotb before it reads the bench: takes the nonce, and reports where cocotb writes its results."""
    path = os.environ.pop(SECRET_VARIABLE)
    with open(path) as file:
        nonce = file.read()
    os.unlink(path)
    from cocotb._xunit_reporter import XUnitReporter

    def report(reporter: Any, _filename: str) -> None:
        cases = list(reporter._root.iter("testcase"))
        failed = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
        ran = [case for case in cases if case.find("skipped") is None]
        sys.stdout.flush()
        os.write(1, f"{nonce} checks={len(ran)} errors={len(failed)}\n".encode())

    XUnitReporter.write = report  # type: ignore[method-assign,assignment]
