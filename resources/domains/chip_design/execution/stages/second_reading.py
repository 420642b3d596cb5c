"""Second reading: the program that Icarus compiled, as hardware, beside what Yosys read of the same text.

A proof is of the netlist, so of what Yosys takes the source for. Both tools read constants, signs and widths by their
own code, and where they disagree a source can tell which of them reads it: an empty string has eight bits for one and
none for the other. What is simulated is the compiled program: `compiled` reads that as a module of plain Verilog, in
which nothing is left to evaluate. Yosys makes a netlist of it as well, and ABC proves that it is the first one.
"""

from resources.domains.chip_design.execution.compiled.verilog import verilog_of
from resources.domains.chip_design.execution.compiled.words import Unreadable
from resources.domains.chip_design.execution.stages.comparison_modules import READINGS, readings_module
from resources.domains.chip_design.language.interface import Interface
from resources.execution.bundle import Limits
from resources.execution.errors import EnvironmentGap
from resources.execution.sandbox.job import SandboxJob, SandboxResult, Step

_SIMULATED, SECOND = "simulated_reading.v", "second_reading.v"
_FIRST = "first_reading.v"
_READ, _PROVE = "second reading", "second proof"
_PROOF = "read_aiger readings.aig; &get -n; &scorr; &put; pdr -T 8"
"""Most are the same once `scorr` has looked, in a tenth of a second; a right processor takes five."""


def compiled_design(program: bytes, top: str) -> str:
    """The module `top` of a compiled program. Raises EnvironmentGap where it holds what has no hardware here."""
    try:
        return verilog_of(program.decode("utf-8", "replace"), top)
    except Unreadable as reason:
        raise EnvironmentGap(f"what Icarus compiled cannot be read as hardware: {reason}") from reason


def reading_job(simulated: str, gate: str, top: str, interface: Interface, cpu_s: int, limits: Limits) -> SandboxJob:
    """A job that collects `SECOND`, the netlist of `simulated`, as a module of the name `gate`; so is `gate`."""
    first, second = READINGS.gold, READINGS.gate
    prepared = (
        f"read_verilog -sv -noautowire {_SIMULATED}; hierarchy -check -top {top}; proc; opt_clean; flatten",
        f"rename {top} {first}; write_verilog -noattr {SECOND}; rename {first} {second}; design -stash simulated",
        f"read_verilog -sv {_FIRST}; hierarchy -check -top {first}; proc; opt_clean; flatten",
        f"design -copy-from simulated {second}; read_verilog -sv readings.v; hierarchy -check -top readings; proc",
        "flatten; opt_clean; memory_collect; memory_map; opt_clean; setundef -undriven -zero; setundef -zero",
        "opt_expr; wreduce; opt_clean; opt_merge; opt -fast -nodffe -nosdff; async2sync; dffunmap",
        "setundef -undriven -zero; setundef -init -zero; techmap; opt_clean; setundef -zero",
        "aigmap; write_aiger -zinit readings.aig",
    )
    limited = f'ulimit -S -t {cpu_s}; exec "$@"'
    steps = (
        Step(_READ, ("/bin/sh", "-c", limited, "sh", "yosys", "-QT", "-q", "-p", "; ".join(prepared))),
        Step(_PROVE, ("/bin/sh", "-c", limited, "sh", "yosys-abc", "-c", _PROOF)),
    )
    files = {
        _SIMULATED: simulated.encode(),
        _FIRST: gate.encode(),
        "readings.v": readings_module(interface).encode(),
    }
    return SandboxJob(steps, files, collect=(SECOND,), limits=limits)


def other_reading(result: SandboxResult) -> str:
    """The netlist of what Icarus read; "" where Yosys wrote none."""
    return result.files.get(SECOND, b"").decode("utf-8", "replace")


def is_same(result: SandboxResult) -> bool:
    return any(b"Property proved" in step.log for step in result.steps if step.name == _PROVE)
