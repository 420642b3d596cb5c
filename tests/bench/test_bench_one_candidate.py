"""One candidate at a time, warm, end to end: what a turn of firmware and of a CAD part waits for its tools."""

import statistics
import time
from collections.abc import Sequence

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.registry import load_domains
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.selection import make_sandbox
from tests.bench.measuring import Figure, limited, show

TARGET_S = {"embedded_systems": 0.30, "cad_modeling": 0.35}
"""Issue targets: any firmware, a typical part."""
RUNS = 3


def seconds_of(backend: Backend, bundle: EnvironmentBundle) -> float:
    """Median of a few executions of the reference, each with a blank more, so that nothing is remembered."""
    seen = []
    for blanks in range(1, RUNS + 1):
        candidate = Candidate(f"{bundle.reference}{' ' * blanks}\n")
        start = time.perf_counter()
        observation = backend.execute(bundle, candidate)
        seen.append(time.perf_counter() - start)
        assert observation.outcome.passed, f"{bundle.seed_id}: {observation.text}"
    return statistics.median(seen)


def figures(seconds: Sequence[tuple[float, str]], target: float) -> list[Figure]:
    """The typical one against the target; the others inform."""
    ordered = sorted(seconds)
    tenth, last = ordered[len(ordered) * 9 // 10], ordered[-1]
    met = sum(value <= target for value, _ in ordered) / len(ordered)
    return [
        limited("median of all tasks", statistics.median(value for value, _ in ordered), target, "s"),
        Figure("nine in ten take at most", f"{tenth[0]:.3g} s", tenth[1], tenth[0] / target, None),
        Figure("the slowest", f"{last[0]:.3g} s", last[1], last[0] / target, None),
        Figure("share of tasks within the target", f"{met:.0%}", "", met, None),
    ]


@pytest.mark.parametrize("name", list(TARGET_S))
def test_one_candidate(name: str) -> None:
    domain = load_domains()[name]
    backend = domain.backend(make_sandbox())
    bundles = [bundle_from_seed(seed) for seed in domain.builtin_seeds() if not seed.unusable]
    for bundle in bundles:
        # Starts the warm interpreter, and makes what a reference is the yardstick for.
        backend.execute(bundle, bundle.reference_candidate)
    measured = [(seconds_of(backend, bundle), bundle.seed_id) for bundle in bundles]
    show(f"{name}: {len(bundles)} references, one at a time", figures(measured, TARGET_S[name]))
