"""Functions on single numbers, from integers and from texts to floating point."""

import math
import re
import struct
from collections.abc import Callable

from resources.domains.code_optimization.interpretation.library.convention import (
    Function,
    done,
    int_of,
    of_integers,
    text_at,
    unknown,
)
from resources.domains.code_optimization.interpretation.machine import MASKS, Ending, Machine, PathEndedError

_INTEGER = re.compile(rb"[ \t\n\v\f\r]*([-+]?[0-9]{1,18})?")
_LARGE = 1 << 63


def _magnitude(machine: Machine, value: int) -> int:
    return abs(int_of(value))


def _large_magnitude(machine: Machine, value: int) -> int:
    return abs(value - (1 << 64) if value >= _LARGE else value)


def _of_text(machine: Machine, text: int) -> int:
    """atoi: 0 where there is no number."""
    match = _INTEGER.match(text_at(machine, text))
    return int(match[1] or b"0") if match else 0


def _read(machine: Machine, text: int, end: int, base: int) -> int:
    """strtol in base ten."""
    if int_of(base) != 10:
        raise unknown()
    match = _INTEGER.match(text_at(machine, text))
    digits = match[1] if match else None
    if end:
        machine.store(end, 8, text + (match.end() if match and digits else 0))
    return int(digits or b"0")


def _double(bits: int) -> float:
    value: float = struct.unpack("<d", (bits & MASKS[8]).to_bytes(8, "little"))[0]
    return value


def _floating(count: int, work: Callable[..., float]) -> Function:
    """A function of doubles; what Python's refuses is not followed."""

    def function(machine: Machine) -> None:
        values = [_double(machine.vectors[place]) for place in range(count)]
        try:
            result = float(work(*values))
        except (ValueError, OverflowError):
            raise PathEndedError(Ending.UNKNOWN) from None
        done(machine, 0)
        machine.vectors[0] = int.from_bytes(struct.pack("<d", result), "little")

    return function


def _rounded(value: float) -> float:
    """Halves away from zero."""
    whole = math.floor(abs(value))
    return math.copysign(whole + (abs(value) - whole >= 0.5), value)


FUNCTIONS: dict[str, Function] = {
    "abs": of_integers(1, _magnitude),
    "labs": of_integers(1, _large_magnitude),
    "llabs": of_integers(1, _large_magnitude),
    "atoi": of_integers(1, _of_text),
    "atol": of_integers(1, _of_text),
    "strtol": of_integers(3, _read),
    "sqrt": _floating(1, math.sqrt),
    "fabs": _floating(1, math.fabs),
    "floor": _floating(1, math.floor),
    "ceil": _floating(1, math.ceil),
    "round": _floating(1, _rounded),
    "pow": _floating(2, math.pow),
    "fmod": _floating(2, math.fmod),
}
