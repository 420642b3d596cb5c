"""Mutated real programs through each domain's backend: an outcome, and an equal observation on a busy machine.

`ICWM_FUZZ_PROGRAMS=300` is a full run. What a domain's environment cannot judge is an EnvironmentGap each time; a wall
limit is the machine's and decides nothing.
"""

import contextlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from resources.domains.registry import load_domains
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentGap, WallLimitReached
from resources.execution.observation import Observation
from tests.fuzzing import PROGRAMS, programs
from tests.tools.kept_backends import backend_of


@contextlib.contextmanager
def busy_machine() -> Iterator[None]:
    """More processes that only count than this machine has cores."""
    many = len(os.sched_getaffinity(0)) + 1
    spinning = [subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"]) for _ in range(many)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


def seen(name: str, item: tuple[EnvironmentBundle, Candidate]) -> Observation | str | None:
    """The gap's words; None for what the machine was too busy for."""
    try:
        return backend_of(name).execute(*item)
    except EnvironmentGap as gap:
        return str(gap)
    except WallLimitReached:
        return None


@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", list(load_domains()))
def test_backends_observe_whatever_the_program_is_and_the_same_on_a_busy_machine(name: str) -> None:
    drawn = list(programs(load_domains()[name], PROGRAMS))
    first = [seen(name, item) for item in drawn]
    with busy_machine(), ThreadPoolExecutor(2) as threads:
        again = list(threads.map(lambda item: seen(name, item), reversed(drawn)))[::-1]
    pairs = list(zip(drawn, first, again, strict=True))
    differing = [(item[1].code, one, two) for item, one, two in pairs if None not in (one, two) and one != two]
    assert not differing, differing[:2]
    outcomes = Counter(one.outcome.value if isinstance(one, Observation) else "no label" for one in first)
    print(name, len(drawn), dict(outcomes))
    assert sum(outcomes.values()) > outcomes["no label"]
