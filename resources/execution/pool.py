"""A bounded pool of threads that execute candidates, for the asynchronous correction loop.

Threads suffice: the work is done by child processes. Retries of transient failures are bounded here, once,
for all domains.
"""

import asyncio
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import TracebackType

from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception_type,
    wait_random_exponential,
)

from resources.execution.backend import Backend, Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.cache import CachedBackend
from resources.execution.errors import TransientEnvironmentFailure, WallLimitReached
from resources.execution.observation import Observation

ATTEMPTS = 3
ATTEMPTS_AT_WALL_LIMIT = 2
"""Each costs the whole limit, and a program that waits for nothing reaches it every time."""
LONGEST_WAIT_S = 5.0


@dataclass
class PoolCounters:
    """Executions answered, and the seconds that their observations took (a cached one's are its first run's)."""

    executions: int = 0
    seconds: float = 0.0


class ExecutionPool:
    """`workers` None means one for each core this process may use. Use as a context manager."""

    def __init__(self, backend: Backend, workers: int | None = None) -> None:
        self.workers = workers or len(os.sched_getaffinity(0))
        self.counters = PoolCounters()
        self._backend = backend
        self._guard = threading.Lock()
        self._threads = ThreadPoolExecutor(self.workers, thread_name_prefix="execute")

    def __enter__(self) -> "ExecutionPool":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)

    @property
    def cache_hits(self) -> int:
        """How many of the answers came from the result cache; 0 where the backend has none."""
        return self._backend.hits if isinstance(self._backend, CachedBackend) else 0

    def toolchain(self) -> Toolchain:
        return self._backend.toolchain()

    async def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        """Waits for a free worker. A transient failure is retried twice, a wall limit once; then it is raised, like
        any other."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._execute, bundle, candidate)

    def _execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        retrying = Retrying(
            retry=retry_if_exception_type(TransientEnvironmentFailure),
            stop=_enough,
            wait=wait_random_exponential(multiplier=0.2, max=LONGEST_WAIT_S),
            reraise=True,
        )
        observation = retrying(self._backend.execute, bundle, candidate)
        with self._guard:
            self.counters.executions += 1
            self.counters.seconds += observation.seconds
        return observation


def _enough(state: RetryCallState) -> bool:
    error = state.outcome.exception() if state.outcome is not None else None
    return state.attempt_number >= (ATTEMPTS_AT_WALL_LIMIT if isinstance(error, WallLimitReached) else ATTEMPTS)
