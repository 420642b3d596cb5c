"""What integer instructions do to the machine, one function built for each statement. Vectors are `vectors`."""

from collections.abc import Callable, Sequence

from resources.domains.code_optimization.interpretation.machine import MASKS, Ending, Machine, PathEndedError
from resources.domains.code_optimization.interpretation.operands import (
    Read,
    Symbols,
    UnmodelledError,
    Write,
    address,
    reader,
    writer,
)
from resources.domains.code_optimization.registers import SIZES, size_of

Step = Callable[[], int | None]
"""Does one statement; gives the place of the next one where that is not the one behind it."""
Flags = tuple[int, int, int, int, int]
_A, _C, _D = 0, 1, 2
_SI, _DI = 6, 7
_LONGEST_REPETITION = 1 << 12
"""More than any room has elements for: the walk would leave it."""


def signed(value: int, size: int) -> int:
    return value - (1 << 8 * size) if value >> (8 * size - 1) else value


def parity(flags: Flags) -> bool:
    return (flags[4] & 0xFF).bit_count() % 2 == 0


_TESTS: dict[str, Callable[[Flags], object]] = {
    "b": lambda f: f[0],
    "e": lambda f: f[1],
    "s": lambda f: f[2],
    "o": lambda f: f[3],
    "p": parity,
    "be": lambda f: f[0] or f[1],
    "l": lambda f: f[2] != f[3],
    "le": lambda f: f[1] or f[2] != f[3],
    "ae": lambda f: not f[0],
    "ne": lambda f: not f[1],
    "ns": lambda f: not f[2],
    "no": lambda f: not f[3],
    "np": lambda f: not parity(f),
    "a": lambda f: not (f[0] or f[1]),
    "ge": lambda f: f[2] == f[3],
    "g": lambda f: not f[1] and f[2] == f[3],
}
_OTHER_NAMES = {
    "c": "b", "nae": "b", "nc": "ae", "nb": "ae", "z": "e", "nz": "ne", "na": "be", "nbe": "a", "nge": "l", "nl": "ge",
    "ng": "le", "nle": "g", "pe": "p", "po": "np",
}  # fmt: skip


def _repetitions(count: int) -> int:
    if count > _LONGEST_REPETITION:
        raise PathEndedError(Ending.MEMORY)
    return count


def condition(name: str) -> Callable[[Flags], object]:
    return _TESTS[_OTHER_NAMES.get(name, name)]


def of_result(value: int, size: int) -> Flags:
    """The flags of a logical result: neither carry nor overflow."""
    return (0, int(value == 0), value >> (8 * size - 1), 0, value)


