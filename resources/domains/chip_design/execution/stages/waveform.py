"""Waveforms: what a value change dump says of the candidate's top module, as events.

The candidate's own module asks for the dump, so nothing of the bench is in it. A candidate may write what it likes into
the file: it is read apart, and nothing is judged by it.
"""

import contextlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from resources.domains.chip_design.language.interface import interface_of
from resources.domains.chip_design.language.syntax import module_nodes, parse
from resources.domains.traces import TraceEvent
from resources.execution.reader.apart import apart
from resources.execution.reader.contract import ReaderDied

WAVEFORM = "trace.vcd"
DUMP_BYTES = 4_000_000
_MOST_CHANGES = 200_000
_LATEST = 1 << 62
_WIDEST = 80
"""Characters of a value."""
_CHANGES = {"CHANGE_SCALAR": "scalar_change", "CHANGE_VECTOR": "vector_change", "CHANGE_REAL": "real_change"}
"""By the kind of a token, where it keeps what changed."""


@dataclass(frozen=True)
class Waveform:
    """Changes in the order of the dump; `unit` is what a time counts, such as "1ps"."""

    unit: str
    events: tuple[TraceEvent, ...]


def _nothing(death: ReaderDied, *_: object) -> Waveform:
    return Waveform("", ())


@apart
def dumping(code: str, top: str) -> str | None:
    """The candidate with a dump of its top module, on the line of its `endmodule`; None where there is no such."""
    node = module_nodes(parse(code)).get(top)
    if node is None:
        return None
    text, place = code.encode(), node.endmodule.location.offset
    if text[place : place + len(b"endmodule")] != b"endmodule":
        return None
    dump = f'initial begin $dumpfile("{WAVEFORM}"); $dumplimit({DUMP_BYTES}); $dumpvars(1, {top}); end '
    return (text[:place] + dump.encode() + text[place:]).decode()


@apart
def output_names(reference: str, top: str) -> tuple[str, ...]:
    """The ports by which two designs are compared; empty where the header cannot be found."""
    interface = interface_of(reference, top)
    return () if interface is None else (*interface.named("output"), *interface.named("inout"))


@apart(died=_nothing)
def read_waveform(dump: bytes) -> Waveform:
    """What follows a broken line is left out."""
    from vcd.reader import VCDParseError, tokenize

    reading = _Reading()
    with contextlib.suppress(VCDParseError, ValueError):
        for token in tokenize(io.BytesIO(dump)):
            reading.take(token)
            if len(reading.events) >= _MOST_CHANGES:
                break
    return Waveform(reading.unit, tuple(reading.events))


class _Reading:
    """Tokens of a dump, one after the other. Nets that are one have one code, and several names."""

    def __init__(self) -> None:
        self.unit = "1s"
        self.events: list[TraceEvent] = []
        self._names: dict[str, list[str]] = {}
        self._now = 0

    def take(self, token: Any) -> None:
        if token.kind.name == "TIMESCALE":
            self.unit = f"{int(token.timescale.magnitude)}{token.timescale.unit.value}"
        elif token.kind.name == "VAR" and token.var.type_.value != "parameter":
            self._names.setdefault(token.var.id_code, []).append(token.var.reference)
        elif token.kind.name == "CHANGE_TIME":
            self._now = min(token.time_change, _LATEST)
        elif token.kind.name in _CHANGES:
            self._change(getattr(token, _CHANGES[token.kind.name]))

    def _change(self, change: Any) -> None:
        value = f"0x{change.value:x}" if isinstance(change.value, int) else str(change.value)
        for name in self._names.get(change.id_code, ()):
            self.events.append(TraceEvent(self._now, name, value[:_WIDEST]))


def first_difference(own: Sequence[TraceEvent], expected: Sequence[TraceEvent], names: Sequence[str]) -> int | None:
    """The first time at which one of `names` holds another value in `own` than in `expected`."""
    times = sorted({event.at for event in (*own, *expected) if event.name in names})
    left, right = _states(own, names), _states(expected, names)
    held: tuple[dict[str, str], dict[str, str]] = ({}, {})
    for time in times:
        held[0].update(left.get(time, {}))
        held[1].update(right.get(time, {}))
        if held[0] != held[1]:
            return time
    return None


def _states(events: Sequence[TraceEvent], names: Sequence[str]) -> dict[int, dict[str, str]]:
    """By time, what each of `names` holds once that time is over."""
    states: dict[int, dict[str, str]] = {}
    for event in events:
        if event.name in names:
            states.setdefault(event.at, {})[event.name] = event.value
    return states
