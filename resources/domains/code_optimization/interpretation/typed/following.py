"""One scenario followed through one program: from fresh memory through each call to what is seen of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.code_optimization.interpretation.library.convention import Function
from resources.domains.code_optimization.interpretation.machine import (
    CALLBACKS,
    CODE_STEP,
    FIRST_ROOM,
    REGISTERS,
    RETURN_ADDRESS,
    STACK_POINTER,
    WINDOW_BITS,
    Ending,
    PathEndedError,
    Region,
    number_of,
)
from resources.domains.code_optimization.interpretation.program import Path, Program
from resources.domains.code_optimization.interpretation.runs import (
    KEPT,
    beyond,
    fresh_registers,
    fresh_stack,
)
from resources.domains.code_optimization.interpretation.typed.callbacks import made_up
from resources.domains.code_optimization.interpretation.typed.passing import is_hidden, placed, returned
from resources.domains.code_optimization.interpretation.typed.planning import Deed, Scenario, Taken
from resources.domains.code_optimization.interpretation.typed.rooms import BESIDE, Content
from resources.domains.code_optimization.interpretation.typed.sights import Sight, Viewer
from resources.domains.code_optimization.interpretation.typed.types import (
    Pointer,
    Shapes,
    UnreadableError,
    has_pointers,
    size_of,
)
from resources.domains.code_optimization.registers import ARGUMENTS

_PLACES = tuple(number_of(name) for name in ARGUMENTS)
_RESULTS = FIRST_ROOM + (1 << 12)
"""Windows of results that are too large for registers, one for each call."""
_AROUND = bytes(range(0x80, 0xFF)) * 2048
"""What lies around a room: characters that no text has, so that strays are seen."""
_A, _D = REGISTERS.index("rax"), REGISTERS.index("rdx")


@dataclass(frozen=True)
class Outcome:
    """How a scenario ended: with its first call that does not return, or with all of them."""

    ending: Ending
    steps: int
    is_balanced: bool
    sights: tuple[Sight, ...]
    covered: frozenset[int] = frozenset()


def follow(program: Program, scenario: Scenario, shapes: Shapes, most_steps: int, *, watch: bool = False) -> Outcome:
    return _Course(program, scenario, shapes, watch=watch).outcome(most_steps)


class _Course:
    """`images`: the results so far, as bytes in memory."""

    def __init__(self, program: Program, scenario: Scenario, shapes: Shapes, *, watch: bool) -> None:
        self._program, self._scenario, self._shapes = program, scenario, shapes
        self._covered: set[int] | None = set() if watch else None
        self._images: list[bytes] = []
        self._sights: list[Sight] = []
        self._steps, self._is_balanced = 0, True

    def outcome(self, most_steps: int) -> Outcome:
        program, ending = self._program, Ending.RETURNED
        program.prepare({**_regions(self._scenario.rooms), **fresh_stack()}, self._callbacks())
        try:
            for number, deed in enumerate(self._scenario.deeds):
                path = self._called(number, deed, most_steps - self._steps)
                self._steps, ending = self._steps + path.steps, path.ending
                if ending is not Ending.RETURNED:
                    break
                self._look(number, deed)
        except PathEndedError as end:
            ending = end.ending
        except UnreadableError:
            ending = Ending.UNKNOWN
        return Outcome(ending, self._steps, self._is_balanced, tuple(self._sights), frozenset(self._covered or ()))

    def _callbacks(self) -> dict[int, Function]:
        base = CALLBACKS << WINDOW_BITS
        return {base + CODE_STEP * place: made_up(kind) for place, kind in enumerate(self._scenario.callbacks, 1)}

    def _called(self, number: int, deed: Deed, most: int) -> Path:
        program, signature = self._program, deed.signature
        start = program.entry(signature.name)
        if start is None:
            return Path(Ending.UNKNOWN, 0)
        before = self._enter(number, deed)
        path = program.run(start, most, self._covered)
        if path.ending is Ending.ENDLESS and self._covered is None:
            path = beyond(program, path)
        if path.ending is Ending.RETURNED:
            registers = program.machine.registers
            self._is_balanced = self._is_balanced and all(registers[place] == before[place] for place in KEPT)
            self._images.append(self._result(number, deed))
        return path

    def _enter(self, number: int, deed: Deed) -> list[int]:
        """Puts the values where the convention says; gives the registers as they are before the call."""
        machine, signature = self._program.machine, deed.signature
        hidden = (_RESULTS + number) << WINDOW_BITS if is_hidden(signature.result, self._shapes) else None
        if hidden is not None:
            content = bytearray(size_of(signature.result, self._shapes))
            machine.regions[hidden >> WINDOW_BITS] = Region(hidden, content)
        values = [self._images[value.deed] if isinstance(value, Taken) else value for value in deed.values]
        found = placed(values, [item.type for item in signature.parameters], hidden, self._shapes)
        registers = fresh_registers()
        for place, value in zip(_PLACES, found.integers, strict=False):
            registers[place] = value
        registers[STACK_POINTER] -= -(-len(found.stack) // 16) * 16
        machine.registers[:] = registers
        machine.vectors[: len(found.vectors)] = found.vectors
        machine.registers[_A] = len(found.vectors)
        machine.fill(registers[STACK_POINTER], bytes(found.stack))
        machine.push(RETURN_ADDRESS)
        return registers

    def _result(self, number: int, deed: Deed) -> bytes:
        machine, kind = self._program.machine, deed.signature.result
        if is_hidden(kind, self._shapes):
            if machine.registers[_A] != (_RESULTS + number) << WINDOW_BITS:
                raise PathEndedError(Ending.MEMORY)
            return bytes(machine.regions[_RESULTS + number].content)
        integers = machine.registers[_A], machine.registers[_D]
        return returned(kind, integers, machine.vectors[:2], self._shapes)

    def _look(self, number: int, deed: Deed) -> None:
        """The result, the things that earlier calls gave and this one may have changed, the rooms, what was printed."""
        viewer = Viewer(self._program.machine, self._shapes, self._program.extent)
        self._sights.append(viewer.look(self._images[number], deed.signature.result))
        for value, item in zip(deed.values, deed.signature.parameters, strict=True):
            if isinstance(value, Taken) and isinstance(item.type, Pointer):
                self._sights.append(viewer.look(self._images[value.deed], item.type))
        for room in self._scenario.rooms:
            content = self._program.machine.regions[room.window].content
            if has_pointers(room.element, self._shapes):
                image = bytes(content[BESIDE : BESIDE + len(room.content)])
                self._sights.append(viewer.look_at_all(image, room.element))
            else:
                self._sights.append(bytes(content))
        self._sights.append(self._program.machine.printed)


def _regions(rooms: Sequence[Content]) -> dict[int, Region]:
    return {room.window: _region(room) for room in rooms}


def _region(room: Content) -> Region:
    content = bytearray(_AROUND[:BESIDE]) + room.content + _AROUND[: BESIDE + len(room.content)]
    return Region(room.window << WINDOW_BITS, content)
