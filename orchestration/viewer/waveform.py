"""Signals over time as SVG, a lane each: single bits as steps, words as boxes with their values.

Names and values come from a candidate; they are escaped, and none becomes an attribute unescaped.
"""

import itertools
import re
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

Event = Mapping[str, Any]
HEIGHT, HIGH, LOW = 26, 5, 21
_MIDDLE = (HIGH + LOW) // 2
_LEAST_WIDTH, _MOST_WIDTH, _PER_EVENT, _TAIL = 720, 16000, 40, 60
_UNEVEN = 40.0
"""Where the longest pause is so many times the median one, times stand at equal distances instead."""
_CHARACTER = 6.6
_AGAIN = 400
"""A value that is held for long is written again so many pixels on: somebody who has scrolled there sees it, too."""
MOST_LANES = 64
_TICKS = 90


@dataclass(frozen=True)
class Lane:
    name: str
    picture: Markup


@dataclass(frozen=True)
class Waveform:
    """`to_scale` is False where pauses are not drawn as long as they were; `left_out` counts lanes."""

    axis: Markup
    lanes: tuple[Lane, ...]
    to_scale: bool
    left_out: int


@dataclass(frozen=True)
class Scale:
    """From a time to a place."""

    places: Mapping[int, float]
    width: int
    to_scale: bool

    def at(self, time: int) -> float:
        return self.places[time]


@dataclass(frozen=True)
class _Held:
    """A value over a time, in places."""

    start: float
    end: float
    value: str
    time: int


def waveform(events: Sequence[Event], unit: str, differs_at: int | None) -> Waveform:
    scale = _scale(sorted({event["at"] for event in events} | ({differs_at} if differs_at is not None else set())))
    mark = None if differs_at is None else scale.at(differs_at)
    by_name: dict[str, list[Event]] = {}
    for event in events:
        by_name.setdefault(event["name"], []).append(event)
    names = sorted(by_name, key=_order)
    lanes = [Lane(name, _lane(list(_held(by_name[name], scale)), unit, scale.width, mark)) for name in names]
    return Waveform(
        _axis(scale, unit, mark), tuple(lanes[:MOST_LANES]), scale.to_scale, max(0, len(lanes) - MOST_LANES)
    )


def _order(name: str) -> tuple[int, str]:
    """Clocks and resets first, as people lay waveforms out."""
    head = name.lower()
    return (0 if "clk" in head or "clock" in head else 1 if "rst" in head or "reset" in head else 2, head)


def _scale(times: Sequence[int]) -> Scale:
    width = min(_MOST_WIDTH, max(_LEAST_WIDTH, _PER_EVENT * len(times)))
    pauses = [later - earlier for earlier, later in itertools.pairwise(times)] or [1]
    to_scale = max(pauses) <= _UNEVEN * statistics.median(pauses)
    first, length = times[0], max(1, times[-1] - times[0])
    inner = width - _TAIL
    if to_scale:
        return Scale({time: inner * (time - first) / length for time in times}, width, True)
    step = inner / max(1, len(times) - 1)
    return Scale({time: step * number for number, time in enumerate(times)}, width, False)


def _held(events: Sequence[Event], scale: Scale) -> Iterator[_Held]:
    """Of several values at one time, the last."""
    values = {event["at"]: str(event["value"]) for event in events}
    ends = [*(scale.at(time) for time in list(values)[1:]), float(scale.width)]
    for (time, value), end in zip(values.items(), ends, strict=True):
        yield _Held(scale.at(time), end, value, time)


def _lane(held: Sequence[_Held], unit: str, width: int, mark: float | None) -> Markup:
    is_bit = all(re.fullmatch(r"(0b)?[01xzXZ]", piece.value) for piece in held)
    drawn = _bits(held, unit) if is_bit else Markup().join(_word(piece, unit) for piece in held)
    return _svg(width, HEIGHT, drawn + _mark(mark, HEIGHT))


