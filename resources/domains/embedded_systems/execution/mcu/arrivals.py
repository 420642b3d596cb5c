"""Arrivals: scenarios that differ from one only in when an interrupt comes.

A scenario leaves the time of one byte or edge open, or how long the CPU is held up once. Its first run, with the latest
time, shows the moments; each further scenario brings an interrupt to one. A program that is right holds its checks
wherever the interrupt comes, so that each is as fair as the one that was written down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice, zip_longest
from typing import TYPE_CHECKING

from .exceptions import name_of
from .moments import Moment, Moments
from .scenario import Meeting, Scenario, Stimulus
from .usart import BITS_OF_FRAME

if TYPE_CHECKING:
    from .machine import Machine

MOST_RUNS = 40
"""How often a scenario is run again. Each costs what the scenario costs, 5 to 15 ms."""
_LATE = 256
"""Cycles."""
_AFTERMATH = 3_000
"""Cycles after an arrival in which the program works on it."""


class Arrivals:
    """What follows from the first run of a scenario, and from the one with the earliest time."""

    def __init__(self, machine: Machine, moments: Moments) -> None:
        self._machine, self._moments, self._scenario = machine, moments, machine.scenario
        self._stimulus = machine.scenario.open_stimulus

    def earliest(self) -> Scenario | None:
        """The scenario with its open stimulus as early as it may come; None where all have their times."""
        stimulus = self._stimulus
        since = None if stimulus is None else self._since(stimulus)
        if stimulus is None or since is None:
            return None
        return self._with(stimulus, replace(stimulus, at_ns=since), f"{stimulus.target} at {since / 1e6:.6g} ms")

    def scenarios(self, early: Arrivals | None) -> list[Scenario]:
        """The scenario, at most MOST_RUNS times, each with an interrupt at a moment; `early` saw the earliest one."""
        found: list[Iterator[Scenario]] = [self._holds()]
        if self._stimulus is not None and early is not None and self._since(self._stimulus) is not None:
            found += [self._own_arrivals(self._stimulus), self._meetings(self._stimulus, early)]
        in_turn = (item for items in zip_longest(*found) for item in items if item is not None)
        return list(islice(in_turn, MOST_RUNS))

    def _since(self, stimulus: Stimulus) -> int | None:
        """From when on it may come; None where the pin that it waits for does not rise."""
        since = stimulus.since_ns or 0
        if not stimulus.after:
            return since
        changes = self._machine.pins.waveforms.get(stimulus.after, [])
        rise = next((at for at, level in changes if level and at >= since), None)
        return None if rise is None or rise + stimulus.lag_ns >= stimulus.at_ns else rise + stimulus.lag_ns

    def _frame(self, stimulus: Stimulus) -> int:
        """Cycles from a byte's start to its interrupt."""
        return BITS_OF_FRAME * self._machine.hertz // stimulus.baud if stimulus.baud else 0

    def _span(self, stimulus: Stimulus) -> tuple[int, int]:
        """When its interrupt comes at the earliest and at the latest."""
        frame, times = self._frame(stimulus), (self._since(stimulus) or 0, stimulus.at_ns)
        first, last = (self._machine.cycle_of_ns(at_ns) + frame for at_ns in times)
        return first, last

    def _handlers(self, last: int) -> list[int]:
        """Those that the open stimulus calls."""
        entries = self._moments.entries
        return list(dict.fromkeys(entry.exception for entry in entries if last <= entry.at <= last + _AFTERMATH))

    def _own_arrivals(self, stimulus: Stimulus) -> Iterator[Scenario]:
        """The open stimulus's own interrupt comes at a moment."""
        first, last = self._span(stimulus)
        found = chain(*(self._moments.within(first, last, handler) for handler in self._handlers(last)))
        for moment in {moment.at: moment for moment in found}.values():
            yield self._meeting(stimulus, moment)

    def _meetings(self, stimulus: Stimulus, early: Arrivals) -> Iterator[Scenario]:
        """Where the program, while it works on the open stimulus, meets another interrupt."""
        first, last = self._span(stimulus)
        own = self._handlers(last)
        others = list(dict.fromkeys(entry.exception for entry in self._moments.entries if entry.exception not in own))
        for handler in others:
            entries = [entry.at for entry in self._moments.entries if entry.exception == handler]
            for offset, moment in dict.fromkeys((*early.aftermath(handler), *self.aftermath(handler))):
                at = next((entry - offset for entry in entries if first <= entry - offset < last), None)
                if at is not None:
                    yield self._arriving(stimulus, at, f"so that {name_of(handler)} comes {self._words(moment)}")

    def aftermath(self, handler: int) -> list[tuple[int, Moment]]:
        """The moments for a handler after the open stimulus's arrival, with how many cycles after it."""
        stimulus = self._scenario.open_stimulus
        if stimulus is None:
            return []
        last = self._machine.cycle_of_ns(stimulus.at_ns) + self._frame(stimulus)
        return [(moment.at - last, moment) for moment in self._moments.within(last, last + _AFTERMATH, handler)]

    def _meeting(self, stimulus: Stimulus, moment: Moment) -> Scenario:
        """The scenario with the open stimulus's interrupt at a moment; should that not come, a little later."""
        scenario = self._arriving(stimulus, moment.at + _LATE, "")
        awaited = next(item for item in scenario.stimuli if item not in self._scenario.stimuli)
        name = f"{self._scenario.name}, {self._said(stimulus, moment.at)}, {self._words(moment)}"
        return replace(scenario, name=name, meeting=Meeting(*moment.place, moment.visit, awaited))

    def _said(self, stimulus: Stimulus, at: int) -> str:
        return f"{stimulus.target} at {self._machine.ns_at(at) / 1e6:.6g} ms"

    def _arriving(self, stimulus: Stimulus, at: int, words: str) -> Scenario:
        """The scenario with the open stimulus's interrupt at a cycle; that is the time which its name tells."""
        at_ns = self._machine.ns_at(at - self._frame(stimulus))
        moved = replace(stimulus, at_ns=at_ns, since_ns=None, after="")
        return self._with(stimulus, moved, f"{self._said(stimulus, at)}, {words}")

    def _with(self, stimulus: Stimulus, moved: Stimulus, words: str) -> Scenario:
        changed = (moved if item is stimulus else item for item in self._scenario.stimuli)
        stimuli = tuple(sorted(changed, key=lambda item: item.at_ns))
        return replace(self._scenario, name=f"{self._scenario.name}, {words}", stimuli=stimuli, held_ns=0)

    def _holds(self) -> Iterator[Scenario]:
        """Where the CPU is held up at a moment until a handler comes for which it is one."""
        machine = self._machine
        most = self._scenario.held_ns * machine.hertz // 1_000_000_000
        handlers = dict.fromkeys(entry.exception for entry in self._moments.entries) if most else {}
        for handler in handlers:
            for moment in self._moments.within(0, machine.time, handler):
                wait = self._wait(handler, moment.at)
                if wait is not None and wait <= most:
                    at = f"held up at {machine.ns_at(moment.at) / 1e6:.6g} ms"
                    words = f"so that {name_of(handler)} comes {self._words(moment)}"
                    name = f"{self._scenario.name}, {at}, {words}"
                    meeting = Meeting(*moment.place, moment.visit, handler=handler, most=wait + _LATE)
                    yield replace(self._scenario, name=name, held_ns=0, meeting=meeting)

    def _wait(self, handler: int, at: int) -> int | None:
        """How long after a cycle a handler is entered that has been before, so that what calls it is set up."""
        entries = [item.at for item in self._moments.entries if item.exception == handler]
        return next((entry - at for entry in entries if entry > at), None) if entries[0] <= at else None

    def _words(self, moment: Moment) -> str:
        image = self._machine.image
        who = image.function_at(moment.pc) or f"0x{moment.pc:08X}"
        if moment.ended:
            return f"as {name_of(moment.ended)} has ended"
        key = moment.key
        assert key is not None
        what = image.variable_at(key) or f"0x{key:08X}" if isinstance(key, int) else key
        return f"just after {who} {'stores' if moment.is_store else 'loads'} {what}"
