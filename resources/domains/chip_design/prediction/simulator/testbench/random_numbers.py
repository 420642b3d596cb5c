"""`$random` and `$urandom` as Icarus computes them: annex N of IEEE 1364-2005, in 32 bits."""

from dataclasses import dataclass

_FRACTION = 0.00000011920928955078125
_LOW, _HIGH = -(1 << 31), (1 << 31) - 1


def drawn(seed: int, low: int = _LOW, high: int = _HIGH) -> tuple[int, int]:
    """A number from `low` to `high`, and the next seed."""
    seed = (69069 * (seed or 259341593) + 1) & 0xFFFFFFFF
    fraction = 1.0 + (seed >> 9) * _FRACTION
    fraction = fraction + fraction * _FRACTION - 1.0
    if high != _HIGH:
        number = (float(high + 1) - low) * fraction + low
    elif low != _LOW:
        number = (float(high) - (low - 1)) * fraction + (low - 1) + 1.0
    else:
        number = (float(high) - low) * fraction + low
        number = (number + 2147483648.0) / 4294967295.0 * 4294967296.0 - 2147483648.0
    return min(max(int(number if number >= 0 else number - 1), low), high), seed


@dataclass
class RandomNumbers:
    """The streams of one run."""

    seed: int = 0
    unsigned_seed: int = 0

    def random(self) -> int:
        number, self.seed = drawn(self.seed)
        return number & 0xFFFFFFFF

    def urandom(self) -> int:
        return self.urandom_range(0xFFFFFFFF, 0)

    def urandom_range(self, one: int, two: int = 0) -> int:
        low, high = min(one, two), max(one, two)
        number, self.unsigned_seed = drawn(self.unsigned_seed, low + _LOW, high + _LOW)
        return number - _LOW
