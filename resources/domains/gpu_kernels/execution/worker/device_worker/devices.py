"""Device: what replaying and timing need of a GPU.

`cuda_device` is the GPU. `host_device` is the processor with Triton's interpreter in place of the kernels: the same
stage where there is no GPU, for its tests. Nothing that it measures says anything about a kernel.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import torch


@dataclass(frozen=True)
class Kernel:
    """A compiled kernel. `kinds` are Triton's types of all parameters, "constexpr" for those that are compiled in;
    `threads` of a block; `scratch_bytes` of global memory for each program."""

    name: str
    function: str
    kinds: tuple[str, ...]
    threads: int
    shared_bytes: int
    scratch_bytes: int
    image: bytes


Run = Callable[[], object]
Loaded = Callable[[tuple[int, int, int], Sequence[Any]], None]


class Device(Protocol):
    """One device. Raises RuntimeError with the driver's words for what the device refuses or cannot survive."""

    torch_device: torch.device

    def load(self, kernel: Kernel) -> Loaded:
        """What launches the kernel, with a grid and all its parameters."""
        ...

    def seconds(self, run: Run) -> float:
        """Seconds that `run` keeps the device busy, with cold caches; returns when it is done."""
        ...

    def synchronise(self) -> None:
        """Returns when everything that was started is done."""
        ...
