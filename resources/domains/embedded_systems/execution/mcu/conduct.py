"""Conduct: who did what in a run. What a program puts out is not recorded here, but by what means it did.

A deed is a short text ("write USART2->DR", "TIM2 capture 1", "move source to destination"); its actor is the handler in
which the program was ("SysTick"), "main", a DMA stream ("DMA2 stream 0"), or "hardware" by itself. How often polled
registers are read, and written with what they hold, depends on how waiting was skipped; nothing else does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from .cpu import FLASH, PERIPHERAL_SPACE, RAM
from .exceptions import name_of
from .states import States

if TYPE_CHECKING:
    from .board import Board

MAIN, HARDWARE = "main", "hardware"
MAXIMUM_ENTRIES = 4096
VECTORS = 16 + 82
MAXIMUM_DEEDS = 4096
"""Pairs of a deed and an actor. Beyond them only those are kept that the scenario asks after."""
_BELOW_STACK_POINTER = 512
"""Of a stack within a variable, this much below the stack pointer is a handler's own scratch."""


@dataclass
class Deed:
    """How often an actor did something, and when first and last in the order of all deeds."""

    count: int = 0
    first: int = 0
    last: int = 0


@dataclass
class _Variable:
    """A global variable whose contents are compared whenever the actor changes."""

    start: int
    size: int
    known: bytes = b""
    stores: dict[str, int] = field(default_factory=dict)
    """Actor → bytes that it changed to something other than 0, or than one word all over."""
    changes: set[str] = field(default_factory=set)
    """Who changed anything at all."""


def _changed_bytes(content: bytes, known: bytes) -> int:
    return sum(new != old and new != 0 for new, old in zip(content, known, strict=True))


def _fills(content: bytes, known: bytes) -> bool:
    """Whether several words have become the same one: a window is wiped before something else writes into it."""
    words = range(0, len(content) - 3, 4)
    changed = [content[at : at + 4] for at in words if content[at : at + 4] != known[at : at + 4]]
    return len(changed) > 1 and len(set(changed)) == 1


class Conduct:
    """What the board tells of deeds. This one keeps nothing, for who only asks what a program puts out."""

    register = ""
    """The register that the program is writing or reading just now; "" while nothing but time passes."""
    stream = ""
    """The DMA stream that moves an item just now."""

    def context(self) -> str:
        """The handler that the CPU is in, or the main program."""
        return MAIN

    def note(self, deed: str, actor: str = "", count: int = 1) -> None:
        """Somebody has done something: `actor`, or whoever is acting just now."""

    def pin(self, pin: str, drive: str) -> None:
        """A pin's level has changed; `drive` is how the pin is set up."""

    def settle(self, actor: str) -> None:
        """Whatever has changed in the watched variables since the last time was this actor's doing."""

    def access(self, operation: str, register: str, value: int) -> None:
        """A register access of the program, after it was answered."""

    def entered(self, name: str, interrupted: str) -> bytes:
        """A handler begins; what it finds in the program's variables."""
        return b""

    def left(self, name: str, before: bytes, frame: int) -> None:
        """A handler ends that found `before`; `frame` is its stack pointer."""

    def stack_set(self, top: int) -> None:
        """The program has written its stack pointer."""

    def booted(self) -> None:
        """main begins: what the start-up code wrote is nobody's deed."""

    def reset(self) -> None:
        """The device begins anew."""

    def report(self) -> dict[str, Any]:
        """As JSON."""
        return {}

    def moved(self, source: int, target: int) -> None:
        """A DMA stream has moved an item."""


@cache
def _deed_of(operation: str, register: str) -> str:
    return f"{'read' if operation == 'R' else 'write'} {register}"


class Program(Protocol):
    """What is asked of the program whose conduct is recorded: where its variables are, and what they hold."""

    def variable(self, name: str) -> range | None:
        """Where a global variable lies in RAM."""

    def address(self, name: str) -> int | None: ...

    def content(self, place: range) -> bytes: ...

    def word(self, address: int) -> int | None:
        """What memory holds; None where none is, or nobody knows."""

    def static(self) -> range:
        """.data and .bss."""

    def stack_pointer(self) -> int: ...

    def name_at(self, address: int) -> str:
        """ "the stack", the variable around an address, or "other memory"."""

    def ending_at(self, address: int) -> str:
        """The variable that ends there; "" where none does."""

    def computes_in_floating_point(self) -> bool: ...


