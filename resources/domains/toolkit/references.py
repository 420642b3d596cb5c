"""ReferenceMemory: what a bundle's own reference showed, run once and kept: the yardstick for its candidates.

Reading a yardstick out of an observation, and using it, is each domain's.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from resources.execution.backend import Toolchain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.cache import ResultCache
from resources.execution.observation import Observation

_REMEMBERED_REFERENCES = 4096
Profile = TypeVar("Profile")


class ReferenceMemory(Generic[Profile]):
    """Thread-safe: of several threads with candidates of one bundle, one runs the reference, the others wait.

    `observe` runs a bundle's reference; `read` makes the yardstick of the observation; `toolchain` is asked
    when a cache is looked into.
    """

    def __init__(
        self,
        observe: Callable[[EnvironmentBundle], Observation],
        read: Callable[[Observation], Profile],
        toolchain: Callable[[], Toolchain],
    ) -> None:
        self._observe, self._read, self._toolchain = observe, read, toolchain
        self._cache: ResultCache | None = None
        self._profiles: OrderedDict[str, Profile] = OrderedDict()
        self._locks: dict[str, threading.Lock] = {}
        self._guard = threading.Lock()

    def use_cache(self, cache: ResultCache) -> None:
        """From now on, references' observations are looked up in `cache` before they are run."""
        self._cache = cache

    def profile(self, bundle: EnvironmentBundle) -> Profile:
        """The bundle's yardstick; its reference is run first, once, if it has not been yet."""
        with self._guard:
            if bundle.hash in self._profiles:
                return self._profiles[bundle.hash]
            lock = self._locks.setdefault(bundle.hash, threading.Lock())
        with lock:
            with self._guard:
                if bundle.hash in self._profiles:
                    return self._profiles[bundle.hash]
            cached = self._cached(bundle)
            return self._remember(bundle, cached) if cached is not None else self._remember(bundle, self.run(bundle))

    def run(self, bundle: EnvironmentBundle) -> Observation:
        """Runs the reference now, and keeps what it showed."""
        observation = self._observe(bundle)
        if self._cache is not None:
            self._cache.put(bundle.hash, bundle.reference_candidate.hash, self._toolchain().fingerprint, observation)
        self._remember(bundle, observation)
        return observation

    def _cached(self, bundle: EnvironmentBundle) -> Observation | None:
        if self._cache is None:
            return None
        return self._cache.get(bundle.hash, bundle.reference_candidate.hash, self._toolchain().fingerprint)

    def _remember(self, bundle: EnvironmentBundle, observation: Observation) -> Profile:
        profile = self._read(observation)
        with self._guard:
            self._profiles[bundle.hash] = profile
            self._locks.pop(bundle.hash, None)
            while len(self._profiles) > _REMEMBERED_REFERENCES:
                self._profiles.popitem(last=False)
        return profile
