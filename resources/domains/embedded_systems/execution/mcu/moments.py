"""Moments: the boundaries between two instructions at which it matters whether an interrupt comes.

An interrupt may come at each boundary. Between two of them it makes no difference where neither the instruction there
touches what the handler touches; so one boundary behind each instruction that does stands for all that follow up to the
next one. What a handler touches is seen, not guessed: words of memory, and registers by their block, since BSRR changes
ODR. Where interrupts are masked, the boundary is the one at which they are not any more. A WFI or WFE needs no moment
of its own: whoever sleeps has looked at something before that a handler changes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from unicorn import unicorn_const as const

from .cpu import RAM

if TYPE_CHECKING:
    from .machine import Machine

THREAD = 0
_VISITS, _MOST_PLACES = 64, 1024

Key = int | str
"""The address of a word, or a block of registers."""


class Place(NamedTuple):
    """An instruction of an actor; or the return of a handler to one, wherever that is."""

    actor: int
    pc: int
    ended: int


@dataclass(frozen=True)
class Moment:
    """A boundary at cycle `at`, behind an instruction of an actor: the main program, or a handler."""

    actor: int
    at: int
    pc: int
    key: Key | None = None
    """What the instruction touches; None where a handler has ended."""
    is_store: bool = False
    ended: int = THREAD
    """The handler that has just ended."""
    visit: int = 0
    """How often its place has been reached before, this time included."""

    @property
    def place(self) -> Place:
        """Moments of one place differ in what the program has done before."""
        return Place(self.actor, self.pc, self.ended)


@dataclass
class Footprint:
    """What a handler has loaded and stored."""

    loads: set[Key] = field(default_factory=set)
    stores: set[Key] = field(default_factory=set)

    def meets(self, other: Footprint) -> bool:
        """Whether their order matters: one stores what the other touches."""
        return not (self.stores.isdisjoint(other.loads | other.stores) and other.stores.isdisjoint(self.loads))


@dataclass(frozen=True)
class Entry:
    """A handler is entered."""

    exception: int
    at: int


class Moments:
    """Looks at one run: who touches what, and when handlers begin and end."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.entries: list[Entry] = []
        self._footprints: dict[int, Footprint] = {}
        self._places: dict[Place, list[Moment]] = {}
        self._visits: dict[Place, int] = {}
        self._last: tuple[Place, int] | None = None
        self._masked: dict[Place, Moment] = {}
        """Since interrupts were masked."""
        static = machine.conduct.static
        end = RAM + machine.scenario.ram_bytes - 1
        for kind, is_store in ((const.UC_HOOK_MEM_READ, False), (const.UC_HOOK_MEM_WRITE, True)) if static else ():
            machine.cpu.watch_memory(kind, partial(self._on_memory, is_store), static.start, end)

    def _on_memory(self, is_store: bool, address: int, _size: int, _value: int) -> None:
        self.memory(address, is_store)

    def memory(self, address: int, is_store: bool) -> None:
        self._touch(address & ~3, is_store)

    def register(self, name: str, is_store: bool) -> None:
        self._touch(name.partition("->")[0], is_store)

    def _actor(self) -> int:
        active = self._machine.active
        return active[-1] if active else THREAD

    def _touch(self, key: Key, is_store: bool) -> None:
        machine, actor = self._machine, self._actor()
        if actor:
            footprint = self.footprint(actor)
            (footprint.stores if is_store else footprint.loads).add(key)
        place, now = Place(actor, machine.cpu.pc, THREAD), machine.now()
        visit = self._visit(place, now)
        if machine.conduct.in_main and not self._is_early():
            moment = Moment(actor, now, place.pc, key, is_store, visit=visit)
            if machine.is_masked():
                self._masked[moment.place] = moment
            else:
                self._add(moment)

    def _visit(self, place: Place, now: int) -> int:
        """Counts the visits of a place; several accesses of one instruction are one."""
        if self._last != (place, now):
            self._visits[place] = self._visits.get(place, 0) + 1
            self._last = place, now
        return self._visits[place]

    def _is_early(self) -> bool:
        """Before the open stimulus may come."""
        stimulus = self._machine.scenario.open_stimulus
        return stimulus is not None and self._machine.now_ns() < (stimulus.since_ns or 0)

    def footprint(self, exception: int) -> Footprint:
        return self._footprints.setdefault(exception, Footprint())

    def unmasked(self) -> None:
        """An instruction runs that may lift a mask: the moments under it are behind it."""
        now = self._machine.now()
        for moment in self._masked.values():
            self._add(replace(moment, at=now))
        self._masked.clear()

    def entered(self, exception: int) -> None:
        self.entries.append(Entry(exception, self._machine.time))

    def left(self, exception: int) -> None:
        """A handler has returned; one that is no more urgent has waited for that."""
        place, now = Place(self._actor(), 0, exception), self._machine.time
        visit = self._visit(place, now)
        if not self._is_early():
            self._add(Moment(place.actor, now, 0, ended=exception, visit=visit))

    def _add(self, moment: Moment) -> None:
        if moment.place not in self._places and len(self._places) >= _MOST_PLACES:
            return
        known = self._places.setdefault(moment.place, [])
        if len(known) >= _VISITS:
            del known[_VISITS // 2]
        known.append(moment)

    # What is asked of it

    def within(self, first: int, last: int, handler: int) -> list[Moment]:
        """Where it matters in a time whether a handler comes: of each place the last, the first and a middle moment.

        Memory before registers, which more instructions touch that have nothing to do with each other.
        """
        visits = ([item for item in found if first <= item.at < last] for found in self._places.values())
        told = [[item for item in found if self.matters(item, handler)] for found in visits]
        chosen = [found[at * (len(found) - 1) // 2] for at in (2, 0, 1) for found in told if found]
        by_time: dict[int, Moment] = {}
        for item in chosen:
            by_time.setdefault(item.at, item)
        return sorted(by_time.values(), key=lambda item: isinstance(item.key, str))

    def matters(self, moment: Moment, handler: int) -> bool:
        """Whether a handler can come there, and whether the program's course depends on it."""
        if not self._preempts(handler, moment.actor):
            return False
        footprint = self.footprint(handler)
        if moment.ended:
            return moment.ended != handler and footprint.meets(self.footprint(moment.ended))
        return moment.key in footprint.stores or (moment.is_store and moment.key in footprint.loads)

    def _preempts(self, handler: int, actor: int) -> bool:
        system = self._machine.system
        return actor == THREAD or system.group_priority(handler) < system.group_priority(actor)
