"""What a candidate is timed beside: the baseline at several places of its code, and the harness without a kernel."""

from collections.abc import Mapping
from dataclasses import dataclass

from resources.domains.code_optimization.execution.stages.build import (
    Build,
    build,
    build_elsewhere,
    entry_functions,
)
from resources.domains.code_optimization.execution.stages.comparison import ROUNDS_WORD
from resources.domains.toolkit.memory import Memory
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.sandbox.job import Sandbox

_REMEMBERED = 24
"""Bundles: five programs of some 800 kB each."""


@dataclass(frozen=True)
class Rivals:
    """`baselines` are place by place, in the order of a candidate's own programs. `floor` returns at once from each
    function: what it takes is the harness's. None where a harness may wait for an answer."""

    baselines: tuple[bytes, ...]
    floor: bytes | None


class RivalMemory:
    """Links the rivals of a bundle once. Thread-safe."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._kept: Memory[str, Rivals] = Memory(_REMEMBERED)

    def of(self, bundle: EnvironmentBundle, harness: Mapping[str, bytes]) -> Rivals:
        """Raises PermanentEnvironmentFailure for a baseline that does not link."""
        return self._kept.of(bundle.hash, lambda: self._linked(bundle, harness))

    def _linked(self, bundle: EnvironmentBundle, harness: Mapping[str, bytes]) -> Rivals:
        built = build(self._sandbox, bundle, bundle.reference.encode(), harness)
        floor = None
        if bundle.settings.get(ROUNDS_WORD) == "0":
            floor = build(self._sandbox, bundle, hollow(bundle).encode(), harness).program
        return Rivals(at_all_places(self._sandbox, bundle, built, harness), floor)


def at_all_places(
    sandbox: Sandbox, bundle: EnvironmentBundle, built: Build, harness: Mapping[str, bytes]
) -> tuple[bytes, ...]:
    """The program as it was tested, and with its code elsewhere."""
    if built.program is None:
        raise PermanentEnvironmentFailure(f"{bundle.seed_id}: a program that is to be timed does not link")
    return (built.program, *build_elsewhere(sandbox, bundle, built, harness))


def hollow(bundle: EnvironmentBundle) -> str:
    """Functions that return 0 at once."""
    names = entry_functions(bundle)
    return "".join(f"\t.text\n\t.globl {name}\n{name}:\n\txorl %eax, %eax\n\tret\n" for name in names)
