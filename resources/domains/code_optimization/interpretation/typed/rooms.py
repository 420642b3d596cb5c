"""Memory that made-up arguments point to."""

from dataclasses import dataclass, field

from resources.domains.code_optimization.interpretation.machine import FIRST_ROOM, WINDOW_BITS
from resources.domains.code_optimization.interpretation.typed.types import CType, UnreadableError

LOW_ROOM = 0x800
"""Below 4 GiB, where half an address is a whole one."""
BESIDE = 64
MOST_ROOMS, _MOST_BYTES = 80, 1 << 16


@dataclass(frozen=True)
class Content:
    """A room that an argument points to: an array of elements of one type."""

    window: int
    content: bytes
    element: CType

    @property
    def address(self) -> int:
        return (self.window << WINDOW_BITS) + BESIDE


@dataclass
class Rooms:
    """The rooms of one scenario, in the order in which they were made."""

    made: list[Content] = field(default_factory=list)

    def add(self, content: bytes, element: CType, *, is_low: bool = False) -> int:
        """The address of a new one: on a caller's stack, or low as literals and most allocated memory are. Raises
        UnreadableError where there are too many."""
        if len(self.made) >= MOST_ROOMS or sum(len(room.content) for room in self.made) > _MOST_BYTES:
            raise UnreadableError("too much")
        room = Content((LOW_ROOM if is_low else FIRST_ROOM) + 1 + len(self.made), content, element)
        self.made.append(room)
        return room.address
