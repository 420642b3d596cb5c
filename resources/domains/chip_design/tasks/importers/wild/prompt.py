"""The prompt of a wild module: what its comments say, its header, and what can be read off its clocking.

A reader has nothing else, so the modules that are given are described, too, and what the bench does is said.
"""

import re
from collections.abc import Mapping

from resources.domains.chip_design.tasks.importers.wild.clocking import Clocking, Reset
from resources.domains.chip_design.tasks.importers.wild.design import WildDesign
from resources.domains.toolkit.source_tree import words_of

_NUMBER = re.compile(r"-?\d+|\d+'s?d\d+")
"""Other values are texts, which the header shows better."""
_EDGES = {("rising",): "rising edges", ("falling",): "falling edges", ("rising", "falling"): "both edges"}


def title_of(module: str) -> str:
    return " ".join(words_of(module.replace("_", " "))) or module


def prompt_text(module: str, design: WildDesign, description: str, parts: Mapping[str, str]) -> str:
    """`parts` are the descriptions of the given modules by name."""
    blocks = [
        f"# {title_of(module)}",
        f"Write the module `{module}`. Its author says of it:",
        "\n".join(f"> {line}".rstrip() for line in description.splitlines()),
        f"Its header:\n\n```verilog\n{design.interface}```",
        _sizes(design),
        "\n".join(f"- {rule}" for rule in _rules(design)),
        *_given(design, parts),
        _judged(design),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _sizes(design: WildDesign) -> str:
    """Ports with their sizes, where parameters decide over them."""
    if not design.parameters:
        return ""
    values = ", ".join(f"`{name}` = {value}" for name, value in design.parameters if _NUMBER.fullmatch(value))
    sizes = ", ".join(f"`{port.name}` {port.width}" for port in design.ports if port.width > 1)
    wide = f" Then these ports are wider than one bit: {sizes}." if sizes else ""
    return f"It is tried with its parameters' defaults{f': {values}' if values else ''}.{wide}"


def _rules(design: WildDesign) -> list[str]:
    clocking = design.clocking
    if not clocking.clock:
        return ["It has no clock: outputs follow the inputs at once."]
    rules = [f"State changes at {_EDGES[clocking.edges]} of `{clocking.clock}`."]
    rules += [_reset(reset) for reset in clocking.resets]
    names = [register.name for register in clocking.registers]
    if names:
        rules.append(f"Registers hold {_listed(names)}: {_they(names)} at such edges alone, or by a reset.")
    others = [port.name for port in design.outputs() if port.name not in names]
    if others:
        rules.append(f"{_listed(others)} may come from logic, which follows its inputs at once.")
    return [*rules, *_after_reset(clocking)]


def _reset(reset: Reset) -> str:
    level = "high" if reset.active else "low"
    if reset.asynchronous:
        return f"`{reset.name}` is asynchronous, active {level}: it acts without a clock edge."
    return f"`{reset.name}` is a synchronous reset, active {level}: it acts at a clock edge, before all else."


def _after_reset(clocking: Clocking) -> list[str]:
    values = [f"`{register.name}` is {register.at_reset}" for register in clocking.registers if register.at_reset]
    return [f"After a reset, {', '.join(values)}."] if values else []


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _they(names: list[str]) -> str:
    return "they change" if len(names) > 1 else "it changes"


def _given(design: WildDesign, parts: Mapping[str, str]) -> list[str]:
    if not parts:
        return []
    texts = [f"`{name}`:\n\n{text}\n\n```verilog\n{design.stubs[name]}```" for name, text in parts.items()]
    return ["These modules are there to be instantiated; their text stands behind yours:", *texts]


def _judged(design: WildDesign) -> str:
    when = "before and after each edge of the clock" if design.clocking.clock else "after each change of the inputs"
    return (
        f"A bench runs your module beside its author's on the same inputs and compares all outputs {when}, wherever "
        "the author's are known (not X)."
    )
