"""Demands as data: by what means a program has to reach what it puts out. Read from YAML beside the checks.

What a program puts out is `records`; how conduct is compared is `conduct`; who counts as an actor says `mcu.conduct`.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict, Field

from resources.domains.embedded_systems.execution.checks.records import Check, Pin, Range


def _listed(value: Any) -> Any:
    """One deed stands for a list of it."""
    return (value,) if isinstance(value, str) else value


_STRICT = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class DeedCheck:
    """How often some things were done ("write USART2->DR", "convert channel 1", "write *") by some actors, or by all.

    A load counts its bytes, anything else counts once.

    `alone` says that nobody else does it at all.
    """

    __pydantic_config__ = _STRICT
    done: Annotated[tuple[str, ...], BeforeValidator(_listed), Field(min_length=1)]
    count: Range
    by: tuple[str, ...] = ()
    alone: bool = False


@dataclass(frozen=True)
class AlwaysCheck:
    """Of a kind of deeds ("sample channel 1 *") each is this one ("sample channel 1 for 84 cycles"), all but some.

    A register's content at the end says nothing about when it mattered, and a count that is one too long is seen at a
    pin only after many of them.
    """

    __pydantic_config__ = _STRICT
    always: str
    of: Annotated[str, Field(pattern=r"\*$")]
    but: Annotated[int, Field(ge=0)] = 0


@dataclass(frozen=True)
class SequenceCheck:
    """Deeds of which each is done for the first time before the next one is."""

    __pydantic_config__ = _STRICT
    sequence: tuple[str, ...]


@dataclass(frozen=True)
class DrivenCheck:
    """How a pin is set up at each of its changes ("output", "alternate 2"), who causes them, and by which register.

    A pin's first change may come from setting it up, whatever `through` says.
    """

    __pydantic_config__ = _STRICT
    driven: Pin
    drive: str
    by: tuple[str, ...] = ()
    through: tuple[str, ...] = ()


@dataclass(frozen=True)
class PacedCheck:
    """A pin changes only within a time after a handler was entered."""

    __pydantic_config__ = _STRICT
    paced: Pin
    interrupt: str
    within_us: float
    window_ms: Range | None = None


@dataclass(frozen=True)
class OneHighCheck:
    """Exactly one of some pins is high at any time since the first one is, also for the shortest time."""

    __pydantic_config__ = _STRICT
    one_high: tuple[Pin, ...]


@dataclass(frozen=True)
class StoredCheck:
    """Who puts what is not 0 into a global variable: these actors, and nobody else. `even_zeros`: nor wipes it."""

    __pydantic_config__ = _STRICT
    stored: str
    by: Annotated[tuple[str, ...], Field(min_length=1)]
    at_least: Annotated[int, Field(ge=1)] = 1
    """Bytes of the variable that are found changed, summed over all times at which the handlers change over."""
    even_zeros: bool = False


@dataclass(frozen=True)
class StatesCheck:
    """Each store that changes a global variable of 32 bits is x * factor + term of the one before, from `start` on."""

    __pydantic_config__ = _STRICT
    states: str
    start: int
    factor: int
    term: int
    count: Range


@dataclass(frozen=True)
class RemembersCheck:
    """The part of a handler's runs in which it changes something in the program's memory."""

    __pydantic_config__ = _STRICT
    remembers: str
    part: Range


@dataclass(frozen=True)
class SeenCheck:
    """Bits of a register as the program last read them, after its last write to it."""

    __pydantic_config__ = _STRICT
    seen: str
    mask: int
    equals: int


@dataclass(frozen=True)
class PointsCheck:
    """A register that holds a global variable's address at the end."""

    __pydantic_config__ = _STRICT
    points: str
    to: str


@dataclass(frozen=True)
class CopyCheck:
    """A global variable that holds the words of the vector table in the flash, but for some."""

    __pydantic_config__ = _STRICT
    copy_of_vectors: str
    words: int
    but: tuple[int, ...]


@dataclass(frozen=True)
class LongestCheck:
    """How long a handler's longest run takes, at least."""

    __pydantic_config__ = _STRICT
    takes: str
    at_least_us: float


@dataclass(frozen=True)
class IntegersCheck:
    """Nothing in the program computes in floating point."""

    __pydantic_config__ = _STRICT
    integers_only: bool


@dataclass(frozen=True)
class WordsCheck:
    """Some words of memory, in hexadecimal and each on its line, are all that a terminal at 115200 baud shows.

    They are in flash, or in RAM that the program does not use: it holds other words at each power-up.
    """

    __pydantic_config__ = _STRICT
    shown_on: str
    words: tuple[int, ...]


Demand = (
    DeedCheck | AlwaysCheck | SequenceCheck | DrivenCheck | PacedCheck | OneHighCheck | StoredCheck | StatesCheck
    | RemembersCheck | SeenCheck | PointsCheck | CopyCheck | LongestCheck | IntegersCheck | WordsCheck | Check
)  # fmt: skip
