"""What SSE2's instructions make of two vectors, as functions of whole numbers: no machine and no operands here."""

from collections.abc import Callable, Sequence

from resources.domains.code_optimization.prediction.simulator import arithmetic as floats
from resources.domains.code_optimization.prediction.simulator.arithmetic import signed
from resources.domains.code_optimization.prediction.simulator.memory import MASKS

BITS = {"b": 8, "w": 16, "d": 32, "q": 64}
Combine = Callable[[int, int], int]
"""(target, source) → target."""
_Lane = Callable[[int, int, int], int]
"""(target, source, bits) → a lane, of which too much is cut off."""


def lanes(value: int, bits: int) -> list[int]:
    mask = (1 << bits) - 1
    return [value >> shift & mask for shift in range(0, 128, bits)]


def joined(values: Sequence[int], bits: int) -> int:
    mask, total = (1 << bits) - 1, 0
    for place, value in enumerate(values):
        total |= (value & mask) << place * bits
    return total


def combination(name: str) -> Combine | None:
    """None for what combines no two vectors."""
    if name in _WHOLE:
        return _WHOLE[name]
    if name[:-2] in floats.OPERATIONS and name[-2:] in ("ps", "pd"):
        return floats.packed(name[:-2], floats.SIZES[name[-2:]])
    if name in ("unpcklps", "unpckhps", "unpcklpd", "unpckhpd"):
        return _interleaving(32 if name.endswith("s") else 64, upper=name[5] == "h")
    if name[:-1] in _BY_LANE and name[-1] in BITS:
        return _by_lane(_BY_LANE[name[:-1]], BITS[name[-1]])
    if name.startswith(("punpckl", "punpckh")) and name[7:] in ("bw", "wd", "dq", "qdq"):
        return _interleaving(BITS[name[7]], upper=name[6] == "h")
    return _compared(name)


def _by_lane(operation: _Lane, bits: int) -> Combine:
    def combine(target: int, source: int) -> int:
        pairs = zip(lanes(target, bits), lanes(source, bits), strict=True)
        return joined([operation(one, other, bits) for one, other in pairs], bits)

    return combine


def _interleaving(bits: int, *, upper: bool) -> Combine:
    def combine(target: int, source: int) -> int:
        old, new = lanes(target, bits), lanes(source, bits)
        half = len(old) // 2
        chosen = range(half, 2 * half) if upper else range(half)
        return joined([value for place in chosen for value in (old[place], new[place])], bits)

    return combine


def _compared(name: str) -> Combine | None:
    """cmpltps and its like: all bits of a lane where the comparison holds."""
    if not name.startswith("cmp") or name[-2:] not in floats.SIZES or name[3:-2] not in floats.COMPARISONS:
        return None
    holds, size, kept = floats.COMPARISONS[name[3:-2]], floats.SIZES[name[-2:]], 0
    count = 1 if name[-2] == "s" else 16 // size
    kept = MASKS[16] ^ ((1 << 8 * size * count) - 1)

    def combine(target: int, source: int) -> int:
        total = target & kept
        for shift in range(0, 8 * size * count, 8 * size):
            one, other = floats.value_of(target >> shift, size), floats.value_of(source >> shift, size)
            total |= MASKS[size] << shift if holds(one, other) else 0
        return total

    return combine


def _products_in_pairs(target: int, source: int) -> int:
    """pmaddwd: products of signed words, two by two in one sum."""
    pairs = zip(lanes(target, 16), lanes(source, 16), strict=True)
    products = [signed(one, 2) * signed(other, 2) for one, other in pairs]
    return joined([products[place] + products[place + 1] for place in range(0, 8, 2)], 32)


def _even_products(target: int, source: int) -> int:
    """pmuludq: products of the even words of 32 bits."""
    pairs = zip(lanes(target, 64), lanes(source, 64), strict=True)
    return joined([(one & MASKS[4]) * (other & MASKS[4]) for one, other in pairs], 64)


def _differences(target: int, source: int) -> int:
    """psadbw: differences of bytes, eight by eight in one sum."""
    apart = [abs(one - other) for one, other in zip(lanes(target, 8), lanes(source, 8), strict=True)]
    return joined([sum(apart[:8]), sum(apart[8:])], 64)


