"""What declarations say, and the types and constants that are known by name. Nothing is read here."""

from __future__ import annotations

from dataclasses import dataclass, field

from resources.domains.embedded_systems.interpretation.kinds import (
    BOOL,
    INT,
    LONG_LONG,
    UNSIGNED,
    Integer,
    Kind,
    Structure,
)

_SIZES = tuple((size, signed) for size in (1, 2, 4, 8) for signed in (False, True))
_STANDARD: dict[str, Kind] = {
    **{f"{'' if signed else 'u'}int{8 * size}_t": Integer(size, signed) for size, signed in _SIZES},
    **{f"{'' if signed else 'u'}int_least{8 * size}_t": Integer(size, signed) for size, signed in _SIZES},
    **{f"{'' if signed else 'u'}int_fast{8 * size}_t": Integer(max(size, 4), signed) for size, signed in _SIZES},
    "size_t": UNSIGNED, "uintptr_t": UNSIGNED, "intptr_t": INT, "ptrdiff_t": INT, "bool": BOOL, "_Bool": BOOL,
    "uintmax_t": Integer(8, False), "intmax_t": LONG_LONG,
}  # fmt: skip


@dataclass(frozen=True)
class Specified:
    """What stands before the declarators."""

    kind: Kind
    words: frozenset[str]


@dataclass(frozen=True)
class Parameter:
    name: str
    kind: Kind


@dataclass(frozen=True)
class Declared:
    """A declarator: `parameters` where it is a function's own."""

    name: str
    kind: Kind
    parameters: tuple[Parameter, ...] = ()


@dataclass
class Names:
    """Types and constants by name."""

    types: dict[str, Kind] = field(default_factory=lambda: dict(_STANDARD))
    tags: dict[str, Structure] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Names:
        return Names(dict(self.types), dict(self.tags), dict(self.constants))
