"""Sleep limits: how much of a scenario the CPU has to sleep, from the work that the scenario brings.

A share that is the same everywhere lets a program dawdle where there is little to do.
"""

from resources.domains.embedded_systems.execution.checks.records import IdleCheck

BYTE_MS = 10 / 115.2
"""What a byte takes on the terminal."""
_START_MS, _EVENT_MS = 0.1, 0.02
_TIMES, _BESIDE = 2, 0.02


def sleep_check(duration_ms: float, *, events: int, sent: int = 0, work_ms: float = 0.0) -> IdleCheck:
    """`events` are interrupts, `sent` bytes that the program waits for, `work_ms` what else takes the references time.
    Another right program may take twice as long, and a fiftieth of the scenario more."""
    awake = _START_MS + events * _EVENT_MS + sent * BYTE_MS + work_ms
    return IdleCheck((max(0.0, round(1 - _TIMES * awake / duration_ms - _BESIDE, 3)), 1))
