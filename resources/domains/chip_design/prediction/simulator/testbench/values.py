"""Values of four states: an int where every bit is known, else Unknown; and the operators that Python has no sign for.

A known value costs nothing but the int: generated code says `(a + b) & 255`, and only where a bit is unknown do the
methods of Unknown answer.
"""

from collections.abc import Callable, Sequence
from typing import Any

Value = Any
"""An int, or an Unknown: which of them, only the run tells."""


class Unknown:
    """Bits of which some are X: `mask` says which, `bits` has the others. Widths are those of the operators around it,
    so a mask may be -1, which is all bits there are."""

    __slots__ = ("bits", "mask")

    def __init__(self, bits: int, mask: int) -> None:
        self.bits, self.mask = bits, mask

    def __bool__(self) -> bool:
        """A condition holds where a bit is known to be 1."""
        return self.bits != 0

    def __and__(self, other: Any) -> Any:
        if other.__class__ is Unknown:
            ones, mask = self.bits & other.bits, self.mask | other.mask
            mask &= (self.bits | self.mask) & (other.bits | other.mask)
            return made(ones, mask)
        return made(self.bits & other, self.mask & other)

    __rand__ = __and__

    def __or__(self, other: Any) -> Any:
        bits, mask = (other.bits, other.mask) if other.__class__ is Unknown else (other, 0)
        ones = self.bits | bits
        return made(ones, (self.mask | mask) & ~ones)

    __ror__ = __or__

    def __xor__(self, other: Any) -> Any:
        bits, mask = (other.bits, other.mask) if other.__class__ is Unknown else (other, 0)
        mask |= self.mask
        return made((self.bits ^ bits) & ~mask, mask)

    __rxor__ = __xor__

    def __invert__(self) -> "Unknown":
        return Unknown(~self.bits & ~self.mask, self.mask)

    def __lshift__(self, count: Any) -> Any:
        return ALL if count.__class__ is Unknown else Unknown(self.bits << count, self.mask << count)

    def __rshift__(self, count: Any) -> Any:
        return ALL if count.__class__ is Unknown else made(self.bits >> count, self.mask >> count)

    def _all(self, *_: Any) -> "Unknown":
        return ALL

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __rlshift__ = __rrshift__ = _all

    def __eq__(self, other: object) -> Any:
        bits, mask = (other.bits, other.mask) if isinstance(other, Unknown) else (other, 0)
        return 0 if (self.bits ^ int(bits)) & ~(self.mask | mask) else BIT  # type: ignore[call-overload]

    def __ne__(self, other: object) -> Any:
        return 1 if (self == other).__class__ is int else BIT

    def _bit(self, _: object) -> "Unknown":
        return BIT

    __lt__ = __le__ = __gt__ = __ge__ = _bit
    __hash__ = None  # type: ignore[assignment]


ALL = Unknown(0, -1)
BIT = Unknown(0, 1)


def made(bits: int, mask: int) -> Value:
    return Unknown(bits & ~mask, mask) if mask else bits


def unknown(width: int) -> Unknown:
    return Unknown(0, (1 << width) - 1)


def known(value: Value) -> int:
    """In two states: X is 0."""
    return value.bits if value.__class__ is Unknown else value


def same(one: Value, two: Value) -> bool:
    """As `===` sees it."""
    if one.__class__ is Unknown or two.__class__ is Unknown:
        return one.__class__ is two.__class__ and one.bits == two.bits and one.mask == two.mask
    return bool(one == two)


def chosen(condition: Value, one: Any, two: Any) -> Any:
    """`condition ? one : two`: where the condition is unknown, what both have in common."""
    if condition.__class__ is not Unknown or condition:
        return one if condition else two
    if one.__class__ is float or two.__class__ is float:
        return two
    (bits, mask), (others, holes) = _split(one), _split(two)
    mask |= holes | (bits ^ others)
    return made(bits & ~mask, mask)


def _split(value: Value) -> tuple[int, int]:
    return (value.bits, value.mask) if isinstance(value, Unknown) else (value, 0)


def truth(value: Value) -> Value:
    """1, 0 or X."""
    if value.__class__ is Unknown:
        return 1 if value else BIT
    return 1 if value else 0


def negated(value: Value) -> Value:
    if value.__class__ is Unknown:
        return 0 if value else BIT
    return 0 if value else 1


def both(one: Value, two: Value) -> Value:
    return truth(one) & truth(two)


def either(one: Value, two: Value) -> Value:
    return truth(one) | truth(two)


