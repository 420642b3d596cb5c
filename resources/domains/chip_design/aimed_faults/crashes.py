"""Aimed at RUNTIME_ERROR: functions that never return. `vvp` runs a function's call on its own stack, so a signal ends
it."""

from collections.abc import Iterator

from resources.domains.chip_design.aimed_faults.places import FOR_SIMULATION, between_items
from resources.domains.chip_design.faults.rule import TIMING
from resources.domains.chip_design.faults.source import Source
from resources.domains.toolkit.rules import Place, rule


def _function(name: str, width: int, value: str) -> str:
    top = width - 1
    return f"function automatic [{top}:0] {name};\n    input [{top}:0] value;\n    {name} = {value};\nendfunction"


def _called(source: Source, functions: str, width: int, seen: str, call: str) -> Iterator[Place]:
    """The functions, and a register that takes the call's value when the simulation starts."""
    body = f"{functions}\nreg [{width - 1}:0] {seen};\ninitial {seen} = {call};"
    yield from between_items(source, FOR_SIMULATION.format(body))


@rule(
    TIMING,
    "A function calls itself without an end to it.",
    symptom="The simulator is ended by a signal at time 0.",
    repair="Return a value for the smallest argument, or count in a loop.",
)
def recursion_without_end(source: Source) -> Iterator[Place]:
    for width in (3, 8, 16):
        body = _function("depth_of", width, f"depth_of(value >> 1) + {width}'d1")
        yield from _called(source, body, width, "depth_seen", "depth_of($random)")


@rule(
    TIMING,
    "A recursion over an operator's result goes past its end, since it asks for equality.",
    symptom="The simulator is ended by a signal at time 0.",
    repair="Stop at everything below the smallest argument, too.",
)
def recursion_steps_over_its_end(source: Source) -> Iterator[Place]:
    for step in (2, 4, 6):
        ends = f"(value == 8'd0) ? 8'd0 : terms_of(value - 8'd{step}) + 8'd1"
        body = _function("terms_of", 8, ends)
        yield from _called(source, body, 8, "terms_seen", "terms_of($random | 8'd1)")


@rule(
    TIMING,
    "Two functions ask each other for the same value.",
    symptom="The simulator is ended by a signal at time 0.",
    repair="Let one of them answer by itself.",
)
def functions_ask_each_other(source: Source) -> Iterator[Place]:
    for width in (4, 8, 16):
        first = _function("is_even", width, "!is_odd(value)")
        second = _function("is_odd", width, "!is_even(value)")
        yield from _called(source, f"{first}\n{second}", width, "parity_seen", "is_even($random)")


RULES = (recursion_without_end, recursion_steps_over_its_end, functions_ask_each_other)
