"""The memory of a path through test scripts: of an access that leaves its bounds and races as well, the race counts,
since the real interpreter's guard looks for that first.
"""

from typing import Any

from resources.domains.gpu_kernels.interpretation.endings import Ending
from resources.domains.gpu_kernels.interpretation.watched_memory import WatchedMemory


class OrderedMemory(WatchedMemory):
    """What an access was is only worked out where it is at fault."""

    def __init__(self) -> None:
        super().__init__(lambda access, conflict: None)
        self._begun: tuple[Any, ...] = ()

    def _begin(self, what: str, addresses: Any, lanes: Any, values: Any = None, **kind: Any) -> None:
        self._begun = (what, addresses, lanes, values, kind)

    def _note(self, fault: Ending) -> None:
        if self.fault is None and self._begun:
            *begun, kind = self._begun
            super()._begin(*begun, **kind)
            if self._access is not None and self._conflict(self._access) is not None:
                fault = Ending.RACE
        super()._note(fault)
