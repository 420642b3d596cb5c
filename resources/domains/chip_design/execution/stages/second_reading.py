"""Second reading: the design that Icarus compiled, told by Icarus itself, beside what Yosys read of the same text.

A proof is of the netlist, so of what Yosys takes the source for. Both tools read constants, signs and widths by their
own code, and where they disagree a source can tell which of them reads it: an empty string has eight bits for one and
none for the other. Icarus writes what it has elaborated as plain Verilog (its target `vlog95`: every constant
evaluated, no macro, no `generate`). Yosys makes a netlist of that as well, and ABC proves that it is the first one.
Where Icarus can't write a design in that language, or Yosys can't read it, there is no second reading.
"""

import re
from collections.abc import Mapping

from resources.domains.chip_design.execution.stages.comparison_modules import READINGS, readings_module
from resources.domains.chip_design.language.interface import Interface
from resources.execution.bundle import Limits
from resources.execution.sandbox.job import SandboxJob, SandboxResult, Step

_SIMULATED, SECOND = "simulated_reading.v", "second_reading.v"
_FIRST = "first_reading.v"
_READ, _PROVE = "second reading", "second proof"
_WRITE = ("iverilog", "-g2012", "-tvlog95", "-pallowsigned=1", "-s")
_PROOF = "read_aiger readings.aig; &get -n; &scorr; &put; pdr -T 1"
_SPREAD = re.compile(r"""("(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|\\\S+|`define\b(?:[^\n\\]|\\.)*)|[,;]""", re.DOTALL)


def reading_job(
    sources: Mapping[str, str], gate: str, top: str, interface: Interface, cpu_s: int, limits: Limits
) -> SandboxJob:
    """A job that collects `SECOND`, the netlist of what Icarus read in `sources`, as a module of the name `gate`; so is
    `gate`.

    Where Icarus writes the port of a module as a part of a signal, it names what is inside from outside. Yosys would
    take that name for a wire of its own; it is told to declare none, and so gives no second reading.
    """
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
        Step(_READ, (*_WRITE, top, "-o", _SIMULATED, *sources)),
        Step(_READ, ("/bin/sh", "-c", limited, "sh", "yosys", "-QT", "-q", "-p", "; ".join(prepared))),
        Step(_PROVE, ("/bin/sh", "-c", limited, "sh", "yosys-abc", "-c", _PROOF)),
    )
    files = {
        _FIRST: gate.encode(),
        "readings.v": readings_module(interface).encode(),
    } | {name: spread(text).encode() for name, text in sources.items()}
    return SandboxJob(steps, files, collect=(SECOND,), limits=limits)


def spread(source: str) -> str:
    """The source with a line for each declared name: Icarus finds the parameter that it writes for a number by file and
    line, and takes another one of the same line."""
    return _SPREAD.sub(lambda match: match[0] if match[1] else f"{match[0]}\n", source)


def other_reading(result: SandboxResult) -> str:
    """The netlist of what Icarus read, where that is not proved to be the first one; "" where it is, or where the
    solver was not reached."""
    proof = b"".join(step.log for step in result.steps if step.name == _PROVE)
    is_open = b"was asserted" in proof or b"UNDECIDED" in proof
    return result.files.get(SECOND, b"").decode("utf-8", "replace") if is_open else ""


def is_same(result: SandboxResult) -> bool:
    return any(b"Property proved" in step.log for step in result.steps if step.name == _PROVE)
