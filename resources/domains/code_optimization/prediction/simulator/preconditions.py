"""What a task's tests keep to in what they hand over, so that made-up calls keep to it too.

A prompt may say that an array is sorted, or that its numbers are small; a right answer may rely on that. Which it is
shows in the calls that the task's own harness makes of inputs of every kind: what holds in all of them is its doing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from resources.domains.code_optimization.prediction.simulator.calls import Buffer, Call, Prototype, Seen
from resources.domains.code_optimization.prediction.simulator.memory import WINDOW_BITS

_LETTERS = 7
"""Bits that most texts come with, whatever else they may hold."""
_ENOUGH_ARRAYS, _ENOUGH_ELEMENTS = 3, 20
"""Fewer say nothing: three numbers are sorted by chance once in six times."""


@dataclass(frozen=True)
class Precondition:
    """Of an array's elements, which have `size` bytes: all have at most `bits` bits, and do not fall where the array
    `is_sorted`."""

    size: int
    bits: int
    is_sorted: bool

    def kept_by(self, content: bytes) -> bytes:
        """The content nearest by hand that keeps to it."""
        whole = len(content) // self.size * self.size
        mask = (1 << self.bits) - 1
        numbers = [number & mask for number in _elements(content[:whole], self.size)]
        if self.is_sorted:
            numbers.sort()
        return b"".join(number.to_bytes(self.size, "little") for number in numbers) + content[whole:]


@dataclass(frozen=True)
class ObservedCall:
    """A call of a test, and how many bytes of each room the baseline came to."""

    call: Call
    reaches: tuple[int, ...]


def preconditions_of(prototype: Prototype, observed: Iterable[ObservedCall]) -> Mapping[int, Precondition]:
    """By the argument's place; arguments of which too little was seen are left out."""
    arrays: dict[int, list[list[int]]] = {}
    for item in observed:
        rooms = {room.window: (room, reach) for room, reach in zip(item.call.buffers, item.reaches, strict=True)}
        for place, (size, value) in enumerate(zip(prototype.arguments, item.call.values, strict=True)):
            if size < 0 and value >> WINDOW_BITS in rooms:
                room, reach = rooms[value >> WINDOW_BITS]
                arrays.setdefault(place, []).append(_elements(_reached(room, value, reach), -size))
    found = {place: _common(-prototype.arguments[place], seen) for place, seen in arrays.items()}
    return {place: condition for place, condition in found.items() if condition is not None}


def keeping(call: Call, conditions: Mapping[int, Precondition]) -> Call:
    """A made-up call whose arrays keep to what is known of them."""
    places = {value >> WINDOW_BITS: place for place, value in enumerate(call.values)}
    return replace(
        call, buffers=tuple(_kept(room, conditions.get(places.get(room.window, -1))) for room in call.buffers)
    )


def _kept(room: Buffer | Seen, condition: Precondition | None) -> Buffer | Seen:
    return room if condition is None else replace(room, content=condition.kept_by(room.content))


def _reached(room: Buffer | Seen, value: int, reach: int) -> bytes:
    """From where an argument points up to where the baseline came; zeros behind the content are content."""
    start = value - room.address
    end = reach - room.before
    return room.content[start:end].ljust(max(0, end - start), b"\0")


def _elements(content: bytes, size: int) -> list[int]:
    whole = len(content) // size * size
    return [int.from_bytes(content[at : at + size], "little") for at in range(0, whole, size)]


def _common(size: int, arrays: Sequence[Sequence[int]]) -> Precondition | None:
    """What holds of all; None where that is nothing."""
    numbers = [number for array in arrays for number in array]
    if len(numbers) < _ENOUGH_ELEMENTS:
        return None
    long = [array for array in arrays if len(set(array)) > 2]
    is_sorted = len(long) >= _ENOUGH_ARRAYS and all(list(array) == sorted(array) for array in long)
    bits = max(1, max(numbers).bit_length())
    if size == 1 and bits == _LETTERS:
        bits = 8
    return None if bits == 8 * size and not is_sorted else Precondition(size, bits, is_sorted)
