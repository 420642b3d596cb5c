"""Memory: what was made for the last few keys, for threads that share it."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class Memory(Generic[Key, Made]):
    """Keeps the `most` that were asked for last. Two threads that ask for one at once may both make it."""

    def __init__(self, most: int) -> None:
        self._most, self._guard = most, threading.Lock()
        self._kept: OrderedDict[Key, Made] = OrderedDict()

    def of(self, key: Key, make: Callable[[], Made]) -> Made:
        """Raises what `make` raises, and keeps nothing then."""
        with self._guard:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._guard:
            self._kept[key] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made
