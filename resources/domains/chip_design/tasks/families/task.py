"""From a design to a task: header, reference, bench, settings, and a tier from how much there is to write."""

import random
import re
from collections.abc import Sequence

from resources.domains.chip_design.tasks.families.bench import bench_text
from resources.domains.chip_design.tasks.families.design import Clocking, Design, Pin
from resources.domains.chip_design.tasks.families.verilog import shape
from resources.domains.families import MadeTask

_TOKEN = re.compile(r"[A-Za-z_$][\w$]*|\d*'[sS]?[bodhBODH][0-9a-fA-FxXzZ_]+|\d+|[<>=!&|^~+*/%-]+|\S")
TIER_TOKENS = (110, 200, 290, 430)
"""Tokens of a reference from which on a task is of the next tier: they put 33 of the 35 built-in tasks into their own
tier or the one beside it."""
BENCH = "bench.v"


def made_task(design: Design, choice: random.Random) -> MadeTask:
    header = header_text(design)
    reference = f"{header}\n{design.body.strip(chr(10))}\nendmodule\n"
    return MadeTask(
        title=design.title,
        prompt=prompt_text(design, choice),
        interface=f"{header}\nendmodule\n",
        candidate_file=f"{design.module}.v",
        reference=reference,
        tier=tier_of(reference),
        tags=design.tags,
        files={BENCH: bench_text(design)},
        settings={
            "top": design.module,
            "bench": "verilog",
            "bench_files": BENCH,
            "bench_top": "testbench",
            "exact": exact_setting(design),
        },
    )


def header_text(design: Design) -> str:
    ports = [
        *(_port("input  wire", pin) for pin in (*control_pins(design.clocking), *design.inputs)),
        *(_port("output reg " if pin.is_register else "output wire", pin) for pin in design.outputs),
    ]
    return f"module {design.module}(\n" + ",\n".join(ports) + "\n);"


def _port(kind: str, pin: Pin) -> str:
    return f"    {kind} {shape(pin.width)}{pin.name}"


def exact_setting(design: Design) -> str:
    """See docs/decisions.md: every output is fixed by the rules, some under a condition."""
    if design.clocking is None:
        return "combinational"
    conditions = [f"{name}={condition}" for name, condition in design.conditions.items()]
    solved = [] if design.solved is None else [str(design.solved)]
    return " ".join([design.clocking.setting, *conditions, *solved])


def tokens_of(reference: str) -> int:
    return len(_TOKEN.findall(re.sub(r"//[^\n]*", "", reference)))


def tier_of(reference: str) -> int:
    return 1 + sum(tokens_of(reference) >= least for least in TIER_TOKENS)


def draw_clocking(choice: random.Random) -> Clocking:
    """The usual names, and each kind of reset."""
    active = choice.choice((0, 1, 1))
    names = ("rst", "reset", "clear") if active else ("rst_n", "reset_n", "aresetn")
    return Clocking(
        clock=choice.choice(("clk", "clk", "clock")),
        reset=choice.choice(names),
        active=active,
        asynchronous=choice.random() < 0.4,
    )


def prompt_text(design: Design, choice: random.Random) -> str:
    """All layouts hold the same: ports, clock and reset, rules, appendix."""
    layout = choice.choice((_with_table, _with_list, _with_ports_last))
    return layout(design, choice).rstrip() + "\n"


def _with_table(design: Design, choice: random.Random) -> str:
    rows = "\n".join(
        f"| `{pin.name}` | {direction} | {pin.width} | {pin.meaning} |" for direction, pin in _ports(design)
    )
    table = f"| port | direction | width | meaning |\n|---|---|---|---|\n{rows}"
    parts = (
        f"# {design.title}",
        f"Write the module `{design.module}`. {design.wording.opening}",
        table,
        "\n".join(f"- {rule}" for rule in _rules(design, choice)),
        design.wording.appendix,
    )
    return _joined(parts)


def _with_list(design: Design, choice: random.Random) -> str:
    ports = "\n".join(f"- {direction} `{pin.name}`{_range(pin)}: {pin.meaning}" for direction, pin in _ports(design))
    rules = "\n".join(f"{number}. {rule}" for number, rule in enumerate(_rules(design, choice), 1))
    parts = (
        f"# {design.title}",
        f"{design.wording.opening} The module is called `{design.module}` and has these ports:",
        ports,
        choice.choice(("Behaviour:", "It works as follows.", "Requirements:")),
        rules,
        design.wording.appendix,
    )
    return _joined(parts)


def _with_ports_last(design: Design, choice: random.Random) -> str:
    ports = "\n".join(
        f"- `{pin.name}` ({direction}, {pin.width} bit{'s' * (pin.width > 1)}): {pin.meaning}"
        for direction, pin in _ports(design)
    )
    parts = (
        f"Implement the module `{design.module}` in Verilog.",
        f"{design.title}. {design.wording.opening}",
        "\n\n".join(_rules(design, choice)),
        design.wording.appendix,
        f"## Ports\n\n{ports}",
    )
    return _joined(parts)


def _joined(parts: Sequence[str]) -> str:
    return "\n\n".join(part for part in parts if part)


def _ports(design: Design) -> list[tuple[str, Pin]]:
    """With the clock and the reset first, as in the header."""
    control = [("input", pin) for pin in control_pins(design.clocking)]
    return [*control, *(("input", pin) for pin in design.inputs), *(("output", pin) for pin in design.outputs)]


def control_pins(clocking: Clocking | None) -> tuple[Pin, ...]:
    if clocking is None:
        return ()
    kind = "asynchronous" if clocking.asynchronous else "synchronous"
    level = "high" if clocking.active else "low"
    return (Pin(clocking.clock, 1, "clock"), Pin(clocking.reset, 1, f"{kind} reset, active {level}"))


def _rules(design: Design, choice: random.Random) -> list[str]:
    clocking = design.clocking
    if clocking is None:
        told = choice.choice(("The module is combinational.", "There is no clock: outputs follow the inputs at once."))
        return [told, *design.wording.rules]
    edges = choice.choice(
        (
            f"All state changes at the rising edge of `{clocking.clock}`.",
            f"Registers take their values at rising edges of `{clocking.clock}`.",
        )
    )
    return [f"{edges} {_reset(clocking, design.wording.at_reset, choice)}", *design.wording.rules]


def _reset(clocking: Clocking, effect: str, choice: random.Random) -> str:
    asserted = f"`{clocking.reset}` = {clocking.active}"
    if clocking.asynchronous:
        return choice.choice(
            (
                f"The reset is asynchronous: as soon as {asserted}, whatever the clock does, and as long as it "
                f"lasts, {effect}.",
                f"While {asserted}, even without a clock edge, {effect}; the reset has priority over everything else.",
            )
        )
    return choice.choice(
        (
            f"The reset is synchronous: after a rising edge with {asserted}, {effect}, whatever the other inputs are.",
            f"A rising edge with {asserted} has priority over all else: after it, {effect}. Between edges "
            f"`{clocking.reset}` has no effect.",
        )
    )


def _range(pin: Pin) -> str:
    return f" `[{pin.width - 1}:0]`" if pin.width > 1 else ""
