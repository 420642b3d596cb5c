"""Counters over a step, opened from outside: what they count, and that a step cannot reach them."""

from collections.abc import Iterator

import pytest

from resources.execution.bundle import Limits
from resources.execution.sandbox.bubblewrap import BubblewrapSandbox
from resources.execution.sandbox.counters import TASK_CLOCK, USER_CYCLES, Counter
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step, StepResult
from resources.execution.sandbox.unsafe import UnsafeDirectExecution

LIMITS = Limits(wall_s=20.0, cpu_s=10, memory_bytes=96 << 20)
LOOP = "i=0; while [ $i -lt {rounds} ]; do i=$((i + 1)); done"


@pytest.fixture(scope="module")
def bubblewrap() -> Iterator[Sandbox]:
    sandbox = BubblewrapSandbox()
    yield sandbox
    sandbox.close()


def count(sandbox: Sandbox, counter: Counter | None, *scripts: str) -> tuple[StepResult, ...]:
    steps = [Step(str(number), ("/bin/sh", "-c", script), counter=counter) for number, script in enumerate(scripts)]
    return sandbox.run(SandboxJob(tuple(steps), limits=LIMITS)).steps


def counted(sandbox: Sandbox, counter: Counter, *scripts: str) -> list[int]:
    """Skips where this machine has no such counter."""
    found = [step.counted for step in count(sandbox, counter, *scripts)]
    if None in found:
        pytest.skip(f"perf_event_open has no {counter.name} here (no hardware counters, or no right to use them)")
    return [number for number in found if number is not None]


@pytest.mark.parametrize("counter", [TASK_CLOCK, USER_CYCLES], ids=lambda counter: counter.name)
def test_counts_are_each_steps_own_with_its_children(bubblewrap: Sandbox, counter: Counter) -> None:
    short, long, child = (LOOP.format(rounds=rounds) for rounds in (1000, 300_000, 300_000))
    nothing, first, second, inherited = counted(bubblewrap, counter, short, long, long, f"(sh -c '{child}' & wait)")
    assert first > 5 * nothing
    assert second == pytest.approx(first, rel=0.7)
    assert inherited == pytest.approx(first, rel=0.7)


def test_waiting_is_not_counted(bubblewrap: Sandbox) -> None:
    (waiting,) = counted(bubblewrap, TASK_CLOCK, "sleep 0.5")
    assert waiting < 250_000_000


def test_no_counter_is_no_count(bubblewrap: Sandbox) -> None:
    assert [step.counted for step in count(bubblewrap, None, "true")] == [None]


def test_an_event_that_does_not_exist_is_no_count_and_no_error(bubblewrap: Sandbox) -> None:
    (step,) = count(bubblewrap, Counter("none", 1, 9999), "echo done")
    assert (step.counted, step.log) == (None, b"done\n")


def test_steps_see_no_descriptor_and_cannot_open_one(bubblewrap: Sandbox) -> None:
    bare, counting = (count(bubblewrap, counter, "ls /proc/self/fd")[0].log for counter in (None, TASK_CLOCK))
    assert bare == counting


def test_without_a_sandbox_nothing_is_counted() -> None:
    assert count(UnsafeDirectExecution(), TASK_CLOCK, "true")[0].counted is None
