"""Emulation: one job that builds a candidate for the CPU and runs it on all cases under the shim.

What the run's end means is `judging`; what the shim checks stands in its sources.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from resources.domains.gpu_kernels.execution.stages.cuda.nvcc import CANDIDATE, INTERNAL_LOG_BYTES, KernelResources
from resources.domains.gpu_kernels.execution.stages.cuda.shim_library import (
    COMPILER,
    COUNTED,
    HEADER,
    HEAP_FUNCTIONS,
    MENDED_INSTRUCTIONS,
    PATTERN,
    ZEROS,
    ShimLibrary,
)
from resources.domains.toolkit.log_text import without_sandbox_folder
from resources.execution.bundle import Limits
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step, StepResult

CASES, TARGET, RESULTS = "cases.bin", "cases.limits", "results.bin"
REPORT, ADDRESSES, LINES = "fault.report", "fault.addresses", "fault.lines"
PROGRAM, OBJECT = "candidate", "candidate.o"
DUMP, UNSET = "candidate.optimized", "candidate.unset"

STACKS_BYTES = 1024 * (768 << 10)
"""What the threads of the largest block have for stacks; hardly any of it is touched."""

_LAUNCH_BOUND = re.compile(r"__launch_bounds__\s*\(\s*(\d+)\s*(?:,[^()]*)?\)[\w\s]*?\b(\w+)\s*\(")
_ADDRESS = re.compile(rb"0x[0-9a-f]{7,16}\b")
_OBJECTS = re.compile(rb"/tmp/cc\w+\.o")
_LOCATE = (
    f"test -s {ADDRESSES} && addr2line -s -e {PROGRAM} <{ADDRESSES} >{LINES}; "
    f"grep -o 'DEFERRED_INIT ([^)]*' {DUMP} | sort -u | head -c 50000 >{UNSET}; true"
)
_UNSET = re.compile(rb"DEFERRED_INIT \([^\"]*\"([^\"]*)\"")


@dataclass(frozen=True)
class Device:
    """Limits of a target: opt-in shared memory of a block in bytes, multiprocessors of its usual board."""

    shared_bytes: int
    multiprocessors: int


DEVICES: Mapping[str, Device] = {
    "sm_80": Device(166912, 108),
    "sm_86": Device(101376, 84),
    "sm_89": Device(101376, 128),
    "sm_90": Device(232448, 132),
}


@dataclass(frozen=True)
class Emulation:
    """What building and running showed. `report` is the shim's, with places as kernel.cu:LINE, "" where it has none;
    `results` what lay in device memory after each case. A candidate shares the process that wrote both."""

    built: StepResult
    linked: StepResult
    run: StepResult
    report: str
    results: bytes
    unset: frozenset[str] = frozenset()
    """Names of local variables that the compiler does not know to be set before they are read."""

    def may_read_unset(self, code: str) -> bool:
        """Whether one of them may be the candidate's: its code has the word, or splices words. Headers have some."""
        return any("##" in code or re.search(rf"\b{re.escape(name)}\b", code) for name in self.unset)


