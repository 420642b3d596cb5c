"""Time to certify the verilog-eval samples from an empty cache. Once: five times would take a quarter of an hour."""

import asyncio
from pathlib import Path

from assets.bundles.certification import Certificate, certify
from assets.profile import load_profile
from orchestration.settings import PROJECT
from resources.domains.registry import get_domain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.cache import CachedBackend, ResultCache
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.job import Sandbox
from tests.bench.measuring import limited, show, timed

WORKERS = 2
MOST_S = 180.0


def test_certification(sandbox: Sandbox, verilog_eval: list[EnvironmentBundle], tmp_path: Path) -> None:
    certificates: list[Certificate] = []
    cache = ResultCache(tmp_path / "cache.sqlite")
    mutants = load_profile(PROJECT / "orchestration" / "profiles", "quick").mutants_per_bundle
    usage = timed(lambda: certificates.extend(asyncio.run(certify_all(sandbox, verilog_eval, cache, mutants))))
    certified = sum(certificate.certified for certificate in certificates)
    print("\n".join(f"refused: {item.reason}" for item in certificates if not item.certified))
    show(
        f"certification of {len(verilog_eval)} verilog-eval samples with {mutants} mutants ({certified} certify)",
        [limited("wall", usage.wall_s, MOST_S, "s")],
    )


async def certify_all(
    sandbox: Sandbox, bundles: list[EnvironmentBundle], cache: ResultCache, mutants: int
) -> list[Certificate]:
    domain = get_domain("chip_design")
    with ExecutionPool(CachedBackend(domain.backend(sandbox), cache), workers=WORKERS) as pool:
        return await asyncio.gather(*(certify(domain, bundle, pool.execute, mutants) for bundle in bundles))
