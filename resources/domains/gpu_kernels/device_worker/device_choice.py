"""Which implementation of a device a task asks for; each is imported only then, since they need different packages."""

from collections.abc import Mapping
from typing import Any

from .devices import Device


def device_of(task: Mapping[str, Any]) -> Device:
    """`task["device"]["kind"]` is "cuda" or "host"."""
    if task["device"]["kind"] == "cuda":
        from .cuda_device import CudaDevice

        return CudaDevice()
    from .host_device import HostDevice

    return HostDevice(task["file"])
