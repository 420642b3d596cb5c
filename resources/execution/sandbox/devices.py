"""Devices: which accelerator a sandboxed job may see, and what NVIDIA's user-space driver needs beside its nodes.

Off unless a job asks. What such a job can then reach is said in docs/sandbox.md; how it is bound is `profile`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

_DRIVER_LIBRARY = "libcuda.so.1"
_CONTROL = ("nvidiactl", "nvidia-uvm", "nvidia-uvm-tools")
_GPU = re.compile(r"nvidia\d+")
_LIBRARIES = tuple(
    Path(folder)
    for folder in (
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib64",
        "/usr/lib",
        "/usr/local/nvidia/lib64",
        "/usr/local/cuda/compat",
        "/run/opengl-driver/lib",
        "/opt/nvidia/lib64",
    )
)
_HARDWARE = ("/sys/bus/pci", "/sys/devices", "/sys/module/nvidia", "/sys/module/nvidia_uvm")
"""The driver library reads the cards' addresses and memory nodes there."""


@dataclass(frozen=True)
class Devices:
    """`nodes` are bound with their rights; `read_only` are the folders that a driver reads; both only where they exist.

    `environment` is added to the steps' own. Empty: nothing is seen, which is the default.
    """

    nodes: tuple[Path, ...] = ()
    read_only: tuple[Path, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.nodes)


NONE = Devices()


def nvidia_devices(folder: Path = Path("/dev")) -> Devices:
    """Every NVIDIA GPU of this machine with its driver's files; empty where there is none.

    Only character devices count, of the names that the driver gives them: a GPU that a container was not given has no
    node, and stays out of sight.
    """
    nodes = [folder / name for name in _CONTROL] + sorted(
        path for path in folder.glob("nvidia*") if _GPU.fullmatch(path.name)
    )
    there = tuple(path for path in nodes if path.is_char_device())
    if not any(_GPU.fullmatch(path.name) for path in there):
        return NONE
    library = next((place for place in _LIBRARIES if (place / _DRIVER_LIBRARY).exists()), None)
    outside = () if library is None or library.is_relative_to("/usr") else (library,)
    read_only = (*outside, *(path for path in map(Path, _HARDWARE) if path.exists()))
    return Devices(there, read_only, {} if library is None else {"LD_LIBRARY_PATH": str(library)})
