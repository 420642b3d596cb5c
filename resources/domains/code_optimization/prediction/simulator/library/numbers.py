"""Functions on single numbers and on dates in UTC: what a sandbox's clock knows of no zone."""

import datetime
import math
import re
import struct
from collections.abc import Callable

from resources.domains.code_optimization.prediction.simulator.library.convention import (
    Function,
    done,
    int_of,
    of_integers,
    text_at,
)
from resources.domains.code_optimization.prediction.simulator.library.memory import allocate
from resources.domains.code_optimization.prediction.simulator.machine import Machine
from resources.domains.code_optimization.prediction.simulator.memory import MASKS
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

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
        raise UnsupportedConstruct()
    match = _INTEGER.match(text_at(machine, text))
    digits = match[1] if match else None
    if end:
        machine.memory.store(end, 8, text + (match.end() if match and digits else 0))
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
            raise UnsupportedConstruct() from None
        done(machine, 0)
        machine.vectors[0] = int.from_bytes(struct.pack("<d", result), "little")

    return function


def _rounded(value: float) -> float:
    """Halves away from zero."""
    whole = math.floor(abs(value))
    return math.copysign(whole + (abs(value) - whole >= 0.5), value)


_NUMBERS: dict[str, Function] = {
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


_BEGIN = datetime.datetime(1970, 1, 1)
_SIZE = 56
"""Bytes of a `struct tm`, whose numbers are seconds, minutes, hours, day, month, year, weekday, day of the year, and
whether it is summer."""
_MOST_YEARS = 7000


def _seconds(machine: Machine, place: int) -> int:
    """mktime: fields may be out of their ranges, and are put right."""
    second, minute, hour, day, month, year = (int_of(machine.memory.load(place + 4 * field, 4)) for field in range(6))
    years, months = divmod(month, 12)
    if not 0 <= 1900 + year + years - 1 < _MOST_YEARS or abs(day) > 400 * _MOST_YEARS:
        raise UnsupportedConstruct()
    try:
        moment = datetime.datetime(1900 + year + years, months + 1, 1)
        moment += datetime.timedelta(days=day - 1, hours=hour, minutes=minute, seconds=second)
    except OverflowError:
        raise UnsupportedConstruct() from None
    _store(machine, place, moment)
    return int((moment - _BEGIN).total_seconds())


def _date(machine: Machine, source: int) -> int:
    """gmtime, localtime: each answer lies in memory of its own."""
    return _date_into(machine, source, allocate(machine, _SIZE))


def _date_into(machine: Machine, source: int, place: int) -> int:
    seconds = machine.memory.load(source, 8)
    seconds -= (MASKS[8] + 1) * (seconds >> 63)
    try:
        _store(machine, place, _BEGIN + datetime.timedelta(seconds=seconds))
    except OverflowError:
        raise UnsupportedConstruct() from None
    return place


def _store(machine: Machine, place: int, moment: datetime.datetime) -> None:
    parts = moment.timetuple()
    numbers = (parts.tm_sec, parts.tm_min, parts.tm_hour, parts.tm_mday, parts.tm_mon - 1, parts.tm_year - 1900)
    fields = (*numbers, (parts.tm_wday + 1) % 7, parts.tm_yday - 1, 0)
    machine.memory.fill(place, b"".join((field & MASKS[4]).to_bytes(4, "little") for field in fields))


_DATES: dict[str, Function] = {
    "mktime": of_integers(1, _seconds),
    "timegm": of_integers(1, _seconds),
    "gmtime": of_integers(1, _date),
    "localtime": of_integers(1, _date),
    "gmtime_r": of_integers(2, _date_into),
    "localtime_r": of_integers(2, _date_into),
}


FUNCTIONS: dict[str, Function] = _NUMBERS | _DATES
