"""Which GPU this machine has, asked from inside the sandbox that the stage will run in.

Only the first device is used. Without a node in /dev nothing is started, so a machine without a GPU pays nothing.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from resources.domains.gpu_kernels.execution.interpreters import environment, folders, script
from resources.execution.bundle import Limits
from resources.execution.sandbox.devices import Devices, nvidia_devices
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step

LIMITS = Limits(wall_s=240.0, cpu_s=200, memory_bytes=24 << 30, scratch_bytes=512 << 20, processes=512)
"""A process with CUDA in it maps libraries of gigabytes, and inputs of a realistic size come on top."""
_VISIBLE = "CUDA_VISIBLE_DEVICES"


@dataclass(frozen=True)
class FoundDevice:
    """A device that the stage can run on. `kind` is "cuda", or "host" in the stage's tests (see `device_worker`)."""

    kind: str
    name: str
    capability: int
    shared_bytes: int
    driver: str
    torch: str
    triton: str
    properties: Mapping[str, object] = field(default_factory=dict)
    devices: Devices = field(default_factory=Devices)

    @property
    def stage(self) -> str:
        """The stage's name in an observation."""
        return "gpu" if self.kind == "cuda" else self.kind

    @property
    def description(self) -> str:
        """Device, driver and versions, as logs, the toolchain and `doctor` say them."""
        return f"{self.name} (sm_{self.capability}), driver {self.driver}, torch {self.torch}, triton {self.triton}"

    def for_worker(self) -> dict[str, object]:
        """What task.json says of it."""
        return {
            "kind": self.kind,
            "capability": self.capability,
            "shared_bytes": self.shared_bytes,
            "properties": dict(self.properties),
        }


@dataclass(frozen=True)
class Looked:
    """What a look for a device came to: the device, or why there is none."""

    device: FoundDevice | None
    reason: str


def look(sandbox: Sandbox) -> Looked:
    """Takes a few seconds where there is a GPU. Raises EnvironmentFailure for the sandbox's own failures."""
    devices = nvidia_devices()
    if not devices:
        return Looked(None, "no NVIDIA device node")
    result = sandbox.run(
        SandboxJob(
            (Step("probe", script("run_probe.py", package="device_worker")),),
            {},
            device_environment(),
            folders(),
            limits=LIMITS,
            devices=devices,
        )
    )
    (step,) = result.steps
    lines = step.log.decode("utf-8", "replace").strip().splitlines() or ["nothing was said"]
    if step.ended is not Ended.EXITED or step.exit_code != 0:
        return Looked(None, f"not usable from the sandbox: {lines[-1][:300]}")
    return Looked(FoundDevice(kind="cuda", devices=devices, **json.loads(lines[-1])), "")


def device_environment() -> Mapping[str, str]:
    """The interpreters' environment, and which device the user has chosen."""
    chosen = {_VISIBLE: os.environ[_VISIBLE]} if _VISIBLE in os.environ else {}
    return {**environment(), **chosen}
