"""Building: the harness once for each bundle, then each candidate: assemble, inspect, link, disassemble.

All of it in the sandbox: an assembler reads host files if it is asked to. Nothing of a candidate runs here. How the
steps' ends are judged is `backend`'s; what the listings mean is `objects`.
"""

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from resources.domains.code_optimization.execution.calling_convention import guards
from resources.domains.code_optimization.execution.stages.marks import Marks, marks_of
from resources.domains.code_optimization.execution.stages.objects import CODE_SECTION, DATA_SECTION, ZERO_SECTION
from resources.domains.code_optimization.execution.test_suite import PROGRAM_FILE
from resources.domains.code_optimization.execution.toolchain import ASSEMBLER_FLAGS
from resources.domains.code_optimization.language.acceptance import imported_names
from resources.domains.code_optimization.language.assembly import parsed
from resources.domains.toolkit.log_text import without_sandbox_folder
from resources.execution.bundle import EnvironmentBundle, Limits
from resources.execution.errors import PermanentEnvironmentFailure, ToolMissing
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step, StepResult

HARNESS_OBJECT, FRONT_OBJECT, FENCE_OBJECT = "harness.o", "front.o", "fence.o"
OBJECT, PROGRAM = "candidate.o", "program"
_SUPPORT = Path(__file__).parent.parent / "support"
_HARNESS_FLAGS = ("-O2", "-w", "-march=x86-64", "-fno-pie", "-I.")
DEFAULT_STANDARD = "gnu17"
DEFINES = "defines"
"""The setting with names, some with values, that the harness is compiled with; separated by spaces."""
_OWN_SOURCES = ("apart.c", "apart_calls.c", "apart_path.c", "crash_report.c", "rounds.c")
_OWN_FILES = (*_OWN_SOURCES, "apart.h", "changing.h")
_NAMED_SECTION = re.compile(rb"\.(?:text|data|bss)\.[\w.$]+")
_MOST_NAMED_SECTIONS = 1000
"""Compilers give each function one of its own if they are told to."""
_JOIN = """\
at() {{ gcc -print-file-name="$1"; }}
ld -r --wrap=mmap --wrap=mprotect {wanted} -o {output} "$(at crt1.o)" "$(at crti.o)" "$(at crtbeginT.o)" {objects} \
 --start-group "$(at libgcc.a)" "$(at libgcc_eh.a)" "$(at libc.a)" "$(at libm.a)" --end-group \
 "$(at crtend.o)" "$(at crtn.o)"
"""
"""With the C library's parts that harness and baseline need, so that linking a candidate takes 10 ms in place of 50."""
_OWN_SECTIONS = {".text": CODE_SECTION, ".data": DATA_SECTION, ".bss": ZERO_SECTION}
"""All that a candidate may run or write is moved there."""
FENCE = "behind_the_code"
"""A trap there, so that running out of the candidate's code does not reach something that happens to return."""
_PARTS = (("harness_state", "progbits"), (DATA_SECTION, "progbits"), (ZERO_SECTION, "nobits"))
_NOTE = '\t.section .note.GNU-stack,"",@progbits\n'


def _ends(side: str) -> str:
    """Labels at one side of what may be written while rounds run: whole pages (`support/rounds.c`)."""
    labels = (
        f'\t.section {part},"aw",@{kind}\n\t.balign 4096\n\t.globl {part}_{side}\n{part}_{side}:\n'
        for part, kind in _PARTS
    )
    return "".join(labels) + _NOTE


_FRONT = _ends("start")
_FENCE = f'\t.section {CODE_SECTION},"ax"\n{FENCE}:\n\tud2\n' + _ends("end")
PLACES = (16, 32, 48)
"""Bytes by which the candidate's code lies further on in programs that are timed: a loop's place in a line of the cache
decides about some percent, and no text is better by it."""
_X87 = re.compile(r"^[ \t]*f(?:i?ld|stp|xch|add|sub|mul|div|chs|abs)\w*\b", re.MULTILINE)
"""A baseline with long doubles, whose results are left on the x87 stack."""
_LISTING_BYTES = 8 << 20
_HARNESS_LIMITS = Limits(wall_s=60.0, cpu_s=20)
_LINK = ("-static", "-z", "noexecstack", "-e", "program_start")
_LIBRARIES = ("--start-group", "-lc", "-lm", "-lgcc", "-lgcc_eh", "--end-group")
_LINKER_NAME = b"ld: "


