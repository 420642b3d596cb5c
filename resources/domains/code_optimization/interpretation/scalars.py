"""Steps for SSE's floating-point instructions: which operands they read and write. What they compute is `floats`."""

import re
from collections.abc import Sequence

from resources.domains.code_optimization.interpretation import floats
from resources.domains.code_optimization.interpretation.integers import Builder, Step
from resources.domains.code_optimization.interpretation.machine import MASKS
from resources.domains.code_optimization.interpretation.operands import Read, UnmodelledError
from resources.domains.code_optimization.registers import size_of

_REGISTER = re.compile(r"%xmm(\d|1[0-5])")
_TO_INTEGER = re.compile(r"cvt(t?)(ss|sd)2si([lq]?)")
_FROM_INTEGER = re.compile(r"cvtsi2(ss|sd)([lq]?)")
_RESIZED = {"cvtss2sd": (4, 8), "cvtsd2ss": (8, 4)}
_COMPARED = re.compile(r"u?comi(ss|sd)")
_INTEGERS = {"l": 4, "q": 8}


def scalar_step(builder: Builder, name: str, operands: Sequence[str]) -> Step | None:
    """None for what is no scalar instruction. Raises UnmodelledError."""
    if len(operands) != 2:
        return None
    if name in ("movss", "movsd"):
        return _move(builder, operands, floats.SIZES[name[3:]])
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
        raise UnmodelledError(text)
    return int(match[1])


def _low(builder: Builder, text: str, size: int) -> Read:
    """The lowest bytes of a vector, or as many from memory."""
    if not text.startswith("%"):
        return builder.read(text, size)
    vectors, number, mask = builder.machine.vectors, _number(text), MASKS[size]
    return lambda: vectors[number] & mask


def _move(builder: Builder, operands: Sequence[str], size: int) -> Step:
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
