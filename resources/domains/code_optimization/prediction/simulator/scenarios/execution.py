"""One scenario followed through one program: from fresh memory through each call to what is seen of it.

Values lie where x86-64 Linux passes them: registers, the stack, or behind a hidden pointer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from resources.domains.code_optimization.language.c_types import (
    Array,
    Callback,
    CType,
    Nothing,
    Number,
    Pointer,
    Shapes,
    Structure,
    UnreadableError,
    has_pointers,
    shape_of,
    size_of,
)
from resources.domains.code_optimization.language.vocabulary import ARGUMENTS
from resources.domains.code_optimization.prediction.simulator.library.convention import INTEGERS, Function, done
from resources.domains.code_optimization.prediction.simulator.machine import (
    REGISTERS,
    STACK_POINTER,
    Machine,
    number_of,
)
from resources.domains.code_optimization.prediction.simulator.memory import (
    CALLBACKS,
    CODE_STEP,
    FIRST_BUFFER,
    MASKS,
    RETURN_ADDRESS,
    WINDOW_BITS,
    Region,
)
from resources.domains.code_optimization.prediction.simulator.program import Path, Program
from resources.domains.code_optimization.prediction.simulator.runs import (
    KEPT,
    UPPER_HALF,
    beyond,
    fresh_registers,
    fresh_stack,
)
from resources.domains.code_optimization.prediction.simulator.scenarios.plans import (
    EarlierResult,
    PlannedCall,
    Scenario,
)
from resources.domains.code_optimization.prediction.simulator.scenarios.values import BESIDE, Content
from resources.domains.code_optimization.prediction.simulator.scenarios.views import View, Viewer
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

_FACTORS = (3, 5, 7, 11, 13, 17)
"""Different ones, so that arguments in another order make another result."""


def made_up(kind: Callback) -> Function:
    numbers = [item for item in kind.parameters if isinstance(item, Number)]
    is_truth = isinstance(kind.result, Number) and kind.result.is_truth

    def function(machine: Machine) -> None:
        registers = machine.registers
        given = [registers[place] & MASKS[number.size] for place, number in zip(INTEGERS, numbers, strict=False)]
        total = 1 + sum(value * factor for value, factor in zip(given, _FACTORS, strict=False))
        done(machine, total & 1 if is_truth else total & MASKS[4])

    return function


_INTEGERS, _VECTORS, _WORD = 6, 8, 8
_LARGEST_IN_REGISTERS = 16


@dataclass
class Placed:
    """What registers and the stack hold when a function begins."""

    integers: list[int] = field(default_factory=list)
    vectors: list[int] = field(default_factory=list)
    stack: bytearray = field(default_factory=bytearray)


def is_hidden(result: CType, shapes: Shapes) -> bool:
    """Whether the caller says where the result is written."""
    return isinstance(result, Structure) and size_of(result, shapes) > _LARGEST_IN_REGISTERS


def placed(values: Sequence[bytes], kinds: Sequence[CType], hidden: int | None, shapes: Shapes) -> Placed:
    places = Placed([] if hidden is None else [hidden])
    for value, kind in zip(values, kinds, strict=True):
        classes = _classes(kind, shapes)
        words = [int.from_bytes(value[place : place + _WORD], "little") for place in range(0, len(value), _WORD)]
        vectors = classes.count(True)
        buffer = (
            len(places.vectors) + vectors <= _VECTORS and len(places.integers) + len(classes) - vectors <= _INTEGERS
        )
        if classes and buffer:
            if isinstance(kind, Number) and not kind.is_float and kind.size < _WORD:
                words = [word | UPPER_HALF for word in words]
            for word, is_vector in zip(words, classes, strict=True):
                (places.vectors if is_vector else places.integers).append(word)
        else:
            places.stack += value.ljust(-(-len(value) // _WORD) * _WORD, b"\0")
    return places


def returned(kind: CType, integers: Sequence[int], vectors: Sequence[int], shapes: Shapes) -> bytes:
    """A result's bytes from rax and rdx, xmm0 and xmm1; of a hidden one its address."""
    if isinstance(kind, Nothing):
        return b""
    size = size_of(kind, shapes)
    taken = {False: iter(integers), True: iter(vectors)}
    words = [next(taken[is_vector]) for is_vector in _classes(kind, shapes) or (False,)]
    image = b"".join((word & (1 << 64) - 1).to_bytes(_WORD, "little") for word in words)
    return image[:size] if _classes(kind, shapes) else image


