"""From what compiling, building, running and the shim's report show to an outcome. None lets the candidate through.

What nvcc accepts and the shim cannot run is named, so that the failure is the environment's and says why. A wrong
value is judged by the domain's backend, which knows what is expected.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from resources.domains.gpu_kernels.execution.stages.cuda.emulation import Emulation
from resources.domains.gpu_kernels.execution.stages.cuda.nvcc import Compilation
from resources.domains.gpu_kernels.execution.stages.cuda.rewriting import tokens_of
from resources.domains.gpu_kernels.execution.stages.cuda.signature import DRIVER
from resources.domains.toolkit.judging import LIMITS, judge_tool
from resources.execution.errors import EnvironmentGap, PermanentEnvironmentFailure
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

_CONSTRUCTS = {
    "coalesced_threads": "coalesced groups (which lanes have converged is the hardware's affair)",
    "this_cluster": "clusters",
    "this_multi_grid": "groups over several devices",
    "memcpy_async": "asynchronous copies",
    "asm": "inline PTX (asm)",
    "__asm__": "inline PTX (asm)",
    "nvcuda": "tensor cores (wmma)",
    "wmma": "tensor cores (wmma)",
    "cudaTextureObject_t": "textures",
    "cudaSurfaceObject_t": "surfaces",
    "__activemask": "__activemask",
    "__pipeline_memcpy_async": "asynchronous copies",
    "cub": "CUB",
    "thrust": "Thrust",
    "cuda": "libcu++ (cuda::)",
    "cudaGraph_t": "CUDA graphs",
    "cudaMallocManaged": "managed memory",
    "cudaLaunchKernel": "cudaLaunchKernel",
    "cudaLaunchKernelEx": "cudaLaunchKernelEx",
    "cudaLaunchCooperativeKernel": "cooperative launches",
    "cudaOccupancyMaxPotentialBlockSizeVariableSMem": "cudaOccupancyMaxPotentialBlockSizeVariableSMem",
    "cooperative_groups": "a part of cooperative groups",
}
"""The first of these that a text has names what it cannot do without; the header's own name says least."""
_ERROR = re.compile(r"kernel\.cu:\d+:\d+: (?:fatal )?error: ([^\n]*)")


def gap(source: str, log: bytes) -> str:
    """The construct that the shim lacks, in a few words: a known one, or the host compiler's first error."""
    words = {token.text for token in tokens_of(source) if token.kind == "word"}
    known = next((named for word, named in _CONSTRUCTS.items() if word in words), None)
    if known is not None:
        return known
    error = _ERROR.search(log.decode("utf-8", "replace"))
    return error[1] if error else "what the host compiler refuses"


_CANNOT_RUN = "CUDA on the CPU cannot run this candidate"
_SHARED_DATA = b"uses too much shared data"
_UNRESOLVED = b"Unresolved extern"
_TOO_LARGE = (b"File size limit exceeded", b"relocation truncated to fit")
_ERROR_FILE = re.compile(rb"^([\w.]+)[(:]\d+[):][^\n]*?\berror\b", re.MULTILINE)
_FAULTS: Mapping[str, Outcome] = {
    "memory": Outcome.MEMORY_FAULT,
    "launch memory": Outcome.MEMORY_FAULT,
    "limit": Outcome.RESOURCE_EXCEEDED,
}
"""Races, divergent barriers, refused launches, traps, leaks and divisions by zero are RUNTIME_ERROR: the run is invalid
whatever values came out, as a sanitizer's report on a device says. FUNCTIONAL_MISMATCH is for wrong values only."""


@dataclass(frozen=True)
class Fault:
    """A fault that the shim reported: its kind, the case it happened in (from 0), and its text."""

    kind: str
    case: int
    text: str


def judge_compilation(compilation: Compilation) -> Outcome | None:
    """nvcc and ptxas. A call of the entry that does not fit, or that finds nothing, is an error of linking."""
    outcome = judge_tool(compilation.step, Outcome.COMPILATION_ERROR)
    if outcome is not Outcome.COMPILATION_ERROR:
        return outcome
    if _SHARED_DATA in compilation.log:
        return Outcome.MEMORY_FAULT
    files = set(_ERROR_FILE.findall(compilation.log))
    return Outcome.LINK_ERROR if files == {DRIVER.encode()} or _UNRESOLVED in compilation.log else outcome


def judge_build(emulation: Emulation, source: str) -> Outcome | None:
    """The host compiler. Raises EnvironmentGap for what it refuses although nvcc took it.

    Variables of gigabytes are what fits into no file of the sandbox, or into no program.
    """
    for step in (emulation.built, emulation.linked):
        if step.ended in LIMITS:
            return LIMITS[step.ended]
    if any(sign in step.log for step in (emulation.built, emulation.linked) if _failed(step) for sign in _TOO_LARGE):
        return Outcome.RESOURCE_EXCEEDED
    if _failed(emulation.linked) and b"undefined reference to `__" not in emulation.linked.log:
        return Outcome.LINK_ERROR
    if _failed(emulation.built) or _failed(emulation.linked):
        raise EnvironmentGap(f"{_CANNOT_RUN}: {gap(source, emulation.built.log)}")
    return None


def _failed(step: StepResult) -> bool:
    return step.ended is not Ended.NOT_RUN and (step.ended is not Ended.EXITED or step.exit_code != 0)


def read_fault(report: str) -> Fault | None:
    """The shim's report, None where there is none or a candidate has written nonsense there."""
    kind, _, rest = report.partition("\n")
    case, _, text = rest.partition("\n")
    if not text or re.fullmatch(r"-?\d{1,6}", case) is None:
        return None
    return Fault(kind, int(case), text)


def judge_run(emulation: Emulation, fault: Fault | None, results_bytes: int) -> Outcome | None:
    """The run itself: limits first, then the shim's report, then whether all cases were done.

    Raises PermanentEnvironmentFailure where the shim could not set itself up, EnvironmentGap where a device's result
    is not this processor's.
    """
    run = emulation.run
    if run.ended in LIMITS:
        return LIMITS[run.ended]
    if fault is not None:
        if fault.kind == "environment":
            raise PermanentEnvironmentFailure(f"CUDA on the CPU does not work here: {fault.text}")
        if fault.kind == "gap":
            raise EnvironmentGap(f"{_CANNOT_RUN}: {fault.text}")
        return _FAULTS.get(fault.kind, Outcome.RUNTIME_ERROR)
    outcome = judge_tool(run, Outcome.RUNTIME_ERROR)
    return Outcome.RUNTIME_ERROR if outcome is None and len(emulation.results) != results_bytes else outcome
