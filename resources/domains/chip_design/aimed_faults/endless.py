"""Aimed at TIMEOUT: points in time that a simulation, or a constant that the compiler, never gets past.

Few kinds, since an execution costs ten CPU seconds in the simulator and three in synthesis.
"""

from collections.abc import Iterator

from resources.domains.chip_design.aimed_faults.places import FOR_SIMULATION, between_items
from resources.domains.chip_design.faults.rule import TIMING
from resources.domains.chip_design.faults.source import Source
from resources.domains.toolkit.rules import Place, rule


@rule(
    TIMING,
    "A loop that fills a table when the simulation starts never reaches its end, since its index wraps.",
    symptom="The simulation hits its time limit at time 0.",
    repair="Make the index wide enough to reach the bound.",
)
def index_wraps(source: Source) -> Iterator[Place]:
    for width in (3, 4, 8):
        loop = f"for (fill_index = 0; fill_index < {1 << width}; fill_index = fill_index + 1)"
        body = f"reg [{width - 1}:0] fill_index;\nreg fill_parity;\ninitial {loop} fill_parity = ^fill_index;"
        yield from between_items(source, FOR_SIMULATION.format(body))


@rule(
    TIMING,
    "A signal feeds its own inverse without a delay.",
    symptom="The simulation hits its time limit: time does not advance.",
    repair="Take the loop out, or clock it.",
)
def oscillates_without_delay(source: Source) -> Iterator[Place]:
    for first in (0, 1):
        body = f"always @(ring_tap) ring_tap <= ~ring_tap;\ninitial ring_tap = 1'b{first};"
        yield from between_items(source, FOR_SIMULATION.format(f"reg ring_tap;\n{body}"))


@rule(
    TIMING,
    "The function that computes a width never ends.",
    symptom="The compiler hits its time limit while it evaluates the constant.",
    repair="Halve the value in each round.",
)
def width_never_found(source: Source) -> Iterator[Place]:
    for value in (8, 16, 256):
        loop = "for (width_of = 0; value > 0; width_of = width_of + 1) value = value;"
        head = f"function integer width_of;\n    input integer value;\n    {loop}\nendfunction"
        yield from between_items(source, f"{head}\nlocalparam FOUND_WIDTH = width_of({value});")


@rule(
    TIMING,
    "A constant is counted up in millions of rounds.",
    symptom="Synthesis hits its time limit while it evaluates the constant.",
    repair="Write the constant, or compute it without counting.",
)
def constant_counted_up(source: Source) -> Iterator[Place]:
    """The compiler takes seconds for it, and Yosys several times its limit."""
    for rounds, step in ((5000000, 3), (5242880, 5), (7500000, 7)):
        loop = f"for (count_round = 0; count_round < value; count_round = count_round + 1) counted = counted + {step};"
        body = f"    integer count_round;\n    begin\n        counted = 0;\n        {loop}\n    end"
        head = f"function integer counted;\n    input integer value;\n{body}\nendfunction"
        yield from between_items(source, f"{head}\nlocalparam [7:0] COUNTED = counted({rounds});")


RULES = (index_wraps, oscillates_without_delay, width_never_found, constant_counted_up)