def _classes(kind: CType, shapes: Shapes) -> tuple[bool, ...]:
    """For each eight bytes, whether they go in a vector register; nothing for what lies in memory."""
    if not isinstance(kind, Structure):
        return (isinstance(kind, Number) and kind.is_float,)
    size = size_of(kind, shapes)
    if not 0 < size <= _LARGEST_IN_REGISTERS:
        return ()
    classes = [True] * -(-size // _WORD)
    for place, number in _numbers(kind, 0, shapes):
        if not number:
            classes[min(place // _WORD, len(classes) - 1)] = False
    return tuple(classes)


def _numbers(kind: CType, start: int, shapes: Shapes) -> Iterator[tuple[int, bool]]:
    """Where single values lie in a structure, and whether they are floating-point numbers."""
    if isinstance(kind, Structure):
        for item in shape_of(kind.name, shapes).fields:
            yield from _numbers(item.type, start + item.offset, shapes)
    elif isinstance(kind, Array):
        step = size_of(kind.element, shapes)
        for place in range(min(kind.count, _LARGEST_IN_REGISTERS)):
            yield from _numbers(kind.element, start + place * step, shapes)
    else:
        yield start, isinstance(kind, Number) and kind.is_float


_PLACES = tuple(number_of(name) for name in ARGUMENTS)
_RESULTS = FIRST_BUFFER + (1 << 12)
"""Windows of results that are too large for registers, one for each call."""
_AROUND = bytes(range(0x80, 0xFF)) * 2048
"""What lies around a room: characters that no text has, so that strays are seen."""
_A, _D = REGISTERS.index("rax"), REGISTERS.index("rdx")


@dataclass(frozen=True)
class Outcome:
    """How a scenario ended: with its first call that does not return, or with all of them."""

    halt: HaltReason
    steps: int
    is_balanced: bool
    views: tuple[View, ...]
    covered: frozenset[int] = frozenset()


def follow(program: Program, scenario: Scenario, shapes: Shapes, most_steps: int, *, watch: bool = False) -> Outcome:
    return _Execution(program, scenario, shapes, watch=watch).outcome(most_steps)


class _Execution:
    """`images`: the results so far, as bytes in memory."""

    def __init__(self, program: Program, scenario: Scenario, shapes: Shapes, *, watch: bool) -> None:
        self._program, self._scenario, self._shapes = program, scenario, shapes
        self._covered: set[int] | None = set() if watch else None
        self._images: list[bytes] = []
        self._views: list[View] = []
        self._steps, self._is_balanced = 0, True

    def outcome(self, most_steps: int) -> Outcome:
        program, halt = self._program, HaltReason.RETURNED
        program.prepare({**_regions(self._scenario.buffers), **fresh_stack()}, self._callbacks())
        try:
            for number, planned in enumerate(self._scenario.planned_calls):
                path = self._called(number, planned, most_steps - self._steps)
                self._steps, halt = self._steps + path.steps, path.halt
                if halt is not HaltReason.RETURNED:
                    break
                self._look(number, planned)
        except ExecutionHalted as end:
            halt = end.reason
        except UnreadableError:
            halt = HaltReason.UNSUPPORTED
        return Outcome(halt, self._steps, self._is_balanced, tuple(self._views), frozenset(self._covered or ()))

    def _callbacks(self) -> dict[int, Function]:
        base = CALLBACKS << WINDOW_BITS
        return {base + CODE_STEP * place: made_up(kind) for place, kind in enumerate(self._scenario.callbacks, 1)}

    def _called(self, number: int, planned: PlannedCall, most: int) -> Path:
        program, signature = self._program, planned.signature
        start = program.entry(signature.name)
        if start is None:
            return Path(HaltReason.UNSUPPORTED, 0)
        before = self._enter(number, planned)
        path = program.run(start, most, self._covered)
        if path.halt is HaltReason.ENDLESS and self._covered is None:
            path = beyond(program, path, most)
        if path.halt is HaltReason.RETURNED:
            registers = program.machine.registers
            self._is_balanced = self._is_balanced and all(registers[place] == before[place] for place in KEPT)
            self._images.append(self._result(number, planned))
        return path

    def _enter(self, number: int, planned: PlannedCall) -> list[int]:
        """Puts the values where the convention says; gives the registers as they are before the call."""
        machine, signature = self._program.machine, planned.signature
        hidden = (_RESULTS + number) << WINDOW_BITS if is_hidden(signature.result, self._shapes) else None
        if hidden is not None:
            content = bytearray(size_of(signature.result, self._shapes))
            machine.memory.regions[hidden >> WINDOW_BITS] = Region(hidden, content)
        values = [
            self._images[value.planned] if isinstance(value, EarlierResult) else value for value in planned.values
        ]
        places = placed(values, [item.type for item in signature.parameters], hidden, self._shapes)
        registers = fresh_registers()
        for place, value in zip(_PLACES, places.integers, strict=False):
            registers[place] = value
        registers[STACK_POINTER] -= -(-len(places.stack) // 16) * 16
        machine.registers[:] = registers
        machine.vectors[: len(places.vectors)] = places.vectors
        machine.registers[_A] = len(places.vectors)
        machine.memory.fill(registers[STACK_POINTER], bytes(places.stack))
        machine.push(RETURN_ADDRESS)
        return registers

    def _result(self, number: int, planned: PlannedCall) -> bytes:
        machine, kind = self._program.machine, planned.signature.result
        if is_hidden(kind, self._shapes):
            if machine.registers[_A] != (_RESULTS + number) << WINDOW_BITS:
                raise ExecutionHalted(HaltReason.MEMORY)
            return bytes(machine.memory.regions[_RESULTS + number].content)
        integers = machine.registers[_A], machine.registers[_D]
        return returned(kind, integers, machine.vectors[:2], self._shapes)

    def _look(self, number: int, planned: PlannedCall) -> None:
        """The result, the things that earlier calls gave and this one may have changed, the rooms, what was printed."""
        viewer = Viewer(self._program.machine, self._shapes, self._program.extent)
        self._views.append(viewer.look(self._images[number], planned.signature.result))
        for value, item in zip(planned.values, planned.signature.parameters, strict=True):
            if isinstance(value, EarlierResult) and isinstance(item.type, Pointer):
                self._views.append(viewer.look(self._images[value.planned], item.type))
        for buffer in self._scenario.buffers:
            content = self._program.machine.memory.regions[buffer.window].content
            if has_pointers(buffer.element, self._shapes):
                image = bytes(content[BESIDE : BESIDE + len(buffer.content)])
                self._views.append(viewer.look_at_all(image, buffer.element))
            else:
                self._views.append(bytes(content))
        self._views.append(self._program.machine.process.printed)


def _regions(buffers: Sequence[Content]) -> dict[int, Region]:
    return {buffer.window: _region(buffer) for buffer in buffers}


def _region(buffer: Content) -> Region:
    content = bytearray(_AROUND[:BESIDE]) + buffer.content + _AROUND[: BESIDE + len(buffer.content)]
    return Region(buffer.window << WINDOW_BITS, content)
