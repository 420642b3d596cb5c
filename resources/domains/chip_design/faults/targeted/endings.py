"""Aimed at TIMEOUT, RESOURCE_EXCEEDED and RUNTIME_ERROR: what never ends, takes too much, or crashes the simulator.

Few kinds never end, since an execution costs ten CPU seconds in the simulator and three in synthesis. `vvp` runs a
function's call on its own stack, so a signal ends a recursion.
"""

from collections.abc import Iterator

from resources.domains.chip_design.faults.ordinary import STRUCTURE, TIMING
from resources.domains.chip_design.faults.targeted.places import FOR_SIMULATION, between_items
from resources.domains.chip_design.language.source import Source
from resources.domains.toolkit.rules import Place, rule


@rule(TIMING, "A loop that fills a table when the simulation starts never reaches its end, since its index wraps.")
def index_wraps(source: Source) -> Iterator[Place]:
    for width in (3, 4, 8):
        loop = f"for (fill_index = 0; fill_index < {1 << width}; fill_index = fill_index + 1)"
        body = f"reg [{width - 1}:0] fill_index;\nreg fill_parity;\ninitial {loop} fill_parity = ^fill_index;"
        yield from between_items(source, FOR_SIMULATION.format(body))


@rule(TIMING, "A signal feeds its own inverse without a delay.")
def oscillates_without_delay(source: Source) -> Iterator[Place]:
    for first in (0, 1):
        body = f"always @(ring_tap) ring_tap <= ~ring_tap;\ninitial ring_tap = 1'b{first};"
        yield from between_items(source, FOR_SIMULATION.format(f"reg ring_tap;\n{body}"))


@rule(TIMING, "The function that computes a width never ends.")
def width_never_found(source: Source) -> Iterator[Place]:
    for value in (8, 16, 256):
        loop = "for (width_of = 0; value > 0; width_of = width_of + 1) value = value;"
        head = f"function integer width_of;\n    input integer value;\n    {loop}\nendfunction"
        yield from between_items(source, f"{head}\nlocalparam FOUND_WIDTH = width_of({value});")


@rule(TIMING, "A constant is counted up in millions of rounds.")
def constant_counted_up(source: Source) -> Iterator[Place]:
    """The compiler takes seconds for it, and Yosys several times its limit."""
    for rounds, step in ((5000000, 3), (5242880, 5), (7500000, 7)):
        loop = f"for (count_round = 0; count_round < value; count_round = count_round + 1) counted = counted + {step};"
        body = f"    integer count_round;\n    begin\n        counted = 0;\n        {loop}\n    end"
        head = f"function integer counted;\n    input integer value;\n{body}\nendfunction"
        yield from between_items(source, f"{head}\nlocalparam [7:0] COUNTED = counted({rounds});")


TIMEOUT_RULES = (index_wraps, oscillates_without_delay, width_never_found, constant_counted_up)


@rule(STRUCTURE, "A memory has as many words as its address could count.")
def history_too_deep(source: Source) -> Iterator[Place]:
    for width in (8, 16, 32):
        text = f"reg [{width - 1}:0] history [0:1073741823];\ninitial history[0] = {width}'d0;"
        yield from between_items(source, text)


@rule(STRUCTURE, "A bus has a bit for every address.")
def bus_too_wide(source: Source) -> Iterator[Place]:
    for width in (1 << 29, 1 << 30):
        yield from between_items(source, f"wire [{width - 1}:0] one_hot = 0;")


@rule(STRUCTURE, "A generate loop makes a lane for every value instead of every bit.")
def lanes_without_number(source: Source) -> Iterator[Place]:
    for count in (1 << 27, 1 << 28, 1 << 30):
        loop = f"for (lane = 0; lane < {count}; lane = lane + 1) begin : lanes"
        yield from between_items(source, f"genvar lane;\ngenerate {loop}\n    wire tap;\nend endgenerate")


@rule(TIMING, "A loop that is to be unrolled does not advance.")
def unrolled_for_ever(source: Source) -> Iterator[Place]:
    for bound in (4, 8, 16):
        loop = f"for (tap_index = 0; tap_index < {bound}; tap_index = tap_index + 0)"
        body = f"always @* begin\n    tap_count = 0;\n    {loop} tap_count = tap_count + 1;\nend"
        yield from between_items(source, f"integer tap_index;\nreg [7:0] tap_count;\n{body}")


@rule(TIMING, "A message for debugging is printed at one point in time for ever.")
def message_without_end(source: Source) -> Iterator[Place]:
    for loop in ("forever", "while (1)", "repeat (2000000000)"):
        text = f'initial {loop} $display("simulation has reached this line");'
        yield from between_items(source, FOR_SIMULATION.format(text))


RESOURCE_RULES = (history_too_deep, bus_too_wide, lanes_without_number, unrolled_for_ever, message_without_end)


def _function(name: str, width: int, value: str) -> str:
    top = width - 1
    return f"function automatic [{top}:0] {name};\n    input [{top}:0] value;\n    {name} = {value};\nendfunction"


def _called(source: Source, functions: str, width: int, seen: str, call: str) -> Iterator[Place]:
    """The functions, and a register that takes the call's value when the simulation starts."""
    body = f"{functions}\nreg [{width - 1}:0] {seen};\ninitial {seen} = {call};"
    yield from between_items(source, FOR_SIMULATION.format(body))


@rule(TIMING, "A function calls itself without an end to it.")
def recursion_without_end(source: Source) -> Iterator[Place]:
    for width in (3, 8, 16):
        body = _function("depth_of", width, f"depth_of(value >> 1) + {width}'d1")
        yield from _called(source, body, width, "depth_seen", "depth_of($random)")


@rule(TIMING, "A recursion over an operator's result goes past its end, since it asks for equality.")
def recursion_steps_over_its_end(source: Source) -> Iterator[Place]:
    for step in (2, 4, 6):
        ends = f"(value == 8'd0) ? 8'd0 : terms_of(value - 8'd{step}) + 8'd1"
        body = _function("terms_of", 8, ends)
        yield from _called(source, body, 8, "terms_seen", "terms_of($random | 8'd1)")


@rule(TIMING, "Two functions ask each other for the same value.")
def functions_ask_each_other(source: Source) -> Iterator[Place]:
    for width in (4, 8, 16):
        first = _function("is_even", width, "!is_odd(value)")
        second = _function("is_odd", width, "!is_even(value)")
        yield from _called(source, f"{first}\n{second}", width, "parity_seen", "is_even($random)")


CRASH_RULES = (recursion_without_end, recursion_steps_over_its_end, functions_ask_each_other)
