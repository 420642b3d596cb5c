"""ExecutionResource: hands a domain's real backend, in a bounded pool and behind the cache, to assets.

Configuration and assembly only; the sandbox, cache and pool are `resources.execution`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dagster as dg

from resources.domains.registry import get_domain
from resources.execution.backend import Backend
from resources.execution.backend_cache import LastBackend
from resources.execution.cache import CachedBackend, ResultCache
from resources.execution.pool import ExecutionPool

_BETWEEN_STEPS: LastBackend[Backend] = LastBackend()


class ExecutionResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """`workers` 0 means one for each core. `cache_path` is the SQLite file of results."""

    cache_path: str
    workers: int = 0

    @contextmanager
    def pool(self, domain: str) -> Iterator[ExecutionPool]:
        """The domain's backend; raises SandboxUnavailable or ToolMissing before anything runs."""
        with _BETWEEN_STEPS.lend(get_domain(domain).backend) as real:
            backend = CachedBackend(real, ResultCache(Path(self.cache_path)))
            backend.toolchain()
            with ExecutionPool(backend, workers=self.workers or None) as pool:
                yield pool
