"""Harnesses of bundles as object files, compiled once and kept for bundles with the same one."""

import hashlib
from collections.abc import Mapping

from resources.domains.code_optimization.execution.stages.build import build_harness
from resources.domains.toolkit.memory import Memory
from resources.execution.bundle import EnvironmentBundle
from resources.execution.sandbox.job import Sandbox

_REMEMBERED = 256


class Harnesses:
    """Thread-safe."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._kept: Memory[str, Mapping[str, bytes]] = Memory(_REMEMBERED)

    def of(self, bundle: EnvironmentBundle) -> Mapping[str, bytes]:
        """Raises PermanentEnvironmentFailure where it does not compile."""
        parts = sorted((name, text) for name, text in bundle.files.items() if name.endswith((".c", ".h")))
        key = hashlib.sha256(repr((parts, sorted(bundle.settings.items()))).encode()).hexdigest()
        return self._kept.of(key, lambda: build_harness(self._sandbox, bundle))
