"""What the headers give a program: macros, types, constants, and the functions that the board's header defines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from resources.domains.embedded_systems.language.headers import HEADER
from resources.domains.embedded_systems.prediction.simulator.expressions import ExpressionReader
from resources.domains.embedded_systems.prediction.simulator.functions import Functions
from resources.domains.embedded_systems.prediction.simulator.library import LIBRARY
from resources.domains.embedded_systems.prediction.simulator.machine import Machine
from resources.domains.embedded_systems.prediction.simulator.macros import Macro
from resources.domains.embedded_systems.prediction.simulator.marks import Marks
from resources.domains.embedded_systems.prediction.simulator.operations import Operations
from resources.domains.embedded_systems.prediction.simulator.preprocessor import Preprocessor
from resources.domains.embedded_systems.prediction.simulator.shared_variables import Kept
from resources.domains.embedded_systems.prediction.simulator.storage import Storage
from resources.domains.embedded_systems.prediction.simulator.tokens import Cursor
from resources.domains.embedded_systems.prediction.simulator.types import Function, Names
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_LIMITS = {f"{'U' * (not signed)}INT{bits}_{'MIN' if least else 'MAX'}":
           (-(1 << bits - 1) if least else (1 << bits - signed) - 1, signed)
           for bits in (8, 16, 32) for signed in (0, 1) for least in (0, 1) if signed or not least}  # fmt: skip
_STANDARD = {
    "NULL": ("(", "(", "void", "*", ")", "0", ")"), "true": ("1",), "false": ("0",),
    "UINT64_MAX": ("0xFFFFFFFFFFFFFFFFULL",), "INT_MAX": ("2147483647",), "UINT_MAX": ("0xFFFFFFFFU",),
    "CHAR_BIT": ("8",), "SIZE_MAX": ("0xFFFFFFFFU",),
}  # fmt: skip

_INCLUDED = {
    "stdnoreturn.h": {"noreturn": ("_Noreturn",)},
    "stdalign.h": {"alignas": ("_Alignas",), "alignof": ("_Alignof",)},
    "math.h": {"M_PI": ("3.14159265358979323846",)},
    "assert.h": {"static_assert": ("_Static_assert",)},
    "inttypes.h": {f"PRI{letter}{bits}": (f'"{"l" * (bits == 32)}{letter}"',)
                   for letter in "diouxX" for bits in (8, 16, 32)},
}  # fmt: skip
"""Macros that one header has."""
_NULL = frozenset(("string.h", "stddef.h", "stdio.h", "stdlib.h"))
_TRUTH = frozenset(("stdbool.h",))
_LIMITS_OF_TYPES = frozenset(("limits.h",))
_PLACES = {
    "NULL": _NULL, "true": _TRUTH, "false": _TRUTH, "INT_MAX": _LIMITS_OF_TYPES, "UINT_MAX": _LIMITS_OF_TYPES,
    "CHAR_BIT": _LIMITS_OF_TYPES,
}  # fmt: skip
"""Headers that have a macro, where the board's does not."""
_INTEGERS = frozenset(("stdint.h", "inttypes.h", HEADER))
_PLACES_OF_TYPES = {
    "bool": _TRUTH, "size_t": _NULL, "ptrdiff_t": frozenset(("stddef.h",)),
    "va_list": frozenset(("stdarg.h", "stdio.h")),
    **dict.fromkeys((f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)), _INTEGERS),
}  # fmt: skip
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
    macros = {name: Macro(None, body) for name, body in _STANDARD.items()}
    for name, (value, signed) in _LIMITS.items():
        digits = (f"{abs(value)}{'' if signed else 'U'}",)
        body = digits if value >= 0 else ("(", "-", f"{abs(value) - 1}", "-", "1", ")")
        macros[name] = Macro(None, body)
    return macros


@lru_cache(maxsize=8)
def header_of(text: str, *, with_lines: bool = False) -> Header:
    """Raises UnsupportedConstruct."""
    lines = Preprocessor(HEADER if with_lines else "", _standard_macros())
    tokens, names = Cursor(lines.read(text)), Names()
    machine, marks = Machine(0, lambda vector: lambda: None), Marks()
    storage = Storage(machine, names, 0, Kept())
    functions = Functions(machine, storage, marks, frozenset())
    definitions = _definitions(ExpressionReader(tokens, storage, Operations(machine, marks), functions))
    return Header(lines.macros, names, tuple(definitions))


def _definitions(reader: ExpressionReader) -> list[str]:
    """Keeps types and constants, and sets the tokens of functions' definitions aside."""
    tokens, definitions = reader.tokens, list[str]()
    while tokens.token:
        start = tokens.place
        specified = reader.types.specified()
        declared = reader.types.declarator(specified.kind) if tokens.token != ";" else None
        if declared is not None and isinstance(declared.kind, Function) and tokens.token == "{":
            tokens.skip_brackets()
            if declared.name not in LIBRARY:
                definitions += tokens.tokens[start : tokens.place]
            continue
        if declared is not None and "typedef" in specified.words:
            reader.types.names.new_type(declared.name, declared.kind)
        tokens.expect(";")
    return definitions


def included_in(code: str) -> frozenset[str]:
    """Headers by name. Raises UnsupportedConstruct."""
    headers = frozenset(_INCLUDE.findall(code))
    if headers - _KNOWN:
        raise UnsupportedConstruct("an unknown header")
    return headers


def functions_of(included: frozenset[str]) -> frozenset[str]:
    """Those of the library that the headers declare."""
    return frozenset(name for name, function in LIBRARY.items() if not function.header or function.header in included)


def header_for(included: frozenset[str], text: str, *, with_lines: bool = False) -> Header:
    """The board's, or nothing but C's own where a program has its registers from elsewhere."""
    return header_of(text if HEADER in included else "", with_lines=with_lines)


def macros_with(header: Header, included: frozenset[str]) -> dict[str, Macro]:
    """Without what a program has not included."""
    missing = {name for name, places in _PLACES.items() if included.isdisjoint(places)}
    macros = {name: macro for name, macro in header.macros.items() if name not in missing}
    for name in included & _INCLUDED.keys():
        macros |= {word: Macro(None, body) for word, body in _INCLUDED[name].items()}
    return macros


def names_with(header: Header, included: frozenset[str]) -> Names:
    names = header.names.copy()
    for name, places in _PLACES_OF_TYPES.items():
        if included.isdisjoint(places):
            names.types.pop(name, None)
    return names
