"""Functions that print: to the standard output, where it is seen, or to the error stream, where it is not.

What reads is `reading`.
"""

from resources.domains.code_optimization.interpretation.library.characters import CONTENT
from resources.domains.code_optimization.interpretation.library.convention import (
    INTEGERS,
    RESULT,
    Function,
    bounded,
    of_integers,
    text_at,
    unknown,
)
from resources.domains.code_optimization.interpretation.library.formatting import into_room, show, to_stream
from resources.domains.code_optimization.interpretation.machine import (
    LIBRARY,
    WINDOW_BITS,
    Ending,
    Machine,
    PathEndedError,
)

_START = (LIBRARY << WINDOW_BITS) + len(CONTENT)
SYMBOLS = {"stdin": _START, "stdout": _START + 8, "stderr": _START + 16}
"""Where the pointers to the streams lie, behind the tables of characters."""
STREAMS = {name: address + 24 for name, address in SYMBOLS.items()}
POINTERS = b"".join(address.to_bytes(8, "little") for address in STREAMS.values()) + bytes(24)


def _is_seen(stream: int) -> bool:
    if stream not in (STREAMS["stdout"], STREAMS["stderr"]):
        raise unknown()
    return stream == STREAMS["stdout"]


def _put(machine: Machine, text: bytes, stream: int, answer: int) -> int:
    if _is_seen(stream):
        show(machine, text)
    return answer


def _line(machine: Machine, text: int) -> int:
    show(machine, text_at(machine, text) + b"\n")
    return 1


def _character(machine: Machine, value: int) -> int:
    show(machine, bytes([value & 0xFF]))
    return value & 0xFF


def _blocks(machine: Machine, start: int, size: int, count: int, stream: int) -> int:
    return _put(machine, machine.part(start, bounded(size * count)), stream, count)


def _ended(machine: Machine) -> None:
    """abort, a failed assertion: no test goes on behind them."""
    raise PathEndedError(Ending.ILLEGAL)


def _left(machine: Machine) -> None:
    """exit, which ends the tests as well where they are in the same process."""
    machine.registers[RESULT] = machine.registers[INTEGERS[0]]
    raise PathEndedError(Ending.RETURNED if machine.is_process else Ending.ILLEGAL)


FUNCTIONS: dict[str, Function] = {
    "printf": to_stream(1, lambda machine: True),
    "__printf_chk": to_stream(2, lambda machine: True),
    "fprintf": to_stream(2, lambda machine: _is_seen(machine.registers[INTEGERS[0]])),
    "__fprintf_chk": to_stream(3, lambda machine: _is_seen(machine.registers[INTEGERS[0]])),
    "sprintf": into_room(2, None),
    "__sprintf_chk": into_room(4, None),
    "snprintf": into_room(3, 1),
    "__snprintf_chk": into_room(5, 1),
    "puts": of_integers(1, _line),
    "putchar": of_integers(1, _character),
    "fputs": of_integers(2, lambda machine, text, stream: _put(machine, text_at(machine, text), stream, 1)),
    "fputc": of_integers(2, lambda machine, value, stream: _put(machine, bytes([value & 255]), stream, value & 255)),
    "putc": of_integers(2, lambda machine, value, stream: _put(machine, bytes([value & 255]), stream, value & 255)),
    "fwrite": of_integers(4, _blocks),
    "fflush": of_integers(1, lambda machine, stream: 0),
    "__assert_fail": _ended,
    "abort": _ended,
    "exit": _left,
}
