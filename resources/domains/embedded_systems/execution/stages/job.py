"""The sandbox job of one candidate: compile, link, run the MCU model, run QEMU; and the board's objects, made once.

What the steps' ends mean is `judging`; what the model's report says is `checks`.
"""

import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from resources.domains.embedded_systems.execution.board_files import (
    GUARD,
    LINKER_SCRIPT,
    MEMORY_SCRIPT,
    MODEL_FOLDER,
    STARTUP,
)
from resources.domains.embedded_systems.execution.stages.renode import find_renode, renode_files, renode_step
from resources.domains.embedded_systems.language.headers import HEADER
from resources.execution.bundle import Limits
from resources.execution.errors import EnvironmentGap, PermanentEnvironmentFailure, TransientEnvironmentFailure
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, SandboxResult, Step, StepResult
from resources.execution.sandbox.warm import Preload, warmed

ASSEMBLY, OBJECT, FIRMWARE, REPORT, QEMU_IMAGE = "candidate.s", "candidate.o", "firmware.elf", "report.json", "qemu.bin"
STARTUP_OBJECT, GUARD_BINARY, GUARD_OBJECT = "startup.o", "guard.bin", "guard.o"
INTERNAL_LOG_BYTES = 1 << 20
REPORT_BYTES = 16 << 20
"""More than the model's caps on bytes, edges and accesses allow for all scenarios together."""
QEMU_CPU_S = 1
MODEL_CPU_S = 180
"""Several times what the model's own budget takes on a slow and busy processor: whoever meets it is no slow program."""
_PRELOAD_BYTES = 256 << 20
# Each emulator maps a gigabyte for translated code, and Renode's runtime more for its heap; little of it is used.
_RESERVED_BYTES = 4 << 30
_MODEL_INSIDE = "/icwm/mcu"