@dataclass(frozen=True)
class Build:
    """How the steps ended, in order. `program` is None where linking failed; `marks` are in it."""

    assembled: StepResult
    inspected: StepResult
    linked: StepResult
    disassembled: StepResult
    program: bytes | None
    marks: Marks
    object_file: bytes = b""

    @property
    def assemble_log(self) -> bytes:
        return without_sandbox_folder(self.assembled.log)

    @property
    def link_log(self) -> bytes:
        """The linker's words, without its own name."""
        return without_sandbox_folder(self.linked.log).replace(_LINKER_NAME, b"")


def build_harness(sandbox: Sandbox, bundle: EnvironmentBundle) -> Mapping[str, bytes]:
    """The harness, the crash report and the guards as one object file, and what stands before
    and behind the candidate as others.

    Raises PermanentEnvironmentFailure when the bundle's harness does not compile.
    """
    files = {name: text.encode() for name, text in bundle.files.items() if name.endswith((".c", ".h"))}
    files.pop(PROGRAM_FILE, None)
    files |= {
        **{name: (_SUPPORT / name).read_bytes() for name in _OWN_FILES},
        "guards.s": guards(
            entry_functions(bundle),
            interface=bundle.interface,
            uses_x87=_X87.search(bundle.reference) is not None,
        ).encode(),
    }
    sources = [*sorted(name for name in files if name.endswith(".c")), "guards.s"]
    objects = [f"part{number}.o" for number in range(len(sources))]
    compile_each = [
        Step(source, ("gcc", *_HARNESS_FLAGS, *_flags(source, bundle), "-c", source, "-o", name))
        for source, name in zip(sources, objects, strict=True)
    ]
    called = sorted(name for name in imported_names(parsed(bundle.reference)) if not name.startswith("."))
    wanted = " ".join(f"-u {name}" for name in called)
    join = Step("join", ("sh", "-c", _JOIN.format(output=HARNESS_OBJECT, wanted=wanted, objects=" ".join(objects))))
    beside = {FRONT_OBJECT: _FRONT, FENCE_OBJECT: _FENCE, **{_room(place): _room_of(place) for place in PLACES}}
    ends = [Step(name, ("as", "-o", name, name.replace(".o", ".s"))) for name in beside]
    files |= {name.replace(".o", ".s"): text.encode() for name, text in beside.items()}
    made = (HARNESS_OBJECT, *beside)
    result = sandbox.run(SandboxJob((*compile_each, *ends, join), files, collect=made, limits=_HARNESS_LIMITS))
    if HARNESS_OBJECT not in result.files:
        failed = next(step for step in result.steps if step.ended is not Ended.EXITED or step.exit_code)
        log = failed.log.decode(errors="replace").strip()[-500:]
        raise PermanentEnvironmentFailure(f"{bundle.seed_id}: the harness does not compile ({failed.name}): {log}")
    return result.files


def _flags(source: str, bundle: EnvironmentBundle) -> tuple[str, ...]:
    """The bundle's standard and names, but for our own sources."""
    if source in _OWN_SOURCES:
        return (f"-std={DEFAULT_STANDARD}",)
    defines = (f"-D{name}" for name in bundle.settings.get(DEFINES, "").split())
    return (f"-std={bundle.settings.get('standard', DEFAULT_STANDARD)}", *defines)


def _own_section(name: str) -> str:
    """Where a section of the candidate's goes."""
    return _OWN_SECTIONS[f".{name.split('.')[1]}"]