class RecordedConduct(Conduct):
    """Kept over resets of the device; `booted` at each entry into main after one."""

    def __init__(self, machine: Board, program: Program) -> None:
        self._machine, self._program = machine, program
        self._deeds: dict[tuple[str, str], Deed] = {}
        self._ordinal = 0
        self._causes: dict[tuple[str, str, str], int] = {}
        self._pins: dict[str, list[int]] = {pin: [] for pin in machine.scenario.pins}
        self._entries: dict[str, list[int]] = {name: [] for name in machine.scenario.entries}
        self._variables = {name: variable for name in machine.scenario.stores if (variable := self._locate(name))}
        self._states: dict[str, States] = {}
        self.static = program.static()
        self._seen: dict[str, int] = {}
        self.in_main = False
        """Whether the board's start-up code is done."""

    def actor(self) -> str:
        if self.stream:
            return self.stream
        return self.context() if self.register else HARDWARE

    def context(self) -> str:
        active = self._machine.active
        return name_of(active[-1]) if active else MAIN

    def note(self, deed: str, actor: str = "", count: int = 1) -> None:
        key = (deed, actor or self.actor())
        known = self._deeds.get(key)
        self._ordinal += 1
        if known is None:
            if len(self._deeds) >= MAXIMUM_DEEDS:
                kept = self._machine.scenario.kept_as(deed)
                if not kept:
                    return
                key = (kept, key[1])
            known = self._deeds.setdefault(key, Deed(0, self._ordinal))
        known.count += count
        known.last = self._ordinal

    def access(self, operation: str, register: str, value: int) -> None:
        self.note(_deed_of(operation, register), self.context())
        if operation == "W":
            self._seen.pop(register, None)
        else:
            self._seen[register] = value

    def pin(self, pin: str, drive: str) -> None:
        if pin in self._pins:
            cause = (drive, self.register, self.actor())
            self._pins[pin].append(self._causes.setdefault(cause, len(self._causes)))

    # Handlers and memory

    def entered(self, name: str, interrupted: str) -> bytes:
        self.settle(interrupted)
        times = self._entries.get(name)
        if times is not None and len(times) < MAXIMUM_ENTRIES:
            times.append(self._machine.now_ns())
        frame = self._program.stack_pointer()
        self.note(f"frame on {self._program.name_at(frame)}", name)
        return self._static_memory(frame)

    def left(self, name: str, before: bytes, frame: int) -> None:
        self.settle(name)
        if self._static_memory(frame) != before:
            self.note("remember", name)

    def stack_set(self, top: int) -> None:
        name = self._program.ending_at(top)
        if name:
            self.note(f"set MSP to the end of {name}", self.context())
            self.note(f"leave {len(self._program.variable(name) or ())} bytes of stack in {name}", self.context())

    def booted(self) -> None:
        if not self.in_main:
            self.in_main = True
            for variable in self._variables.values():
                variable.known = self._content(variable)

    def reset(self) -> None:
        self.in_main = False

    def settle(self, actor: str) -> None:
        for variable in self._variables.values() if self.in_main else ():
            content = self._content(variable)
            if content != variable.known:
                changed = 0 if _fills(content, variable.known) else _changed_bytes(content, variable.known)
                variable.stores[actor] = variable.stores.get(actor, 0) + changed
                variable.changes.add(actor)
                variable.known = content

    def moved(self, source: int, target: int) -> None:
        self.note(f"move {self._place(source)} to {self._place(target)}")
        self.settle(self.stream)

    def report(self) -> dict[str, Any]:
        """As JSON; causes of pins are indices into `causes`."""
        self.settle(self.context())
        deeds: dict[str, dict[str, list[int]]] = {}
        for (deed, actor), known in self._deeds.items():
            deeds.setdefault(deed, {})[actor] = [known.count, known.first, known.last]
        return {
            "deeds": deeds,
            "causes": [list(cause) for cause in self._causes],
            "pins": self._pins,
            "entries": self._entries,
            "states": {name: [states.count, states.digest] for name, states in self._states.items()},
            "stores": {name: variable.stores for name, variable in self._variables.items()},
            "changes": {name: sorted(variable.changes) for name, variable in self._variables.items()},
            "seen": {name: self._seen[name] for name in self._machine.scenario.seen if name in self._seen},
            "addresses": {name: address for name in self._machine.scenario.addresses
                          if (address := self._program.address(name)) is not None},
            "words": {str(address): word for address in self._machine.scenario.words
                      if (word := self._program.word(address)) is not None},
            "vectors": self._machine.cpu.read_memory(FLASH, 4 * VECTORS).hex(),
            "stack": self._program.name_at(self._program.stack_pointer() - 4),
            "floating_point": self._program.computes_in_floating_point(),
        }  # fmt: skip

    def _locate(self, name: str) -> _Variable | None:
        place = self._program.variable(name)
        return None if place is None else _Variable(place.start, len(place), bytes(len(place)))

    def _content(self, variable: _Variable) -> bytes:
        return self._program.content(range(variable.start, variable.start + variable.size))

    def _static_memory(self, stack_pointer: int) -> bytes:
        """.data and .bss, without the scratch of a stack that lies in them."""
        start = self.static.start
        content = self._program.content(self.static)
        if not start <= stack_pointer <= self.static.stop:
            return content
        return content[: max(0, stack_pointer - _BELOW_STACK_POINTER - start)] + content[stack_pointer - start :]

    def _place(self, address: int) -> str:
        """A watched variable's or a register's name, or what kind of memory it is."""
        for name, variable in self._variables.items():
            if variable.start <= address < variable.start + variable.size:
                return name
        if address < PERIPHERAL_SPACE:
            return "RAM" if address >= RAM else "flash"
        peripheral, offset = self._machine.bus.find(address)
        return peripheral.register(offset)
