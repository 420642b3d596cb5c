"""What integer instructions do to the machine, one function built for each statement.

Strings of bytes are `strings`, vectors `vectors`, plain numbers `arithmetic`.
"""

from collections.abc import Callable, Sequence

from resources.domains.code_optimization.language.vocabulary import SIZES, size_of
from resources.domains.code_optimization.prediction.simulator.arithmetic import (
    ONE_OPERAND,
    TWO_OPERANDS,
    Operation,
    condition,
    double_shift,
    of_result,
    signed,
    subtract,
)
from resources.domains.code_optimization.prediction.simulator.machine import Machine
from resources.domains.code_optimization.prediction.simulator.memory import MASKS
from resources.domains.code_optimization.prediction.simulator.operands import (
    Read,
    Symbols,
    Write,
    address,
    reader,
    writer,
)
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted, UnsupportedConstruct

Step = Callable[[], int | None]
"""Does one statement; gives the place of the next one where that is not the one behind it."""
_A = 0
_WIDE = {1: ("%al", "%ah"), 2: ("%ax", "%dx"), 4: ("%eax", "%edx"), 8: ("%rax", "%rdx")}
"""Where the halves of a product, and of what is divided, lie; the quotient and the rest."""


class Builder:
    """Builds steps for one machine. `symbols`: addresses of names."""

    def __init__(self, machine: Machine, symbols: Symbols) -> None:
        self.machine, self.symbols = machine, symbols

    def read(self, text: str, size: int) -> Read:
        return reader(self.machine, text, size, self.symbols)

    def write(self, text: str, size: int) -> Write:
        return writer(self.machine, text, size, self.symbols)

    def step(self, name: str, operands: Sequence[str], size: int) -> Step:
        """A step for a mnemonic without its suffix. Raises UnsupportedConstruct."""
        method = getattr(self, f"_{name}", None) if name in _NAMES else None
        if method is not None:
            built: Step = method(operands, size)
            return built
        if name in TWO_OPERANDS and len(operands) == 2:
            if name in ("bts", "btr", "btc"):
                _need_no_walk(operands)
            return self._binary(TWO_OPERANDS[name], operands, size)
        if name in ONE_OPERAND and len(operands) == 1:
            return self._unary(ONE_OPERAND[name], operands, size)
        raise UnsupportedConstruct(name)

    def _binary(self, operation: Operation, operands: Sequence[str], size: int) -> Step:
        source, target, machine = self.read(operands[0], size), self.read(operands[1], size), self.machine
        write = self.write(operands[1], size)

        def step() -> None:
            value, machine.flags = operation(target(), source(), size, machine.flags)
            write(value)

        return step

    def _unary(self, operation: Operation, operands: Sequence[str], size: int) -> Step:
        return self._binary(operation, ("$1", operands[0]), size)

    def _mov(self, operands: Sequence[str], size: int) -> Step:
        source, write = self.read(operands[0], size), self.write(operands[1], size)
        return lambda: write(source())

    def _lea(self, operands: Sequence[str], size: int) -> Step:
        place, write = address(self.machine, operands[0], self.symbols), self.write(operands[1], size)
        return lambda: write(place())

    def _cmp(self, operands: Sequence[str], size: int) -> Step:
        source, target, machine = self.read(operands[0], size), self.read(operands[1], size), self.machine

        def step() -> None:
            machine.flags = subtract(target(), source(), size, machine.flags)[1]

        return step

    def _test(self, operands: Sequence[str], size: int) -> Step:
        source, target, machine = self.read(operands[0], size), self.read(operands[1], size), self.machine

        def step() -> None:
            machine.flags = of_result(target() & source(), size)

        return step

    def extension(self, operands: Sequence[str], sizes: tuple[int, int], is_signed: bool) -> Step:
        source, write = self.read(operands[0], sizes[0]), self.write(operands[1], sizes[1])
        if is_signed:
            return lambda: write(signed(source(), sizes[0]))
        return lambda: write(source())

    def conditional_move(self, test: str, operands: Sequence[str], size: int) -> Step:
        source, target, write = (
            self.read(operands[0], size),
            self.read(operands[1], size),
            self.write(operands[1], size),
        )
        holds, machine = condition(test), self.machine

        def step() -> None:
            value = source()
            write(value if holds(machine.flags) else target())

        return step

    def set_byte(self, test: str, operands: Sequence[str]) -> Step:
        write, holds, machine = self.write(operands[0], 1), condition(test), self.machine
        return lambda: write(int(bool(holds(machine.flags))))

    def _xchg(self, operands: Sequence[str], size: int) -> Step:
        reads = [self.read(text, size) for text in operands]
        writes = [self.write(text, size) for text in operands]

        def step() -> None:
            first, second = reads[0](), reads[1]()
            writes[0](second)
            writes[1](first)

        return step

    def _push(self, operands: Sequence[str], size: int) -> Step:
        source, machine = self.read(operands[0], size), self.machine
        return lambda: machine.push(source(), size)

    def _pop(self, operands: Sequence[str], size: int) -> Step:
        write, machine = self.write(operands[0], size), self.machine
        return lambda: write(machine.pop(size))

    def _imul(self, operands: Sequence[str], size: int) -> Step:
        if len(operands) == 1:
            return self._wide_product(operands, size, is_signed=True)
        first = self.read(operands[0], size)
        second = self.read(operands[1], size)
        write, machine = self.write(operands[-1], size), self.machine

        def step() -> None:
            product = signed(first(), size) * signed(second(), size)
            value = product & MASKS[size]
            over = int(signed(value, size) != product)
            machine.flags = (over, 0, value >> (8 * size - 1), over, value)
            write(value)

        return step

    def _mul(self, operands: Sequence[str], size: int) -> Step:
        return self._wide_product(operands, size, is_signed=False)

    def _wide_product(self, operands: Sequence[str], size: int, *, is_signed: bool) -> Step:
        source, registers, machine = self.read(operands[0], size), self.machine.registers, self.machine
        mask, write = MASKS[size], self._wide_writer(size)

        def step() -> None:
            first, second = source(), registers[_A] & mask
            product = signed(first, size) * signed(second, size) if is_signed else first * second
            low, high = product & mask, product >> 8 * size & mask
            write(low, high)
            over = int(signed(low, size) != product if is_signed else high != 0)
            machine.flags = (over, 0, low >> (8 * size - 1), over, low)

        return step

    def _wide_writer(self, size: int) -> Callable[[int, int], None]:
        """What writes a low and a high half: rax and rdx in this size, or al and ah."""
        low, high = (self.write(text, size) for text in _WIDE[size])

        def write(first: int, second: int) -> None:
            low(first)
            high(second)

        return write

    def _div(self, operands: Sequence[str], size: int) -> Step:
        return self._division(operands, size, is_signed=False)

    def _idiv(self, operands: Sequence[str], size: int) -> Step:
        return self._division(operands, size, is_signed=True)

    def _division(self, operands: Sequence[str], size: int, *, is_signed: bool) -> Step:
        source, mask, write = self.read(operands[0], size), MASKS[size], self._wide_writer(size)
        lower, upper = (self.read(text, size) for text in _WIDE[size])

        def step() -> None:
            by, whole = source(), upper() << 8 * size | lower()
            if is_signed:
                by, whole = signed(by, size), signed(whole, 2 * size)
            if by == 0:
                raise ExecutionHalted(HaltReason.ARITHMETIC)
            quotient = abs(whole) // abs(by) * (1 if (whole < 0) == (by < 0) else -1)
            low, high = (-(mask + 1) // 2, mask // 2) if is_signed else (0, mask)
            if not low <= quotient <= high:
                raise ExecutionHalted(HaltReason.ARITHMETIC)
            write(quotient & mask, (whole - quotient * by) & mask)

        return step

    def widening(self, sizes: tuple[int, int], *, into_d: bool) -> Step:
        """cltq and its like: the accumulator's sign, in the accumulator or in rdx."""
        small, large = sizes
        source, write = self.read(_WIDE[small][0], small), self.write(_WIDE[large][int(into_d)], large)
        if into_d:
            return lambda: write(-1 if source() >> (8 * small - 1) else 0)
        return lambda: write(signed(source(), small))

    def _bt(self, operands: Sequence[str], size: int) -> Step:
        """What it tests may be a constant of the program's: nothing is written."""
        source, target, machine = self.read(operands[0], size), self.read(operands[1], size), self.machine
        _need_no_walk(operands)

        def step() -> None:
            machine.flags = TWO_OPERANDS["bt"](target(), source(), size, machine.flags)[1]

        return step

    def _double_shift(self, operands: Sequence[str], size: int, *, leftwards: bool) -> Step:
        count, source, target = operands if len(operands) == 3 else ("%cl", *operands)
        by, reads = self.read(count, 1), [self.read(text, size) for text in (source, target)]
        write, machine = self.write(target, size), self.machine

        def step() -> None:
            given, old = reads[0](), reads[1]()
            value, machine.flags = double_shift(old, given, by(), size, machine.flags, leftwards=leftwards)
            write(value)

        return step

    def _shld(self, operands: Sequence[str], size: int) -> Step:
        return self._double_shift(operands, size, leftwards=True)

    def _shrd(self, operands: Sequence[str], size: int) -> Step:
        return self._double_shift(operands, size, leftwards=False)

    def _xadd(self, operands: Sequence[str], size: int) -> Step:
        reads = [self.read(text, size) for text in operands]
        writes, machine = [self.write(text, size) for text in operands], self.machine

        def step() -> None:
            given, old = reads[0](), reads[1]()
            total, machine.flags = TWO_OPERANDS["add"](old, given, size, machine.flags)
            writes[0](old)
            writes[1](total)

        return step

    def _cmpxchg(self, operands: Sequence[str], size: int) -> Step:
        given, target, wanted = self.read(operands[0], size), self.read(operands[1], size), self.read("%rax", size)
        write, keep, machine = self.write(operands[1], size), self.write(_WIDE[size][0], size), self.machine

        def step() -> None:
            old = target()
            machine.flags = subtract(wanted(), old, size, machine.flags)[1]
            if machine.flags[1]:
                write(given())
            else:
                keep(old)

        return step

    def _bswap(self, operands: Sequence[str], size: int) -> Step:
        source, write = self.read(operands[0], size), self.write(operands[0], size)
        return lambda: write(int.from_bytes(source().to_bytes(size, "little"), "big"))


_NAMES = frozenset("mov lea cmp test xchg push pop imul mul div idiv bswap bt shld shrd xadd cmpxchg".split())
KNOWN = _NAMES | TWO_OPERANDS.keys() | ONE_OPERAND.keys()


def _need_no_walk(operands: Sequence[str]) -> None:
    """A bit of memory whose number stands in a register may lie anywhere beyond the address."""
    if operands[0].startswith("%") and not operands[1].startswith("%"):
        raise UnsupportedConstruct("a bit beyond the address")


def size_given(suffixed: str, operands: Sequence[str]) -> tuple[str, int]:
    """A mnemonic without its suffix, and its size in bytes. Raises UnsupportedConstruct."""
    if suffixed[:-1] in KNOWN and suffixed[-1] in SIZES and suffixed not in KNOWN:
        return suffixed[:-1], SIZES[suffixed[-1]]
    if suffixed not in KNOWN:
        raise UnsupportedConstruct(suffixed)
    sizes = [size for text in reversed(operands) if (size := size_of(text))]
    return suffixed, 8 if suffixed in ("push", "pop") and not sizes else sizes[0] if sizes else 4
