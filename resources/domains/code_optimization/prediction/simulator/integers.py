"""What integer instructions do to the machine, one function built for each statement; and strings of bytes.

Vectors are `vectors`, plain numbers `arithmetic`.
"""

from collections.abc import Callable, Sequence

from resources.domains.code_optimization.language.vocabulary import SIZES, size_of
from resources.domains.code_optimization.prediction.simulator.arithmetic import (
    ONE_OPERAND,
    TWO_OPERANDS,
    Operation,
    condition,
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
_A, _D = 0, 2


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
        if size < 4:
            raise UnsupportedConstruct("mul")
        source, registers, machine = self.read(operands[0], size), self.machine.registers, self.machine
        mask = MASKS[size]

        def step() -> None:
            first, second = source(), registers[_A] & mask
            product = signed(first, size) * signed(second, size) if is_signed else first * second
            registers[_A], registers[_D] = product & mask, product >> 8 * size & mask
            over = int(registers[_D] != 0)
            machine.flags = (over, 0, registers[_A] >> (8 * size - 1), over, registers[_A])

        return step

    def _div(self, operands: Sequence[str], size: int) -> Step:
        return self._division(operands, size, is_signed=False)

    def _idiv(self, operands: Sequence[str], size: int) -> Step:
        return self._division(operands, size, is_signed=True)

    def _division(self, operands: Sequence[str], size: int, *, is_signed: bool) -> Step:
        if size < 4:
            raise UnsupportedConstruct("div")
        source, registers, mask = self.read(operands[0], size), self.machine.registers, MASKS[size]

        def step() -> None:
            by, whole = source(), (registers[_D] & mask) << 8 * size | registers[_A] & mask
            if is_signed:
                by, whole = signed(by, size), signed(whole, 2 * size)
            if by == 0:
                raise ExecutionHalted(HaltReason.ARITHMETIC)
            quotient = abs(whole) // abs(by) * (1 if (whole < 0) == (by < 0) else -1)
            low, high = (-(mask + 1) // 2, mask // 2) if is_signed else (0, mask)
            if not low <= quotient <= high:
                raise ExecutionHalted(HaltReason.ARITHMETIC)
            registers[_A], registers[_D] = quotient & mask, (whole - quotient * by) & mask

        return step

    def widening(self, sizes: tuple[int, int], *, into_d: bool) -> Step:
        """cltq and its like: the accumulator's sign, in the accumulator or in rdx."""
        registers = self.machine.registers
        small, large = sizes

        def step() -> None:
            value = signed(registers[_A] & MASKS[small], small)
            if into_d:
                registers[_D] = (-1 if value < 0 else 0) & MASKS[small]
            else:
                registers[_A] = value & MASKS[large]

        return step

    def _bswap(self, operands: Sequence[str], size: int) -> Step:
        source, write = self.read(operands[0], size), self.write(operands[0], size)
        return lambda: write(int.from_bytes(source().to_bytes(size, "little"), "big"))


_NAMES = frozenset("mov lea cmp test xchg push pop imul mul div idiv bswap".split())
KNOWN = _NAMES | TWO_OPERANDS.keys() | ONE_OPERAND.keys()


def size_given(suffixed: str, operands: Sequence[str]) -> tuple[str, int]:
    """A mnemonic without its suffix, and its size in bytes. Raises UnsupportedConstruct."""
    if suffixed[:-1] in KNOWN and suffixed[-1] in SIZES and suffixed not in KNOWN:
        return suffixed[:-1], SIZES[suffixed[-1]]
    if suffixed not in KNOWN:
        raise UnsupportedConstruct(suffixed)
    sizes = [size for text in reversed(operands) if (size := size_of(text))]
    return suffixed, 8 if suffixed in ("push", "pop") and not sizes else sizes[0] if sizes else 4


_ACCUMULATOR, _C, _SI, _DI = 0, 1, 6, 7
_LONGEST_REPETITION = 1 << 16
"""More than any room has elements for: the walk would leave it."""


def _repetitions(count: int) -> int:
    if count > _LONGEST_REPETITION:
        raise ExecutionHalted(HaltReason.MEMORY)
    return count


def stored_string(machine: Machine, size: int, *, repeated: bool) -> Callable[[], None]:
    """stos: the accumulator to where rdi points, rcx times."""
    registers, mask = machine.registers, MASKS[size]

    def step() -> None:
        count = _repetitions(registers[_C]) if repeated else 1
        machine.memory.fill(registers[_DI], (registers[_ACCUMULATOR] & mask).to_bytes(size, "little") * count)
        registers[_DI] = registers[_DI] + size * count & MASKS[8]
        registers[_C] = 0 if repeated else registers[_C]

    return step


def moved_string(machine: Machine, size: int, *, repeated: bool) -> Callable[[], None]:
    """movs: from where rsi points to where rdi points, rcx times. Overlapping ones are taken as if apart."""
    registers = machine.registers

    def step() -> None:
        count = _repetitions(registers[_C]) if repeated else 1
        machine.memory.fill(registers[_DI], machine.memory.part(registers[_SI], size * count))
        registers[_DI] = registers[_DI] + size * count & MASKS[8]
        registers[_SI] = registers[_SI] + size * count & MASKS[8]
        registers[_C] = 0 if repeated else registers[_C]

    return step
