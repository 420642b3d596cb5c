"""The tools of code optimisation: what they are called, which package has them, which versions run here.

The processor's instruction sets belong to the toolchain: the C library picks its routines by them.
"""

from pathlib import Path

from resources.domains.domain import ToolRequirement
from resources.domains.toolkit.tools import tool_version
from resources.execution.backend import Toolchain
from resources.execution.errors import PermanentEnvironmentFailure

PIPELINE_VERSION = "29"
"""Raised whenever a change here alters what is observed: cached observations of older versions are then misses."""

GCC = ToolRequirement("GCC", ("gcc", "--version"), "gcc", "compiling harnesses and baselines, linking candidates")
ASSEMBLER = ToolRequirement("GNU assembler", ("as", "--version"), "binutils", "assembling candidates")
LINKER = ToolRequirement("GNU linker", ("ld", "--version"), "binutils", "linking candidates")
OBJDUMP = ToolRequirement("objdump", ("objdump", "--version"), "binutils", "reading what the assembler made")
VALGRIND = ToolRequirement("Valgrind", ("valgrind", "--version"), "valgrind", "counting instructions and cycles")
TOOLS = (GCC, ASSEMBLER, LINKER, OBJDUMP, VALGRIND)
_LIBRARY = ToolRequirement("C library", ("ldd", "--version"), "libc-bin", "the static C library's version")

COMPILER_FLAGS = (
    "-O3 -march=x86-64 -mtune=generic -fno-pie -fno-asynchronous-unwind-tables -fno-ident"
    " -fcf-protection=none -fno-stack-protector -U_FORTIFY_SOURCE"
).split()
"""How a baseline is made of its C program: plain x86-64, and no more text than the code needs."""
HARNESS_FLAGS = ("-Os", *COMPILER_FLAGS[1:])
"""The same for a harness that is followed instruction by instruction: with calls to the C library in their places."""

ASSEMBLER_FLAGS = ("--64", "-march=generic64+ibt")
"""What a candidate may be made of: SSE2, and the marks of jumps' targets that compilers write (`endbr64`), which plain
processors skip. The host's own sets play no part, so that no verdict hangs on it."""

_INSTRUCTION_SETS = frozenset("sse4_1 sse4_2 popcnt avx avx2 bmi1 bmi2 fma lzcnt movbe erms fsrm avx512f".split())


def read_toolchain(counter: str = "") -> Toolchain:
    """Asks each tool for its version (about 40 ms); `counter` is what decides on speed besides callgrind, if any does.

    Raises ToolMissing with the name of the package.
    """
    versions = {tool.command[0]: tool_version(tool) for tool in TOOLS}
    ours = {"libc": tool_version(_LIBRARY), "processor": _processor(), "pipeline": PIPELINE_VERSION}
    return Toolchain(versions | ours | ({"counter": counter} if counter else {}))


def _processor() -> str:
    """The instruction sets that change which code runs. Raises PermanentEnvironmentFailure off x86-64 Linux."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError as error:
        raise PermanentEnvironmentFailure(f"the processor cannot be asked: {error}") from error
    flags = next((set(line.split()) for line in lines if line.startswith("flags")), None)
    if flags is None or "lm" not in flags:
        raise PermanentEnvironmentFailure("code optimisation needs an x86-64 processor")
    return " ".join(sorted(flags & _INSTRUCTION_SETS)) or "x86-64"
