"""How much work a function may do: bounds that hold on every machine, and that only the bench asks for.

A bound in seconds is of the machine on which it was set; there and elsewhere it is compared by how long a fixed piece
of work, the yardstick, takes. `make test` calls the function and judges what it gives; one that does not end meets the
time limit of tests, which leaves minutes where seconds are needed. No bounds here: each test knows its own.
"""

import os
import re
import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")
MEASURED = "ICWM_TEST_EFFORT"
"""Set by the bench: then bounds are asked for."""
TRIES = 5
STALL = 10
"""How many times its bound a single call may take. A shared processor, and a large process that collects garbage, slow
single calls down severalfold; but a remembered answer must not hide a first call without end."""
YARDSTICK_S = 0.03
"""What the yardstick takes on the machine whose seconds the bounds are."""
_WORDS = " ".join(f"word{number} = call({number}, [x, 0x{number:x}])" for number in range(600))


def ends_within(seconds: float, action: Callable[[], Result]) -> Result:
    """What the action gives. Where measured, fails if each of `TRIES` calls takes over `seconds` of this thread's
    processor time on a machine as fast as that of the bounds."""
    if not measured():
        return action()
    took = []
    for _ in range(TRIES):
        share = YARDSTICK_S / yardstick()
        start = time.thread_time()
        result = action()
        took.append(share * (time.thread_time() - start))
        assert took[-1] < STALL * seconds, f"{took[-1]:.3f} s of the processor, for {seconds}"
        if took[-1] < seconds:
            return result
    raise AssertionError(f"at best {min(took):.3f} s of the processor, for {seconds}")


def measured() -> bool:
    return os.environ.get(MEASURED) == "1"


def yardstick() -> float:
    """Seconds of this thread's processor time for a fixed piece of work such as the functions do: splitting, counting,
    looking up. The least of three."""
    return min(_once() for _ in range(3))


def _once() -> float:
    start = time.thread_time()
    for _ in range(5):
        counts: dict[str, int] = {}
        for match in re.finditer(r"[A-Za-z_]\w*|\d+|[^\s\w]", _WORDS):
            counts[match[0]] = counts.get(match[0], 0) + len(match[0])
        sorted(counts.items(), key=lambda item: (item[1], item[0]))
    return time.thread_time() - start
