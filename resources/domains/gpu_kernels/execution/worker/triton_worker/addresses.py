"""The addresses that an interpreted kernel sees: each argument's storage in a range of its own, terabytes apart.

So an address tells which argument its pointer came from, whatever was added to it since, and whether an access is
right does not hang on where the process's allocations happen to lie. Where a kernel takes an address for a number, it
gets one of storages that lie side by side, as a device's allocator puts them: how far apart they are tells nobody where
it runs.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

_FIRST, _APART = 1 << 50, 1 << 44
"""Above all addresses of a process, and wider apart than any index of 32 bits reaches."""
_KEPT_BITS = 0xFFFF
"""Low bits of an address that stay as they are, since kernels and descriptors ask for alignment."""
_NEAR, _NEAR_APART = 0x3000_0000_0000, 2 << 20
"""Where addresses lie that are numbers, and what is free between two storages."""


@dataclass
class Storage:
    """The memory of one tensor argument. `start` is what kernels see, `place` where it really is.

    `writer` and `reader` are the programs that last wrote and first read each byte in this launch, 0 for none; an
    atomic write is negative. `written_at` and `read_at` are the moments (`races`), None while there is only one.
    """

    start: int
    place: int
    size: int
    shape: tuple[int, ...]
    dtype: str
    writer: Any = field(init=False)
    reader: Any = field(init=False)
    written_at: Any = None
    read_at: Any = None

    def __post_init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self.written_at = self.read_at = None
        self.writer = np.zeros(self.size, dtype=np.int32)
        self.reader = np.zeros(self.size, dtype=np.int32)

    @property
    def name(self) -> str:
        return f"argument shape={self.shape} {self.dtype}"

    def keep_moments(self) -> None:
        if self.written_at is None:
            self.written_at = np.zeros(self.size, dtype=np.int32)
            self.read_at = np.zeros(self.size, dtype=np.int32)


class Addresses:
    """The storages of one launch."""

    def __init__(self) -> None:
        self.storages: list[Storage] = []
        self._by_place: dict[int, Storage] = {}

    def seen(self, tensor: Any) -> int:
        """The address under which kernels see a tensor."""
        base = getattr(tensor, "base", tensor)  # triton.reinterpret wraps its tensor
        if not isinstance(base, torch.Tensor):
            return int(tensor.data_ptr())
        whole = base.untyped_storage()
        place = whole.data_ptr()
        if place not in self._by_place:
            start = _FIRST + len(self.storages) * _APART + (place & _KEPT_BITS)
            self._by_place[place] = Storage(start, place, whole.nbytes(), tuple(tensor.shape), str(tensor.dtype))
            self.storages.append(self._by_place[place])
        return self._by_place[place].start + int(tensor.data_ptr()) - place

    def parts(self, addresses: Any) -> list[tuple[Storage | None, Any]]:
        """The addresses by the storage that their pointers came from: which of them, as a mask.

        A pointer that a kernel loaded is a true address, and belongs to whichever argument has it.
        """
        numbers = (addresses.astype(np.int64) - (_FIRST - _APART // 2)) // _APART
        pieces: list[tuple[Storage | None, Any]] = []
        for number in np.unique(numbers):
            here = numbers == number
            if 0 <= number < len(self.storages):
                pieces.append((self.storages[number], here))
            else:
                pieces += self._true_addresses(addresses, here)
        return pieces

    def numbers(self, addresses: Any) -> Any:
        """Addresses of pointers as numbers."""
        made, near = addresses.astype(np.int64), self._near()
        for storage, here in self.parts(addresses):
            if storage is not None:
                made[here] = near[self.storages.index(storage)] + offsets(storage, addresses[here])
        return made

    def pointers(self, numbers: Any) -> Any:
        """What `numbers` gave, as pointers' addresses again; others are true addresses."""
        made, near = numbers.astype(np.int64), np.array([*self._near(), 0], np.int64)[:-1]
        if near.size == 0:
            return made
        which = np.maximum(np.searchsorted(near, made + _NEAR_APART // 2, side="right") - 1, 0)
        inside = (made >= _NEAR - _NEAR_APART) & (made < near[-1] + self.storages[-1].size + _NEAR_APART)
        starts = np.array([storage.start for storage in self.storages], np.int64)
        return np.where(inside, starts[which] + made - near[which], made)

    def _near(self) -> list[int]:
        """Where each storage begins among numbers."""
        starts, end = [], _NEAR
        for storage in self.storages:
            starts.append(end + (storage.start & _KEPT_BITS))
            end = -(-(starts[-1] + storage.size + _NEAR_APART) // _NEAR_APART) * _NEAR_APART
        return starts

    def _true_addresses(self, addresses: Any, here: Any) -> list[tuple[Storage | None, Any]]:
        parts: list[tuple[Storage | None, Any]] = []
        rest = here.copy()
        for storage in self.storages:
            inside = rest & (addresses >= storage.place) & (addresses < storage.place + storage.size)
            if inside.any():
                parts.append((storage, inside))
                rest &= ~inside
        return [*parts, (None, rest)] if rest.any() else parts


def offsets(storage: Storage, addresses: Any) -> Any:
    """How far into a storage addresses point, whichever of its two places they count from."""
    numbers = addresses.astype(np.int64)
    return numbers - np.where(numbers >= _FIRST - _APART // 2, storage.start, storage.place)
