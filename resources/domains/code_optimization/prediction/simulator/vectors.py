"""What SSE2's instructions do to the machine: floating-point numbers one by one, then vectors of integers."""

import re
from collections.abc import Callable, Sequence

from resources.domains.code_optimization.language.vocabulary import size_of
from resources.domains.code_optimization.prediction.simulator import arithmetic as floats
from resources.domains.code_optimization.prediction.simulator.arithmetic import signed
from resources.domains.code_optimization.prediction.simulator.integers import Builder, Step
from resources.domains.code_optimization.prediction.simulator.memory import MASKS
from resources.domains.code_optimization.prediction.simulator.operands import Read, Write, address
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted, UnsupportedConstruct

_REGISTER = re.compile(r"%xmm(\d|1[0-5])")
_TO_INTEGER = re.compile(r"cvt(t?)(ss|sd)2si([lq]?)")
_FROM_INTEGER = re.compile(r"cvtsi2(ss|sd)([lq]?)")
_RESIZED = {"cvtss2sd": (4, 8), "cvtsd2ss": (8, 4)}
_COMPARED = re.compile(r"u?comi(ss|sd)")
_INTEGERS = {"l": 4, "q": 8}


def scalar_step(builder: Builder, name: str, operands: Sequence[str]) -> Step | None:
    """None for what is no scalar instruction. Raises UnsupportedConstruct."""
    if len(operands) != 2:
        return None
    if name in ("movss", "movsd"):
        return _scalar_move(builder, operands, floats.SIZES[name[3:]])
    if match := _COMPARED.fullmatch(name):
        return _comparison(builder, operands, floats.SIZES[match[1]])
    if match := _TO_INTEGER.fullmatch(name):
        return _to_integer(builder, operands, floats.SIZES[match[2]], truncated=bool(match[1]))
    if match := _FROM_INTEGER.fullmatch(name):
        return _from_integer(builder, operands, match[2], floats.SIZES[match[1]])
    if name in _RESIZED:
        return _changed(builder, operands, *_RESIZED[name])
    if name[:-2] in floats.OPERATIONS and name[-2:] in ("ss", "sd"):
        return _operation(builder, name[:-2], operands, floats.SIZES[name[-2:]])
    return None


def _number(text: str) -> int:
    match = _REGISTER.fullmatch(text)
    if match is None:
        raise UnsupportedConstruct(text)
    return int(match[1])


def _low(builder: Builder, text: str, size: int) -> Read:
    """The lowest bytes of a vector, or as many from memory."""
    if not text.startswith("%"):
        return builder.read(text, size)
    vectors, number, mask = builder.machine.vectors, _number(text), MASKS[size]
    return lambda: vectors[number] & mask


def _scalar_move(builder: Builder, operands: Sequence[str], size: int) -> Step:
    """From memory the rest of the vector becomes zero; from another vector it stays."""
    source, vectors = _low(builder, operands[0], size), builder.machine.vectors
    if not operands[1].startswith("%"):
        write = builder.write(operands[1], size)
        return lambda: write(source())
    number = _number(operands[1])
    kept = MASKS[16] ^ MASKS[size] if operands[0].startswith("%") else 0

    def step() -> None:
        vectors[number] = vectors[number] & kept | source()

    return step


def _operation(builder: Builder, name: str, operands: Sequence[str], size: int) -> Step:
    source, number, vectors = _low(builder, operands[0], size), _number(operands[1]), builder.machine.vectors
    combine = floats.scalar(name, size)

    def step() -> None:
        vectors[number] = combine(vectors[number], source())

    return step


def _comparison(builder: Builder, operands: Sequence[str], size: int) -> Step:
    source, target, machine = _low(builder, operands[0], size), _low(builder, operands[1], size), builder.machine

    def step() -> None:
        machine.flags = floats.compared(target(), source(), size)

    return step


def _to_integer(builder: Builder, operands: Sequence[str], size: int, *, truncated: bool) -> Step:
    to = size_of(operands[1]) or 4
    source, write = _low(builder, operands[0], size), builder.write(operands[1], to)
    return lambda: write(floats.to_integer(source(), size, to, truncated=truncated))


def _from_integer(builder: Builder, operands: Sequence[str], suffix: str, to: int) -> Step:
    size = _INTEGERS.get(suffix) or size_of(operands[0]) or 4
    source, number, vectors = builder.read(operands[0], size), _number(operands[1]), builder.machine.vectors
    kept = MASKS[16] ^ MASKS[to]

    def step() -> None:
        vectors[number] = vectors[number] & kept | floats.from_integer(source(), size, to)

    return step


def _changed(builder: Builder, operands: Sequence[str], size: int, to: int) -> Step:
    source, number, vectors = _low(builder, operands[0], size), _number(operands[1]), builder.machine.vectors
    kept = MASKS[16] ^ MASKS[to]

    def step() -> None:
        vectors[number] = vectors[number] & kept | floats.resized(source(), size, to)

    return step


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
    """Raises UnsupportedConstruct."""
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
        raise UnsupportedConstruct(name)
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
            raise ExecutionHalted(HaltReason.MEMORY)
        return machine.memory.load(at, 16)

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
            raise ExecutionHalted(HaltReason.MEMORY)
        machine.memory.store(at, 16, value)

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
