"""Functions between seconds since 1970 and dates, in UTC: what a sandbox's clock knows of no zone."""

import datetime

from resources.domains.code_optimization.interpretation.library.convention import (
    Function,
    int_of,
    of_integers,
    unknown,
)
from resources.domains.code_optimization.interpretation.library.heap import allocate
from resources.domains.code_optimization.interpretation.machine import MASKS, Machine

_BEGIN = datetime.datetime(1970, 1, 1)
_SIZE = 56
"""Bytes of a `struct tm`, whose numbers are seconds, minutes, hours, day, month, year, weekday, day of the year, and
whether it is summer."""
_MOST_YEARS = 7000


def _seconds(machine: Machine, place: int) -> int:
    """mktime: fields may be out of their ranges, and are put right."""
    second, minute, hour, day, month, year = (int_of(machine.load(place + 4 * field, 4)) for field in range(6))
    years, months = divmod(month, 12)
    if not 0 <= 1900 + year + years - 1 < _MOST_YEARS or abs(day) > 400 * _MOST_YEARS:
        raise unknown()
    try:
        moment = datetime.datetime(1900 + year + years, months + 1, 1)
        moment += datetime.timedelta(days=day - 1, hours=hour, minutes=minute, seconds=second)
    except OverflowError:
        raise unknown() from None
    _store(machine, place, moment)
    return int((moment - _BEGIN).total_seconds())


def _date(machine: Machine, source: int) -> int:
    """gmtime, localtime: each answer lies in memory of its own."""
    return _date_into(machine, source, allocate(machine, _SIZE))


def _date_into(machine: Machine, source: int, place: int) -> int:
    seconds = machine.load(source, 8)
    seconds -= (MASKS[8] + 1) * (seconds >> 63)
    try:
        _store(machine, place, _BEGIN + datetime.timedelta(seconds=seconds))
    except OverflowError:
        raise unknown() from None
    return place


def _store(machine: Machine, place: int, moment: datetime.datetime) -> None:
    parts = moment.timetuple()
    numbers = (parts.tm_sec, parts.tm_min, parts.tm_hour, parts.tm_mday, parts.tm_mon - 1, parts.tm_year - 1900)
    fields = (*numbers, (parts.tm_wday + 1) % 7, parts.tm_yday - 1, 0)
    machine.fill(place, b"".join((field & MASKS[4]).to_bytes(4, "little") for field in fields))


FUNCTIONS: dict[str, Function] = {
    "mktime": of_integers(1, _seconds),
    "timegm": of_integers(1, _seconds),
    "gmtime": of_integers(1, _date),
    "localtime": of_integers(1, _date),
    "gmtime_r": of_integers(2, _date_into),
    "localtime_r": of_integers(2, _date_into),
}
