"""What the integer vector instructions of SSE2 do to the machine: moves, logic, sums, comparisons, shuffles, shifts."""

import re
from collections.abc import Callable, Sequence

from resources.domains.code_optimization.interpretation import floats
from resources.domains.code_optimization.interpretation.arithmetic import signed
from resources.domains.code_optimization.interpretation.integers import Builder, Step
from resources.domains.code_optimization.interpretation.machine import MASKS, Ending, PathEndedError
from resources.domains.code_optimization.interpretation.operands import Read, UnmodelledError, Write, address
from resources.domains.code_optimization.interpretation.scalars import scalar_step

_REGISTER = re.compile(r"%xmm(\d|1[0-5])")
_MOVES = {"movdqa": True, "movaps": True, "movapd": True, "movdqu": False, "movups": False, "movupd": False}
"""Whether an address in memory has to be a multiple of 16."""
_BITS = {"b": 8, "w": 16, "d": 32, "q": 64}
_ALL = MASKS[16]
Combine = Callable[[int, int], int]


def lanes(value: int, bits: int) -> list[int]:
    mask = (1 << bits) - 1
    return [value >> shift & mask for shift in range(0, 128, bits)]


def joined(values: Sequence[int], bits: int) -> int:
    mask, total = (1 << bits) - 1, 0
    for place, value in enumerate(values):
        total |= (value & mask) << place * bits
    return total


def vector_step(builder: Builder, name: str, operands: Sequence[str]) -> Step:
    """Raises UnmodelledError."""
    if name in _MOVES and len(operands) == 2:
        return _move(builder, operands, _MOVES[name])
    if name in ("movd", "movq") and len(operands) == 2:
        return _low_move(builder, operands, 4 if name == "movd" else 8)
    if name in ("pshufd", "shufps") and len(operands) == 3:
        return _shuffle(builder, name, operands)
    if (scalar := scalar_step(builder, name, operands)) is not None:
        return scalar
    combine = _combination(name)
    if combine is None or len(operands) != 2:
        raise UnmodelledError(name)
    source, target, write = _read(builder, operands[0]), _read(builder, operands[1]), _write(builder, operands[1])
    return lambda: write(combine(target(), source()))


def _read(builder: Builder, text: str, *, aligned: bool = True) -> Read:
    machine = builder.machine
    if match := _REGISTER.fullmatch(text):
        number = int(match[1])
        return lambda: machine.vectors[number]
    if text.startswith("$"):
        return builder.read(text, 8)
    place = address(machine, text, builder.symbols)

    def load() -> int:
        at = place()
        if aligned and at % 16:
            raise PathEndedError(Ending.MEMORY)
        return machine.load(at, 16)

    return load


def _write(builder: Builder, text: str, *, aligned: bool = True) -> Write:
    machine = builder.machine
    if match := _REGISTER.fullmatch(text):
        number = int(match[1])

        def keep(value: int) -> None:
            machine.vectors[number] = value & _ALL

        return keep
    place = address(machine, text, builder.symbols)

    def store(value: int) -> None:
        at = place()
        if aligned and at % 16:
            raise PathEndedError(Ending.MEMORY)
        machine.store(at, 16, value)

    return store


def _move(builder: Builder, operands: Sequence[str], aligned: bool) -> Step:
    source, write = _read(builder, operands[0], aligned=aligned), _write(builder, operands[1], aligned=aligned)
    return lambda: write(source())


def _low_move(builder: Builder, operands: Sequence[str], size: int) -> Step:
    """The lowest four or eight bytes; the others of a vector become 0."""
    first, last = (_REGISTER.fullmatch(text) for text in operands)
    whole = _read(builder, operands[0]) if first else builder.read(operands[0], size)
    write = _write(builder, operands[1]) if last else builder.write(operands[1], size)
    return lambda: write(whole() & MASKS[size])


