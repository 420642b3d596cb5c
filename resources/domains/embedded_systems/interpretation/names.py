"""What declarations say, and the types and constants that are known by name. Nothing is read here."""

from __future__ import annotations

from collections import ChainMap
from dataclasses import dataclass, field
from typing import Any

from resources.domains.embedded_systems.interpretation.kinds import (
    BOOL,
    INT,
    LONG_LONG,
    UNSIGNED,
    Integer,
    Kind,
    Structure,
)
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed

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
    """Types and constants by name; those of the innermost block come first."""

    types: ChainMap[str, Kind] = field(default_factory=lambda: ChainMap(dict(_STANDARD)))
    tags: ChainMap[str, Structure] = field(default_factory=ChainMap)
    enumerations: ChainMap[str, Integer] = field(default_factory=ChainMap)
    constants: ChainMap[str, int] = field(default_factory=ChainMap)

    def copy(self) -> Names:
        return Names(*(ChainMap(dict(table)) for table in self._tables()))

    def inner(self) -> Names:
        """For a block: what is declared there is not known outside."""
        return Names(*(table.new_child() for table in self._tables()))

    def _tables(self) -> tuple[ChainMap[str, Any], ...]:
        return self.types, self.tags, self.enumerations, self.constants

    def structure(self, tag: str) -> Structure:
        """Of a tag; one that is not known yet has no members."""
        if not tag:
            raise Unfollowed("a structure of nothing")
        return self.tags.setdefault(tag, Structure())

    def new_structure(self, tag: str) -> Structure:
        """To be filled."""
        known = self.tags.maps[0].get(tag)
        if known is not None and known.members:
            raise Unfollowed(f"a second structure {tag}")
        found = known or Structure()
        if tag:
            self.tags[tag] = found
        return found

    def enumeration(self, tag: str) -> Integer:
        if tag not in self.enumerations:
            raise Unfollowed(f"no enumeration {tag}")
        return self.enumerations[tag]

    def new_constant(self, name: str, value: int) -> None:
        if name in self.constants.maps[0]:
            raise Unfollowed(f"a second constant {name}")
        self.constants[name] = value

    def new_type(self, name: str, kind: Kind) -> None:
        if self.types.maps[0].get(name, kind) != kind:
            raise Unfollowed(f"a second type {name}")
        self.types[name] = kind

    def check_free(self, name: str) -> None:
        """For a variable or function: a block's types and constants have the same names."""
        if name in self.types.maps[0] or name in self.constants.maps[0]:
            raise Unfollowed(f"{name} is declared as something else")
