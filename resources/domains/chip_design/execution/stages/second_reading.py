"""Second reading: the program that Icarus compiled, as hardware, beside what Yosys read of the same text.

A proof is of the netlist, so of what Yosys takes the source for. Both tools read constants, signs and widths by their
own code, and where they disagree a source can tell which of them reads it: an empty string has eight bits for one and
none for the other. What is simulated is the compiled program: `compiled` reads that as a module of plain Verilog, in
which nothing is left to evaluate. Yosys makes a netlist of it as well, and ABC proves that it is the first one.
"""

from dataclasses import dataclass

from resources.domains.chip_design.execution.compiled.verilog import verilog_of
from resources.domains.chip_design.execution.compiled.words import Unreadable
from resources.domains.chip_design.execution.stages.comparison_modules import READINGS, readings_module
from resources.domains.chip_design.execution.stages.coverage import LISTS, coverage_commands, covers_all
from resources.domains.chip_design.language.interface import Interface
from resources.execution.bundle import Limits
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step

_SIMULATED, _SECOND = "simulated_reading.v", "second_reading.v"
_FIRST = "first_reading.v"
_READ, _PROVE = "second reading", "second proof"
_DIFFERS = b"was asserted in frame"
_PROOF = "read_aiger readings.aig; &get -n; &scorr; &put; pdr -T 8"
"""Most are the same once `scorr` has looked, in a tenth of a second; a right processor takes five."""


@dataclass(frozen=True)
class Reading:
    """Whether both readings are proved one, or are known to be two, as where registers of the second have other clocks;
    else the netlist of the second, "" where Yosys wrote none. `unread` says why there is no second."""

    is_same: bool = False
    is_other: bool = False
    netlist: str = ""
    unread: str = ""


@dataclass(frozen=True)
class Wires:
    """The task's clock and resets, for which alone registers may wait."""

    clock: str
    resets: tuple[str, ...]


def read_again(
    sandbox: Sandbox,
    program: bytes,
    gate: str,
    top: str,
    interface: Interface,
    wires: Wires,
    cpu_s: int,
    limits: Limits,
) -> Reading:
    """What Icarus compiled beside `gate`, the netlist of Yosys as a module of the name `gate`, of which all is proved
    that `coverage` asks."""
    try:
        simulated = verilog_of(program.decode("utf-8", "replace"), top)
    except Unreadable as reason:
        return Reading(unread=str(reason))
    result = sandbox.run(_job(simulated, gate, top, interface, wires, cpu_s, limits))
    log = b"".join(step.log for step in result.steps if step.name == _PROVE)
    is_covered = covers_all(result.files)
    is_same = b"Property proved" in log and is_covered
    is_other = _DIFFERS in log or (result.files.keys() >= set(LISTS) and not is_covered)
    return Reading(is_same, is_other, result.files.get(_SECOND, b"").decode("utf-8", "replace"))


def _job(
    simulated: str, gate: str, top: str, interface: Interface, wires: Wires, cpu_s: int, limits: Limits
) -> SandboxJob:
    """A job that collects `_SECOND`, the netlist of `simulated`, as a module of the name `gate`; so is `gate`."""
    first, second = READINGS.gold, READINGS.gate
    prepared = (
        f"read_verilog -sv -noautowire {_SIMULATED}; hierarchy -check -top {top}; proc; opt_clean; flatten",
        f"rename {top} {first}; write_verilog -noattr {_SECOND}; rename {first} {second}; design -stash simulated",
        f"read_verilog -sv {_FIRST}; hierarchy -check -top {first}; proc; opt_clean; flatten",
        f"design -copy-from simulated {second}; read_verilog -sv readings.v; hierarchy -check -top readings; proc",
        "flatten; opt_clean",
        *coverage_commands(wires.clock, wires.resets or ("driven",)),
        "memory_collect; memory_map; opt_clean; setundef -undriven -zero; setundef -zero",
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
    return SandboxJob(steps, files, collect=(_SECOND, *LISTS), limits=limits)
