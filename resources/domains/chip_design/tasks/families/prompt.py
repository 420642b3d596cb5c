"""The prompt of a drawn design, in one of several layouts: each says all that a stranger needs to write the module."""

import random
from collections.abc import Sequence

from resources.domains.chip_design.tasks.families.design import Clocking, Design, Pin


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
