"""Windows: the few cycles in which an interrupt is least welcome, and the scenarios that bring one there.

They are found in a run in which the open stimulus has its latest time. A program that is right holds its checks
wherever the interrupt comes, so that each such scenario is as fair as the one that was written down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any

from unicorn import unicorn_const as const

from .exceptions import name_of
from .scenario import Hold, Scenario, Stimulus
from .usart import BITS_OF_FRAME

if TYPE_CHECKING:
    from .machine import Machine

MOST_RUNS = 6
"""How often a scenario is run again. Each costs what the scenario costs."""
_LONGEST_CHANGE = 20_000
"""Cycles from a load to the store that belongs to it."""
_AFTERMATH = 3_000
"""Cycles after an arrival in which the program works on it."""
_OF_ONE_PLACE, _MOST_PLACES = 64, 512
_THREAD = 0

Key = int | str
"""A variable's address, or a register's name."""


@dataclass(frozen=True)
class Window:
    """What an actor does in it, up to its last instruction, before which (`at`) an interrupt may come."""

    actor: int
    at: int
    pc: int
    key: Key | None
    """What is loaded, changed and stored; None before a WFI."""


@dataclass(frozen=True)
class _Entry:
    exception: int
    at: int


class Windows:
    """Looks at one run: who loads and stores what, when handlers are entered, when the main program sleeps."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._loads: dict[tuple[int, Key], int] = {}
        """When an actor last loaded something."""
        self._storing: dict[Key, set[int]] = {}
        self._places: dict[tuple[int, Key | None], list[Window]] = {}
        """By instruction and what it stores."""
        self._entries: list[_Entry] = []
        static = machine.conduct.static
        for kind, is_store in ((const.UC_HOOK_MEM_READ, False), (const.UC_HOOK_MEM_WRITE, True)) if static else ():
            machine.cpu.engine.hook_add(kind, self._on_memory, is_store, static.start, static.stop - 1)

    def _on_memory(self, _engine: Any, _access: int, address: int, _size: int, _value: int, is_store: bool) -> None:
        self.access(address, is_store)

    def access(self, key: Key, is_store: bool) -> None:
        """A load or a store of a variable or a register."""
        machine = self._machine
        actor = machine.active[-1] if machine.active else _THREAD
        if not is_store:
            self._loads[actor, key] = machine.now()
            return
        if actor:
            self._storing.setdefault(key, set()).add(actor)
        loaded, now = self._loads.pop((actor, key), None), machine.now()
        if loaded is not None and now - loaded <= _LONGEST_CHANGE:
            self._add(Window(actor, now - 1, machine.cpu.pc, key))

    def entered(self, exception: int) -> None:
        self._entries.append(_Entry(exception, self._machine.time))
        for place in [place for place in self._loads if place[0] == exception]:
            del self._loads[place]

    def slept(self) -> None:
        """The main program has executed WFI."""
        if not self._machine.active:
            self._add(Window(_THREAD, self._machine.time - 1, self._machine.cpu.pc - 2, None))

    def _add(self, window: Window) -> None:
        """Keeps the first and the last ones of each place, from the time on at which the open stimulus may come."""
        place, machine = (window.pc, window.key), self._machine
        stimulus = machine.scenario.open_stimulus
        early = stimulus is not None and machine.now_ns() < (stimulus.since_ns or 0)
        full = place not in self._places and len(self._places) >= _MOST_PLACES
        if early or full or not machine.conduct.in_main or machine.is_masked():
            return
        known = self._places.setdefault(place, [])
        if len(known) >= _OF_ONE_PLACE:
            del known[_OF_ONE_PLACE // 2]
        known.append(window)

    # What follows from it

    def earliest(self) -> Scenario | None:
        """The scenario with its open stimulus as early as it may come; None where all have their times."""
        scenario = self._machine.scenario
        stimulus = scenario.open_stimulus
        if stimulus is None or stimulus.since_ns is None:
            return None
        moved = replace(stimulus, at_ns=stimulus.since_ns)
        return _with(scenario, stimulus, moved, f"{stimulus.target} at {moved.at_ns / 1e6:.6g} ms")

    def scenarios(self, early: Windows | None) -> list[Scenario]:
        """The scenario, at most MOST_RUNS times, each with an interrupt in a window; `early` saw the earliest one."""
        scenario = self._machine.scenario
        stimulus = scenario.open_stimulus
        found: list[Iterator[Scenario]] = [self._holds(scenario)]
        if stimulus is not None and early is not None:
            found += [self._arrivals(scenario, stimulus), self._meetings(scenario, stimulus, early)]
        in_turn = (item for items in zip_longest(*found) for item in items if item is not None)
        return list(islice(in_turn, MOST_RUNS))

    def _within(self, first: int, last: int) -> list[Window]:
        """Of each place the first and the last one in a time, those that change something before those that sleep."""
        inside = ([item for item in found if first <= item.at < last] for found in self._places.values())
        ends = dict.fromkeys(window for found in inside if found for window in (found[0], found[-1]))
        return sorted(ends, key=lambda window: window.key is None)

    def _shared(self, window: Window, by: Iterable[int]) -> bool:
        """Whether one of these handlers stores what the window changes; each of them wakes a sleeping program."""
        return window.key is None or not (self._storing.get(window.key, set()) - {window.actor}).isdisjoint(by)

    def _frame(self, stimulus: Stimulus) -> int:
        """Cycles from a byte's start to its interrupt."""
        return BITS_OF_FRAME * self._machine.hertz // stimulus.baud if stimulus.baud else 0

    def _span(self, stimulus: Stimulus) -> tuple[int, int]:
        """When its interrupt comes at the earliest and at the latest."""
        frame, times = self._frame(stimulus), (stimulus.since_ns or 0, stimulus.at_ns)
        first, last = (self._machine.cycle_of_ns(at_ns) + frame for at_ns in times)
        return first, last

    def _own(self, last: int) -> set[int]:
        """The handlers that the open stimulus calls."""
        return {entry.exception for entry in self._entries if last <= entry.at <= last + _AFTERMATH}

    def _arrivals(self, scenario: Scenario, stimulus: Stimulus) -> Iterator[Scenario]:
        """Where the open stimulus's own interrupt is unwelcome."""
        first, last = self._span(stimulus)
        own = self._own(last)
        for window in self._within(first, last) if own else ():
            if self._shared(window, own):
                yield self._arriving(scenario, stimulus, window.at, self._words(window))

    def _meetings(self, scenario: Scenario, stimulus: Stimulus, early: Windows) -> Iterator[Scenario]:
        """Where the program, while it works on the open stimulus, meets another interrupt."""
        first, last = self._span(stimulus)
        others = [entry for entry in self._entries if entry.exception not in self._own(last)]
        for offset, window in dict.fromkeys((*early.aftermath(), *self.aftermath())):
            for entry in others:
                at = entry.at - offset
                if first <= at < last and self._shared(window, {entry.exception}):
                    words = f"so that {name_of(entry.exception)} comes {self._words(window)}"
                    yield self._arriving(scenario, stimulus, at, words)

    def aftermath(self) -> list[tuple[int, Window]]:
        """The windows after the open stimulus's arrival, with how many cycles after it."""
        stimulus = self._machine.scenario.open_stimulus
        last = self._span(stimulus)[1] if stimulus else 0
        return [(window.at - last, window) for window in self._within(last, last + _AFTERMATH)] if stimulus else []

    def _arriving(self, scenario: Scenario, stimulus: Stimulus, at: int, words: str) -> Scenario:
        """The scenario with the open stimulus's interrupt at a cycle."""
        at_ns = self._machine.ns_at(at - self._frame(stimulus))
        moved = replace(stimulus, at_ns=at_ns, since_ns=None)
        return _with(scenario, stimulus, moved, f"{stimulus.target} at {at_ns / 1e6:.6g} ms, {words}")

    def _holds(self, scenario: Scenario) -> Iterator[Scenario]:
        """Where the CPU is held up between load and store until a handler comes that stores the same."""
        machine = self._machine
        most = scenario.held_ns * machine.hertz // 1_000_000_000
        for window in self._within(0, machine.time) if most else ():
            until = self._next_entry(window)
            if until is not None and until - window.at <= most:
                name = f"{scenario.name}, held up at {machine.ns_at(window.at) / 1e6:.6g} ms, {self._words(window)}"
                yield replace(scenario, name=name, held_ns=0, hold=Hold(window.at, until))

    def _next_entry(self, window: Window) -> int | None:
        """When a handler is entered next that stores what the window changes."""
        rivals = self._storing.get(window.key, set()) - {window.actor} if window.key is not None else set()
        return next((entry.at for entry in self._entries if entry.at > window.at and entry.exception in rivals), None)

    def _words(self, window: Window) -> str:
        image = self._machine.image
        who = image.function_at(window.pc) or f"0x{window.pc:08X}"
        if window.key is None:
            return f"just before {who} sleeps"
        what = image.variable_at(window.key) or f"0x{window.key:08X}" if isinstance(window.key, int) else window.key
        return f"while {who} changes {what}"


def _with(scenario: Scenario, stimulus: Stimulus, moved: Stimulus, words: str) -> Scenario:
    changed = (moved if item is stimulus else item for item in scenario.stimuli)
    stimuli = tuple(sorted(changed, key=lambda item: item.at_ns))
    return replace(scenario, name=f"{scenario.name}, {words}", stimuli=stimuli, held_ns=0)
