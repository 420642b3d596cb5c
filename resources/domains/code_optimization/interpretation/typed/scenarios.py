"""Sequences of made-up calls: those of each test, with their literals, and for each function others around it.

Which of them are worth while is seen by following them (`kept`); here no program is known, only its header and tests.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from resources.domains.code_optimization.interpretation.typed.making import Maker
from resources.domains.code_optimization.interpretation.typed.material import Body, Mention
from resources.domains.code_optimization.interpretation.typed.planning import Plan, Scenario
from resources.domains.code_optimization.interpretation.typed.types import Header, UnreadableError

_TRIES, _MOST_TRIES, _MOST_FUNCTIONS = 36, 160, 12


def scenarios(header: Header, names: Sequence[str], bodies: Sequence[Body]) -> Iterator[Scenario]:
    """In turn for each function. The same for the same header, names and bodies."""
    functions = [header.functions[name] for name in names if name in header.functions][:_MOST_FUNCTIONS]
    for number, body in enumerate(bodies):
        if body.calls:
            maker = Maker(Random(f"body {number}"), body, header.shapes, is_zeroed=True)
            yield from _readable(Plan(header, functions, maker).replay)
    tries = min(_TRIES, _MOST_TRIES // max(1, len(functions)))
    for target in functions:
        near = [body for body in bodies if any(_is_told(call, target.name) for call in body.calls)] or bodies
        for number in range(tries):
            body = near[number * len(near) // tries if len(near) >= tries else number % len(near)]
            maker = Maker(Random(f"{target.name} {number}"), body, header.shapes, is_zeroed=number % 3 != 2)
            yield from _readable(partial(Plan(header, functions, maker).scenario, target))


def _is_told(call: Mention, name: str) -> bool:
    """Whether anything is known of what a test gives to a function."""
    return call.name == name and (not call.given or any(item is not None for item in call.given))


def _readable(make: Callable[[], Scenario]) -> Iterator[Scenario]:
    try:
        yield make()
    except UnreadableError:
        return
