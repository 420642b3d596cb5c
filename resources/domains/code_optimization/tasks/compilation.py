"""Making assembly of C: a baseline, which is what gcc -O3 makes of a program and candidates start from; and a built-in
task's harness, short, so that the simulator can follow what it calls.

C programs come from public sets and may include host files, so the compiler runs in the sandbox. The text depends on
the compiler's version, hence those of the built-in tasks are kept beside their programs: `python -m` this module writes
them anew, when a kernel or a harness changes.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from resources.domains.code_optimization.execution.stages.build import DEFAULT_STANDARD
from resources.domains.code_optimization.execution.test_suite import PROGRAM_FILE
from resources.domains.code_optimization.execution.toolchain import COMPILER_FLAGS, HARNESS_FLAGS
from resources.domains.code_optimization.tasks.library import (
    BASELINE,
    COMPILED_HARNESS,
    HARNESS,
    HARNESS_HEADER,
    LIBRARY_ROOT,
)
from resources.domains.toolkit.seed_folder import read_text, task_folders
from resources.execution.bundle import Limits
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step
from resources.execution.sandbox.selection import make_sandbox

_LIMITS = Limits(wall_s=60.0, cpu_s=20, log_bytes=16 << 10)
_RESULT = "assembly.s"
_TRAPS = ("-fsanitize=undefined", "-fsanitize-undefined-trap-on-error")
"""Signed overflow, shifts, division, bounds of arrays that are declared, misaligned and null pointers."""


class CompilationFailed(Exception):
    """gcc does not compile the program. The message is the first of its errors."""


def baseline(
    sandbox: Sandbox,
    program: str,
    headers: Mapping[str, str],
    *,
    standard: str = DEFAULT_STANDARD,
    defines: Sequence[str] = (),
) -> str:
    """The program's assembly. Raises CompilationFailed."""
    flags = (*COMPILER_FLAGS, f"-std={standard}", *(f"-D{name}" for name in defines))
    return _assembly(sandbox, program, headers, flags)


def trapping(sandbox: Sandbox, program: str) -> str:
    """Assembly of the same program that ends at undefined behaviour which the compiler can see. Raises
    CompilationFailed."""
    flags = ("-O1", *COMPILER_FLAGS[1:], f"-std={DEFAULT_STANDARD}", *_TRAPS)
    return _assembly(sandbox, program, {}, flags)


def compiled_harness(sandbox: Sandbox, harness: str, headers: Mapping[str, str]) -> str:
    """The harness's assembly, which calls what it tests by name. Raises CompilationFailed."""
    return _assembly(sandbox, harness, headers, (*HARNESS_FLAGS, f"-std={DEFAULT_STANDARD}"))


def _assembly(sandbox: Sandbox, program: str, headers: Mapping[str, str], flags: Sequence[str]) -> str:
    files = {PROGRAM_FILE: program.encode()} | {header: text.encode() for header, text in headers.items()}
    command = ("gcc", *flags, "-w", "-I.", "-S", PROGRAM_FILE, "-o", _RESULT)
    result = sandbox.run(SandboxJob((Step("compile", command),), files, collect=(_RESULT,), limits=_LIMITS))
    step = result.steps[0]
    if step.ended is not Ended.EXITED or step.exit_code or _RESULT not in result.files:
        errors = [line for line in step.log.decode(errors="replace").splitlines() if "error:" in line]
        raise CompilationFailed(errors[0] if errors else f"gcc: {step.ended.value}, exit code {step.exit_code}")
    return result.files[_RESULT].decode()


def write_baselines() -> None:
    """Overwrites all of them; raises CompilationFailed for a kernel or a harness that does not compile."""
    sandbox = make_sandbox()
    for folder in task_folders(LIBRARY_ROOT):
        for name, text in assembly_of(sandbox, folder).items():
            (folder / name).write_text(text, encoding="utf-8")


def assembly_of(sandbox: Sandbox, folder: Path) -> dict[str, str]:
    """What gcc makes of a task's C files, by the names under which it is kept."""
    headers = {HARNESS_HEADER: read_text(LIBRARY_ROOT / HARNESS_HEADER)}
    return {
        BASELINE: baseline(sandbox, read_text(folder / PROGRAM_FILE), {}),
        COMPILED_HARNESS: compiled_harness(sandbox, read_text(folder / HARNESS), headers),
    }


if __name__ == "__main__":
    write_baselines()
