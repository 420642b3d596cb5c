"""Loads and stores as steps. What lies in RAM is read through a view of its type; the machine does the rest."""

from __future__ import annotations

from resources.domains.embedded_systems.interpretation.code import Frame, Place, Step, address_of
from resources.domains.embedded_systems.interpretation.kinds import Array, Integer, Kind, Pointer
from resources.domains.embedded_systems.interpretation.machine import Machine
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed
from resources.domains.embedded_systems.mcu.cpu import RAM


def _shape(kind: Kind) -> tuple[int, bool]:
    if isinstance(kind, Integer):
        return kind.size, kind.signed
    if isinstance(kind, Pointer):
        return 4, False
    raise Unfollowed(f"a {type(kind).__name__} as a value")


def loader(machine: Machine, place: Place) -> Step:
    """Gives what lies at a place; an array gives its address."""
    if isinstance(place.kind, Array):
        return address_of(place)
    if place.slot >= 0:
        slot = place.slot
        return lambda f: f[slot]
    size, signed = _shape(place.kind)
    if place.offset >= 0 and not place.offset % size:
        return _load_local(machine, place.offset, size, signed)
    if place.at is not None:
        return _load_at(machine, place.at, size, signed)
    address, offset = place.address, place.address - RAM
    view = machine.memory.views[size, signed]
    if 0 <= offset <= machine.memory.size - size and not offset % size:
        index = offset // size
        return lambda f: view[index]
    return lambda f: machine.load(address, size, signed)


def _load_local(machine: Machine, place: int, size: int, signed: bool) -> Step:
    """Frames begin at multiples of eight."""
    view, limit, start = machine.memory.views[size, signed], machine.memory.size - size, place - RAM
    shift = (size - 1).bit_length()

    def run(f: Frame) -> int:
        offset = f[0] + start
        return view[offset >> shift] if 0 <= offset <= limit else machine.load(offset + RAM, size, signed)

    return run


def _load_at(machine: Machine, at: Step, size: int, signed: bool) -> Step:
    view, limit, low = machine.memory.views[size, signed], machine.memory.size - size, size - 1
    shift = low.bit_length()

    def run(f: Frame) -> int:
        address = at(f)
        offset = address - RAM
        if 0 <= offset <= limit and not offset & low:
            return view[offset >> shift]
        return machine.load(address, size, signed)

    return run


def storer(machine: Machine, place: Place, value: Step) -> Step:
    """Puts a value that has the place's type there, and gives it."""
    if place.slot >= 0:
        return _store_in_slot(place.slot, value)
    size, signed = _shape(place.kind)
    view = machine.memory.views[size, signed]
    if place.at is not None:
        return _store_at(machine, place.at, value, size, signed)
    address, offset = place.address, place.address - RAM
    if not 0 <= offset <= machine.memory.size - size or offset % size:
        return _store_far(machine, address, value, size)
    index = offset // size

    def run(f: Frame) -> int:
        given = value(f)
        if view[index] != given:
            view[index] = given
            machine.changes += 1
        return given

    return run


def _store_in_slot(slot: int, value: Step) -> Step:
    def run(f: Frame) -> int:
        given = f[slot] = value(f)
        return given

    return run


def _store_far(machine: Machine, address: int, value: Step, size: int) -> Step:
    def run(f: Frame) -> int:
        given = value(f)
        machine.store(address, size, given)
        return given

    return run


def _store_at(machine: Machine, at: Step, value: Step, size: int, signed: bool) -> Step:
    view, limit, low = machine.memory.views[size, signed], machine.memory.size - size, size - 1
    shift = low.bit_length()

    def run(f: Frame) -> int:
        given, address = value(f), at(f)
        offset = address - RAM
        if not 0 <= offset <= limit or offset & low:
            machine.store(address, size, given)
        elif view[offset >> shift] != given:
            view[offset >> shift] = given
            machine.changes += 1
        return given

    return run
