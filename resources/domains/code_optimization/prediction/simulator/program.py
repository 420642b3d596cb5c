"""A text as a program for the simulated machine: a step for each instruction, jumps, calls, and the path through them.

What a step does is `integers` and `vectors`; here it is found by its mnemonic.
"""

from bisect import bisect_right
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from resources.domains.code_optimization.language.assembly import Assembly, Statement
from resources.domains.code_optimization.language.vocabulary import SIZES, condition_of, size_of
from resources.domains.code_optimization.prediction.simulator.arithmetic import condition
from resources.domains.code_optimization.prediction.simulator.integers import (
    Builder,
    Step,
    size_given,
)
from resources.domains.code_optimization.prediction.simulator.layout import Layout, code_address, lay_out
from resources.domains.code_optimization.prediction.simulator.library import (
    BY_ADDRESS,
    FUNCTIONS,
    SYMBOLS,
    library_region,
)
from resources.domains.code_optimization.prediction.simulator.library.convention import INTEGERS, RESULT, Function
from resources.domains.code_optimization.prediction.simulator.machine import Machine
from resources.domains.code_optimization.prediction.simulator.memory import (
    CODE,
    CODE_STEP,
    CONSTANTS,
    DATA,
    LIBRARY,
    MASKS,
    RETURN_ADDRESS,
    WINDOW_BITS,
    Region,
)
from resources.domains.code_optimization.prediction.simulator.operands import unsupported
from resources.domains.code_optimization.prediction.simulator.strings import STRINGS, string_step
from resources.domains.code_optimization.prediction.simulator.vectors import vector_step
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted, UnsupportedConstruct


class Transfers:
    """Builds steps that go elsewhere. `entries`: the places that names stand for, if they stand for one; `given`:
    functions that are none of the program's, by their addresses."""

    def __init__(self, builder: Builder, layout: Layout, size: int) -> None:
        self.given: Mapping[int, Function] = BY_ADDRESS
        self._builder, self._machine, self._layout, self._size = builder, builder.machine, layout, size
        self.entries = {name: self.place(value) for name, value in layout.symbols.items()}

    def place(self, address: int) -> int | None:
        index, rest = divmod(address - code_address(0), CODE_STEP)
        return index if not rest and 0 <= index <= self._size else None

    def target(self, index: int, name: str) -> int:
        if name[:-1].isdigit() and name[-1] in "bf":
            places = self._layout.numbered[name[:-1]]
            return places[bisect_right(places, index) - (name[-1] == "b")]
        place = self.entries.get(name.removesuffix("@PLT"))
        if place is None:
            raise UnsupportedConstruct(name)
        return place

    def transfer(self, index: int, operand: str, *, is_call: bool) -> Step:
        back, machine = code_address(index + 1), self._machine
        if operand.startswith("*"):
            return self._indirect(self._builder.read(operand[1:].strip(), 8), back if is_call else None)
        function = FUNCTIONS.get(operand.removesuffix("@PLT"))
        if function is not None and operand not in self.entries:
            return (lambda: function(machine)) if is_call else lambda: self._left_to(function)
        target = self.target(index, operand)
        if not is_call:
            return lambda: target

        def call() -> int:
            machine.push(back)
            return target

        return call

    def _indirect(self, read: Callable[[], int], back: int | None) -> Step:
        def go() -> int | None:
            address = read()
            if (function := self.given.get(address)) is not None:
                return function(self._machine) if back is not None else self._left_to(function)
            place = self.place(address)
            if back is not None:
                self._machine.push(back)
            if place is None:
                raise ExecutionHalted(HaltReason.MEMORY)
            return place

        return go

    def _left_to(self, function: Function) -> int:
        """A jump to a function that is none of the program's: it sees the stack as the one that is called instead."""
        address = self._machine.pop()
        function(self._machine)
        self._machine.push(address)
        return self.returned()

    def returned(self) -> int:
        address = self._machine.pop()
        if address == RETURN_ADDRESS:
            raise ExecutionHalted(HaltReason.RETURNED)
        place = self.place(address)
        if place is None:
            raise ExecutionHalted(HaltReason.MEMORY)
        return place


