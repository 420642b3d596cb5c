"""Aimed at RUNTIME_ERROR: functions that never return. `vvp` runs a function's call on its own stack, so a signal ends
it."""

from collections.abc import Iterator

from resources.domains.chip_design.aimed_faults.places import FOR_SIMULATION, between_items
from resources.domains.chip_design.faults.rule import TIMING
from resources.domains.chip_design.faults.source import Source
from resources.domains.toolkit.rules import Place, rule

_CALLED = "reg [{top}:0] {seen};\ninitial {seen} = {name}($random);"


def _function(name: str, top: int, value: str) -> str:
    return f"function automatic [{top}:0] {name};\n    input [{top}:0] value;\n    {name} = {value};\nendfunction"


@rule(
    TIMING,
    "A function calls itself without an end to it.",
    symptom="The simulator is ended by a signal at time 0.",
    repair="Return a value for the smallest argument, or count in a loop.",
)
def recursion_without_end(source: Source) -> Iterator[Place]:
    for width in (3, 8, 16):
        body = _function("depth_of", width - 1, f"depth_of(value >> 1) + {width}'d1")
        called = _CALLED.format(top=width - 1, seen="depth_seen", name="depth_of")
        yield from between_items(source, FOR_SIMULATION.format(f"{body}\n{called}"))


@rule(
    TIMING,
    "A recursion over an operator's result goes past its end, since it asks for equality.",
    symptom="The simulator is ended by a signal at time 0.",
    repair="Stop at everything below the smallest argument, too.",
)
def recursion_steps_over_its_end(source: Source) -> Iterator[Place]:
    for step in (2, 4, 6):
        ends = f"(value == 8'd0) ? 8'd0 : terms_of(value - 8'd{step}) + 8'd1"
        body = _function("terms_of", 7, ends)
        called = "reg [7:0] terms_seen;\ninitial terms_seen = terms_of($random | 8'd1);"
        yield from between_items(source, FOR_SIMULATION.format(f"{body}\n{called}"))


@rule(
    TIMING,
    "Two functions ask each other for the same value.",
    symptom="The simulator is ended by a signal at time 0.",
    repair="Let one of them answer by itself.",
)
def functions_ask_each_other(source: Source) -> Iterator[Place]:
    for width in (4, 8, 16):
        first = _function("is_even", width - 1, "!is_odd(value)")
        second = _function("is_odd", width - 1, "!is_even(value)")
        called = _CALLED.format(top=width - 1, seen="parity_seen", name="is_even")
        yield from between_items(source, FOR_SIMULATION.format(f"{first}\n{second}\n{called}"))


RULES = (recursion_without_end, recursion_steps_over_its_end, functions_ask_each_other)
