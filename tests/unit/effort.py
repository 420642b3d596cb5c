"""How long a function may work, asked so that a busy machine is no answer. No bounds here: each test knows its own."""

import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")
TRIES = 5
STALL = 10
"""How many times its bound a single call may take. A shared processor, and a large process that collects garbage, slow
single calls down severalfold; but a remembered answer must not hide a first call without end."""


def ends_within(seconds: float, action: Callable[[], Result]) -> Result:
    """What the action gives. Fails if each of `TRIES` calls takes over `seconds` of this thread's processor time."""
    took = []
    for _ in range(TRIES):
        start = time.thread_time()
        result = action()
        took.append(time.thread_time() - start)
        assert took[-1] < STALL * seconds, f"{took[-1]:.3f} s of the processor, for {seconds}"
        if took[-1] < seconds:
            return result
    raise AssertionError(f"at best {min(took):.3f} s of the processor, for {seconds}")
