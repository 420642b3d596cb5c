"""Arithmetic on plain numbers: integers with flags, conditions, and floating point as IEEE 754 rounds it.

No machine and no operands here: those are `integers` and `vectors`.
"""

import math
import struct
from collections.abc import Callable

from resources.domains.code_optimization.prediction.simulator.memory import MASKS

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


def _with_old_carry(computed: tuple[int, Flags], flags: Flags) -> tuple[int, Flags]:
    return computed[0], (flags[0], *computed[1][1:])


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


def _bit(change: Callable[[int, int], int]) -> Operation:
    """One bit by its number goes into the carry, and is then changed."""

    def apply(target: int, source: int, size: int, flags: Flags) -> tuple[int, Flags]:
        place = source % (8 * size)
        return change(target, 1 << place), (target >> place & 1, *flags[1:])

    return apply


def _rotate_with_carry(*, leftwards: bool) -> Operation:
    def apply(target: int, source: int, size: int, flags: Flags) -> tuple[int, Flags]:
        width = 8 * size + 1
        count = (source & (63 if size == 8 else 31)) % width
        if not count:
            return target, flags
        whole = flags[0] << 8 * size | target
        count = count if leftwards else width - count
        whole = (whole << count | whole >> width - count) & (1 << width) - 1
        value = whole & MASKS[size]
        return value, (whole >> 8 * size, *flags[1:])

    return apply


def double_shift(
    target: int, source: int, count: int, size: int, flags: Flags, *, leftwards: bool
) -> tuple[int, Flags]:
    """shld and shrd: what is shifted out of `source` comes into `target`."""
    bits, count = 8 * size, count & (63 if size == 8 else 31)
    if not count:
        return target, flags
    if leftwards:
        value, carry = (target << count | source >> bits - count), target >> bits - count
    else:
        value, carry = (target >> count | source << bits - count), target >> count - 1
    value &= MASKS[size]
    top = bits - 1
    return value, (carry & 1, int(value == 0), value >> top, (value ^ target) >> top & 1, value)


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
    "bt": _bit(lambda target, bit: target),
    "bts": _bit(lambda target, bit: target | bit),
    "btr": _bit(lambda target, bit: target & ~bit),
    "btc": _bit(lambda target, bit: target ^ bit),
    "rcl": _rotate_with_carry(leftwards=True),
    "rcr": _rotate_with_carry(leftwards=False),
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
    **{name: TWO_OPERANDS[name] for name in ("ror", "rcl", "rcr")},
}


_FORMS = {4: struct.Struct("<f"), 8: struct.Struct("<d")}
SIZES = {"ss": 4, "sd": 8, "ps": 4, "pd": 8}
_INFINITY = math.inf


def value_of(bits: int, size: int) -> float:
    value: float = _FORMS[size].unpack((bits & MASKS[size]).to_bytes(size, "little"))[0]
    return value


def bits_of(value: float, size: int) -> int:
    try:
        return int.from_bytes(_FORMS[size].pack(value), "little")
    except OverflowError:
        return int.from_bytes(_FORMS[size].pack(math.copysign(_INFINITY, value)), "little")


def _quotient(one: float, other: float) -> float:
    if other == 0.0:
        if one == 0.0 or math.isnan(one):
            return math.nan
        return math.copysign(_INFINITY, one) * math.copysign(1.0, other)
    return one / other


def _root(_: float, value: float) -> float:
    return math.sqrt(value) if value >= 0.0 else math.nan


OPERATIONS: dict[str, Callable[[float, float], float]] = {
    "add": lambda one, other: one + other,
    "sub": lambda one, other: one - other,
    "mul": lambda one, other: one * other,
    "div": _quotient,
    "sqrt": _root,
    "min": lambda one, other: one if one < other else other,
    "max": lambda one, other: one if one > other else other,
}


COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "eq": lambda one, other: one == other,
    "lt": lambda one, other: one < other,
    "le": lambda one, other: one <= other,
    "unord": lambda one, other: math.isnan(one) or math.isnan(other),
    "neq": lambda one, other: one != other,
    "nlt": lambda one, other: not one < other,
    "nle": lambda one, other: not one <= other,
    "ord": lambda one, other: not (math.isnan(one) or math.isnan(other)),
}


def scalar(name: str, size: int) -> Callable[[int, int], int]:
    """On the lowest lane alone: the target's others stay."""
    operation, kept = OPERATIONS[name], MASKS[16] ^ MASKS[size]

    def combine(target: int, source: int) -> int:
        return target & kept | bits_of(operation(value_of(target, size), value_of(source, size)), size)

    return combine


def packed(name: str, size: int) -> Callable[[int, int], int]:
    operation = OPERATIONS[name]

    def combine(target: int, source: int) -> int:
        lanes = 0
        for shift in range(0, 128, 8 * size):
            result = operation(value_of(target >> shift, size), value_of(source >> shift, size))
            lanes |= bits_of(result, size) << shift
        return lanes

    return combine


def compared(target: int, source: int, size: int) -> Flags:
    """As ucomisd says it: all of carry, zero and parity where one is no number."""
    one, other = value_of(target, size), value_of(source, size)
    if math.isnan(one) or math.isnan(other):
        return (1, 1, 0, 0, 0)
    return (int(one < other), int(one == other), 0, 0, 1)


def to_integer(bits: int, size: int, to: int, *, truncated: bool) -> int:
    """The lowest number of the target's size where the value is none of its numbers."""
    value = value_of(bits, size)
    lowest = 1 << (8 * to - 1)
    if math.isnan(value) or math.isinf(value):
        return lowest
    whole = math.trunc(value) if truncated else round(value)
    return whole & MASKS[to] if -lowest <= whole < lowest else lowest


def from_integer(value: int, size: int, to: int) -> int:
    """Rounded once: a single-precision number by way of a double would be rounded twice."""
    number = signed(value & MASKS[size], size)
    if to == 8 or abs(number) < 1 << 53:
        return bits_of(float(number), to)
    kept = abs(number).bit_length() - 24
    scaled, rest = abs(number) >> kept, abs(number) & ((1 << kept) - 1)
    half = 1 << (kept - 1)
    scaled += int(rest > half or (rest == half and scaled % 2 == 1))
    return bits_of(math.copysign(float(scaled << kept), number), to)


def resized(bits: int, size: int, to: int) -> int:
    return bits_of(value_of(bits, size), to)
