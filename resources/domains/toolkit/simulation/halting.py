"""How a simulated execution is halted, and the budget that ends each."""

from dataclasses import dataclass

from resources.domains.simulation import HaltReason


class ExecutionHalted(Exception):
    """The execution cannot go on. `why` is for people and tests: it is no text of a tool."""

    def __init__(self, reason: HaltReason, why: str = "") -> None:
        super().__init__(f"{reason}: {why}")
        self.reason, self.why = reason, why


class UnsupportedConstruct(ExecutionHalted):
    """What is read or executed is not modelled, so nothing can be said of it."""

    def __init__(self, why: str = "") -> None:
        super().__init__(HaltReason.UNSUPPORTED, why)


@dataclass
class Budget:
    """Steps that may be taken; `loops` counts the open-ended loops that the execution is in."""

    steps: int
    taken: int = 0
    loops: int = 0

    def take(self, steps: int = 1) -> None:
        """Raises ExecutionHalted where there are no more."""
        self.taken += steps
        if self.taken > self.steps:
            raise ExecutionHalted(HaltReason.ENDLESS if self.loops else HaltReason.UNSUPPORTED, "out of steps")
