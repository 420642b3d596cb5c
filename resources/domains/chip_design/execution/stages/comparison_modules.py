"""The Verilog in which reference and candidate, `gold` and `gate`, get the same inputs and are compared.

Written here from a task's ports and its setting `exact`. What drives them in simulation is `comparison_bench`; who runs
it is `equivalence`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from resources.domains.chip_design.execution.stages.exactness import (
    OWN_CLOCK,
    Exactness,
    ports_of,
    width,
)
from resources.domains.chip_design.language.interface import Interface, Port


@dataclass(frozen=True)
class Sides:
    """What the two designs' modules are called."""

    gold: str = "gold"
    gate: str = "gate"


NETLISTS = Sides()
READINGS = Sides("gate", "simulated")
DRAWS, RESET_DRAWS = "reset_draws", 10
"""Inputs of the miter that reset it: a thousandth of random ones do, or a thirtieth where the lowest chose that, or
none where the highest, one more, did: what only counts needs long runs."""


def _designs(interface: Interface, driven: Mapping[str, str], sides: Sides = NETLISTS) -> str:
    """Instances of both, with their outputs; `driven` are the inputs that get something else than the port."""
    inputs, outputs = ports_of(interface, "input"), ports_of(interface, "output")
    wires = "".join(f"  wire {port.shape}gold_{port.name}, gate_{port.name};\n" for port in outputs)
    same = ", ".join(f".{port.name}({driven.get(port.name, port.name)})" for port in inputs)
    return wires + "".join(
        f"  {module} {side}_design({same}, {', '.join(f'.{port.name}({side}_{port.name})' for port in outputs)});\n"
        for side, module in (("gold", sides.gold), ("gate", sides.gate))
    )


def _heads(interface: Interface, without: str = "") -> str:
    ports = [port for port in ports_of(interface, "input") if port.name != without]
    return ", ".join(f"input {port.shape}{port.name}" for port in ports)


def _differ(interface: Interface, exact: Exactness) -> str:
    return ", ".join(wrong(port, interface, exact) for port in ports_of(interface, "output"))


def miter_module(interface: Interface, exact: Exactness) -> str:
    """The module `miter`, in which a solver looks for a difference: the first cycles are spent in reset, and nothing
    is compared in them. Without a clock of the task's it has one of its own.

    Later resets take many inputs at 1: a solver sets them, and random inputs seldom do, so that they get far. Which
    of three frequencies holds until the next reset is an input, too.
    """
    ((reset, active),) = exact.resets.items() or {"": 0}.items()
    first = max(1, exact.skipped)
    clock = exact.clocks[0] if exact.clocks else OWN_CLOCK
    return (
        f"module miter({_heads(interface, reset)}{'' if exact.clocks else f', input {OWN_CLOCK}'}"
        f"{f', input [{RESET_DRAWS + 1}:0] {DRAWS}' if reset else ''}, output differs);\n"
        f"  reg [2:0] cycle = 0;\n  always @(posedge {clock}) if (cycle != {first}) cycle <= cycle + 1;\n"
        + (
            _RESETTING.format(
                clock=clock, first=first, active=active, not_filling=" & ~filling" if exact.filled else ""
            )
            if reset
            else ""
        )
        + _inner_signals(exact, interface)
        + _filling(exact, interface, clock, first)
        + _designs(interface, {reset: "driven"} | _filling_ports(exact))
        + "".join(_shown(interface, exact, side, first) for side in ("gold", "gate"))
        + f"  assign differs = cycle == {first} & |{{{_differ(interface, exact)}}};\nendmodule\n"
    )


def _shown(interface: Interface, exact: Exactness, side: str, first: int) -> str:
    """All outputs of one side, where they count: what a search for unseen logic looks at."""
    outputs = ports_of(interface, "output")
    counted = ", ".join(
        f"{{{width(port)}{{{exact.condition(port, interface)}1'b1}}}} & {side}_{port.name}" for port in outputs
    )
    size = sum(width(port) for port in outputs)
    return f"  (* keep *) wire [{size - 1}:0] shown_{side} = {{{size}{{cycle == {first}}}}} & {{{counted}}};\n"


