"""What is seen of a value that a program leaves: numbers as their bytes, pointers as what they point to.

Two programs whose memory lies elsewhere show the same where it holds the same. Zeros at the end of memory count for
nothing: new memory is zero, and nobody asks a block how long it is.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from resources.domains.code_optimization.language.c_types import (
    Array,
    CType,
    Number,
    Pointer,
    Shapes,
    Structure,
    shape_of,
    size_of,
)
from resources.domains.code_optimization.prediction.simulator.library.memory import HEAP
from resources.domains.code_optimization.prediction.simulator.machine import Machine
from resources.domains.code_optimization.prediction.simulator.memory import (
    CONSTANTS,
    DATA,
    FIRST_BUFFER,
    STACK,
    WINDOW_BITS,
)
from resources.domains.code_optimization.prediction.simulator.scenarios.values import LOW_BUFFER, MOST_BUFFERS
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_MOST_SEEN, _LONGEST_TEXT, _MOST_ELEMENTS, _MOST_BLOCKS = 400, 4096, 128, 700
_HEADER = 16
View = tuple[object, ...] | bytes | str | None
"""Compared as a whole."""


@dataclass
class Viewer:
    """Looks at one machine. `extent`: bytes from an address in a program's data to the next name."""

    machine: Machine
    shapes: Shapes
    extent: Callable[[int], int]
    _seen: dict[tuple[int, CType], int] = field(default_factory=dict)
    _looks: int = 0

    def look(self, image: bytes, kind: CType) -> View:
        """A value of a type. Ends the path where there is too much to see."""
        self._looks += 1
        if self._looks > _MOST_SEEN:
            raise UnsupportedConstruct()
        match kind:
            case Pointer(target=target):
                return self._behind(int.from_bytes(image[:8], "little"), target)
            case Structure(name=name):
                return self._structure(image, name)
            case Array(element=element):
                return self.look_at_all(image, element)
        return bytes(image)

    def _structure(self, image: bytes, name: str) -> View:
        fields = shape_of(name, self.shapes).fields
        return tuple(
            self.look(image[item.offset : item.offset + self._size(item.type, len(image) - item.offset)], item.type)
            for item in fields
        )

    def _size(self, kind: CType, left: int) -> int:
        return left if isinstance(kind, Array) and not kind.count else size_of(kind, self.shapes)

    def look_at_all(self, image: bytes, element: CType) -> View:
        """Bytes where no addresses are among them; a text up to its end."""
        if isinstance(element, Number):
            end = image.find(0) if element.is_text else -1
            return bytes(image[:end] if end >= 0 else image.rstrip(b"\0"))
        image, size = image.rstrip(b"\0"), max(1, size_of(element, self.shapes))
        if len(image) > _MOST_ELEMENTS * size:
            raise UnsupportedConstruct()
        parts = range(0, len(image), size)
        return tuple(self.look(image[part : part + size].ljust(size, b"\0"), element) for part in parts)

    def _behind(self, address: int, target: CType) -> View:
        if not address:
            return None
        window = address >> WINDOW_BITS
        if any(first < window <= first + MOST_BUFFERS for first in (FIRST_BUFFER, LOW_BUFFER)):
            return "room", address
        if window in (STACK, STACK + 1):
            return "stack"
        region = self.machine.memory.regions.get(window)
        if region is None or not 0 <= address - region.start < len(region.content):
            return "nowhere"
        if HEAP <= window < HEAP + _MOST_BLOCKS and region.start + _HEADER not in self.machine.process.blocks:
            return "given back"
        if (address, target) in self._seen:
            return "again", self._seen[address, target]
        self._seen[address, target] = len(self._seen)
        return self._content(address, target, window)

    def _content(self, address: int, target: CType, window: int) -> View:
        region = self.machine.memory.regions[window]
        start = address - region.start
        if isinstance(target, Number) and target.is_text:
            end = region.content.find(0, start, start + _LONGEST_TEXT)
            return bytes(region.content[start : end if end >= 0 else start + _LONGEST_TEXT])
        end = start + self.extent(address) if window in (CONSTANTS, DATA) else len(region.content)
        image = bytes(region.content[start:end])
        if isinstance(target, Structure):
            shape = self.shapes.get(target.name)
            if shape is None or not shape.size:
                return "opaque"
            if shape.is_open:
                return self.look(image.ljust(shape.size, b"\0"), target)
        if isinstance(target, (Number, Structure, Pointer)):
            return self.look_at_all(image, target)
        return "something"