def _shuffle(builder: Builder, name: str, operands: Sequence[str]) -> Step:
    order, source, target = (_read(builder, text) for text in operands)
    write = _write(builder, operands[2])

    def step() -> None:
        chosen, given, old = order(), lanes(source(), 32), lanes(target(), 32)
        low = given if name == "pshufd" else old
        places = [chosen >> 2 * lane & 3 for lane in range(4)]
        write(joined([*(low[place] for place in places[:2]), *(given[place] for place in places[2:])], 32))

    return step


def _combination(name: str) -> Combine | None:
    if name in _WHOLE:
        return _WHOLE[name]
    if name[:-2] in floats.OPERATIONS and name[-2:] in ("ps", "pd"):
        return floats.packed(name[:-2], floats.SIZES[name[-2:]])
    if name in ("unpcklps", "unpckhps", "unpcklpd", "unpckhpd"):
        return _interleaving(32 if name.endswith("s") else 64, upper=name[5] == "h")
    if name[:-1] in _BY_LANE and name[-1] in _BITS:
        return _by_lane(_BY_LANE[name[:-1]], _BITS[name[-1]])
    if name.startswith(("punpckl", "punpckh")) and name[7:] in ("bw", "wd", "dq", "qdq"):
        return _interleaving(_BITS[name[7]], upper=name[6] == "h")
    return None


def _by_lane(operation: Callable[[int, int, int], int], bits: int) -> Combine:
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


def _products_in_pairs(target: int, source: int) -> int:
    """pmaddwd: products of signed words, two by two in one sum."""
    pairs = zip(lanes(target, 16), lanes(source, 16), strict=True)
    products = [signed(one, 2) * signed(other, 2) for one, other in pairs]
    return joined([products[place] + products[place + 1] for place in range(0, 8, 2)], 32)


def _even_products(target: int, source: int) -> int:
    """pmuludq: products of the even words of 32 bits."""
    pairs = zip(lanes(target, 64), lanes(source, 64), strict=True)
    return joined([(one & MASKS[4]) * (other & MASKS[4]) for one, other in pairs], 64)


def _shifted(operation: Callable[[int, int, int], int]) -> Callable[[int], Callable[[int, int], int]]:
    def of_bits(bits: int) -> Combine:
        return lambda target, source: joined(
            [operation(value, min(source & MASKS[8], bits), bits) for value in lanes(target, bits)], bits
        )

    return of_bits


_LEFT = _shifted(lambda value, count, bits: value << count if count < bits else 0)
_RIGHT = _shifted(lambda value, count, bits: value >> count)
_RIGHT_SIGNED = _shifted(lambda value, count, bits: signed(value, bits // 8) >> count)
_BY_LANE: dict[str, Callable[[int, int, int], int]] = {
    "padd": lambda one, other, bits: one + other,
    "psub": lambda one, other, bits: one - other,
    "pcmpeq": lambda one, other, bits: -(one == other),
    "pcmpgt": lambda one, other, bits: -(signed(one, bits // 8) > signed(other, bits // 8)),
}
_WHOLE: dict[str, Combine] = {
    **{name: lambda target, source: target ^ source for name in ("pxor", "xorps", "xorpd")},
    **{name: lambda target, source: target & source for name in ("pand", "andps", "andpd")},
    **{name: lambda target, source: target | source for name in ("por", "orps", "orpd")},
    **{name: lambda target, source: ~target & source for name in ("pandn", "andnps", "andnpd")},
    "pmaddwd": _products_in_pairs,
    "pmuludq": _even_products,
    "psrldq": lambda target, source: target >> 8 * min(source, 16),
    "pslldq": lambda target, source: target << 8 * min(source, 16),
    **{f"psll{letter}": _LEFT(bits) for letter, bits in _BITS.items() if letter != "b"},
    **{f"psrl{letter}": _RIGHT(bits) for letter, bits in _BITS.items() if letter != "b"},
    "psraw": _RIGHT_SIGNED(16),
    "psrad": _RIGHT_SIGNED(32),
}
