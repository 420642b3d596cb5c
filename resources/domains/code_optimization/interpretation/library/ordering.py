"""qsort and bsearch: the comparison is the program's own and is followed like the rest of it."""

from functools import cmp_to_key

from resources.domains.code_optimization.interpretation.library.convention import (
    Function,
    int_of,
    of_integers,
    unknown,
)
from resources.domains.code_optimization.interpretation.library.heap import allocate
from resources.domains.code_optimization.interpretation.machine import Machine

_MOST_BYTES = 1 << 12
"""Of all elements together."""


def _sort(machine: Machine, start: int, count: int, size: int, compare: int) -> int:
    """By merging, as glibc does: equal elements keep their order. Elements are compared in a copy."""
    if not count or not size:
        return 0
    if count * size > _MOST_BYTES:
        raise unknown()
    content = machine.part(start, count * size)
    copy = allocate(machine, count * size)
    machine.fill(copy, content)
    places = [copy + size * place for place in range(count)]

    def order(one: int, other: int) -> int:
        return int_of(machine.follow(compare, (one, other)))

    parts = [machine.part(place, size) for place in sorted(places, key=cmp_to_key(order))]
    machine.fill(start, b"".join(parts))
    return 0


def _search(machine: Machine, key: int, start: int, count: int, size: int, compare: int) -> int:
    low, high = 0, min(count, _MOST_BYTES)
    while low < high:
        middle = (low + high) // 2
        found = int_of(machine.follow(compare, (key, start + middle * size)))
        if found == 0:
            return start + middle * size
        low, high = (low, middle) if found < 0 else (middle + 1, high)
    return 0


FUNCTIONS: dict[str, Function] = {"qsort": of_integers(4, _sort), "bsearch": of_integers(5, _search)}
