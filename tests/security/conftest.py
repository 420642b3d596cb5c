"""The sandboxes under test, and what the attacks of this tier are written in."""

import importlib.util
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from resources.execution.bundle import Limits
from resources.execution.errors import SandboxUnavailable
from resources.execution.sandbox.bubblewrap import BubblewrapSandbox
from resources.execution.sandbox.job import Sandbox, SandboxJob, SandboxResult, Step
from resources.execution.sandbox.selection import probe
from resources.execution.sandbox.unsafe import UnsafeDirectExecution
from resources.execution.sandbox.warm import Preload, WarmSandbox


def python_inside() -> tuple[str, Mapping[str, Path]]:
    """An interpreter inside: the system's, else the running one's installation, bound where it is."""
    if os.access("/usr/bin/python3", os.X_OK):
        return "/usr/bin/python3", {}
    prefix = Path(sys.base_prefix)
    return f"{prefix}/bin/python3", {str(prefix): prefix}


def warm(*, use_cgroups: bool = True) -> Sandbox:
    interpreter, read_only = python_inside()
    return WarmSandbox(
        BubblewrapSandbox(use_cgroups=use_cgroups), Preload(interpreter, ("random",), read_only, memory_bytes=16 << 20)
    )


def warm_cad() -> Sandbox:
    """The interpreter of CAD modelling: CadQuery, OCCT and NumPy in the memory that every job is a fork of."""
    if importlib.util.find_spec("cadquery") is None:
        pytest.skip("CadQuery is not installed")
    from resources.domains.cad_modeling.execution.modeller import modelling

    return modelling(BubblewrapSandbox())


ISOLATING: Mapping[str, Callable[[], Sandbox]] = {
    "bubblewrap": BubblewrapSandbox,
    "bubblewrap-without-cgroups": lambda: BubblewrapSandbox(use_cgroups=False),
    "warm": warm,
    "warm-without-cgroups": lambda: warm(use_cgroups=False),
    "warm-cad": warm_cad,
}
"""Each implementation that claims isolation: all of the suite runs against it."""

ALL: Mapping[str, Callable[[], Sandbox]] = {**ISOLATING, "unsafe": UnsafeDirectExecution}
"""Each implementation of the protocol: what holds without isolation runs against it."""

# Small, so that an attack that succeeds does no harm to the machine that runs the suite.
SMALL = Limits(wall_s=5.0, cpu_s=3, memory_bytes=96 << 20, log_bytes=64 << 10, scratch_bytes=8 << 20, processes=16)
_made: dict[str, Sandbox] = {}


def _sandbox(name: str) -> Sandbox:
    if name not in _made:
        sandbox = ALL[name]()
        try:
            probe(sandbox) if name in ISOLATING else None
        except SandboxUnavailable as error:
            pytest.skip(str(error))
        _made[name] = sandbox
    return _made[name]


@pytest.fixture(params=list(ISOLATING))
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    return _sandbox(request.param)


@pytest.fixture(params=list(ALL))
def any_sandbox(request: pytest.FixtureRequest) -> Sandbox:
    return _sandbox(request.param)


def ways_through(sandbox: Sandbox, path: str) -> set[str]:
    """Names in `path` that lead to a folder which the sandbox itself binds there, such as its interpreter's."""
    bound = sandbox._preload.read_only if isinstance(sandbox, WarmSandbox) else {}
    return {
        Path(place).relative_to(path).parts[0]
        for place in bound
        if Path(place) != Path(path) and Path(place).is_relative_to(path)
    }


def shell(sandbox: Sandbox, *scripts: str, **changes: object) -> SandboxResult:
    """Runs each script as a step, under small limits."""
    steps = tuple(Step(f"step {number}", ("/bin/sh", "-c", script)) for number, script in enumerate(scripts))
    return sandbox.run(replace(SandboxJob(steps=steps, limits=SMALL), **changes))  # type: ignore[arg-type]


def python(sandbox: Sandbox, code: str, **changes: object) -> SandboxResult:
    """Runs a Python program as the only step, under small limits."""
    interpreter, read_only = python_inside()
    step = Step("attack", (interpreter, "-I", "-S", "-c", code))
    job = SandboxJob(steps=(step,), limits=SMALL, read_only=read_only)
    return sandbox.run(replace(job, **changes))  # type: ignore[arg-type]


def only_log(result: SandboxResult) -> str:
    """The only step's log, when it ended by itself."""
    (step,) = result.steps
    return step.log.decode(errors="replace")