def edgewise_module(interface: Interface, exact: Exactness) -> str:
    """The module `edgewise`: the miter under a clock that ticks in four steps, so that a solver sees both edges of it
    and of clocks that are made of it. Inputs may change while it is low and while it is high, and not with an edge."""
    ((reset, _),) = exact.resets.items() or {"": 0}.items()
    clock = exact.clocks[0]
    ports = [port for port in ports_of(interface, "input") if port.name not in (reset, clock)]
    draws = [Port(DRAWS, "input", f"[{RESET_DRAWS + 1}:0] ")] if reset else []
    lines = [
        f"  reg {port.shape}held_{port.name};\n"
        f"  wire {port.shape}now_{port.name} = phase[0] ? held_{port.name} : {port.name};\n"
        f"  always @($global_clock) held_{port.name} <= now_{port.name};\n"
        for port in (*ports, *draws)
    ]
    heads = ", ".join(f"input {port.shape}{port.name}" for port in (*ports, *draws))
    same = ", ".join(f".{port.name}(now_{port.name})" for port in (*ports, *draws))
    return (
        f"module edgewise({heads}, output differs);\n  reg [1:0] phase = 0;\n"
        f"  always @($global_clock) phase <= phase + 1;\n{''.join(lines)}"
        f"  miter all_of_it({same}, .{clock}(phase == 1 || phase == 2), .differs(differs));\nendmodule\n"
    )


def _filling(exact: Exactness, interface: Interface, clock: str, first: int) -> str:
    """Words that no reset clears are written before anything else, whatever the inputs say."""
    if exact.filled is None:
        return ""
    address, write = exact.filled
    size = (exact.words(interface) - 1).bit_length()
    return (
        f"  reg [{size}:0] word = 0;\n  always @(posedge {clock}) if (filling) word <= word + 1;\n"
        f"  wire filling = cycle == {first} & ~word[{size}];\n  wire fills = filling | {write};\n"
        f"  wire [{size - 1}:0] filled = filling ? word[{size - 1}:0] : {address};\n"
    )


def _filling_ports(exact: Exactness) -> dict[str, str]:
    return {exact.filled[0]: "filled", exact.filled[1]: "fills"} if exact.filled else {}


def _inner_signals(exact: Exactness, interface: Interface) -> str:
    """Registers of the reference that conditions name: Yosys joins them to the instance's when it flattens."""
    names = dict.fromkeys(name for port in exact.conditions for name in exact.terms(port))
    inner = [name for name in names if name not in interface.named("output")]
    return "".join(f"  (* hierconn *) wire \\gold_design.{name} ;\n" for name in inner)


def comparison_module(interface: Interface, exact: Exactness, sides: Sides = NETLISTS) -> str:
    """The module `beside_gold`: both designs under the same inputs, and `differs`."""
    return (
        f"module beside_{sides.gold}({_heads(interface)}, output differs);\n{_designs(interface, {}, sides)}"
        f"  assign differs = |{{{_differ(interface, exact)}}};\nendmodule\n"
    )


def readings_module(interface: Interface) -> str:
    """The module `readings`: a netlist and what Icarus made of the same source, in which all outputs count."""
    differ = ", ".join(f"gold_{port.name} != gate_{port.name}" for port in ports_of(interface, "output"))
    return (
        f"module readings({_heads(interface)}, output differs);\n{_designs(interface, {}, READINGS)}"
        f"  assign differs = |{{{differ}}};\nendmodule\n"
    )


def wrong(port: Port, interface: Interface, exact: Exactness, inside: str = "") -> str:
    """Unknown where a side is unknown in it, which is no difference: only hardware is compared."""
    condition = exact.condition(port, interface, inside)
    return f"{condition}({inside}gold_{port.name} != {inside}gate_{port.name})"


_RESETTING = f"""  reg often = 0, never = 0;
  wire resets = ~never{{not_filling}} & &{DRAWS}[{RESET_DRAWS // 2}:1] & (often | &{DRAWS}[{RESET_DRAWS}:1]);
  always @(posedge {{clock}})
    if (resets || cycle != {{first}}) {{{{never, often}}}} <= {{{{{DRAWS}[{RESET_DRAWS + 1}], {DRAWS}[0]}}}};
  wire driven = cycle == {{first}} && !resets ? 1'b1 - 1'b{{active}} : 1'b{{active}};
"""
