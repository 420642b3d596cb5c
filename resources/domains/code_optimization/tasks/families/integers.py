"""C's integer types of fixed width, as numbers of Python and as text of C."""

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class IntegerType:
    bits: int
    signed: bool

    @property
    def name(self) -> str:
        return f"{'' if self.signed else 'u'}int{self.bits}_t"

    @cached_property
    def low(self) -> int:
        return -(1 << self.bits - 1) if self.signed else 0

    @cached_property
    def high(self) -> int:
        return (1 << self.bits - self.signed) - 1

    def wrapped(self, value: int) -> int:
        """What a conversion to the type makes of a number."""
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if self.signed and value >> self.bits - 1 else value

    def saturated(self, value: int) -> int:
        return min(max(value, self.low), self.high)


I8, I16, I32, I64 = (IntegerType(bits, True) for bits in (8, 16, 32, 64))
U8, U16, U32, U64 = (IntegerType(bits, False) for bits in (8, 16, 32, 64))


def rotated(value: int, step: int, bits: int = 32) -> int:
    """To the left, by 0 to `bits` - 1."""
    value &= (1 << bits) - 1
    return (value << step | value >> (bits - step)) & ((1 << bits) - 1)


def truncated(value: int, divisor: int) -> int:
    """C's quotient."""
    return abs(value) // abs(divisor) * (1 if (value < 0) == (divisor < 0) else -1)


def constant(value: int) -> str:
    """As C's source has it: the suffix says the type where int is too small, and the least number has no literal."""
    if value == I64.low:
        return "INT64_MIN"
    if -(1 << 31) < value < 1 << 31:
        return str(value)
    return f"INT64_C({value})" if value <= I64.high else f"UINT64_C({value})"