_WIDENINGS = {
    **dict.fromkeys(("cltq", "cdqe"), (4, 8, False)),
    **dict.fromkeys(("cwtl", "cwde"), (2, 4, False)),
    **dict.fromkeys(("cbtw", "cbw"), (1, 2, False)),
    **dict.fromkeys(("cwtd", "cwd"), (2, 2, True)),
    **dict.fromkeys(("cltd", "cdq"), (4, 4, True)),
    **dict.fromkeys(("cqto", "cqo"), (8, 8, True)),
}
_COUNTED = {"jrcxz": 8, "jecxz": 4, **dict.fromkeys(("loop", "loope", "loopz", "loopne", "loopnz"), 8)}
_CARRIES: Mapping[str, Callable[[int], int]] = {"clc": lambda _: 0, "stc": lambda _: 1, "cmc": lambda old: 1 - old}
_MOST_FOLLOWED_AT_ONCE = 3
"""Functions that library functions call, within each other: a comparison may well sort, but not for ever."""
_NOTHING = frozenset("nop nopw nopl endbr64 cld lfence mfence sfence pause".split())


@dataclass(frozen=True)
class Path:
    """`steps` that were followed, up to `place`. `covered`: a number for each step from a place to the next,
    asked for on the baseline alone."""

    halt: HaltReason
    steps: int
    place: int = 0
    covered: frozenset[int] = frozenset()


