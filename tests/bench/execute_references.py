"""A process of its own that executes bundles' references, sandboxed and uncached: what the bench measures whole.

`python -m tests.bench.execute_references FOLDER` reads one canonical bundle from each file of FOLDER.
"""

import asyncio
import sys
from pathlib import Path

from resources.domains.registry import get_domain
from resources.execution.bundle import EnvironmentBundle, bundle_from_json
from resources.execution.observation import Observation
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.selection import make_sandbox

WORKERS = 2


async def execute_all(bundles: list[EnvironmentBundle]) -> list[Observation]:
    """Observations in the order of the bundles."""
    with ExecutionPool(get_domain("chip_design").backend(make_sandbox()), workers=WORKERS) as pool:
        return await asyncio.gather(*(pool.execute(bundle, bundle.reference_candidate) for bundle in bundles))


def main() -> None:
    bundles = [bundle_from_json(path.read_text()) for path in sorted(Path(sys.argv[1]).iterdir())]
    for bundle, observation in zip(bundles, asyncio.run(execute_all(bundles)), strict=True):
        print(bundle.seed_id, observation.outcome, observation.stage)


if __name__ == "__main__":
    main()
