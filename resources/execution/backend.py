"""The Backend protocol: what every domain's real tools, and nothing else, must offer.

The learned world model offers a prediction under its own protocol (`resources.world_model`); the
correction loop takes either. Each implementation passes the conformance suite in `tests/tools`.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation


@dataclass(frozen=True)
class Toolchain:
    """Versions of every tool that can change an observation, and one fingerprint over them."""

    versions: Mapping[str, str]

    @cached_property
    def fingerprint(self) -> str:
        text = json.dumps(dict(self.versions), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


class Backend(Protocol):
    """Executes candidates for real.

    `execute` is blocking, thread-safe and deterministic. It returns an Observation for whatever the
    candidate did, and raises `EnvironmentFailure` only for what the environment did.
    """

    @property
    def domain(self) -> str: ...

    def toolchain(self) -> Toolchain: ...

    def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation: ...