def _packing(bits: int, low: int, high: int) -> Combine:
    """Signed lanes of so many bits as the nearest of half as many."""

    def combine(target: int, source: int) -> int:
        values = [signed(value, bits // 8) for part in (target, source) for value in lanes(part, bits)]
        return joined([min(max(value, low), high) for value in values], bits // 2)

    return combine


def _saturated(operation: Callable[[int, int], int], *, is_signed: bool) -> _Lane:
    def of_lane(one: int, other: int, bits: int) -> int:
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if is_signed else (0, (1 << bits) - 1)
        if is_signed:
            one, other = signed(one, bits // 8), signed(other, bits // 8)
        return min(max(operation(one, other), low), high)

    return of_lane


def _of_signed(operation: Callable[[int, int], int]) -> _Lane:
    return lambda one, other, bits: operation(signed(one, bits // 8), signed(other, bits // 8))


def _shifted(operation: _Lane) -> Callable[[int], Combine]:
    def of_bits(bits: int) -> Combine:
        return lambda target, source: joined(
            [operation(value, min(source & MASKS[8], bits), bits) for value in lanes(target, bits)], bits
        )

    return of_bits


def _plus(one: int, other: int) -> int:
    return one + other


def _minus(one: int, other: int) -> int:
    return one - other


_LEFT = _shifted(lambda value, count, bits: value << count if count < bits else 0)
_RIGHT = _shifted(lambda value, count, bits: value >> count)
_RIGHT_SIGNED = _shifted(lambda value, count, bits: signed(value, bits // 8) >> count)
_BY_LANE: dict[str, _Lane] = {
    "padd": lambda one, other, bits: one + other,
    "psub": lambda one, other, bits: one - other,
    "pcmpeq": lambda one, other, bits: -(one == other),
    "pcmpgt": lambda one, other, bits: -(signed(one, bits // 8) > signed(other, bits // 8)),
    "padds": _saturated(_plus, is_signed=True),
    "psubs": _saturated(_minus, is_signed=True),
    "paddus": _saturated(_plus, is_signed=False),
    "psubus": _saturated(_minus, is_signed=False),
    "pmins": _of_signed(min),
    "pmaxs": _of_signed(max),
    "pminu": lambda one, other, bits: min(one, other),
    "pmaxu": lambda one, other, bits: max(one, other),
    "pavg": lambda one, other, bits: one + other + 1 >> 1,
}
_WHOLE: dict[str, Combine] = {
    **{name: lambda target, source: target ^ source for name in ("pxor", "xorps", "xorpd")},
    **{name: lambda target, source: target & source for name in ("pand", "andps", "andpd")},
    **{name: lambda target, source: target | source for name in ("por", "orps", "orpd")},
    **{name: lambda target, source: ~target & source for name in ("pandn", "andnps", "andnpd")},
    "pmaddwd": _products_in_pairs,
    "pmuludq": _even_products,
    "psadbw": _differences,
    "pmullw": _by_lane(lambda one, other, bits: one * other, 16),
    "pmulhuw": _by_lane(lambda one, other, bits: one * other >> 16, 16),
    "pmulhw": _by_lane(_of_signed(lambda one, other: one * other >> 16), 16),
    "packsswb": _packing(16, -(1 << 7), (1 << 7) - 1),
    "packuswb": _packing(16, 0, (1 << 8) - 1),
    "packssdw": _packing(32, -(1 << 15), (1 << 15) - 1),
    "psrldq": lambda target, source: target >> 8 * min(source, 16),
    "pslldq": lambda target, source: target << 8 * min(source, 16),
    **{f"psll{letter}": _LEFT(bits) for letter, bits in BITS.items() if letter != "b"},
    **{f"psrl{letter}": _RIGHT(bits) for letter, bits in BITS.items() if letter != "b"},
    "psraw": _RIGHT_SIGNED(16),
    "psrad": _RIGHT_SIGNED(32),
    "movhlps": lambda target, source: target & MASKS[8] << 64 | source >> 64,
    "movlhps": lambda target, source: target & MASKS[8] | (source & MASKS[8]) << 64,
}


def shuffled(name: str, order: int, target: int, source: int) -> int:
    """pshufd and its like."""
    if name in ("pshuflw", "pshufhw"):
        words, first = lanes(source, 16), 4 * (name == "pshufhw")
        words[first : first + 4] = [words[first + (order >> 2 * place & 3)] for place in range(4)]
        return joined(words, 16)
    bits = 64 if name == "shufpd" else 32
    given, old = lanes(source, bits), lanes(source if name == "pshufd" else target, bits)
    width, half = len(given).bit_length() - 1, len(given) // 2
    places = [order >> width * lane & len(given) - 1 for lane in range(len(given))]
    return joined([*(old[place] for place in places[:half]), *(given[place] for place in places[half:])], bits)


SHUFFLES = ("pshufd", "shufps", "shufpd", "pshuflw", "pshufhw")


def converted(name: str) -> Callable[[int], int] | None:
    """cvtdq2ps and its like on a whole vector; None for another mnemonic."""
    match name:
        case "cvtdq2ps":
            return lambda source: joined([floats.from_integer(lane, 4, 4) for lane in lanes(source, 32)], 32)
        case "cvtdq2pd":
            return lambda source: joined([floats.from_integer(lane, 4, 8) for lane in lanes(source, 32)[:2]], 64)
        case "cvtps2pd":
            return lambda source: joined([floats.resized(lane, 4, 8) for lane in lanes(source, 32)[:2]], 64)
        case "cvtpd2ps":
            return lambda source: joined([floats.resized(lane, 8, 4) for lane in lanes(source, 64)], 32)
        case "cvtps2dq" | "cvttps2dq":
            return lambda source: joined(_integers(source, 4, name), 32)
        case "cvtpd2dq" | "cvttpd2dq":
            return lambda source: joined(_integers(source, 8, name), 32)
    return None


def _integers(source: int, size: int, name: str) -> list[int]:
    return [floats.to_integer(lane, size, 4, truncated=name[3] == "t") for lane in lanes(source, 8 * size)]


MASKED = {"pmovmskb": 8, "movmskps": 32, "movmskpd": 64}
"""Bits of a lane whose highest bits are gathered."""


def highest_bits(source: int, bits: int) -> int:
    return sum((lane >> bits - 1) << place for place, lane in enumerate(lanes(source, bits)))