class Builder:
    """Builds steps for one machine. `symbols`: addresses of names."""

    def __init__(self, machine: Machine, symbols: Symbols) -> None:
        self.machine, self.symbols = machine, symbols

    def read(self, text: str, size: int) -> Read:
        return reader(self.machine, text, size, self.symbols)

    def write(self, text: str, size: int) -> Write:
        return writer(self.machine, text, size, self.symbols)

    def step(self, name: str, operands: Sequence[str], size: int) -> Step:
        """A step for a mnemonic without its suffix. Raises UnmodelledError."""
        found = getattr(self, f"_{name}", None) if name in _NAMES else None
        if found is not None:
            built: Step = found(operands, size)
            return built
        if name in _TWO_OPERANDS and len(operands) == 2:
            return self._binary(_TWO_OPERANDS[name], operands, size)
        if name in _ONE_OPERAND and len(operands) == 1:
            return self._unary(_ONE_OPERAND[name], operands, size)
        raise UnmodelledError(name)

    def _binary(self, operation: "Operation", operands: Sequence[str], size: int) -> Step:
        source, target, machine = self.read(operands[0], size), self.read(operands[1], size), self.machine
        write = self.write(operands[1], size)

        def step() -> None:
            value, machine.flags = operation(target(), source(), size, machine.flags)
            write(value)

        return step

    def _unary(self, operation: "Operation", operands: Sequence[str], size: int) -> Step:
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
            raise UnmodelledError("mul")
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
            raise UnmodelledError("div")
        source, registers, mask = self.read(operands[0], size), self.machine.registers, MASKS[size]

        def step() -> None:
            by, whole = source(), (registers[_D] & mask) << 8 * size | registers[_A] & mask
            if is_signed:
                by, whole = signed(by, size), signed(whole, 2 * size)
            if by == 0:
                raise PathEndedError(Ending.ARITHMETIC)
            quotient = abs(whole) // abs(by) * (1 if (whole < 0) == (by < 0) else -1)
            low, high = (-(mask + 1) // 2, mask // 2) if is_signed else (0, mask)
            if not low <= quotient <= high:
                raise PathEndedError(Ending.ARITHMETIC)
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

    def stored_string(self, size: int, *, repeated: bool) -> Step:
        """stos: the accumulator to where rdi points, rcx times."""
        machine, registers, mask = self.machine, self.machine.registers, MASKS[size]

        def step() -> None:
            count = _repetitions(registers[_C]) if repeated else 1
            machine.fill(registers[_DI], (registers[_A] & mask).to_bytes(size, "little") * count)
            registers[_DI] = registers[_DI] + size * count & MASKS[8]
            registers[_C] = 0 if repeated else registers[_C]

        return step

    def moved_string(self, size: int, *, repeated: bool) -> Step:
        """movs: from where rsi points to where rdi points, rcx times. Overlapping ones are taken as if apart."""
        machine, registers = self.machine, self.machine.registers

        def step() -> None:
            count = _repetitions(registers[_C]) if repeated else 1
            machine.fill(registers[_DI], machine.part(registers[_SI], size * count))
            registers[_DI] = registers[_DI] + size * count & MASKS[8]
            registers[_SI] = registers[_SI] + size * count & MASKS[8]
            registers[_C] = 0 if repeated else registers[_C]

        return step

    def _bswap(self, operands: Sequence[str], size: int) -> Step:
        source, write = self.read(operands[0], size), self.write(operands[0], size)
        return lambda: write(int.from_bytes(source().to_bytes(size, "little"), "big"))


Operation = Callable[[int, int, int, Flags], tuple[int, Flags]]
"""(target, source, bytes, flags) → value and flags."""


def add(target: int, source: int, size: int, flags: Flags, carry: int = 0) -> tuple[int, Flags]:
    total = target + source + carry
    value, top = total & MASKS[size], 8 * size - 1
    over = (target ^ value) & (source ^ value)
    return value, (total >> 8 * size, int(value == 0), value >> top, over >> top & 1, value)


def subtract(target: int, source: int, size: int, flags: Flags, borrow: int = 0) -> tuple[int, Flags]:
    value, top = target - source - borrow & MASKS[size], 8 * size - 1
    over = (target ^ source) & (target ^ value)
    return value, (int(target < source + borrow), int(value == 0), value >> top, over >> top & 1, value)


def _with_old_carry(found: tuple[int, Flags], flags: Flags) -> tuple[int, Flags]:
    return found[0], (flags[0], *found[1][1:])


def _logic(operation: Callable[[int, int], int]) -> Operation:
    def apply(target: int, source: int, size: int, flags: Flags) -> tuple[int, Flags]:
        value = operation(target, source)
        return value, of_result(value, size)

    return apply


def _shift(operation: Callable[[int, int, int], tuple[int, int]]) -> Operation:
    """Counts are taken modulo the processor's; a shift by nothing leaves the flags."""

    def apply(target: int, source: int, size: int, flags: Flags) -> tuple[int, Flags]:
        count = source & (63 if size == 8 else 31)
        if not count:
            return target, flags
        value, carry = operation(target, count, size)
        value &= MASKS[size]
        top = 8 * size - 1
        return value, (carry & 1, int(value == 0), value >> top, (value ^ target) >> top & 1, value)

    return apply


def _rotate(operation: Callable[[int, int, int], int]) -> Operation:
    def apply(target: int, source: int, size: int, flags: Flags) -> tuple[int, Flags]:
        count = (source & (63 if size == 8 else 31)) % (8 * size)
        value = operation(target, count, size) & MASKS[size] if count else target
        return value, (value & 1, *flags[1:])

    return apply


def _left(target: int, count: int, size: int) -> tuple[int, int]:
    return target << count, target << count >> 8 * size


def _right(target: int, count: int, size: int) -> tuple[int, int]:
    return target >> count, target >> count - 1


def _right_signed(target: int, count: int, size: int) -> tuple[int, int]:
    value = signed(target, size)
    return value >> count, value >> count - 1


def _bit_count(target: int, source: int, size: int, flags: Flags) -> tuple[int, Flags]:
    return source.bit_count(), (0, int(source == 0), 0, 0, 1)


def _lowest_bit(target: int, source: int, size: int, flags: Flags) -> tuple[int, Flags]:
    value = (source & -source).bit_length() - 1 if source else target
    return value, (0, int(source == 0), 0, 0, value)


def _highest_bit(target: int, source: int, size: int, flags: Flags) -> tuple[int, Flags]:
    value = source.bit_length() - 1 if source else target
    return value, (0, int(source == 0), 0, 0, value)


def _bit(target: int, source: int, size: int, flags: Flags) -> tuple[int, Flags]:
    return target, (target >> source % (8 * size) & 1, *flags[1:])


_NAMES = frozenset("mov lea cmp test xchg push pop imul mul div idiv bswap".split())
_TWO_OPERANDS: dict[str, Operation] = {
    "add": add,
    "sub": subtract,
    "adc": lambda target, source, size, flags: add(target, source, size, flags, flags[0]),
    "sbb": lambda target, source, size, flags: subtract(target, source, size, flags, flags[0]),
    "and": _logic(lambda target, source: target & source),
    "or": _logic(lambda target, source: target | source),
    "xor": _logic(lambda target, source: target ^ source),
    "sal": _shift(_left),
    "shl": _shift(_left),
    "shr": _shift(_right),
    "sar": _shift(_right_signed),
    "rol": _rotate(lambda target, count, size: target << count | target >> (8 * size - count)),
    "ror": _rotate(lambda target, count, size: target >> count | target << (8 * size - count)),
    "popcnt": _bit_count,
    "bsf": _lowest_bit,
    "tzcnt": _lowest_bit,
    "bsr": _highest_bit,
    "bt": _bit,
}
_ONE_OPERAND: dict[str, Operation] = {
    "inc": lambda target, source, size, flags: _with_old_carry(add(target, 1, size, flags), flags),
    "dec": lambda target, source, size, flags: _with_old_carry(subtract(target, 1, size, flags), flags),
    "neg": lambda target, source, size, flags: subtract(0, target, size, flags),
    "not": lambda target, source, size, flags: (~target & MASKS[size], flags),
    "sal": _shift(_left),
    "shl": _shift(_left),
    "shr": _shift(_right),
    "sar": _shift(_right_signed),
    "rol": _TWO_OPERANDS["rol"],
    "ror": _TWO_OPERANDS["ror"],
}
KNOWN = _NAMES | _TWO_OPERANDS.keys() | _ONE_OPERAND.keys()


def size_given(suffixed: str, operands: Sequence[str]) -> tuple[str, int]:
    """A mnemonic without its suffix, and its size in bytes. Raises UnmodelledError."""
    if suffixed[:-1] in KNOWN and suffixed[-1] in SIZES and suffixed not in KNOWN:
        return suffixed[:-1], SIZES[suffixed[-1]]
    if suffixed not in KNOWN:
        raise UnmodelledError(suffixed)
    sizes = [size for text in reversed(operands) if (size := size_of(text))]
    return suffixed, 8 if suffixed in ("push", "pop") and not sizes else sizes[0] if sizes else 4
