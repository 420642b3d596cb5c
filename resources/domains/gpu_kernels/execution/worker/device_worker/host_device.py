"""HostDevice: the processor, with Triton's mended interpreter in place of compiled kernels, and an ordinary clock.

It loads the candidate's source, which the GPU's process never does: for tests of the stage on trusted references only.
"""

import contextlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
import triton.language as tl
from triton_worker import arithmetic, cuda_on_cpu, harness, memory_guard, stand_in_driver

from .devices import Kernel, Loaded, Run

_FLUSH_BYTES = 32 << 20
_CAPABILITY = 80
_TYPES = {str(kind): kind for kind in vars(tl).values() if isinstance(kind, tl.dtype)}


class HostDevice:
    """See Device."""

    def __init__(self, file: str) -> None:
        self.torch_device = torch.device("cpu")
        self._flushed = torch.empty(_FLUSH_BYTES, dtype=torch.uint8)
        stand_in_driver.install(_CAPABILITY)
        cuda_on_cpu.install(_CAPABILITY)
        arithmetic.install()
        memory_guard.install(contextlib.nullcontext)
        self._module = harness.load(Path(file), Path(file).stem)

    def load(self, kernel: Kernel) -> Loaded:
        function = getattr(self._module, kernel.function)
        function = getattr(function, "fn", function) if not hasattr(function, "run") else function

        def launch(grid: tuple[int, int, int], arguments: Sequence[Any]) -> None:
            function[grid](*(_TYPES[item["triton"]] if isinstance(item, dict) else item for item in arguments))

        return launch

    def seconds(self, run: Run) -> float:
        self._flushed.zero_()
        started = time.perf_counter()
        run()
        return time.perf_counter() - started

    def synchronise(self) -> None:
        """Nothing runs by itself here."""