def extended(value: Value, width: int, mask: int) -> Value:
    """Sign extension from `width` bits to those of `mask`."""
    sign = 1 << (width - 1)
    if value.__class__ is not Unknown:
        return ((value ^ sign) - sign) & mask
    bits, holes = _split(value)
    return made(((bits ^ sign) - sign) & mask if not holes & sign else bits, _filled(holes, sign) & mask)


def _filled(holes: int, sign: int) -> int:
    return (holes ^ sign) - sign if holes & sign else holes


def signed(value: Value, width: int) -> Value:
    """The number in two's complement, for comparing and dividing."""
    if value.__class__ is Unknown:
        return value
    return value - (1 << width) if value >> (width - 1) else value


def divided(one: Value, two: Value) -> Value:
    if one.__class__ is Unknown or two.__class__ is Unknown or two == 0:
        return ALL
    quotient = abs(one) // abs(two)
    return quotient if (one < 0) == (two < 0) else -quotient


def remainder(one: Value, two: Value) -> Value:
    if one.__class__ is Unknown or two.__class__ is Unknown or two == 0:
        return ALL
    rest: int = abs(one) % abs(two)
    return -rest if one < 0 else rest


def powered(one: Value, two: Value, mask: int) -> Value:
    if one.__class__ is Unknown or two.__class__ is Unknown:
        return ALL
    if two < 0:
        return 1 if one == 1 else ALL if one == 0 else 0
    return pow(one, two, mask + 1)


def shifted_left(value: Value, count: Value, width: int) -> Value:
    if count.__class__ is Unknown:
        return ALL
    return value << count if count < width else 0


def shifted_right(value: Value, count: Value) -> Value:
    return ALL if count.__class__ is Unknown else value >> count


def shifted_arithmetically(value: Value, count: Value, width: int) -> Value:
    if count.__class__ is Unknown:
        return ALL
    mask = (1 << 2 * width) - 1
    return extended(value, width, mask) >> min(count, width)


def repeated(value: Value, ones: int) -> Value:
    """A replication: `ones` has a 1 where each copy begins."""
    bits, mask = _split(value)
    return made(bits * ones, mask * ones)


def all_ones(value: Value, mask: int) -> Value:
    bits, holes = _split(value)
    return 0 if (bits | holes) & mask != mask else BIT if holes else 1


def any_one(value: Value) -> Value:
    return truth(value)


def parity(value: Value) -> Value:
    return BIT if value.__class__ is Unknown else value.bit_count() & 1


def count_ones(value: Value) -> int:
    return known(value).bit_count()


def part(value: Value, low: Value, width: int, size: int) -> Value:
    """`width` bits from `low` on of a value of `size` bits; what lies outside is unknown."""
    if low.__class__ is Unknown:
        return unknown(width)
    inside = value >> low if low >= 0 else value << -low
    mask = (1 << width) - 1
    holes = 0
    if low < 0:
        holes = (1 << min(-low, width)) - 1
    if low + width > size:
        holes |= mask & ~((1 << max(0, size - low)) - 1)
    return (inside & mask) | Unknown(0, holes) if holes else inside & mask


def replaced(old: Value, low: Value, mask: int, new: Value, whole: int) -> Value:
    """`old` with `new` in the place of the bits of `mask` from `low` on; as it is where that is nowhere."""
    if low.__class__ is Unknown:
        return old
    if low < 0:
        mask, new, low = mask >> -low, new >> -low, 0
    covered = (mask << low) & whole
    return (old & ~covered) | ((new & mask) << low) & whole


def element(values: Sequence[Value], index: Value, width: int) -> Value:
    if index.__class__ is Unknown or not 0 <= index < len(values):
        return unknown(width)
    return values[index]


def matches(value: Value, item: Value, dont_care: int, any_unknown: bool) -> bool:
    """casez and casex: `dont_care` are bits that the item leaves open, `any_unknown` lets every X match."""
    (bits, holes), (others, more) = _split(value), _split(item)
    open_bits = dont_care | ((holes | more) if any_unknown else 0)
    return not ((bits ^ others) | (holes ^ more)) & ~open_bits


RUNTIME: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        same, known, chosen, truth, negated, both, either, extended, signed, divided, remainder, powered, shifted_left,
        shifted_right, shifted_arithmetically, repeated, all_ones, any_one, parity, count_ones, part, replaced, element,
        matches, unknown,
    )
}  # fmt: skip
"""What generated code calls by name."""
