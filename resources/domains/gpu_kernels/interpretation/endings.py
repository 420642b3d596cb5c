"""How a followed path ends, and the budget that ends each."""

from dataclasses import dataclass
from enum import StrEnum

MOST_ELEMENTS = 1 << 20
"""Of one block or tensor: Triton's own limit for blocks."""
_ELEMENTS_OF_A_STEP = 256
"""As many elements take as long as one node of the tree."""


class Ending(StrEnum):
    """`REFUSED` is what Triton's compiler would say of a kernel, `RAISED` what Python would of host code, `LAUNCH` what
    Triton would of a launch's arguments, `IMPORT` an exception while the module is imported."""

    RETURNED = "returned"
    REFUSED = "refused"
    RAISED = "raised"
    LAUNCH = "launch"
    IMPORT = "import"
    ENTRY = "entry"
    RESOURCES = "resources"
    MEMORY = "memory"
    RACE = "race"
    ENDLESS = "endless"
    UNKNOWN = "unknown"


class PathEndedError(Exception):
    """The path cannot be followed any further. `why` is for tests and for whoever looks at what is not modelled."""

    def __init__(self, ending: Ending, why: str = "") -> None:
        super().__init__(f"{ending}: {why}")
        self.ending, self.why = ending, why


def unknown(why: str) -> PathEndedError:
    return PathEndedError(Ending.UNKNOWN, why)


def refused(why: str) -> PathEndedError:
    return PathEndedError(Ending.REFUSED, why)


def raised(why: str) -> PathEndedError:
    return PathEndedError(Ending.RAISED, why)


@dataclass
class Budget:
    """Steps that may be taken; `waiting` counts the `while` loops that the path is in."""

    steps: int
    taken: int = 0
    waiting: int = 0

    def take(self, steps: int = 1) -> None:
        """Raises PathEndedError where there are no more."""
        self.taken += steps
        if self.taken > self.steps:
            raise PathEndedError(Ending.ENDLESS if self.waiting else Ending.UNKNOWN, "out of steps")

    def take_elements(self, count: int) -> None:
        if count > MOST_ELEMENTS:
            raise unknown("too many elements")
        self.take(1 + count // _ELEMENTS_OF_A_STEP)
