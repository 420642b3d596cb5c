"""Time to certify the verilog-eval samples from an empty cache. Once: five times would take a quarter of an hour."""

import asyncio
import gc
from pathlib import Path

import pytest

from assets.bundles.certification import Certificate, certify
from assets.profile import load_profile
from orchestration.settings import PROJECT
from resources.domains.registry import get_domain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.cache import CachedBackend, ResultCache
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.selection import make_sandbox
from tests.bench.measuring import compared, limited, show, timed

WORKERS = 2
MOST_S = 180.0


@pytest.mark.usefixtures("sandbox")
def test_certification(verilog_eval: list[EnvironmentBundle], tmp_path: Path) -> None:
    certificates: list[Certificate] = []
    cache = ResultCache(tmp_path / "cache.sqlite")
    mutants = load_profile(PROJECT / "orchestration" / "profiles", "quick").mutants_per_bundle

    def work() -> None:
        certificates.extend(asyncio.run(certify_all(verilog_eval, cache, mutants)))
        # The sandbox ends here, and with it the launcher, whose children's time is counted only then.
        gc.collect()

    usage = timed(work)
    certified = sum(certificate.certified for certificate in certificates)
    print("\n".join(f"refused: {item.reason}" for item in certificates if not item.certified))
    show(
        f"certification of {len(verilog_eval)} verilog-eval samples with {mutants} mutants ({certified} certify)",
        [
            limited("wall", usage.wall_s, MOST_S, "s"),
            compared("CPU, against what two cores have in that time", usage.cpu_s, WORKERS * MOST_S, "s", None),
        ],
    )


async def certify_all(bundles: list[EnvironmentBundle], cache: ResultCache, mutants: int) -> list[Certificate]:
    """In a sandbox of its own, so that it can be ended."""
    domain = get_domain("chip_design")
    with ExecutionPool(CachedBackend(domain.backend(make_sandbox()), cache), workers=WORKERS) as pool:
        return await asyncio.gather(*(certify(domain, bundle, pool.execute, mutants) for bundle in bundles))
