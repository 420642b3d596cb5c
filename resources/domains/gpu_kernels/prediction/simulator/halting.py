"""Why a simulated program is halted, in short, and a budget that counts elements as well as steps."""

from dataclasses import dataclass

from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation import halting
from resources.domains.toolkit.simulation.halting import ExecutionHalted, UnsupportedConstruct

MOST_ELEMENTS = 1 << 20
"""Of one block or tensor: Triton's own limit for blocks."""
_ELEMENTS_OF_A_STEP = 256
"""As many elements take as long as one node of the tree."""


def unsupported(why: str) -> ExecutionHalted:
    return UnsupportedConstruct(why)


def refused(why: str) -> ExecutionHalted:
    """What Triton's compiler, or nvcc, would say of a kernel."""
    return ExecutionHalted(HaltReason.REFUSED, why)


def raised(why: str) -> ExecutionHalted:
    """What Python would say of host code."""
    return ExecutionHalted(HaltReason.RAISED, why)


@dataclass
class Budget(halting.Budget):
    """`loops` counts the `while` loops that the execution is in."""

    def take_elements(self, count: int) -> None:
        """Before they are computed. Raises ExecutionHalted where they are too many for any block or tensor."""
        if count > MOST_ELEMENTS:
            raise unsupported("too many elements")
        self.take(1 + count // _ELEMENTS_OF_A_STEP)
