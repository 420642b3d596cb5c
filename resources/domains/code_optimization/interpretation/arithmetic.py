"""Integer arithmetic with flags, on plain numbers: what operations make of values, and what conditions ask of flags.

No machine and no operands here: those are `integers`.
"""

from collections.abc import Callable

from resources.domains.code_optimization.interpretation.machine import MASKS

Flags = tuple[int, int, int, int, int]
"""Carry, zero, sign, overflow, and the result they are of."""


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


def condition(name: str) -> Callable[[Flags], object]:
    return _TESTS[_OTHER_NAMES.get(name, name)]


def of_result(value: int, size: int) -> Flags:
    """The flags of a logical result: neither carry nor overflow."""
    return (0, int(value == 0), value >> (8 * size - 1), 0, value)


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


TWO_OPERANDS: dict[str, Operation] = {
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
ONE_OPERAND: dict[str, Operation] = {
    "inc": lambda target, source, size, flags: _with_old_carry(add(target, 1, size, flags), flags),
    "dec": lambda target, source, size, flags: _with_old_carry(subtract(target, 1, size, flags), flags),
    "neg": lambda target, source, size, flags: subtract(0, target, size, flags),
    "not": lambda target, source, size, flags: (~target & MASKS[size], flags),
    "sal": _shift(_left),
    "shl": _shift(_left),
    "shr": _shift(_right),
    "sar": _shift(_right_signed),
    "rol": TWO_OPERANDS["rol"],
    "ror": TWO_OPERANDS["ror"],
}
