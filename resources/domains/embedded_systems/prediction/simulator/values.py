"""What an expression compiles to: a step that gives its value from the frame of its function, and where it lies. How a
value is loaded, stored and brought into another type.

A frame is a list of the numbers that a call's variables hold; its first entry is the address of those in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from resources.domains.embedded_systems.execution.mcu.cpu import RAM
from resources.domains.embedded_systems.prediction.simulator.floating import conversion
from resources.domains.embedded_systems.prediction.simulator.machine import Machine
from resources.domains.embedded_systems.prediction.simulator.types import (
    BOOL,
    Array,
    Bits,
    Floating,
    Function,
    Integer,
    Kind,
    Pointer,
    Structure,
    Void,
    contains,
    converter,
    decayed,
)
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

Frame = list[int]
Step = Callable[[Frame], int]


@dataclass(frozen=True)
class Place:
    """Where a value lies: a slot of the frame, a known address, or one that a step gives.

    `offset` is there for a variable of the stack: from the frame's address on. What `is_constant` is never assigned.
    `bits` are the part of the number there that is meant.
    """

    kind: Kind
    slot: int = -1
    address: int = -1
    at: Step | None = None
    offset: int = -1
    is_constant: bool = False
    bits: Bits | None = None


@dataclass(frozen=True)
class Code:
    """`value` is there for a constant; `place` for what can be assigned to, or has an address; `effect` does the same
    as `run` where nobody asks for the value."""

    run: Step
    kind: Kind
    value: int | None = None
    place: Place | None = None
    effect: Step | None = None

    @property
    def step(self) -> Step:
        return self.effect or self.run


def constant(value: int, kind: Kind) -> Code:
    return Code(lambda f: value, kind, value)


def address_of(place: Place) -> Step:
    """Raises UnsupportedConstruct for a slot."""
    if place.at is not None:
        return place.at
    if place.address < 0:
        raise UnsupportedConstruct("the address of a register variable")
    address = place.address
    return lambda f: address


def converted(code: Code, kind: Kind) -> Code:
    """The value in another type."""
    if kind == code.kind:
        return Code(code.run, kind, code.value)
    if isinstance(kind, Floating) or isinstance(code.kind, Floating):
        return _mapped(code, conversion(code.kind, kind), kind)
    if contains(kind, code.kind) or (isinstance(kind, Pointer) and isinstance(code.kind, Pointer)):
        return Code(code.run, kind, code.value)
    convert, run = converter(kind), code.run
    if code.value is not None:
        return constant(convert(code.value), kind)
    if isinstance(kind, Integer) and not kind.signed and not kind.is_truth:
        mask = (1 << 8 * kind.size) - 1
        return Code(lambda f: run(f) & mask, kind)
    return Code(lambda f: convert(run(f)), kind)


def _mapped(code: Code, convert: Callable[[int], int], kind: Kind) -> Code:
    run = code.run
    if code.value is not None:
        return constant(convert(code.value), kind)
    return Code(lambda f: convert(run(f)), kind)


def given(code: Code, kind: Kind) -> Code:
    """A value in the type of what it is given to; a structure is given by its address. Raises UnsupportedConstruct
    where the flags make that an error."""
    source = decayed(code.kind)
    if isinstance(kind, Structure) and kind is source and code.place is not None:
        return Code(address_of(code.place), kind)
    if isinstance(source, Void | Structure):
        raise UnsupportedConstruct("no number as a value")
    if isinstance(kind, Floating) or isinstance(source, Floating):
        return converted(code, kind)
    if isinstance(kind, Pointer):
        _check_pointer(code, source, kind)
    elif isinstance(kind, Integer) and not kind.is_truth:
        if isinstance(source, Pointer):
            raise UnsupportedConstruct("an address as a number")
        if code.value is not None and not _is_near(code.value, kind):
            raise UnsupportedConstruct("a number that does not fit")
    return converted(code, kind)


def _check_pointer(code: Code, source: Kind, kind: Pointer) -> None:
    if isinstance(source, Integer):
        if code.value != 0:
            raise UnsupportedConstruct("a number as an address")
    elif not isinstance(source, Pointer) or not are_alike(kind, source):
        raise UnsupportedConstruct("an address of another type")


def _is_near(value: int, kind: Integer) -> bool:
    """Whether a constant fits a type with a sign or without one: gcc minds nothing else."""
    bits = 8 * kind.size
    return -(1 << bits - 1) <= value < 1 << bits


def are_alike(one: Kind, other: Kind) -> bool:
    """Whether what one type points to may be used as the other's; a sign is only warned of."""
    if isinstance(one, Pointer) and isinstance(other, Pointer):
        return isinstance(one.to, Void) or isinstance(other.to, Void) or are_alike(one.to, other.to)
    if isinstance(one, Integer) and isinstance(other, Integer):
        return (one.size, one.is_truth) == (other.size, other.is_truth)
    if isinstance(one, Array) and isinstance(other, Array):
        return are_alike(one.of, other.of) and (one.count == other.count or not one.count or not other.count)
    if isinstance(one, Function) and isinstance(other, Function):
        return are_same_functions(one, other)
    return one == other


def are_same_functions(one: Function, other: Function) -> bool:
    """Parameters that a declaration does not name may be any."""
    is_open = one.parameters is None or other.parameters is None
    is_same = one.parameters == other.parameters and one.is_variadic == other.is_variadic
    return one.result == other.result and (is_open or is_same)


def scalar(code: Code) -> Code:
    """A value that can be true or not, as a number that is 0 or not."""
    if isinstance(code.kind, Void | Structure):
        raise UnsupportedConstruct("a condition that is no number")
    return converted(code, BOOL) if isinstance(code.kind, Floating) else code


def _shape(kind: Kind) -> tuple[int, bool]:
    if isinstance(kind, Integer):
        return kind.size, kind.signed
    if isinstance(kind, Pointer | Floating):
        return kind.size, False
    raise UnsupportedConstruct(f"a {type(kind).__name__} as a value")


def loader(machine: Machine, place: Place) -> Step:
    """Gives what lies at a place; an array gives its address."""
    if isinstance(place.kind, Array):
        return address_of(place)
    if place.bits is not None and isinstance(place.kind, Integer):
        return _load_bits(loader(machine, _around(place)), place.bits, signed=place.kind.signed)
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
    if place.bits is not None:
        return _store_bits(machine, _around(place), place.bits, value)
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


def _around(place: Place) -> Place:
    """The whole number that a bit-field is part of."""
    return replace(place, kind=Integer(place.kind.size, False), bits=None)


def _load_bits(load: Step, bits: Bits, *, signed: bool) -> Step:
    shift, mask, half = bits.shift, (1 << bits.width) - 1, 1 << bits.width - 1 if signed else 0
    return lambda f: ((load(f) >> shift & mask) ^ half) - half


def _store_bits(machine: Machine, around: Place, bits: Bits, value: Step) -> Step:
    mask = (1 << bits.width) - 1 << bits.shift
    load, kept = loader(machine, around), [0]
    store = storer(machine, around, lambda f: load(f) & ~mask | kept[0])

    def run(f: Frame) -> int:
        given = value(f)
        kept[0] = given << bits.shift & mask
        store(f)
        return given & mask >> bits.shift

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
