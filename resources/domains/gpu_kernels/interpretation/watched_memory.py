"""The memory of a followed path, watched: what its first fault was, as the real interpreter's guard would find it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.endings import Ending
from resources.domains.gpu_kernels.interpretation.kinds import Kind
from resources.domains.gpu_kernels.interpretation.memory import PLACE_BITS, Memory, Storage
from resources.domains.gpu_kernels.interpretation.sights import Access, Conflict

See = Callable[[Access, Conflict | None], None]


class WatchedMemory(Memory):
    """Shows its first fault to whoever watches it."""

    def __init__(self, see: See) -> None:
        super().__init__()
        self._see = see
        self._access: Access | None = None

    def read(self, addresses: Any, lanes: Any, other: Any, kind: Kind) -> Any:
        self._begin("read", addresses, lanes, kind=kind)
        return super().read(addresses, lanes, other, kind)

    def write(self, addresses: Any, lanes: Any, values: Any) -> None:
        self._begin("write", addresses, lanes, values)
        super().write(addresses, lanes, values)

    def update(self, function: Any, addresses: Any, lanes: Any, values: Any) -> Any:
        self._begin("atomic", addresses, lanes)
        return super().update(function, addresses, lanes, values)

    def storage_at(self, address: int) -> Storage | None:
        number = address >> PLACE_BITS
        return self._storages[number - 1] if 0 < number <= len(self._storages) else None

    def _begin(self, what: str, addresses: Any, lanes: Any, values: Any = None, *, kind: Kind | None = None) -> None:
        addresses = np.asarray(addresses)
        on = np.ones(addresses.shape, bool) if lanes is None else np.broadcast_to(lanes, addresses.shape)
        values = None if values is None else np.broadcast_to(values, addresses.shape)[on]
        self._access = Access(what, kind, addresses[on], values)

    def _note(self, fault: Ending) -> None:
        if self.fault is None and self._access is not None:
            self._see(self._access, self._conflict(self._access))
        super()._note(fault)

    def _conflict(self, access: Access) -> Conflict | None:
        """Races are looked for before bounds, in lanes that are inside. A fault is noted before the access is entered,
        so who accessed before is still there."""
        storage = self.storage_at(int(access.wanted.flat[0])) if access.wanted.size else None
        if storage is None or self.programs < 2 or (self._synchronises and access.what != "atomic"):
            return None
        places = access.wanted - (storage.number << PLACE_BITS)
        inside = (places >= 0) & (places < storage.values.size)
        places = places[inside]
        writer, reader = self._entered(storage)
        wrote = writer[places]
        conflict = (wrote != 0) & (wrote != self.program)
        if access.what == "atomic":
            conflict &= wrote > 0
        if access.what == "write":
            read, there, new = reader[places], storage.values[places], access.values[inside]
            conflict |= (read != 0) & (read != self.program)
            conflict &= ~((there == new) | ((there != there) & (new != new)))
        if not conflict.any():
            return None
        place = int(places[conflict][0])
        return Conflict(place, bool(writer[place] < 0))