class Program:
    """Compiles once; `run` may be called again and again."""

    def __init__(self, source: Assembly) -> None:
        self.machine = Machine()
        code: list[Statement] = []
        self._layout = lay_out(source, code)
        self._builder = Builder(self.machine, ChainMap(self._layout.symbols, dict(SYMBOLS)))
        self._size = len(code)
        self._places = sorted(self._layout.symbols.values())
        self._transfers = Transfers(self._builder, self._layout, len(code))
        self._steps: list[Step] = [partial(self._first, index, item) for index, item in enumerate(code)]
        self._left = self._depth = 0
        self._covered: set[int] | None = None
        self.machine.follow = self._follow

    def entry(self, name: str) -> int | None:
        """The place of a function's first instruction."""
        return self._transfers.entries.get(name)

    def extent(self, address: int) -> int:
        """Bytes from an address in this program's data to the next name that lies there."""
        following = bisect_right(self._places, address)
        return self._places[following] - address if following < len(self._places) else 1 << WINDOW_BITS

    def prepare(self, regions: dict[int, Region], callbacks: Mapping[int, Function] | None = None) -> None:
        """Fresh memory: the given regions, and this program's own data. `callbacks`: functions of the caller's by
        their addresses."""
        self.machine.clear()
        self.machine.memory.regions.update(regions)
        self.machine.memory.regions[LIBRARY] = library_region()
        self._transfers.given = {**BY_ADDRESS, **callbacks} if callbacks else BY_ADDRESS
        for window, content, is_writable in (
            (CODE, bytearray(self._size * CODE_STEP), False),
            (CONSTANTS, self._layout.constants, False),
            (DATA, bytearray(self._layout.data), True),
        ):
            self.machine.memory.regions[window] = Region(window << WINDOW_BITS, content, is_writable)

    def run(self, start: int, most_steps: int, covered: set[int] | None = None) -> Path:
        """Follows one path from a place. The machine's registers and memory are left as they are at its end."""
        self._left, self._depth, self._covered = most_steps, 0, covered
        path = self._go(start)
        return Path(path.halt, most_steps - self._left, path.place)

    def _go(self, start: int) -> Path:
        """Within the steps that are left, of which those of the functions that library functions call are some."""
        steps, size, place, covered = self._steps, self._size, start, self._covered
        while self._left > 0:
            if place >= size or place < 0:
                return Path(HaltReason.ILLEGAL, 0)
            self._left -= 1
            try:
                following = steps[place]()
            except ExecutionHalted as end:
                return Path(end.reason, 0)
            if covered is not None:
                covered.add(place * size + (place + 1 if following is None else following))
            place = place + 1 if following is None else following
        return Path(HaltReason.ENDLESS, 0, place)

    def _follow(self, address: int, values: Sequence[int]) -> int:
        """What a function of the program answers to a library function. Ends the path where it does not return."""
        place, registers = self._transfers.place(address), self.machine.registers
        if place is None or self._depth >= _MOST_FOLLOWED_AT_ONCE:
            raise ExecutionHalted(HaltReason.UNSUPPORTED if self._transfers.given.get(address) else HaltReason.MEMORY)
        for number, value in zip(INTEGERS, values, strict=False):
            registers[number] = value
        self._depth += 1
        self.machine.push(RETURN_ADDRESS)
        path = self._go(place)
        self._depth -= 1
        if path.halt is not HaltReason.RETURNED:
            raise ExecutionHalted(path.halt)
        return registers[RESULT] & MASKS[8]

    def _first(self, index: int, item: Statement) -> int | None:
        """Compiles a statement when it is reached: most of a long program never is."""
        self._steps[index] = step = self._compiled(index, item)
        return step()

    def _compiled(self, index: int, item: Statement) -> Step:
        try:
            return self._step(index, item)
        except (UnsupportedConstruct, LookupError, ValueError):
            return unsupported

    def _step(self, index: int, item: Statement) -> Step:
        name, operands = item.name, [operand.text for operand in item.operands]
        if name in ("ret", "retq"):
            return self._transfers.returned
        if name in ("jmp", "jmpq", "call", "callq"):
            return self._transfers.transfer(index, operands[0], is_call=name.startswith("call"))
        if name in _NOTHING or name.startswith("prefetch"):
            return lambda: None
        if name == "ud2":
            return _illegal
        if name in _COUNTED:
            return self._counted(index, name, operands)
        if (conditional := condition_of(name)) is not None:
            return self._conditional(index, conditional, operands)
        if name in _WIDENINGS:
            small, large, into_d = _WIDENINGS[name]
            return self._builder.widening((small, large), into_d=into_d)
        return self._plain(name, operands, item.prefixes)

    def _plain(self, name: str, operands: Sequence[str], prefixes: Sequence[str]) -> Step:
        builder = self._builder
        if name.startswith("cvt") or any("%xmm" in text for text in operands):
            return vector_step(builder, name, operands)
        if name in ("leave", "leaveq"):
            return _both(builder.step("mov", ("%rbp", "%rsp"), 8), builder.step("pop", ("%rbp",), 8))
        if name[:4] in STRINGS and name[4:] in SIZES and not operands:
            return string_step(self.machine, name[:4], SIZES[name[4:]], frozenset(prefixes))
        if name[:4] in ("movs", "movz") and len(name) == 6:
            return builder.extension(operands, (SIZES[name[4]], SIZES[name[5]]), name[3] == "s")
        if name in ("movabsq", "movabs"):
            return builder.step("mov", operands, 8)
        if name in _CARRIES:
            return self._carry(_CARRIES[name])
        if name.startswith("movnti"):
            name = f"mov{name[6:]}"
        bare, size = size_given(name, operands)
        return builder.step(bare, operands, size)

    def _conditional(self, index: int, conditional: tuple[str, str, str], operands: Sequence[str]) -> Step:
        kind, test, suffix = conditional
        if kind == "set":
            return self._builder.set_byte(test, operands)
        if kind == "cmov":
            return self._builder.conditional_move(test, operands, SIZES.get(suffix) or size_of(operands[1]) or 8)
        target, holds, machine = self._transfers.target(index, operands[0]), condition(test), self.machine
        return lambda: target if holds(machine.flags) else None

    def _counted(self, index: int, name: str, operands: Sequence[str]) -> Step:
        """loop and its like count rcx down and go on where it is not 0; jrcxz goes where it, or ecx, is."""
        target, registers, machine = self._transfers.target(index, operands[0]), self.machine.registers, self.machine
        if name.startswith("j"):
            mask = MASKS[_COUNTED[name]]
            return lambda: None if registers[INTEGERS[3]] & mask else target
        wanted = {"loope": 1, "loopz": 1, "loopne": 0, "loopnz": 0}.get(name)

        def step() -> int | None:
            registers[INTEGERS[3]] = registers[INTEGERS[3]] - 1 & MASKS[8]
            goes_on = registers[INTEGERS[3]] and wanted in (None, machine.flags[1])
            return target if goes_on else None

        return step

    def _carry(self, change: Callable[[int], int]) -> Step:
        machine = self.machine

        def step() -> None:
            machine.flags = (change(machine.flags[0]), *machine.flags[1:])

        return step


def _illegal() -> None:
    raise ExecutionHalted(HaltReason.ILLEGAL)


def _both(first: Step, second: Step) -> Step:
    def step() -> None:
        first()
        second()

    return step
