"""A Triton driver for a machine without the target: candidates compile through Triton's own launch path.

JITFunction.run specialises, compiles with the bundled ptxas and checks resources as on the device, so its genuine
exceptions appear; launching does nothing. What a launch would compute is `interpreter_mends`.
"""

import contextlib
import hashlib
import io
import re
import subprocess
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import triton
from triton.backends.compiler import GPUTarget
from triton.backends.nvidia.compiler import CUDABackend
from triton.runtime import driver
from triton.runtime.errors import OutOfResources

from .cuda_on_cpu import THE_DEVICE
from .handing_on import hands_on

SHARED_MEMORY_BYTES = {75: 65536, 80: 166912, 86: 101376, 89: 101376, 90: 232448}
"""Opt-in shared memory of a block (CUDA C++ Programming Guide, "Compute Capabilities"), less what is reserved."""
_RESIDENT = {75: (72, 1024, 16), 80: (108, 2048, 32), 86: (84, 1536, 16), 89: (128, 1536, 24), 90: (132, 2048, 32)}
"""Multiprocessors of the usual board, threads and blocks that one holds."""
REGISTERS = 65536
MAXIMUM_THREADS = 1024
MAXIMUM_GRID = (2**31 - 1, 65535, 65535)
_USAGE = re.compile(r"REG:(\d+) STACK:(\d+) SHARED:(\d+) LOCAL:(\d+)")
_CUOBJDUMP = Path(triton.__file__).parent / "backends/nvidia/bin/cuobjdump"


@dataclass(frozen=True)
class KernelFigures:
    """One compiled kernel: registers of a thread, spilled bytes of a thread, shared bytes of a block, threads."""

    name: str
    registers: int
    spilled_bytes: int
    shared_bytes: int
    threads: int = 0


@dataclass
class Launches:
    """What was launched: how often, and each kernel's figures by name."""

    count: int
    kernels: dict[str, KernelFigures]

    def add(self, figures: KernelFigures) -> None:
        """Of a kernel that is compiled for several types, the largest figures."""
        known = self.kernels.get(figures.name, figures)
        largest = {name: max(value, asdict(known)[name]) for name, value in asdict(figures).items()}
        self.kernels[figures.name] = KernelFigures(**largest)

    def described(self) -> dict[str, Any]:
        return {"count": self.count, "kernels": [asdict(self.kernels[name]) for name in sorted(self.kernels)]}


def resource_usage(name: str, cubin: bytes, shared_bytes: int) -> KernelFigures:
    """Asks cuobjdump. Spills go to the stack frame, which the driver counts as local memory."""
    file = Path(f"/tmp/{abs(hash(cubin))}.cubin")
    file.write_bytes(cubin)
    run = subprocess.run([str(_CUOBJDUMP), "-res-usage", str(file)], capture_output=True, text=True, check=False)
    file.unlink()
    usage = _USAGE.search(run.stdout + run.stderr)
    registers, stack, _, local = map(int, usage.groups()) if usage else (0, 0, 0, 0)
    return KernelFigures(name, registers, stack + local, shared_bytes)


@dataclass(frozen=True)
class Launch:
    """One launch of a compiled kernel, as Triton hands it to its driver: `arguments` are all parameters in order."""

    source: Any
    metadata: Any
    image: bytes
    grid: tuple[int, int, int]
    arguments: tuple[Any, ...]


