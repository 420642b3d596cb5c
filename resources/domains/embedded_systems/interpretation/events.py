"""Time on the board of an interpreted program: what is due, resets, the end, and time that passes without work.

Handlers, and what the program reads and writes, are `machine`.
"""

from __future__ import annotations

from resources.domains.embedded_systems.interpretation.memory import Ending, PathEnded
from resources.domains.embedded_systems.mcu.board import Board
from resources.domains.embedded_systems.mcu.scenario import Scenario

SERVICE_WORK = 40
"""What events and handlers cost beside their instructions, in cycles that could be executed instead."""


class Restart(Exception):
    """A reset: the program begins anew."""


class Finished(Exception):
    """The run is over; why is in `ended`."""


class Events(Board):
    """`changes` counts what any part of the state has become another; a loop that changes nothing waits. `due` is the
    cycle at which the board wants to be looked after."""

    changes: int

    def __init__(self, scenario: Scenario, work: int) -> None:
        """`work` is about the cycles that may be executed, those asleep or in waiting loops left out."""
        self.limit = work
        self.due = self.idle_cycles = 0
        self.ended = self._reset_wanted = ""
        self.resets: list[str] = []
        super().__init__(scenario)
        self._end = self.cycle_of_ns(scenario.duration_ns)

    def now(self) -> int:
        return self.time

    def end_slice(self) -> None:
        self.changes += 1
        self.due = 0

    def reset(self, reason: str) -> None:
        self._reset_wanted = reason
        self.due = 0

    def step(self, cost: int = 1) -> None:
        """Nothing is counted here: who follows the text has a budget of statements."""

    def wake(self) -> None:
        self.due = 0

    def flooded(self) -> None:
        self.finish("flood")

    def finish(self, why: str) -> None:
        """Raises Finished."""
        self.ended = self.ended or why
        raise Finished

    def set_hertz(self, hertz: int) -> None:
        super().set_hertz(hertz)
        self._end = self.cycle_of_ns(self.scenario.duration_ns)
        self.due = 0

    def next_due(self) -> int:
        return min(self.bus.next_event(), self.next_stimulus(), self._end)

    def catch_up(self) -> None:
        """Everything that is due but handlers. Raises Finished or Restart."""
        self.apply_stimuli()
        for peripheral in list(self.bus.touched.values()):
            if peripheral.next_event() <= self.time:
                self.changes += 1
                peripheral.advance(self.time)
        if self._reset_wanted:
            self._restart()
        if self.time >= self._end:
            self.finish("duration")

    def _restart(self) -> None:
        reason, self._reset_wanted = self._reset_wanted, ""
        self.resets.append(reason)
        if len(self.resets) > self.scenario.resets:
            self.finish(f"{reason} reset")
        self.power_up(reason, self)
        self._end = self.cycle_of_ns(self.scenario.duration_ns)
        raise Restart

    def sleep(self) -> None:
        """WFI: time passes until an exception is pending."""
        self.catch_up()
        while not self.pending():
            self.refuse_deep_sleep()
            until = max(self.time + 1, self.next_due())
            self.idle_cycles += until - self.time
            self.skip(until)
            self.catch_up()
            self.changes += 1
        self.due = 0

    def dma_copy(self, stream: str, source: int, target: int, size: int) -> bool:
        """Each item is work: a stream that takes nothing from the peripheral that asks moves without an end."""
        self.spend(SERVICE_WORK)
        return super().dma_copy(stream, source, target, size)

    def skip(self, until: int) -> None:
        """Lets time pass without work."""
        self.spend(SERVICE_WORK - (until - self.time))
        self.time = until

    def spend(self, work: int) -> None:
        """Raises PathEnded where nothing is left."""
        self.limit -= work
        if self.time >= self.limit:
            raise PathEnded(Ending.BUDGET)
