"""What SSE2's instructions do to the machine: floating-point numbers one by one, then whole vectors (`packed`)."""

import re
from collections.abc import Sequence

from resources.domains.code_optimization.language.vocabulary import size_of
from resources.domains.code_optimization.prediction.simulator import arithmetic as floats
from resources.domains.code_optimization.prediction.simulator import packed
from resources.domains.code_optimization.prediction.simulator.arithmetic import SIZES
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
        return _scalar_move(builder, operands, SIZES[name[3:]])
    if match := _COMPARED.fullmatch(name):
        return _comparison(builder, operands, SIZES[match[1]])
    if match := _TO_INTEGER.fullmatch(name):
        return _to_integer(builder, operands, SIZES[match[2]], truncated=bool(match[1]))
    if match := _FROM_INTEGER.fullmatch(name):
        return _from_integer(builder, operands, match[2], SIZES[match[1]])
    if name in _RESIZED:
        return _changed(builder, operands, *_RESIZED[name])
    if name[:-2] in floats.OPERATIONS and name[-2:] in ("ss", "sd"):
        return _operation(builder, name[:-2], operands, SIZES[name[-2:]])
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


_MOVES = {
    **dict.fromkeys(("movdqa", "movaps", "movapd", "movntdq", "movntps", "movntpd"), True),
    **dict.fromkeys(("movdqu", "movups", "movupd"), False),
}
"""Whether an address in memory has to be a multiple of 16."""
_HALVES = {"movlps": 0, "movlpd": 0, "movhps": 64, "movhpd": 64}
"""Moves of eight bytes between memory and a half of a vector, which lies so many bits up."""
_HALF_SOURCES = ("cvtdq2pd", "cvtps2pd")
"""Read eight bytes where they read memory."""
_ALL = MASKS[16]


def vector_step(builder: Builder, name: str, operands: Sequence[str]) -> Step:
    """Raises UnsupportedConstruct."""
    if len(operands) == 3:
        return _with_constant(builder, name, operands)
    if len(operands) != 2:
        raise UnsupportedConstruct(name)
    if name in _MOVES:
        return _move(builder, operands, _MOVES[name])
    if name in ("movd", "movq"):
        return _low_move(builder, operands, 4 if name == "movd" else 8)
    if name in _HALVES:
        return _half_move(builder, operands, _HALVES[name])
    if name in packed.MASKED:
        source, keep, bits = _read(builder, operands[0]), builder.write(operands[1], 4), packed.MASKED[name]
        return lambda: keep(packed.highest_bits(source(), bits))
    if (scalar := scalar_step(builder, name, operands)) is not None:
        return scalar
    return _of_whole_vectors(builder, name, operands)


def _of_whole_vectors(builder: Builder, name: str, operands: Sequence[str]) -> Step:
    write = _write(builder, operands[1])
    if (convert := packed.converted(name)) is not None:
        given = _low(builder, operands[0], 8) if name in _HALF_SOURCES else _read(builder, operands[0])
        return lambda: write(convert(given()))
    combine = packed.combination(name)
    if combine is None:
        raise UnsupportedConstruct(name)
    is_scalar = name.startswith("cmp") and name[-2] == "s"
    source = _low(builder, operands[0], SIZES[name[-2:]]) if is_scalar else _read(builder, operands[0])
    target = _read(builder, operands[1])
    return lambda: write(combine(target(), source()))


def _with_constant(builder: Builder, name: str, operands: Sequence[str]) -> Step:
    order = builder.read(operands[0], 1)
    if name in packed.SHUFFLES:
        source, target, write = _read(builder, operands[1]), _read(builder, operands[2]), _write(builder, operands[2])
        return lambda: write(packed.shuffled(name, order(), target(), source()))
    if name == "pextrw":
        source, write = _read(builder, operands[1]), builder.write(operands[2], 4)
        return lambda: write(source() >> 16 * (order() & 7) & MASKS[2])
    if name == "pinsrw":
        word, target, write = builder.read(operands[1], 2), _read(builder, operands[2]), _write(builder, operands[2])

        def step() -> None:
            shift = 16 * (order() & 7)
            write(target() & (_ALL ^ MASKS[2] << shift) | word() << shift)

        return step
    raise UnsupportedConstruct(name)


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


def _half_move(builder: Builder, operands: Sequence[str], shift: int) -> Step:
    """The other half of a vector stays."""
    if operands[0].startswith("%"):
        half, store = _read(builder, operands[0]), builder.write(operands[1], 8)
        return lambda: store(half() >> shift & MASKS[8])
    source, target, write = builder.read(operands[0], 8), _read(builder, operands[1]), _write(builder, operands[1])
    kept = _ALL ^ MASKS[8] << shift
    return lambda: write(target() & kept | source() << shift)
