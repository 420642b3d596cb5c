"""The real backends of several domains over one sandbox, for whoever executes now and then and keeps no results."""

import contextlib
import threading
from types import TracebackType

from resources.domains.domain import Domain
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.selection import make_sandbox


class DomainPools:
    """One sandbox, and a pool for each domain that was asked for. Thread-safe; use as a context manager, which raises
    SandboxUnavailable.
    """

    def __init__(self, workers: int | None = 1) -> None:
        """`workers` of each pool; None means one for each core this process may use."""
        self._workers = workers
        self._stack = contextlib.ExitStack()
        self._guard = threading.Lock()
        self._pools: dict[str, ExecutionPool] = {}

    def __enter__(self) -> "DomainPools":
        self._sandbox = self._stack.enter_context(contextlib.closing(make_sandbox()))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.close()

    def of(self, domain: Domain) -> ExecutionPool:
        """Uncached, with the bounded retries of every execution."""
        with self._guard:
            if domain.name not in self._pools:
                pool = ExecutionPool(domain.backend(self._sandbox), workers=self._workers)
                self._pools[domain.name] = self._stack.enter_context(pool)
            return self._pools[domain.name]