_TARGET = ("-mcpu=cortex-m4", "-mthumb", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard")
_ASSEMBLE = ("-mcpu=cortex-m4", "-mthumb", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard", "-meabi=5")
_COMPILE = (
    *_TARGET, "-std=gnu11", "-O2", "-fno-move-loop-stores", "-g", "-I.", "-ffunction-sections", "-fdata-sections",
    "-fno-common", "--param=min-pagesize=0",
)  # fmt: skip
"""gcc 12 repeats a loop's last volatile store behind the loop where it moves stores out of it: a byte sent twice.
It also takes each constant address of the first page for an array of no elements; the flash's alias lies there."""
_NO_CLOCK = (
    "-Wno-builtin-macro-redefined", '-D__DATE__="Jan  1 2024"', '-D__TIME__="00:00:00"',
    '-D__TIMESTAMP__="Mon Jan  1 00:00:00 2024"',
)  # fmt: skip
"""A program is the same whenever it is compiled."""
_WARNINGS = (
    "-fno-diagnostics-show-caret", "-Wall", "-Wextra", "-Wno-unused-parameter",
    "-Werror=implicit-function-declaration", "-Werror=implicit-int",
    "-Werror=int-conversion", "-Werror=incompatible-pointer-types", "-Werror=return-type", "-Werror=overflow",
    "-Werror=shift-count-overflow", "-Werror=div-by-zero", "-Werror=array-bounds", "-Werror=uninitialized",
)  # fmt: skip
MATHEMATICS = "-lm"
"""math.h is among the headers that a program may include. Behind the objects, whose names it answers."""
_LINK = (
    *_TARGET, "-nostartfiles", "--specs=nano.specs", "--specs=nosys.specs", "-T", LINKER_SCRIPT, "-L.",
    "-Wl,--gc-sections", "-Wl,--print-memory-usage", "-Wl,--no-warn-rwx-segments",
)  # fmt: skip
QEMU_COMMAND = (
    "qemu-system-arm", "-M", "netduinoplus2", "-display", "none", "-monitor", "none", "-serial", "null", "-no-reboot",
    "-accel", "tcg,tb-size=32", "-icount", "shift=6,sleep=off", "-kernel", QEMU_IMAGE,
)  # fmt: skip


@dataclass(frozen=True)
class BoardObjects:
    """The board's own code, compiled: the same for all candidates of a bundle's board."""

    startup: bytes
    guard: bytes


def interpreter_folders() -> Mapping[str, Path]:
    """Where the interpreter and its packages lie, bound read-only at the same paths inside; and the model."""
    renode = find_renode()
    folders = {Path(sys.prefix), Path(sys.base_prefix), *((renode.parent,) if renode is not None else ())}
    kept = {folder for folder in folders if not folder.is_relative_to("/usr")}
    outer = {folder for folder in kept if not any(folder != other and folder.is_relative_to(other) for other in kept)}
    return {str(folder): folder for folder in outer} | {_MODEL_INSIDE: MODEL_FOLDER}


def interpreter_environment() -> Mapping[str, str]:
    packages = [path for path in sys.path if path.endswith("site-packages")]
    return {
        "PYTHONPATH": ":".join([str(Path(_MODEL_INSIDE).parent), *packages]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
    }


def warm(sandbox: Sandbox) -> Sandbox:
    """The sandbox with an interpreter that has imported unicorn and the model: 0.1 s less for each candidate."""
    modules = ("unicorn", "mcu.command")
    preload = Preload(sys.executable, modules, interpreter_folders(), interpreter_environment(), _PRELOAD_BYTES)
    return warmed(sandbox, preload)


def build_board(sandbox: Sandbox, files: Mapping[str, str], limits: Limits) -> BoardObjects:
    """Compiles start-up code and guard. Raises PermanentEnvironmentFailure where they do not compile."""
    steps = (
        Step("startup", ("arm-none-eabi-gcc", *_COMPILE, "-c", STARTUP, "-o", STARTUP_OBJECT)),
        Step("guard", ("arm-none-eabi-gcc", *_TARGET, "-c", GUARD, "-o", GUARD_OBJECT)),
        Step("binary", ("arm-none-eabi-objcopy", "-O", "binary", GUARD_OBJECT, GUARD_BINARY)),
    )
    texts = {name: files[name].encode() for name in (STARTUP, GUARD)}
    result = sandbox.run(SandboxJob(steps, texts, collect=(STARTUP_OBJECT, GUARD_BINARY), limits=limits))
    if STARTUP_OBJECT not in result.files or GUARD_BINARY not in result.files:
        logs = b" ".join(step.log for step in result.steps).decode("utf-8", "replace")
        raise PermanentEnvironmentFailure(f"the board's start-up code does not compile: {logs.strip()[:400]}")
    return BoardObjects(result.files[STARTUP_OBJECT], result.files[GUARD_BINARY])


@dataclass(frozen=True)
class Firmware:
    """What was run: the sandbox's result, and the model's or the audit's report (empty where neither got so far)."""

    result: SandboxResult
    report: Mapping[str, Any]

    @property
    def compiled(self) -> StepResult:
        """Compiler and assembler, as gcc's driver has them in one: the one that failed, or the last."""
        compiler, _, assembler = self.result.steps[:3]
        return compiler if assembler.ended is Ended.NOT_RUN else replace(assembler, log=compiler.log + assembler.log)

    @property
    def linked(self) -> StepResult:
        return self.result.steps[3]

    @property
    def model(self) -> StepResult:
        return self.result.steps[4]

    @property
    def emulated(self) -> tuple[StepResult, ...]:
        """QEMU, and Renode where it is installed."""
        return self.result.steps[5:]


def compile_step(file: str, cpu_s: int) -> Step:
    """Compiles; the audit reads what it made before the assembler does."""
    compiler = ("arm-none-eabi-gcc", *_COMPILE, *_WARNINGS, *_NO_CLOCK, "-S", file, "-o", ASSEMBLY)
    return _limited("compile", f"exec {shlex.join(compiler)}", cpu_s)


def _limited(name: str, script: str, cpu_s: int) -> Step:
    """A step under a limit of its own: the job's is the model's, which bounds itself by its budget."""
    return Step(name, ("/bin/sh", "-c", f"ulimit -S -t {cpu_s}; {script}"))


def run_candidate(
    sandbox: Sandbox,
    files: Mapping[str, str],
    board: BoardObjects,
    file: str,
    code: bytes,
    scenarios: Sequence[Mapping[str, Any]],
    limits: Limits,
) -> Firmware:
    """All steps in one job. Raises EnvironmentFailure for the sandbox's own failures."""
    script = (sys.executable, f"{_MODEL_INSIDE}/run.py")
    assembler = ("arm-none-eabi-as", *_ASSEMBLE, ASSEMBLY, "-o", OBJECT)
    link = ("arm-none-eabi-gcc", *_LINK, OBJECT, STARTUP_OBJECT, "-o", FIRMWARE, MATHEMATICS)
    qemu = ("/bin/sh", "-c", f'ulimit -S -t {min(QEMU_CPU_S, limits.cpu_s)}; exec "$@"', "qemu", *QEMU_COMMAND)
    renode = find_renode()
    steps = (
        compile_step(file, limits.cpu_s),
        Step("audit", (*script, ASSEMBLY)),
        _limited("assemble", f"exec {shlex.join(assembler)}", limits.cpu_s),
        _limited("link", f"exec {shlex.join(link)}", limits.cpu_s),
        Step("model", (*script, FIRMWARE, OBJECT, json.dumps(scenarios))),
        Step("qemu", qemu),
        *((renode_step(renode),) if renode is not None else ()),
    )
    laid = {name: files[name].encode() for name in (HEADER, LINKER_SCRIPT, MEMORY_SCRIPT)}
    laid |= {STARTUP_OBJECT: board.startup, GUARD_BINARY: board.guard, file: code}
    laid |= renode_files() if renode is not None else {}
    job = SandboxJob(
        steps,
        laid,
        interpreter_environment(),
        interpreter_folders(),
        (REPORT,),
        REPORT_BYTES,
        limits=replace(
            limits, log_bytes=max(limits.log_bytes, INTERNAL_LOG_BYTES), cpu_s=max(limits.cpu_s, MODEL_CPU_S)
        ),
        reserved_bytes=_RESERVED_BYTES,
    )
    result = sandbox.run(job)
    return Firmware(result, _report(result))


def _audited(audit: StepResult) -> None:
    """Raises EnvironmentGap where the audit ended without its report: that is our own mistake."""
    if audit.ended is not Ended.NOT_RUN and (audit.ended is not Ended.EXITED or audit.exit_code):
        raise EnvironmentGap(f"the audit of the assembly: {audit.ended}, {audit.log.decode('utf-8', 'replace')[-600:]}")


def _report(result: SandboxResult) -> Mapping[str, Any]:
    """Raises EnvironmentGap where the model ended by itself without a report: that is our own mistake."""
    if REPORT in result.files:
        report: Mapping[str, Any] = json.loads(result.files[REPORT])
        return report
    _audited(result.steps[1])
    model = result.steps[4]
    if model.ended is Ended.TIMED_OUT:
        raise TransientEnvironmentFailure(f"the MCU model took {MODEL_CPU_S} s of CPU time within its budget of work")
    if model.ended is Ended.EXITED:
        why = result.refused.get(REPORT) or model.log.decode("utf-8", "replace").strip()[-600:]
        raise EnvironmentGap(f"the MCU model ended without a report: {why}")
    return {}
