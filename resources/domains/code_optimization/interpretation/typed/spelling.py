"""Types of C that are spelled in words, and the names that the standard headers give them on x86-64 Linux."""

import re
from collections.abc import Sequence

from resources.domains.code_optimization.interpretation.typed.types import CType, Nothing, Number, UnreadableError

_KNOWN = {
    "int8_t": "signed char", "uint8_t": "unsigned char", "int16_t": "short", "uint16_t": "unsigned short",
    "int32_t": "int", "uint32_t": "unsigned", "int64_t": "long", "uint64_t": "unsigned long",
    "size_t": "unsigned long", "ssize_t": "long", "ptrdiff_t": "long", "intptr_t": "long",
    "uintptr_t": "unsigned long", "intmax_t": "long", "uintmax_t": "unsigned long", "bool": "_Bool",
    "FILE": "struct _IO_FILE", "time_t": "long", "wchar_t": "int",
    **{f"{sign}int_{kind}{bits}_t": f"{'unsigned ' if sign else ''}{name}"
       for sign in ("", "u") for kind in ("fast", "least")
       for bits, name in ((8, "char"), (16, "long" if kind == "fast" else "short"),
                          (32, "long" if kind == "fast" else "int"), (64, "long"))},
}  # fmt: skip
_WORDS = frozenset("char short int long float double signed unsigned void _Bool".split())


def standard_names(text: str) -> str:
    """Declarations of the standard names that a text uses."""
    words = set(re.findall(r"\w+", text))
    return "".join(f"typedef {kind} {name};\n" for name, kind in _KNOWN.items() if name in words)


def spelled(names: Sequence[str]) -> CType:
    """The type of words such as "unsigned long". Raises UnreadableError."""
    if not set(names) <= _WORDS or (names.count("long") and "double" in names):
        raise UnreadableError(" ".join(names))
    if "void" in names:
        return Nothing()
    if "float" in names or "double" in names:
        return Number(4 if "float" in names else 8, is_float=True)
    size = 1 if {"char", "_Bool"} & set(names) else 2 if "short" in names else 8 if "long" in names else 4
    return Number(
        size,
        is_signed="unsigned" not in names and "_Bool" not in names,
        is_text=names == ["char"],
        is_truth="_Bool" in names,
    )