@cache
def compiler_folder() -> Path:
    """Where the compiler keeps its own library. Raises ToolMissing."""
    try:
        run = subprocess.run(("gcc", "-print-libgcc-file-name"), capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise ToolMissing(f"gcc does not answer ({error}): `apt-get install gcc`") from error
    return Path(run.stdout.strip()).parent


def entry_functions(bundle: EnvironmentBundle) -> tuple[str, ...]:
    """The candidate's functions that the harness calls; "main" where the candidate is a whole program."""
    return tuple(bundle.settings["entry"].split())


def build(sandbox: Sandbox, bundle: EnvironmentBundle, candidate: bytes, harness: Mapping[str, bytes]) -> Build:
    """Assembles and links one candidate. CPU and memory limits are the bundle's."""
    source = bundle.candidate_file
    named = sorted(set(_NAMED_SECTION.findall(candidate)))[:_MOST_NAMED_SECTIONS]
    sections = (*_OWN_SECTIONS, *(name.decode() for name in named))
    rename = (argument for name in sections for argument in ("--rename-section", f"{name}={_own_section(name)}"))
    marks = marks_of(bundle, candidate)
    steps = (
        # With local labels kept, objdump begins anew at each: data among the code hide no instruction behind them.
        Step("assemble", ("as", *ASSEMBLER_FLAGS, "-g", "-L", "-o", OBJECT, source)),
        Step("rename", ("objcopy", *rename, OBJECT)),
        Step("inspect", ("readelf", "--sections", "--symbols", "--wide", OBJECT)),
        _link("link", bundle, marks, PROGRAM, OBJECT),
        Step("disassemble", ("objdump", "-d", "-w", "-l", "--no-show-raw-insn", "-j", CODE_SECTION, PROGRAM)),
    )
    limits = replace(bundle.limits, log_bytes=_LISTING_BYTES)
    files = {source: candidate, **harness}
    result = sandbox.run(SandboxJob(steps, files, collect=(PROGRAM, OBJECT), limits=limits))
    assembled, renamed, inspected, linked, disassembled = result.steps
    if assembled.ended is Ended.EXITED and assembled.exit_code == 0 and renamed.exit_code:
        assembled = replace(renamed, name="assemble")
    made = result.files
    return Build(assembled, inspected, linked, disassembled, made.get(PROGRAM), marks, made.get(OBJECT, b""))


def build_elsewhere(
    sandbox: Sandbox, bundle: EnvironmentBundle, built: Build, harness: Mapping[str, bytes]
) -> tuple[bytes, ...]:
    """A program that was built, with its code at each of `PLACES`. Raises PermanentEnvironmentFailure."""
    names = {place: f"{PROGRAM}{place}" for place in PLACES}
    steps = (_link(name, bundle, built.marks, name, _room(place), OBJECT) for place, name in names.items())
    files = {OBJECT: built.object_file, **harness}
    result = sandbox.run(SandboxJob(tuple(steps), files, collect=tuple(names.values()), limits=_HARNESS_LIMITS))
    if set(result.files) != set(names.values()):
        raise PermanentEnvironmentFailure(f"{bundle.seed_id}: a program does not link with its code elsewhere")
    return tuple(result.files[name] for name in names.values())


def _link(step: str, bundle: EnvironmentBundle, marks: Marks, program: str, *candidate: str) -> Step:
    wrap = (f"--wrap={name}" for name in entry_functions(bundle))
    defined = (f"--defsym={name}={value:#x}" for name, value in marks.symbols.items())
    objects = (FRONT_OBJECT, HARNESS_OBJECT, *candidate, FENCE_OBJECT)
    libraries = (f"-L{compiler_folder()}", *_LIBRARIES)
    return Step(step, ("ld", *_LINK, *wrap, *defined, "-o", program, *objects, *libraries))


def _room(place: int) -> str:
    return f"room{place}.o"


def _room_of(place: int) -> str:
    return f'\t.section {CODE_SECTION},"ax"\n\t.skip {place}, 0xcc\n{_NOTE}'
