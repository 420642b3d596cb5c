"""The C library's functions that programs call, as far as the interpretation follows them, and the memory that is
the library's own. Each file holds one header's kind of functions; what none of them has ends a path as unknown.
"""

from collections.abc import Mapping

from resources.domains.code_optimization.prediction.simulator.library import input, memory, numbers, output, texts
from resources.domains.code_optimization.prediction.simulator.library.convention import Function
from resources.domains.code_optimization.prediction.simulator.memory import (
    CODE_STEP,
    LIBRARY,
    LIBRARY_CODE,
    WINDOW_BITS,
    Region,
)

_PLAIN: dict[str, Function] = {
    name: function for part in (memory, texts, numbers, output, input) for name, function in part.FUNCTIONS.items()
}
_CHECKED = "memcpy memmove mempcpy memset strcpy stpcpy strncpy strcat strncat".split()
"""Compilers may ask for these under another name, with the room's size as a further argument."""
FUNCTIONS: Mapping[str, Function] = _PLAIN | {f"__{name}_chk": _PLAIN[name] for name in _CHECKED}
_ADDRESSES = {name: (LIBRARY_CODE << WINDOW_BITS) + CODE_STEP * place for place, name in enumerate(FUNCTIONS)}
BY_ADDRESS: Mapping[int, Function] = {_ADDRESSES[name]: function for name, function in FUNCTIONS.items()}
SYMBOLS: Mapping[str, int] = _ADDRESSES | output.SYMBOLS
"""Where the library's names lie for a program that defines none of them itself."""
_CONTENT = bytearray(texts.CONTENT + output.POINTERS)


def library_region() -> Region:
    """The tables and pointers. Nothing writes to them: one copy does for all calls."""
    return Region(LIBRARY << WINDOW_BITS, _CONTENT, is_writable=False)
