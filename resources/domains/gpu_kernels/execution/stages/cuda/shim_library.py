"""The shim's constant parts, compiled once for each process: the device runtime and the precompiled header.

Compiled in the sandbox as candidates are, kept in a folder of this process, and bound read-only into their jobs.
"""

import hashlib
import os
import shutil
import tempfile
import threading
import weakref
from functools import cache
from pathlib import Path

from resources.execution.bundle import Limits
from resources.execution.errors import PermanentEnvironmentFailure, ToolMissing
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step, StepResult

PLAIN = ("-U_FORTIFY_SOURCE", "-fno-stack-protector", "-fcf-protection=none")
"""Without what some distributions harden programs with by themselves: Ubuntu's checked longjmp takes a jump to another
stack, which is how fibers take turns, for an attack, and every candidate ended in SIGABRT."""
PATTERN, ZEROS = "-ftrivial-auto-var-init=pattern", "-ftrivial-auto-var-init=zero"
"""What a local variable holds that nobody has set: -1.7e38 or -16,843,010, or 0."""
COMPILER = (
    *(
        "g++",
        *PLAIN,
        "-std=gnu++17",
        "-w",
        "-O1",
        "-g1",
        "-fwrapv",
        "-fno-pie",
        "-ffp-contract=off",
        "-fno-strict-aliasing",
    ),
    *("-finline-functions", "-finline-small-functions", "--param", "max-inline-insns-auto=400"),
    *("--param", "early-inlining-insns=200", PATTERN, "-mno-red-zone"),
    *("-fmax-errors=5", "-fdiagnostics-color=never", "-fsanitize=thread,bounds,float-cast-overflow,shift-exponent"),
    *("--param", "tsan-distinguish-volatile=1", "--param", "tsan-instrument-func-entry-exit=0"),
    *(
        "-mlong-double-64",
        "-fstack-clash-protection",
        "-fno-allocation-dce",
        "-fno-builtin-malloc",
        "-fno-builtin-calloc",
    ),
)
"""Every option takes part in whether the precompiled header can be used. Thread instrumentation is what calls the
runtime before each access; libtsan itself is not linked. Above -O1, loops would become library calls that are not
announced; without inlining, neither are structures passed by value. Shifts and conversions that C++ leaves open are
reported, and made as a device makes them (`MENDED_INSTRUCTIONS`, which need the stack to themselves). Local variables
start with a pattern, so that one that is never set cannot pass for 0. A frame larger than what is left of a stack is
found at once, and what is allocated stays allocated though nobody uses it."""

RUNTIME = ("g++", *PLAIN, "-std=c++20", "-O1", "-fPIC")

COUNTED = (
    *("--param", "tsan-instrument-func-entry-exit=1"),
    *("--param", "max-inline-recursive-depth-auto=0", "--param", "max-inline-recursive-depth=0"),
)
"""Where functions may call themselves, each call is one: `calls.cpp` counts them."""
HEADER = "cuda_runtime.h"
MENDED_INSTRUCTIONS = ("conversions.s", "shifts.s")
HEAP_FUNCTIONS = (
    *"malloc calloc realloc aligned_alloc posix_memalign free".split(),
    *"_Znwm _Znam _ZnwmRKSt9nothrow_t _ZnamRKSt9nothrow_t _ZnwmSt11align_val_t _ZnamSt11align_val_t".split(),
    *"_ZnwmSt11align_val_tRKSt9nothrow_t _ZnamSt11align_val_tRKSt9nothrow_t _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm".split(),
    *"_ZdlPvRKSt9nothrow_t _ZdaPvRKSt9nothrow_t _ZdlPvSt11align_val_t _ZdaPvSt11align_val_t".split(),
    *"_ZdlPvmSt11align_val_t _ZdaPvmSt11align_val_t".split(),
)
"""What a candidate's own calls of are the runtime's (`host_heap.cpp`): the C library's and C++'s operators."""
LIBRARY = "libcudashim.so"
_SOURCES = Path(__file__).parents[2] / "cuda_shim"
_LIMITS = Limits(wall_s=300.0, cpu_s=100, memory_bytes=1 << 30, scratch_bytes=128 << 20)
_LARGEST = 64 << 20
_COMMAND_NOT_FOUND = 127


@cache
def shim_sources() -> dict[str, bytes]:
    """The shim's files by their names below its folder."""
    files = sorted(path for path in _SOURCES.rglob("*") if path.suffix in (".h", ".cpp", ".s"))
    return {path.relative_to(_SOURCES).as_posix(): path.read_bytes() for path in files}


def shim_version() -> str:
    """A hash over the shim's sources and options: part of the toolchain, since any change may change observations."""
    digest = hashlib.sha256(" ".join(COMPILER).encode())
    for name, content in shim_sources().items():
        digest.update(f"{name}\0".encode() + content + b"\0")
    return digest.hexdigest()[:16]


class ShimLibrary:
    """Thread-safe. The folder is removed when this object, or the process that made it, ends."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._guard = threading.Lock()
        self._folder: Path | None = None

    def folder(self) -> Path:
        """Headers and libraries; made at the first call (3 s of CPU).

        Raises ToolMissing where g++ is, PermanentEnvironmentFailure where it cannot compile the shim.
        """
        with self._guard:
            if self._folder is None:
                self._folder = self._build()
            return self._folder

    def _build(self) -> Path:
        sources = dict(shim_sources())
        precompiled = f"{HEADER}.gch"
        job = SandboxJob(
            (
                Step("runtime", (*RUNTIME, "-shared", "-o", LIBRARY, "runtime/runtime.cpp")),
                Step("header", (*COMPILER, "-x", "c++-header", HEADER, "-o", precompiled)),
            ),
            sources,
            collect=(LIBRARY, precompiled),
            collect_bytes=_LARGEST,
            limits=_LIMITS,
        )
        result = self._sandbox.run(job)
        for step in result.steps:
            _check(step)
        headers = {name: content for name, content in sources.items() if name.endswith((".h", ".s"))}
        return self._kept({**headers, **result.files})

    def _kept(self, files: dict[str, bytes]) -> Path:
        folder = Path(tempfile.mkdtemp(prefix="icwm-cuda-shim-"))
        weakref.finalize(self, _remove, folder, os.getpid())
        folder.chmod(0o755)
        for name, content in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
        return folder


def _check(step: StepResult) -> None:
    if step.ended is Ended.EXITED and step.exit_code == 0:
        return
    said = step.log.decode("utf-8", "replace")[-2000:]
    if step.exit_code == _COMMAND_NOT_FOUND:
        raise ToolMissing("g++ is not installed: `apt-get install g++` (running CUDA C++ candidates on the CPU)")
    raise PermanentEnvironmentFailure(f"the CUDA shim's {step.name} does not compile here ({step.ended}): {said}")


def _remove(folder: Path, owner: int) -> None:
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)
