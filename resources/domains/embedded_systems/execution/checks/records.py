"""Checks as data: each says what must hold in one run. Read from YAML; unknown fields are errors.

Times are milliseconds from the power-up, frequencies and durations as the unit in the field's name says. A window or
range is [least, most], both allowed.
"""

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import ConfigDict, Field

Range = tuple[float, float]
_STRICT = ConfigDict(extra="forbid")
Pin = Annotated[str, Field(pattern=r"^P[A-E](?:1[0-5]|\d)$")]


@dataclass(frozen=True)
class UartCheck:
    """What a terminal at `baud` shows of the bytes that end within the window. Exactly one of the three texts is given.

    A byte that was sent at a rate more than 3 % off shows as U+FFFD.
    """

    __pydantic_config__ = _STRICT
    uart: str
    equals: str | None = None
    contains: str | None = None
    matches: str | None = None
    baud: int = 115200
    window_ms: Range | None = None


@dataclass(frozen=True)
class LevelCheck:
    """A pin's level at a time."""

    __pydantic_config__ = _STRICT
    level_of: Pin
    at_ms: float
    equals: Annotated[int, Field(ge=0, le=1)]


@dataclass(frozen=True)
class EdgesCheck:
    """How often a pin changes within a window."""

    __pydantic_config__ = _STRICT
    edges_of: Pin
    count: Range
    window_ms: Range | None = None


@dataclass(frozen=True)
class WaveCheck:
    """A pin's period from rising edge to rising edge, its duty (high part), and the length of its pulses.

    Each full period, or pulse, within the window has to be in range; at least one has to be there.
    """

    __pydantic_config__ = _STRICT
    wave_of: Pin
    window_ms: Range | None = None
    period_ms: Range | None = None
    duty: Range | None = None
    high_ms: Range | None = None
    low_ms: Range | None = None


@dataclass(frozen=True)
class ChangesCheck:
    """All changes of a pin within a window: each to a level, within a time."""

    __pydantic_config__ = _STRICT
    changes_of: Pin
    to: tuple[tuple[int, float, float], ...]
    window_ms: Range | None = None


@dataclass(frozen=True)
class RegisterCheck:
    """A register's bits at the end of the run."""

    __pydantic_config__ = _STRICT
    register: str
    equals: int
    mask: int = 0xFFFFFFFF


@dataclass(frozen=True)
class InterruptCheck:
    """How often a handler ran as its peripheral asked, how long it took at most, how often it interrupted another."""

    __pydantic_config__ = _STRICT
    interrupt: str
    count: Range
    longest_us: float | None = None
    preempts: Range | None = None


@dataclass(frozen=True)
class MemoryCheck:
    """The bytes of a global variable at the end, as little-endian words of `size` bytes; a narrower one has none."""

    __pydantic_config__ = _STRICT
    memory: str
    equals: tuple[int, ...]
    size: Annotated[int, Field(ge=1, le=4)] = 4


@dataclass(frozen=True)
class OrderCheck:
    """Registers whose first writes come in this order."""

    __pydantic_config__ = _STRICT
    order: tuple[str, ...]


@dataclass(frozen=True)
class UnwrittenCheck:
    """A register that the program itself must not write (a DMA does)."""

    __pydantic_config__ = _STRICT
    unwritten: str


@dataclass(frozen=True)
class SpiCheck:
    """All frames that went out of an SPI; null is any, such as one that only clocks an answer."""

    __pydantic_config__ = _STRICT
    spi: str
    sent: tuple[int | None, ...]


@dataclass(frozen=True)
class DeviceCheck:
    """What a connected device (by its index) holds at the end, and how often it was addressed.

    I2C: how often a stop came, and how often a byte that was read was acknowledged. SPI: how often it was deselected
    in the middle of a frame.
    """

    __pydantic_config__ = _STRICT
    device: int
    registers: dict[int, int] = field(default_factory=dict)
    count: Range | None = None
    refused: Range | None = None
    stops: Range | None = None
    acknowledged: Range | None = None
    cut: Range | None = None


@dataclass(frozen=True)
class IdleCheck:
    """The part of the time in which the CPU sleeps."""

    __pydantic_config__ = _STRICT
    idle: Range


@dataclass(frozen=True)
class ResetsCheck:
    """The resets during the run, in order, and how often the watchdog was fed."""

    __pydantic_config__ = _STRICT
    resets: tuple[str, ...]
    feeds: Range | None = None


Check = (
    UartCheck | LevelCheck | EdgesCheck | WaveCheck | ChangesCheck | RegisterCheck | InterruptCheck | MemoryCheck
    | OrderCheck | UnwrittenCheck | SpiCheck | DeviceCheck | IdleCheck | ResetsCheck
)  # fmt: skip
