"""Scenarios of a task: what happens from outside, for how long, and the checks on it. Read from checks.yaml.

What enters the sandbox is `for_model`: stimuli and devices, no expectation.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, Literal

import yaml
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from resources.domains.embedded_systems.execution.checks.demands import (
    AlwaysCheck,
    CopyCheck,
    DeedCheck,
    Demand,
    DrivenCheck,
    PacedCheck,
    PointsCheck,
    RemembersCheck,
    SeenCheck,
    SequenceCheck,
    StatesCheck,
    StoredCheck,
    WordsCheck,
)
from resources.domains.embedded_systems.execution.checks.records import Check, MemoryCheck, Pin
from resources.execution.errors import PermanentEnvironmentFailure

CHECKS_FILE = "checks.yaml"
_STRICT = ConfigDict(extra="forbid")
_NS_OF_MS = 1_000_000
_FRAME_BITS = 10


@dataclass(frozen=True)
class UartInput:
    """Bytes that arrive one after the other from a time on; `gap_us` is the pause after each.

    With `until_ms`, it is one byte that may begin at any time from `at_ms` to then; the checks hold for each.
    """

    __pydantic_config__ = _STRICT
    at_ms: float
    uart: str
    text: str = ""
    octets: tuple[int, ...] = ()
    baud: int = 115200
    gap_us: float = 0.0
    until_ms: float | None = None


@dataclass(frozen=True)
class PinInput:
    """A pin is driven from outside; null lets go of it. `changes` counts levels in turn, `every_us` apart.

    With `until_ms`, it may happen at any time from `at_ms` to then; with `after`, only when that pin has risen,
    `lag_us` later.
    """

    __pydantic_config__ = _STRICT
    at_ms: float
    pin: Pin
    level: Annotated[int, Field(ge=0, le=1)] | None
    changes: Annotated[int, Field(ge=1, le=1000)] = 1
    every_us: float = 0.0
    until_ms: float | None = None
    after: Pin | None = None
    lag_us: Annotated[float, Field(ge=0)] = 0.0


@dataclass(frozen=True)
class AnalogInput:
    """What an ADC channel converts to from now on."""

    __pydantic_config__ = _STRICT
    at_ms: float
    adc: Annotated[int, Field(ge=0, le=18)]
    value: Annotated[int, Field(ge=0, le=4095)]


@dataclass(frozen=True)
class ResetInput:
    """NRST is pulled low for a moment."""

    __pydantic_config__ = _STRICT
    at_ms: float
    reset: Literal["pin"]


Stimulus = UartInput | PinInput | AnalogInput | ResetInput


@dataclass(frozen=True)
class ScenarioRecord:
    """One run from power-up. At most `resets` resets are part of it; one more ends it."""

    __pydantic_config__ = _STRICT
    name: str
    duration_ms: Annotated[float, Field(gt=0, le=300_000)]
    checks: Annotated[tuple[Check, ...], Field(min_length=1)]
    demands: tuple[Demand, ...] = ()
    """What is asked of the means; the simulator, which knows of no conduct, leaves them out."""
    stimuli: tuple[Stimulus, ...] = ()
    devices: tuple[dict[str, Any], ...] = ()
    resets: int = 0
    held_us: Annotated[float, Field(ge=0)] = 0.0
    """The checks hold, too, where the CPU is held up so long once, at any instruction."""


@dataclass(frozen=True)
class TaskChecks:
    """checks.yaml: the scenarios of one task."""

    __pydantic_config__ = _STRICT
    scenarios: Annotated[tuple[ScenarioRecord, ...], Field(min_length=1)]


@lru_cache(maxsize=512)
def read_checks(text: str) -> TaskChecks:
    """Raises PermanentEnvironmentFailure where the text is no checks.yaml: the bundle is broken then."""
    try:
        checks = TypeAdapter(TaskChecks).validate_python(yaml.safe_load(text))
    except yaml.YAMLError as error:
        raise PermanentEnvironmentFailure(f"{CHECKS_FILE}: {' '.join(str(error).split())}") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise PermanentEnvironmentFailure(f"{CHECKS_FILE}: {place}: {first['msg']}") from error
    for scenario in checks.scenarios:
        _check_open_times(scenario)
    return checks


def _check_open_times(scenario: ScenarioRecord) -> None:
    """Raises PermanentEnvironmentFailure where more than one byte or edge may come at several times."""
    events = [event for stimulus in scenario.stimuli for event in _events(stimulus) if "since_ns" in event]
    if len(events) > 1 or any(event["since_ns"] >= event["at_ns"] for event in events):
        what = "until_ms is for one byte or one edge of a scenario, and after its at_ms"
        raise PermanentEnvironmentFailure(f"{CHECKS_FILE}: {scenario.name}: {what}")


def for_model(scenario: ScenarioRecord, ram_bytes: int) -> dict[str, Any]:
    """What the MCU model reads: no check, only the names of what to watch and to report."""
    asked = (*scenario.checks, *scenario.demands)
    memory = {check.memory for check in asked if isinstance(check, MemoryCheck)}
    memory |= {check.copy_of_vectors for check in asked if isinstance(check, CopyCheck)}
    return {
        "name": scenario.name,
        "duration_ns": round(scenario.duration_ms * _NS_OF_MS),
        "ram_bytes": ram_bytes,
        "stimuli": [item for stimulus in scenario.stimuli for item in _events(stimulus)],
        "devices": [dict(device) for device in scenario.devices],
        "memory": sorted(memory),
        "resets": scenario.resets,
        "pins": sorted({check.driven for check in asked if isinstance(check, DrivenCheck)}),
        "entries": sorted({check.interrupt for check in asked if isinstance(check, PacedCheck)}),
        "stores": sorted({*memory, *(check.stored for check in asked if isinstance(check, StoredCheck))}),
        "loads": sorted({name for check in asked for name in loads(check)}),
        "states": sorted({check.states for check in asked if isinstance(check, StatesCheck)}),
        "seen": sorted({check.seen for check in asked if isinstance(check, SeenCheck)}),
        "addresses": sorted({check.to for check in asked if isinstance(check, PointsCheck)}),
        "deeds": sorted({name for check in asked for name in deeds(check)}),
        "held_ns": round(scenario.held_us * 1000),
        "words": sorted({word for check in asked if isinstance(check, WordsCheck) for word in check.words}),
    }


def last_byte_ns(scenario: ScenarioRecord, uart: str) -> int:
    """When the last byte for a USART has arrived; 0 where none comes."""
    inputs = (item for item in scenario.stimuli if isinstance(item, UartInput) and item.uart == uart)
    events = (event for item in inputs for event in _events(item))
    return max((round(event["at_ns"] + _FRAME_BITS * 1e9 / event["baud"]) for event in events), default=0)


def loads(check: Demand) -> Iterator[str]:
    """The variables that have to be read."""
    for deed in check.done if isinstance(check, DeedCheck) else ():
        if deed.startswith("load "):
            yield deed.removeprefix("load ")


def deeds(check: Demand) -> Iterator[str]:
    """The deeds that it looks at, as it writes them."""
    if isinstance(check, DeedCheck):
        yield from check.done
    elif isinstance(check, AlwaysCheck):
        yield from (check.always, check.of)
    elif isinstance(check, SequenceCheck):
        yield from check.sequence
    elif isinstance(check, RemembersCheck):
        yield "remember"


def _events(stimulus: Stimulus) -> Iterator[dict[str, Any]]:
    """What the model reads; one whose time is open stands at the latest one."""
    if not isinstance(stimulus, UartInput | PinInput) or stimulus.until_ms is None:
        yield from _fixed_events(stimulus)
        return
    since_ns = round(stimulus.at_ms * _NS_OF_MS)
    for event in _fixed_events(replace(stimulus, at_ms=stimulus.until_ms)):
        yield event | {"since_ns": since_ns} | _condition(stimulus)


def _condition(stimulus: UartInput | PinInput) -> dict[str, Any]:
    if not isinstance(stimulus, PinInput) or stimulus.after is None:
        return {}
    return {"after": stimulus.after, "lag_ns": round(stimulus.lag_us * 1000)}


def _fixed_events(stimulus: Stimulus) -> Iterator[dict[str, Any]]:
    at = round(stimulus.at_ms * _NS_OF_MS)
    if isinstance(stimulus, PinInput):
        for number in range(stimulus.changes):
            level = None if stimulus.level is None else (stimulus.level + number) % 2
            yield {"at_ns": at, "kind": "pin", "target": stimulus.pin, "value": level}
            at += round(stimulus.every_us * 1000)
    elif isinstance(stimulus, AnalogInput):
        yield {"at_ns": at, "kind": "adc", "target": str(stimulus.adc), "value": stimulus.value}
    elif isinstance(stimulus, ResetInput):
        yield {"at_ns": at, "kind": "reset", "target": stimulus.reset, "value": None}
    else:
        for byte in (*stimulus.text.encode("latin-1"), *stimulus.octets):
            yield {"at_ns": at, "kind": "uart", "target": stimulus.uart, "value": byte, "baud": stimulus.baud}
            at += round(_FRAME_BITS * 1e9 / stimulus.baud + stimulus.gap_us * 1000)
