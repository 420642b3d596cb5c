"""Scenario: what happens to the board from outside during one run, and for how long. Read from JSON.

The checks are not here: they never enter the sandbox.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

_WATCHED = ("pins", "entries", "stores", "loads", "states", "seen", "addresses")


@dataclass(frozen=True)
class Stimulus:
    """At a time: a byte to a USART, a pin's level (None lets go), an ADC channel's value, or a reset."""

    at_ns: int
    kind: str
    target: str
    value: int | None
    baud: int = 0
    since_ns: int | None = None
    """It may come from then on, and `at_ns` is the latest time; None where its time is fixed."""
    after: str = ""
    """A pin: it may come only when that has risen, and `lag_ns` later."""
    lag_ns: int = 0


@dataclass(frozen=True)
class Meeting:
    """What comes as soon as an actor has executed an instruction `visit` times: a byte or an edge, or another handler.

    Instructions are counted, not cycles, which are some others where the program is stopped at other places.
    """

    actor: int
    pc: int
    ended: int
    """The handler that returns there; then its returns are counted, and `pc` says nothing."""
    visit: int
    stimulus: Stimulus | None = None
    handler: int = 0
    """For which the CPU is held up, `most` cycles at most."""
    most: int = 0


@dataclass(frozen=True)
class Scenario:
    name: str
    duration_ns: int
    ram_bytes: int
    stimuli: tuple[Stimulus, ...]
    devices: tuple[tuple[str, Mapping[str, Any]], ...]
    memory: tuple[str, ...]
    resets: int
    pins: tuple[str, ...] = ()
    """Whose causes are recorded."""
    entries: tuple[str, ...] = ()
    """Handlers whose times of entry are recorded."""
    stores: tuple[str, ...] = ()
    """Variables of which is recorded who changes them."""
    loads: tuple[str, ...] = ()
    """Variables of which is recorded who reads how many bytes."""
    states: tuple[str, ...] = ()
    """Variables of which is recorded what the program stores, as a count and a digest."""
    seen: tuple[str, ...] = ()
    """Registers of which is reported what the program read of them after its last write."""
    addresses: tuple[str, ...] = ()
    """Symbols whose addresses are reported."""
    reached: tuple[int, ...] = field(default=(), kw_only=True)
    """Instructions of which is reported whether they were executed."""
    words: tuple[int, ...] = field(default=(), kw_only=True)
    """Addresses whose words are reported."""
    deeds: tuple[str, ...] = field(default=(), kw_only=True)
    """Deeds that are asked after; one that ends in a star stands for all that begin so."""
    held_ns: int = field(default=0, kw_only=True)
    """For how long at most the CPU may be held up once."""
    meeting: Meeting | None = field(default=None, kw_only=True)
    """When the open stimulus comes, or the CPU is held up."""

    @property
    def is_open(self) -> bool:
        """Whether there are other runs in which its checks hold."""
        return bool(self.held_ns) or self.open_stimulus is not None

    def kept_as(self, deed: str) -> str:
        """What a deed is kept as when there is no room for more kinds: by its name where it is asked after, under the
        beginning where only that is; "" where nobody asks."""
        if deed in self.deeds:
            return deed
        beginnings = (name[:-1] for name in self.deeds if name.endswith("*") and deed.startswith(name[:-1]))
        # The longest one begins as the others do.
        return max((f"{beginning}(others)" for beginning in beginnings), key=len, default="")

    @property
    def open_stimulus(self) -> Stimulus | None:
        """The one that may come at other times."""
        return next((stimulus for stimulus in self.stimuli if stimulus.since_ns is not None), None)


def read_scenario(raw: Mapping[str, Any]) -> Scenario:
    """Raises KeyError, TypeError or ValueError for what is no scenario."""
    return Scenario(
        str(raw["name"]),
        int(raw["duration_ns"]),
        int(raw["ram_bytes"]),
        tuple(sorted(_stimuli(raw["stimuli"]), key=lambda stimulus: stimulus.at_ns)),
        tuple((str(device["kind"]), device) for device in raw["devices"]),
        tuple(str(name) for name in raw["memory"]),
        int(raw["resets"]),
        *(tuple(str(name) for name in raw.get(kind, ())) for kind in _WATCHED),
        reached=tuple(int(address) for address in raw.get("reached", ())),
        deeds=tuple(str(name) for name in raw.get("deeds", ())),
        held_ns=int(raw.get("held_ns", 0)),
        words=tuple(int(address) for address in raw.get("words", ())),
    )


def _stimuli(raw: Sequence[Mapping[str, Any]]) -> list[Stimulus]:
    return [
        Stimulus(
            int(item["at_ns"]),
            str(item["kind"]),
            str(item["target"]),
            None if item["value"] is None else int(item["value"]),
            int(item.get("baud", 0)),
            item.get("since_ns"),
            str(item.get("after", "")),
            int(item.get("lag_ns", 0)),
        )
        for item in raw
    ]
