"""CudaDevice: kernels loaded and launched through the driver's own interface, timed by events on the device.

The driver is called directly, because Triton's launcher would need the candidate's source; torch shares its context.
"""

import ctypes
import struct
import time
from collections.abc import Sequence
from typing import Any

import torch

from .devices import Kernel, Loaded, Run

_LEAST_FLUSH_BYTES = 256 << 20
_CACHES = 4
"""A write of this many times the L2 cache leaves nothing of the inputs in it."""
_LEAST_COVER_S, _MOST_COVER_S = 1e-3, 2e-2
_CYCLES_A_SECOND = 2e9
"""More than any card's clock, so that the cover is at least as long as asked for."""
_MAX_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_STATIC_SHARED_LIMIT = 48 << 10
_INTEGERS = {
    **{"i1": ctypes.c_int8, "i8": ctypes.c_int8, "i16": ctypes.c_int16, "i32": ctypes.c_int32, "i64": ctypes.c_int64},
    **{"u1": ctypes.c_uint8, "u8": ctypes.c_uint8, "u16": ctypes.c_uint16, "u32": ctypes.c_uint32},
    "u64": ctypes.c_uint64,
}


class CudaDevice:
    """See Device. The first device that torch sees."""

    def __init__(self) -> None:
        self.torch_device = torch.device("cuda", 0)
        properties = torch.cuda.get_device_properties(0)
        size = max(_LEAST_FLUSH_BYTES, _CACHES * int(getattr(properties, "L2_cache_size", 0)))
        self._flushed = torch.empty(size, dtype=torch.uint8, device=self.torch_device)
        self._cover = _LEAST_COVER_S
        self._driver = ctypes.CDLL("libcuda.so.1")

    def load(self, kernel: Kernel) -> Loaded:
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self._check(self._driver.cuModuleLoadData(ctypes.byref(module), kernel.image), "loading a kernel")
        status = self._driver.cuModuleGetFunction(ctypes.byref(function), module, kernel.name.encode())
        self._check(status, f"finding {kernel.name}")
        if kernel.shared_bytes > _STATIC_SHARED_LIMIT:
            allowed = self._driver.cuFuncSetAttribute(function, _MAX_DYNAMIC_SHARED, kernel.shared_bytes)
            self._check(allowed, f"shared memory of {kernel.name}")

        def launch(grid: tuple[int, int, int], arguments: Sequence[Any]) -> None:
            if 0 in grid:
                return
            # Triton ends parameters with two pointers to scratch memory; the driver reads as many as the kernel has.
            scratch = self._scratch(kernel, grid)
            values = [*parameters(kernel.kinds, arguments), ctypes.c_uint64(scratch), ctypes.c_uint64(0)]
            pointers = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            block = (kernel.threads, 1, 1)
            done = self._driver.cuLaunchKernel(
                function, *grid, *block, ctypes.c_uint(kernel.shared_bytes), stream, pointers, None
            )
            self._check(done, f"launching {kernel.name}")

        return launch

    def seconds(self, run: Run) -> float:
        """The device is kept busy while `run` is put into its queue, so that the time of the host is not in it."""
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))  # type: ignore[no-untyped-call]
        self._flushed.zero_()
        torch.cuda.synchronize()
        torch.cuda._sleep(int(self._cover * _CYCLES_A_SECOND))  # type: ignore[no-untyped-call]
        started = time.perf_counter()
        begin.record()
        run()
        end.record()
        queued = time.perf_counter() - started
        torch.cuda.synchronize()
        if queued > self._cover:
            # For the next runs: the first ones are a small part of all. Host code that waits would never be covered.
            self._cover = min(2 * queued, _MOST_COVER_S)
        return float(begin.elapsed_time(end)) / 1e3

    def synchronise(self) -> None:
        torch.cuda.synchronize()

    def _scratch(self, kernel: Kernel, grid: tuple[int, int, int]) -> int:
        if not kernel.scratch_bytes:
            return 0
        size = kernel.scratch_bytes * grid[0] * grid[1] * grid[2]
        return torch.empty(size, dtype=torch.uint8, device=self.torch_device).data_ptr()

    def _check(self, code: int, what: str) -> None:
        if code:
            name = ctypes.c_char_p()
            self._driver.cuGetErrorString(code, ctypes.byref(name))
            said = name.value.decode() if name.value else str(code)
            raise RuntimeError(f"CUDA error: {said} ({what})")


def parameters(kinds: Sequence[str], arguments: Sequence[Any]) -> list[Any]:
    """The parameters that a compiled kernel has, as C values: pointers, integers and floats by Triton's types."""
    return [
        _value(kind, argument) for kind, argument in zip(kinds, arguments, strict=True) if not kind.startswith("const")
    ]


def _value(kind: str, argument: Any) -> Any:
    if kind.startswith("*"):
        return ctypes.c_uint64(argument.data_ptr())
    if kind in _INTEGERS:
        return _INTEGERS[kind](int(argument))
    if kind in ("fp32", "f32"):
        return ctypes.c_float(argument)
    if kind == "fp64":
        return ctypes.c_double(argument)
    if kind == "fp16":
        return ctypes.c_uint16(struct.unpack("<H", struct.pack("<e", argument))[0])
    if kind == "bf16":
        return ctypes.c_uint16(int(torch.tensor(argument, dtype=torch.bfloat16).view(torch.int16).item()) & 0xFFFF)
    raise RuntimeError(f"a kernel's parameter is of the type {kind}")