def emulate(
    sandbox: Sandbox,
    library: ShimLibrary,
    source: str,
    cases: bytes,
    target: bytes,
    results_bytes: int,
    limits: Limits,
    *,
    counts_calls: bool,
    zeros: bool = False,
) -> Emulation:
    """`source` is rewritten and has the driver; `results_bytes` is how much a complete run writes. With `zeros`, what
    local variables hold before they are set is 0 and not the usual pattern.

    Raises EnvironmentFailure for the sandbox's own failures.
    """
    folder = library.folder()
    job = SandboxJob(
        (
            Step(
                "build",
                (
                    *(ZEROS if zeros and option == PATTERN else option for option in COMPILER),
                    *(COUNTED if counts_calls else ()),
                    "-I",
                    str(folder),
                    "-include",
                    str(folder / HEADER),
                    *_compiled(str(folder)),
                ),
            ),
            Step("link", ("g++", "-no-pie", "-o", PROGRAM, OBJECT, *_linked(str(folder)))),
            Step("function", (f"./{PROGRAM}",)),
            Step("locate", ("/bin/sh", "-c", _LOCATE), always=True),
        ),
        {CANDIDATE: source.encode("utf-8", "replace"), CASES: cases, TARGET: target},
        read_only={str(folder): folder},
        collect=(RESULTS, REPORT, LINES, UNSET),
        collect_bytes=max(results_bytes, 1 << 16),
        limits=replace(limits, log_bytes=max(limits.log_bytes, INTERNAL_LOG_BYTES)),
        reserved_bytes=STACKS_BYTES,
    )
    result = sandbox.run(job)
    built, linked, run = (_normalised(step, str(folder)) for step in result.steps[:3])
    run = replace(run, seconds=built.seconds + linked.seconds + run.seconds)
    report = _located(result.files.get(REPORT, b""), result.files.get(LINES, b""))
    unset = frozenset(name.decode("utf-8", "replace") for name in _UNSET.findall(result.files.get(UNSET, b"")))
    return Emulation(built, linked, run, report, result.files.get(RESULTS, b""), unset)


def _compiled(folder: str) -> tuple[str, ...]:
    mended = ",".join(f"{folder}/{name}" for name in MENDED_INSTRUCTIONS)
    return (f"-Wa,{mended}", "-x", "c++", "-c", CANDIDATE, "-o", OBJECT, f"-fdump-tree-optimized={DUMP}")


def _linked(folder: str) -> tuple[str, ...]:
    heap = (f"-Wl,--wrap={name}" for name in HEAP_FUNCTIONS)
    return (*heap, "-L", folder, "-lcudashim", f"-Wl,-rpath,{folder}")


def architecture(target: str) -> str:
    """What stands before a source, so that __CUDA_ARCH__ is its target's; the source's first line stays line 1."""
    return f'#define CUDASHIM_ARCH {target.removeprefix("sm_")}0\n#line 1 "{CANDIDATE}"\n'


SYMBOLS = """
extern "C" {
extern char __start_cudashim_device[] __attribute__((weak)), __stop_cudashim_device[] __attribute__((weak));
void cudashim_device_variables(char** begin, char** end) {
    *begin = __start_cudashim_device, *end = __stop_cudashim_device;
}
}
"""
"""What stands behind a source: where the linker has put the variables of the device."""


def target_file(target: str, kernels: Sequence[KernelResources], code: str, frame_bytes: int) -> bytes:
    """What the shim checks launches against: the device; each kernel's registers, static shared memory,
    launch bound and stack frame. `frame_bytes` is the least of a function that is called. Of instances with one name
    the most modest counts."""
    device = DEVICES[target]
    architecture_number = target.removeprefix("sm_")
    lines = [f"@target {device.shared_bytes} {device.multiprocessors} {architecture_number} {frame_bytes}"]
    bounds = {name: int(bound) for bound, name in _LAUNCH_BOUND.findall(code)}
    for name in sorted({kernel.name for kernel in kernels}):
        same = [kernel for kernel in kernels if kernel.name == name]
        registers, shared = min(kernel.registers for kernel in same), min(kernel.shared_bytes for kernel in same)
        stack = min(kernel.stack_bytes for kernel in same)
        lines.append(f"{name} {registers} {shared} {bounds.get(name, 0)} {stack}")
    return ("\n".join(lines) + "\n").encode()


def _normalised(step: StepResult, folder: str) -> StepResult:
    """The shim's folder and temporary files have names of their own in each process; addresses change with each run."""
    log = _OBJECTS.sub(OBJECT.encode(), step.log.replace(folder.encode() + b"/", b""))
    return replace(step, log=_ADDRESS.sub(b"0x...", without_sandbox_folder(log)))


def _located(report: bytes, lines: bytes) -> str:
    """Puts lines in the place of code addresses."""
    text = report.decode("utf-8", "replace")
    for number, line in enumerate(lines.decode("utf-8", "replace").splitlines()):
        text = text.replace(f"@place{number}@", line.partition(" (")[0])
    return _ADDRESS.sub(b"0x...", text.encode()).decode()
