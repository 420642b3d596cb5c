"""Aimed at RESOURCE_EXCEEDED: designs that no tool has the memory for, and logs without end."""

from collections.abc import Iterator

from resources.domains.chip_design.aimed_faults.places import FOR_SIMULATION, between_items
from resources.domains.chip_design.faults.rule import STRUCTURE, TIMING
from resources.domains.chip_design.faults.source import Source
from resources.domains.toolkit.rules import Place, rule


@rule(
    STRUCTURE,
    "A memory has as many words as its address could count.",
    symptom="The simulation is out of memory.",
    repair="Give the memory the words that the task asks for.",
)
def history_too_deep(source: Source) -> Iterator[Place]:
    for width in (8, 16, 32):
        text = f"reg [{width - 1}:0] history [0:1073741823];\ninitial history[0] = {width}'d0;"
        yield from between_items(source, text)


@rule(
    STRUCTURE,
    "A bus has a bit for every address.",
    symptom="The compiler is out of memory.",
    repair="Give the bus the width of its values.",
)
def bus_too_wide(source: Source) -> Iterator[Place]:
    for width in (1 << 29, 1 << 30):
        yield from between_items(source, f"wire [{width - 1}:0] one_hot = 0;")


@rule(
    STRUCTURE,
    "A generate loop makes a lane for every value instead of every bit.",
    symptom="The compiler is out of memory while it elaborates.",
    repair="Generate what the width asks for.",
)
def lanes_without_number(source: Source) -> Iterator[Place]:
    for count in (1 << 27, 1 << 28, 1 << 30):
        loop = f"for (lane = 0; lane < {count}; lane = lane + 1) begin : lanes"
        yield from between_items(source, f"genvar lane;\ngenerate {loop}\n    wire tap;\nend endgenerate")


@rule(
    TIMING,
    "A loop that is to be unrolled does not advance.",
    symptom="Synthesis is out of memory while it unrolls the loop.",
    repair="Advance the index in the loop's header.",
)
def unrolled_for_ever(source: Source) -> Iterator[Place]:
    for bound in (4, 8, 16):
        loop = f"for (tap_index = 0; tap_index < {bound}; tap_index = tap_index + 0)"
        body = f"always @* begin\n    tap_count = 0;\n    {loop} tap_count = tap_count + 1;\nend"
        yield from between_items(source, f"integer tap_index;\nreg [7:0] tap_count;\n{body}")


@rule(
    TIMING,
    "A message for debugging is printed at one point in time for ever.",
    symptom="The simulation is stopped at the limit of its output.",
    repair="Print at an edge of the clock, or take the message out.",
)
def message_without_end(source: Source) -> Iterator[Place]:
    for loop in ("forever", "while (1)", "repeat (2000000000)"):
        text = f'initial {loop} $display("simulation has reached this line");'
        yield from between_items(source, FOR_SIMULATION.format(text))


RULES = (history_too_deep, bus_too_wide, lanes_without_number, unrolled_for_ever, message_without_end)