class _Utilities:
    def __init__(self, shared_bytes: int, launches: Launches, images: dict[str, bytes]) -> None:
        self._shared_bytes, self._launches, self._images = shared_bytes, launches, images

    def get_device_properties(self, device: int) -> dict[str, int]:
        return {
            "max_shared_mem": self._shared_bytes,
            "max_num_regs": REGISTERS,
            "multiprocessor_count": 108,
            "warpSize": 32,
            "sm_clock_rate": 1410000,
            "mem_clock_rate": 1215000,
            "mem_bus_width": 5120,
        }

    def load_binary(self, name: str, cubin: bytes, shared: int, device: int) -> tuple[Any, ...]:
        """Returns module, function, registers, spilled words, and the most threads that the registers allow."""
        function = hashlib.sha256(cubin).hexdigest()
        self._images[function] = cubin
        figures = resource_usage(name, cubin, shared)
        self._launches.add(figures)
        registers_of_a_warp = -(-max(figures.registers, 1) * 32 // 256) * 256
        threads = min(MAXIMUM_THREADS, REGISTERS // registers_of_a_warp * 32)
        return name, function, figures.registers, figures.spilled_bytes // 4, threads

    def unload_module(self, module: Any) -> None: ...

    def set_printf_fifo_size(self, size: int) -> None: ...


@hands_on
def check_grid(x: int, y: int, z: int) -> None:
    """As the CUDA driver does."""
    if any(size < 0 or size > most for size, most in zip((x, y, z), MAXIMUM_GRID, strict=True)):
        raise RuntimeError("Triton Error [CUDA]: invalid argument")


@hands_on
def check_cooperative(blocks: int, warps: int, capability: int) -> None:
    """A grid whose blocks wait for each other is to be resident at once, as the CUDA driver asks; by threads alone."""
    processors, threads, most = _RESIDENT[capability]
    if blocks > processors * min(most, threads // (32 * warps)):
        raise RuntimeError("Triton Error [CUDA]: too many blocks in cooperative launch")


@hands_on
def check_architecture(compiled_for: str, capability: int) -> None:
    """Machine code of another generation, or of a later member of this one, cannot be loaded (a launch may ask for
    `arch="sm120"`); that of a generation with a letter behind its number runs on its own member alone."""
    asked = re.fullmatch(r"sm_?(\d+)[a-z]?", compiled_for)
    if asked is None or int(asked[1]) == capability:
        return
    (generation, member), (ours, most) = divmod(int(asked[1]), 10), divmod(capability, 10)
    if generation != ours or member > most or generation >= 9:
        raise RuntimeError("Triton Error [CUDA]: device kernel image is invalid")


class StandInDriver:
    """Everything that Triton's runtime asks of an active driver. `on_launch` is told of every launch.

    While an autotuner tries a configuration, `measuring` is true. With `first_only`, it tries none after the first
    that compiles, which is the one that is kept, but for `rehearsals`: so many runs as a device makes them (`tuning`).
    """

    def __init__(self, capability: int, shared_bytes: int) -> None:
        self.capability, self.shared_bytes = capability, shared_bytes
        self.launches = Launches(0, {})
        self.on_launch: Callable[[Launch], None] = lambda launch: None
        self.tries_configurations = True
        self.measuring = self.first_only = self.found = False
        self.rehearsals = 0
        self._images: dict[str, bytes] = {}
        self.utils = _Utilities(shared_bytes, self.launches, self._images)

    @hands_on
    def launcher_cls(self, source: Any, metadata: Any) -> Any:
        """A launcher that checks the grid as the CUDA driver does, counts, and launches nothing. Of a kernel that the
        device could not load there is none."""
        check_architecture(str(getattr(metadata, "arch", "")), self.capability)

        def launch(x: int, y: int, z: int, stream: Any, function: str, *arguments: Any) -> None:
            check_grid(x, y, z)
            self.launches.count += 1
            self.launches.add(KernelFigures(metadata.name, 0, 0, 0, metadata.num_warps * 32))
            # Between function and arguments: packed metadata, launch metadata and two hooks.
            self.on_launch(Launch(source, metadata, self._images[function], (x, y, z), arguments[4:]))

        return launch

    def is_active(self) -> bool:
        return True

    def get_current_device(self) -> int:
        return 0

    def set_current_device(self, device: int) -> None: ...

    def get_current_stream(self, device: int = 0) -> int:
        return 0

    def get_device_capability(self, device: int = 0) -> tuple[int, int]:
        return divmod(self.capability, 10)

    def get_current_target(self) -> GPUTarget:
        return GPUTarget("cuda", self.capability, 32)

    def get_active_torch_device(self) -> Any:
        return THE_DEVICE

    def get_benchmarker(self) -> Any:
        """For autotuning: every configuration is compiled, and the first that compiles is kept. An interpreter has
        nothing to measure: running ten configurations takes it ten times as long, and changes what is in place."""

        @hands_on
        def measure(call: Any, quantiles: Any = None, **options: Any) -> list[float]:
            if not self.tries_configurations:
                return [1.0] * len(quantiles or [1])
            if self.first_only and self.found:
                self._rehearse(call)
                return [2.0] * len(quantiles or [1])
            self.measuring = True
            try:
                call()
            finally:
                self.measuring = False
            self.found = True
            self._rehearse(call)
            return [1.0] * len(quantiles or [1])

        return measure

    @hands_on
    def _rehearse(self, call: Callable[[], Any]) -> None:
        if self.rehearsals:
            self.rehearsals -= 1
            call()

    def get_empty_cache_for_benchmark(self) -> None: ...

    def clear_cache(self, cache: Any) -> None: ...

    def map_python_to_cpp_type(self, kind: str) -> str:
        return kind

    def assemble_tensormap_to_arg(self, descriptors: Any, arguments: Any) -> Any:
        return arguments


def install(capability: int, shared_bytes: int | None = None) -> StandInDriver:
    """Makes a stand-in the active driver, and has shared memory checked before ptxas, which takes minutes over a
    kernel that has far too much of it. `shared_bytes` is a block's most where the capability alone does not say."""
    most = SHARED_MEMORY_BYTES[capability] if shared_bytes is None else shared_bytes
    stand_in = StandInDriver(capability, most)
    driver.set_active(stand_in)
    make_ptx = CUDABackend.make_ptx

    @hands_on
    def checked(self: Any, source: Any, metadata: Any, *rest: Any) -> Any:
        if metadata["shared"] > most:
            raise OutOfResources(metadata["shared"], most, "shared memory")
        return make_ptx(self, source, metadata, *rest)

    CUDABackend.make_ptx = checked
    _quiet_assembler()
    return stand_in


def _quiet_assembler() -> None:
    """Of a failure, Triton prints ptxas' message beside raising it, with all of the kernel's PTX."""
    assemble = CUDABackend.make_cubin

    @hands_on
    def quiet(self: Any, *arguments: Any) -> Any:
        with contextlib.redirect_stdout(io.StringIO()):
            return assemble(self, *arguments)

    CUDABackend.make_cubin = quiet
