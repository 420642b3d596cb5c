"""Functions that copy, fill, compare and search bytes of a given number."""

from resources.domains.code_optimization.interpretation.library.convention import Function, bounded, of_integers
from resources.domains.code_optimization.interpretation.machine import Machine


def _fill(machine: Machine, target: int, value: int, count: int) -> int:
    machine.fill(target, bytes([value & 0xFF]) * bounded(count))
    return target


def _copy(machine: Machine, target: int, source: int, count: int) -> int:
    machine.fill(target, machine.part(source, bounded(count)))
    return target


def _copy_and_go_on(machine: Machine, target: int, source: int, count: int) -> int:
    return _copy(machine, target, source, count) + count


def _compare(machine: Machine, one: int, other: int, count: int) -> int:
    return order(machine.part(one, bounded(count)), machine.part(other, bounded(count)))


def _find(machine: Machine, start: int, value: int, count: int) -> int:
    """Reads no further than to what it finds, as C says."""
    region = machine.region_of(start)
    first = start - region.start
    at = region.content.find(value & 0xFF, first, first + bounded(count))
    if at < 0:
        machine.part(start, bounded(count))
        return 0
    machine.part(start, at + 1 - first)
    return region.start + at


def order(one: bytes, other: bytes) -> int:
    """The difference of the first two characters that differ; what ends earlier goes on with a zero."""
    if one == other:
        return 0
    shared = min(len(one), len(other))
    place = next((place for place in range(shared) if one[place] != other[place]), shared)
    return int.from_bytes(one[place : place + 1]) - int.from_bytes(other[place : place + 1])


FUNCTIONS: dict[str, Function] = {
    "memset": of_integers(3, _fill),
    "memcpy": of_integers(3, _copy),
    "memmove": of_integers(3, _copy),
    "mempcpy": of_integers(3, _copy_and_go_on),
    "memcmp": of_integers(3, _compare),
    "memchr": of_integers(3, _find),
    "bcmp": of_integers(3, _compare),
}
