"""ExecutionResource: hands a domain's real backend, in a bounded pool and behind the cache, to assets.

Configuration and assembly only; the sandbox, cache and pool are `resources.execution`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dagster as dg
from pydantic import Field

from resources.domains.registry import get_domain
from resources.execution.backend import Backend
from resources.execution.backend_cache import LastBackend
from resources.execution.cache import CachedBackend, ResultCache
from resources.execution.pool import ExecutionPool

_BETWEEN_STEPS: LastBackend[Backend] = LastBackend()


class ExecutionResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """Where candidates run, and what is remembered of it."""

    cache_path: str = Field(description="the SQLite file of results, which saves running a candidate twice")
    workers: int = Field(default=0, description="candidates that run at once; 0: one for each core")

    @contextmanager
    def pool(self, domain: str) -> Iterator[ExecutionPool]:
        """The domain's backend; raises SandboxUnavailable or ToolMissing before anything runs."""
        with _BETWEEN_STEPS.lend(get_domain(domain).backend) as real:
            backend = CachedBackend(real, ResultCache(Path(self.cache_path)))
            backend.toolchain()
            with ExecutionPool(backend, workers=self.workers or None) as pool:
                yield pool
