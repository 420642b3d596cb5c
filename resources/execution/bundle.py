"""EnvironmentBundle: a task packaged with everything its execution needs, named by its content's hash.

Frozen wire data only. How a bundle is executed is a domain's backend; whether it may be used is
certification (`assets.bundles`).
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Limits:
    """Limits of one step of one execution: seconds, bytes, processes.

    CPU seconds, of all processes of the step together, decide. `wall_s` is how long a step may wait without using or
    asking for a processor; reaching it is the environment's failure, never a label, as is `safety_net_s`.
    """

    wall_s: float = 30.0
    cpu_s: int = 10
    memory_bytes: int = 512 << 20
    log_bytes: int = 64 << 10
    scratch_bytes: int = 64 << 20
    processes: int = 64

    @property
    def safety_net_s(self) -> float:
        """Wall seconds after which a step is given up although it still works: enough at a load of twenty on one core,
        with as much again in hand for what slows a processor down."""
        return max(self.wall_s, 40.0 * self.cpu_s + 60.0)


@dataclass(frozen=True)
class Candidate:
    """A program that claims to solve a bundle's task: one source text (UTF-8)."""

    code: str

    @cached_property
    def hash(self) -> str:
        return hashlib.sha256(self.code.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class EnvironmentBundle:
    """⟨task, env⟩: a complete, reproducible execution context (paper section 2).

    `files` maps a file name to its text: benches, headers, scripts: everything the backend lays beside the
    candidate. `settings` are the domain's own, as strings (top module, bench kind, target). `reference`
    is a known solution: it never enters a prompt or the sandbox together with a candidate unless the
    bench itself compares against it.
    """

    domain: str
    seed_id: str
    prompt: str
    interface: str
    candidate_file: str
    reference: str
    files: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)

    def canonical(self) -> str:
        """The one JSON text whose hash names the bundle."""
        return json.dumps(asdict(self), sort_keys=True, ensure_ascii=True, separators=(",", ":"))

    @cached_property
    def hash(self) -> str:
        return hashlib.sha256(self.canonical().encode("ascii")).hexdigest()

    @property
    def source(self) -> str:
        """Where the task comes from."""
        return source_of_seed(self.seed_id)

    @property
    def reference_is_solution(self) -> bool:
        """False where the reference only says what is right, in another form than an answer may have (a torch
        module where a kernel is asked for): there is then nothing to inject faults into."""
        return self.settings.get("reference_role") != "oracle"

    @property
    def reference_candidate(self) -> Candidate:
        return Candidate(self.reference)


def source_of_seed(seed_id: str) -> str:
    """A seed id is "<source>/<name>"."""
    return seed_id.split("/", 1)[0]


def bundle_from_json(text: str) -> EnvironmentBundle:
    """The inverse of `EnvironmentBundle.canonical`."""
    raw = json.loads(text)
    return EnvironmentBundle(**{**raw, "limits": Limits(**raw["limits"])})