def _bits(held: Sequence[_Held], unit: str) -> Markup:
    path, boxes = "", Markup()
    for piece in held:
        bit = piece.value[-1].lower()
        level = {"0": LOW, "1": HIGH}.get(bit, _MIDDLE)
        path += f"{'L' if path else 'M'}{piece.start:.1f} {level}H{piece.end:.1f}"
        if bit == "x":
            boxes += _rect(piece, "unknown")
        boxes += _hover(piece, unit)
    return Markup('<path class="bit" d="{}"/>').format(path) + boxes


def _word(piece: _Held, unit: str) -> Markup:
    slant = min(4.0, (piece.end - piece.start) / 2)
    left, right = piece.start, piece.end
    points = (
        f"{left:.1f},{_MIDDLE} {left + slant:.1f},{HIGH} {right - slant:.1f},{HIGH} {right:.1f},{_MIDDLE} "
        f"{right - slant:.1f},{LOW} {left + slant:.1f},{LOW}"
    )
    kind = "unknown" if "x" in piece.value.lower().removeprefix("0x") else "word"
    box = Markup('<polygon class="{}" points="{}"/>').format(kind, points)
    return box + _texts(left, right, piece.value) + _hover(piece, unit)


def _texts(left: float, right: float, value: str) -> Markup:
    """The value, cut where its box is short and written again where it is long."""
    room = int((right - left - 8) / _CHARACTER)
    if len(value) > room and room < 3:
        return Markup()
    shown = value if len(value) <= room else f"{value[: room - 1]}…"
    length = _CHARACTER * len(shown)
    places = range(round(left) + 6, max(round(right - length), round(left) + 7), max(_AGAIN, round(2 * length)))
    return Markup().join(Markup('<text x="{}" y="{}">{}</text>').format(x, _MIDDLE + 4, shown) for x in places)


def _rect(piece: _Held, kind: str) -> Markup:
    return Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>').format(
        kind, f"{piece.start:.1f}", HIGH, f"{piece.end - piece.start:.1f}", LOW - HIGH
    )


def _hover(piece: _Held, unit: str) -> Markup:
    """What the pointer tells."""
    said = Markup("<title>{} from {}</title>").format(piece.value, time_text(piece.time, unit))
    return Markup('<rect class="hover" x="{}" y="0" width="{}" height="{}">{}</rect>').format(
        f"{piece.start:.1f}", f"{max(1.0, piece.end - piece.start):.1f}", HEIGHT, said
    )


def _axis(scale: Scale, unit: str, mark: float | None) -> Markup:
    drawn, last = Markup(), -float(_TICKS)
    for time, place in scale.places.items():
        if place - last >= _TICKS:
            drawn += Markup('<path class="tick" d="M{} 16V22"/><text x="{}" y="13">{}</text>').format(
                f"{place:.1f}", f"{place:.1f}", time_text(time, unit)
            )
            last = place
    return _svg(scale.width, 22, drawn + _mark(mark, 22))


def _mark(place: float | None, height: int) -> Markup:
    if place is None:
        return Markup()
    return Markup('<path class="differs" d="M{} 0V{}"><title>differs from here on</title></path>').format(
        f"{place:.1f}", height
    )


def _svg(width: int, height: int, drawn: Markup) -> Markup:
    return Markup('<svg class="wave" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img">{2}</svg>').format(
        width, height, drawn
    )


_STEPS = ("ps", "ns", "µs", "ms", "s")


def time_text(time: int, unit: str) -> str:
    """A time in the largest unit that keeps it above one; other units (line, case) stay as they are."""
    found = re.fullmatch(r"(\d*)\s*(ps|ns|us|µs|ms|s)", unit)
    if not found:
        return f"{unit} {time}"
    value, step = float(time) * int(found[1] or 1), _STEPS.index(found[2].replace("us", "µs"))
    while value >= 1000 and step < len(_STEPS) - 1:
        value, step = value / 1000, step + 1
    return f"{value:.6g} {_STEPS[step]}"
