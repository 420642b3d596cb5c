"""What an execution trace shows, by its kind: waveforms, pins and register accesses, modelling steps, errors by case,
hot instructions. A kind that nobody knows is a table of its events."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from orchestration.viewer.waveform import Event, Waveform, time_text, waveform

Row = Mapping[str, Any]
_ACCESS = re.compile(r"([RW]) (.+)->(.+)")
_OUTPUT = re.compile(r"output (\d+)(?: (largest error|mean error|elements outside the tolerance))?")
_MOST_ROWS = 400


@dataclass(frozen=True)
class Access:
    """One access of a register: `way` is R or W."""

    time: str
    way: str
    peripheral: str
    register: str
    value: str


@dataclass(frozen=True)
class Step:
    """An event in a table; `line` is the code's, 0 where the trace does not count lines."""

    time: str
    line: int
    name: str
    value: str


@dataclass(frozen=True)
class Cell:
    """One output of one case. `bad` is the share of its elements that are outside the tolerance, 0 to 9; `row` and
    `column` say where the largest error lies, as shares of the output's extent, None where it has other dimensions."""

    shape: str = ""
    largest: str = ""
    mean: str = ""
    outside: str = ""
    bad: int = 0
    row: float | None = None
    column: float | None = None


@dataclass(frozen=True)
class Case:
    number: int
    arguments: str
    cells: tuple[Cell, ...]
    said: tuple[str, ...]


@dataclass(frozen=True)
class TraceView:
    """What of one trace is drawn; what does not apply is empty."""

    kind: str
    left_out: int = 0
    differs: str = ""
    waves: Waveform | None = None
    accesses: tuple[Access, ...] = ()
    steps: tuple[Step, ...] = ()
    cases: tuple[Case, ...] = ()
    counts: Mapping[int, int] = field(default_factory=dict)
    rows_left_out: int = 0


def trace_view(trace: Row) -> TraceView:
    makers: Mapping[str, Callable[[Row], TraceView]] = {
        "waveform": _waveform,
        "board activity": _board,
        "errors by case": _errors,
        "executed instructions": _instructions,
    }
    return makers.get(trace["kind"], _steps)(trace)


def _waveform(trace: Row) -> TraceView:
    waves = waveform(trace["events"], trace["unit"], trace["differs_at"]) if trace["events"] else None
    return TraceView(trace["kind"], trace["left_out"], _differs(trace), waves=waves)


def _board(trace: Row) -> TraceView:
    """Pins move; registers are read and written."""
    read = [(event, _ACCESS.fullmatch(event["name"])) for event in trace["events"]]
    pins = [event for event, access in read if access is None]
    accesses = tuple(
        Access(time_text(event["at"], trace["unit"]), access[1], access[2], access[3], event["value"])
        for event, access in read
        if access is not None
    )
    waves = waveform(pins, trace["unit"], None) if pins else None
    left = max(0, len(accesses) - _MOST_ROWS)
    return TraceView(
        trace["kind"], trace["left_out"], _differs(trace), waves, accesses[:_MOST_ROWS], rows_left_out=left
    )


def _steps(trace: Row) -> TraceView:
    by_line = trace["unit"] == "line"
    steps = tuple(
        Step(time_text(event["at"], trace["unit"]), event["at"] if by_line else 0, event["name"], event["value"])
        for event in trace["events"][:_MOST_ROWS]
    )
    left = max(0, len(trace["events"]) - _MOST_ROWS)
    return TraceView(trace["kind"], trace["left_out"], _differs(trace), steps=steps, rows_left_out=left)


def _instructions(trace: Row) -> TraceView:
    """How often each line of the code was executed; of several instructions in a line, the most."""
    counts: dict[int, int] = {}
    for event in trace["events"]:
        if str(event["value"]).isdecimal():
            counts[event["at"]] = max(counts.get(event["at"], 0), int(event["value"]))
    return TraceView(trace["kind"], trace["left_out"], counts=counts)


def _errors(trace: Row) -> TraceView:
    by_case: dict[int, list[Event]] = {}
    for event in trace["events"]:
        by_case.setdefault(event["at"], []).append(event)
    cases = tuple(_case(number, events) for number, events in sorted(by_case.items()))
    return TraceView(trace["kind"], trace["left_out"], _differs(trace), cases=cases)


def _case(number: int, events: Sequence[Event]) -> Case:
    outputs: dict[int, dict[str, str]] = {}
    arguments, said = "", list[str]()
    for event in events:
        found = _OUTPUT.fullmatch(event["name"])
        if found:
            outputs.setdefault(int(found[1]), {})[found[2] or "shape"] = event["value"]
        elif event["name"] == "arguments":
            arguments = event["value"]
        else:
            said.append(f"{event['name']}: {event['value']}")
    return Case(number, arguments, tuple(_cell(outputs[key]) for key in sorted(outputs)), tuple(said))


def _cell(said: Mapping[str, str]) -> Cell:
    shape, largest = said.get("shape", ""), said.get("largest error", "")
    outside = said.get("elements outside the tolerance", "")
    counted = re.fullmatch(r"(\d+) of (\d+)", outside)
    share = int(counted[1]) / max(1, int(counted[2])) if counted else 0.0
    row, column = _place(shape, largest) if share else (None, None)
    bad = max(1, round(9 * share)) if share else 0
    return Cell(shape, largest, said.get("mean error", ""), outside, bad, row, column)


def _place(shape: str, largest: str) -> tuple[float | None, float | None]:
    """Where in a one- or two-dimensional output the largest error lies."""
    extent, place = list(_numbers(shape)), list(_numbers(largest.partition(" at ")[2]))
    if len(extent) != len(place) or not 1 <= len(extent) <= 2 or 0 in extent:
        return None, None
    shares = [(each + 0.5) / length for each, length in zip(place, extent, strict=True)]
    return (0.5, shares[0]) if len(shares) == 1 else (shares[0], shares[1])


def _numbers(text: str) -> Iterator[int]:
    found = re.match(r"\(([\d, ]*)\)", text)
    yield from (int(part) for part in found[1].split(",") if part.strip()) if found else ()


def _differs(trace: Row) -> str:
    return "" if trace["differs_at"] is None else time_text(trace["differs_at"], trace["unit"])
