"""Speed of a cache hit: the whole way from a bundle and a candidate to their observation."""

import statistics
from dataclasses import replace
from pathlib import Path

from resources.domains.registry import get_domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.cache import CachedBackend, ResultCache
from resources.execution.sandbox.job import Sandbox
from tests.bench.measuring import compared, limited, show, timed

HITS = 1000
MOST_MS = 1.0


def test_a_hit(sandbox: Sandbox, verilog_eval: list[EnvironmentBundle], tmp_path: Path) -> None:
    bundle = min(verilog_eval, key=lambda bundle: len(bundle.reference))
    backend = CachedBackend(get_domain("chip_design").backend(sandbox), ResultCache(tmp_path / "cache.sqlite"))
    backend.execute(bundle, bundle.reference_candidate)
    # A bundle knows its hash once it was asked; one that was just read does not.
    known = [milliseconds(backend, bundle, bundle.reference_candidate) for _ in range(HITS)]
    fresh = [milliseconds(backend, replace(bundle), Candidate(bundle.reference)) for _ in range(HITS)]
    assert backend.hits == 2 * HITS
    median, tail = statistics.median(fresh), statistics.quantiles(fresh, n=100)[98]
    show(
        f"a cache hit, {HITS} times each",
        [
            limited("median", statistics.median(known), MOST_MS, "ms"),
            limited("median, with hashing bundle and candidate", median, MOST_MS, "ms"),
            compared("99th percentile against the median, with hashing", tail, median, "ms", None),
        ],
    )


def milliseconds(backend: CachedBackend, bundle: EnvironmentBundle, candidate: Candidate) -> float:
    return 1000 * timed(lambda: backend.execute(bundle, candidate)).wall_s
