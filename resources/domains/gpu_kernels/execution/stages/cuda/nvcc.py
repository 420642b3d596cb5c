"""nvcc from its PyPI packages: where it lies, how a candidate is compiled, and what it says about resources.

No GPU and no driver are needed for that. Running the candidate is `emulation`.
"""

import importlib.util
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from resources.domains.toolkit.log_text import without_sandbox_folder
from resources.execution.bundle import Limits
from resources.execution.errors import ToolMissing
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step, StepResult

DISTRIBUTIONS = (
    "nvidia-cuda-nvcc",
    "nvidia-nvvm",
    "nvidia-cuda-crt",
    "nvidia-cuda-runtime",
    "nvidia-cuda-cccl",
)
_NEEDED: Mapping[str, str] = {
    "nvidia-nvvm": "nvvm/bin/cicc",
    "nvidia-cuda-crt": "include/crt/host_config.h",
    "nvidia-cuda-runtime": "include/cuda_runtime.h",
    "nvidia-cuda-cccl": "include/cccl/nv/target",
}
"""A file of each: without it, a candidate would be blamed for what is missing here (cuda_fp16.h needs cccl)."""
CANDIDATE = "kernel.cu"
INTERNAL_LOG_BYTES = 1 << 20

_KERNEL = re.compile(r"Compiling entry function '(\w+)' for '\w+'")
_STACK = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_FUNCTION = re.compile(r"Function properties for (\w+)\s+(\d+) bytes stack frame")
_USED = re.compile(r"Used (\d+) registers")
_SHARED = re.compile(r"(\d+) bytes smem")
_LENGTH = re.compile(r"(\d+)")
_NOISE = re.compile(rb"^ptxas info +: (?:Compile time = [^\n]*|0 bytes gmem)\n", re.MULTILINE)
_TEMPORARY = re.compile(rb"/tmp/tmpxft_\w+-\d+_")
_AT_LINE = re.compile(rb"kernel\.cu\((\d+)\): ")


@dataclass(frozen=True)
class KernelResources:
    """What ptxas says about one kernel: `name` without scopes and template arguments; bytes but for registers."""

    name: str
    registers: int = 0
    shared_bytes: int = 0
    stack_bytes: int = 0
    spill_store_bytes: int = 0
    spill_load_bytes: int = 0


@dataclass(frozen=True)
class Compilation:
    """The compile step, its normalised log, and the kernels in it."""

    step: StepResult
    log: bytes
    kernels: tuple[KernelResources, ...]

    @property
    def frame_bytes(self) -> int:
        """The smallest stack frame of a function that is called and no kernel; 0 where none has one. Only such a
        function can call itself."""
        log = self.log.decode("utf-8", "replace")
        kernels = set(_KERNEL.findall(log))
        frames = (int(size) for name, size in _FUNCTION.findall(log) if name not in kernels)
        return min((size for size in frames if size), default=0)

    @property
    def metrics(self) -> Mapping[str, float]:
        """The largest of each figure over the kernels, by stable name."""
        if not self.kernels:
            return {}
        return {
            "kernels": float(len(self.kernels)),
            "registers": float(max(kernel.registers for kernel in self.kernels)),
            "shared_bytes": float(max(kernel.shared_bytes for kernel in self.kernels)),
            "stack_bytes": float(max(kernel.stack_bytes for kernel in self.kernels)),
            "spill_store_bytes": float(max(kernel.spill_store_bytes for kernel in self.kernels)),
            "spill_load_bytes": float(max(kernel.spill_load_bytes for kernel in self.kernels)),
        }


@cache
def toolkit_folder() -> Path:
    """The folder of the PyPI packages that holds bin/nvcc. Raises ToolMissing."""
    package = importlib.util.find_spec("nvidia")
    for location in (package.submodule_search_locations or []) if package else []:
        for compiler in sorted(Path(location).glob("*/bin/nvcc")):
            folder = compiler.parent.parent
            missing = [name for name, file in _NEEDED.items() if not (folder / file).exists()]
            if missing:
                raise ToolMissing(f"nvcc lacks its other packages: `pip install {' '.join(missing)}`")
            return folder
    raise ToolMissing(f"nvcc is not installed: `pip install {' '.join(DISTRIBUTIONS)}`")


def compile_candidate(sandbox: Sandbox, code: str, driver: str, target: str, limits: Limits) -> Compilation:
    """Compiles for `target`; host code is checked too. `driver` is appended, and may be empty.

    Raises ToolMissing, and EnvironmentFailure for the sandbox's own failures.
    """
    folder = toolkit_folder()
    command = (
        str(folder / "bin" / "nvcc"),
        *(f"-arch={target}", "-std=c++17", "-cubin", "-Xptxas", "-v", "--resource-usage"),
        *("-o", "candidate.cubin", CANDIDATE),
    )
    job = SandboxJob(
        (Step("compile", command),),
        {CANDIDATE: (code + driver).encode("utf-8", "replace")},
        read_only={str(folder): folder},
        limits=replace(limits, log_bytes=max(limits.log_bytes, INTERNAL_LOG_BYTES)),
    )
    step = sandbox.run(job).steps[0]
    log = normalise(step.log, code, folder)
    return Compilation(step, log, tuple(_kernels(log.decode("utf-8", "replace"))))


def normalise(log: bytes, code: str, folder: Path) -> bytes:
    """Takes times, temporary names and folders out, and shows lines as the candidate wrote them."""
    log = _NOISE.sub(b"", log.replace(b"\r\n", b"\n"))
    log = _TEMPORARY.sub(b"", log)
    log = re.sub(re.escape(str(folder).encode()) + rb"/(?:bin/\.\./+)?", b"", log)
    return b"".join(_as_written(without_sandbox_folder(log).splitlines(keepends=True), code.splitlines()))


def _as_written(lines: list[bytes], source: list[str]) -> Iterator[bytes]:
    """nvcc quotes lines after the preprocessor, where keywords are attributes; the caret under those is off."""
    line, quoted = 0, False
    for text in lines:
        place = _AT_LINE.match(text)
        if place:
            line = int(place[1])
        elif b"__attribute__((" in text and 0 < line <= len(source):
            text, quoted = b"  " + source[line - 1].encode("utf-8", "replace") + b"\n", True
        elif quoted and text.strip() == b"^":
            quoted = False
            continue
        yield text


def _kernels(log: str) -> Iterator[KernelResources]:
    for part in log.split("ptxas info    : Compiling entry function")[1:]:
        name = _KERNEL.match("Compiling entry function" + part)
        if name is None:
            continue
        stack = _STACK.search(part)
        figures = [int(figure) for figure in stack.groups()] if stack else [0, 0, 0]
        yield KernelResources(base_name(name[1]), _figure(_USED, part), _figure(_SHARED, part), *figures)


def _figure(pattern: re.Pattern[str], text: str) -> int:
    figure = pattern.search(text)
    return int(figure[1]) if figure else 0


def base_name(mangled: str) -> str:
    """The function's own name in an Itanium-mangled one, or the name itself where it is none."""
    if not mangled.startswith("_Z"):
        return mangled
    position = len(re.match(r"_Z[NKL]*", mangled)[0])  # type: ignore[index]
    name = ""
    while found := _LENGTH.match(mangled, position):
        end = found.end() + int(found[1])
        name = mangled[found.end() : end]
        position = end
    return name or mangled
