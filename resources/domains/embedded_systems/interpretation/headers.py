"""What the headers give a program: macros, types, constants, and the functions that the board's header defines."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from resources.domains.embedded_systems.board_files import HEADER
from resources.domains.embedded_systems.interpretation.code import Code, Place, Step
from resources.domains.embedded_systems.interpretation.expressions import Expressions
from resources.domains.embedded_systems.interpretation.kinds import Function, Kind
from resources.domains.embedded_systems.interpretation.library import LIBRARY
from resources.domains.embedded_systems.interpretation.names import Names
from resources.domains.embedded_systems.interpretation.preprocessor import Macro, Preprocessor
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed

_LIMITS = {f"{'U' * (not signed)}INT{bits}_{'MIN' if least else 'MAX'}":
           (-(1 << bits - 1) if least else (1 << bits - signed) - 1, signed)
           for bits in (8, 16, 32) for signed in (0, 1) for least in (0, 1) if signed or not least}  # fmt: skip
_STANDARD = {
    "NULL": ("(", "(", "void", "*", ")", "0", ")"), "true": ("1",), "false": ("0",),
    "UINT64_MAX": ("0xFFFFFFFFFFFFFFFFULL",), "INT_MAX": ("2147483647",), "UINT_MAX": ("0xFFFFFFFFU",),
    "CHAR_BIT": ("8",), "SIZE_MAX": ("0xFFFFFFFFU",),
}  # fmt: skip

_NULL = frozenset(("string.h", "stddef.h", "stdio.h", "stdlib.h"))
_TRUTH = frozenset(("stdbool.h",))
_LIMITS_OF_TYPES = frozenset(("limits.h",))
_PLACES = {
    "NULL": _NULL, "true": _TRUTH, "false": _TRUTH, "INT_MAX": _LIMITS_OF_TYPES, "UINT_MAX": _LIMITS_OF_TYPES,
    "CHAR_BIT": _LIMITS_OF_TYPES,
}  # fmt: skip
"""Headers that have a macro, where the board's does not."""
_PLACES_OF_TYPES = {"bool": _TRUTH, "size_t": _NULL, "ptrdiff_t": frozenset(("stddef.h",))}
_LETTERS = frozenset(("isdigit", "isupper", "islower", "isalpha", "toupper", "tolower"))
_KNOWN = frozenset(
    ("assert.h", "ctype.h", "errno.h", "float.h", "inttypes.h", "limits.h", "math.h", "signal.h", "stdarg.h",
     "stdalign.h", "stdatomic.h", "stdint.h", "stdnoreturn.h", "strings.h", "sys/types.h", "time.h", HEADER)
) | _NULL | _TRUTH  # fmt: skip
_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*[\"<]([^\">\n]+)", re.MULTILINE)


@dataclass(frozen=True)
class Header:
    macros: Mapping[str, Macro]
    names: Names
    functions: tuple[str, ...]
    """Tokens of definitions that a program is read with."""


def _standard_macros() -> dict[str, Macro]:
    found = {name: Macro(None, body) for name, body in _STANDARD.items()}
    for name, (value, signed) in _LIMITS.items():
        digits = (f"{abs(value)}{'' if signed else 'U'}",)
        body = digits if value >= 0 else ("(", "-", f"{abs(value) - 1}", "-", "1", ")")
        found[name] = Macro(None, body)
    return found


@lru_cache(maxsize=8)
def header_of(text: str, preprocessor: Callable[[dict[str, Macro]], Preprocessor] = Preprocessor) -> Header:
    """Raises Unfollowed."""
    lines = preprocessor(_standard_macros())
    reader = _Reader(lines.read(text), Names())
    reader.read()
    return Header(lines.macros, reader.names, tuple(reader.functions))


def included_in(code: str) -> frozenset[str]:
    """Headers by name. Raises Unfollowed without the board's: nothing is known then."""
    found = frozenset(_INCLUDE.findall(code))
    if HEADER not in found:
        raise Unfollowed("without the board's header")
    if found - _KNOWN:
        raise Unfollowed("an unknown header")
    return found


def functions_of(included: frozenset[str]) -> frozenset[str]:
    """Those of the library that the headers declare."""
    return frozenset(name for name in LIBRARY if name.startswith("__") or _header_of(name) in included)


def _header_of(name: str) -> str:
    if name == "abs":
        return "stdlib.h"
    return "ctype.h" if name in _LETTERS else "string.h"


def macros_with(header: Header, included: frozenset[str]) -> dict[str, Macro]:
    """Without what a program has not included."""
    missing = {name for name, places in _PLACES.items() if included.isdisjoint(places)}
    return {name: macro for name, macro in header.macros.items() if name not in missing}


def names_with(header: Header, included: frozenset[str]) -> Names:
    names = header.names.copy()
    for name, places in _PLACES_OF_TYPES.items():
        if included.isdisjoint(places):
            names.types.pop(name, None)
    return names


class _Reader(Expressions):
    """Keeps types and constants, and sets definitions of functions aside."""

    def read(self) -> None:
        self.functions: list[str] = []
        while self.token:
            start = self.place
            specified = self.specified()
            declared = self.declarator(specified.kind) if self.token != ";" else None
            if declared is not None and isinstance(declared.kind, Function) and self.token == "{":
                self.skip_brackets()
                if declared.name not in LIBRARY:
                    self.functions += self.tokens[start : self.place]
                continue
            if declared is not None and "typedef" in specified.words:
                self.names.new_type(declared.name, declared.kind)
            self.expect(";")

    def variable(self, name: str) -> Place | None:
        return None

    def function_address(self, name: str) -> Code | None:
        return None

    def call(self, name: str, arguments: Sequence[Code]) -> Code:
        raise Unfollowed("a call outside functions")

    def call_at(self, at: Step, kind: Function, arguments: Sequence[Code]) -> Code:
        raise Unfollowed("a call outside functions")

    def literal(self, kind: Kind) -> Code:
        raise Unfollowed("a compound literal in a header")

    def text_address(self, content: bytes) -> int:
        raise Unfollowed("a text in a header")
