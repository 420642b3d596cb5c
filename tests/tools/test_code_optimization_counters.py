"""Speed by a counter: the kernel's task clock, which every machine has, and user cycles where there are any."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.execution.backend import AssemblyBackend
from resources.domains.code_optimization.tasks.library import builtin_seeds
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome
from resources.execution.sandbox.bubblewrap import BubblewrapSandbox
from resources.execution.sandbox.counters import TASK_CLOCK, USER_CYCLES, Counter
from resources.execution.sandbox.unsafe import UnsafeDirectExecution


@pytest.fixture(params=[TASK_CLOCK, USER_CYCLES], ids=lambda counter: counter.name)
def counter(request: pytest.FixtureRequest) -> Counter:
    given: Counter = request.param
    return given


@pytest.fixture
def backend(counter: Counter) -> Iterator[AssemblyBackend]:
    sandbox = BubblewrapSandbox()
    made = AssemblyBackend(sandbox, counter)
    if made.toolchain().versions.get("counter") != counter.name:
        pytest.skip(f"perf_event_open has no {counter.name} here (no hardware counters, or no right to use them)")
    yield made
    sandbox.close()


@pytest.fixture(scope="module")
def bundle() -> EnvironmentBundle:
    """A task whose baseline is long enough that starting the process is little beside it.

    Callgrind takes fifty times as long and has a deadline too, which a busy machine must not reach.
    """
    given = bundle_from_seed(builtin_seeds()[0])
    return replace(given, reference=slowed(given, 300_000), limits=replace(given.limits, cpu_s=10, wall_s=60.0))


def slowed(bundle: EnvironmentBundle, rounds: int) -> str:
    """The baseline, whose function first counts down from `rounds` at each call."""
    entry = bundle.settings["entry"].split()[0]
    loop = f"{entry}:\n\tmovl ${rounds}, %eax\n.Lslow{rounds}:\n\tdecl %eax\n\tjnz .Lslow{rounds}\n"
    assert f"{entry}:\n" in bundle.reference
    return bundle.reference.replace(f"{entry}:\n", loop, 1)


def test_the_counter_is_read_and_named(backend: AssemblyBackend, bundle: EnvironmentBundle, counter: Counter) -> None:
    slower = backend.execute(bundle, Candidate(slowed(bundle, 3_000_000)))
    own = backend.execute(bundle, bundle.reference_candidate)
    assert (own.outcome, own.stage) == (Outcome.PASS, "measure"), own.text
    assert 0 < 2 * own.timings[counter.name] < slower.timings[counter.name]
    assert counter.name not in own.metrics
    assert "callgrind" in own.text


def test_without_counters_the_estimate_and_the_clock_are_there(bundle: EnvironmentBundle) -> None:
    backend = AssemblyBackend(UnsafeDirectExecution())
    seen = backend.execute(bundle, bundle.reference_candidate)
    assert "counter" not in backend.toolchain().versions
    assert "user_cycles" not in seen.timings
    assert seen.metrics["estimated_cycles"] > 0
