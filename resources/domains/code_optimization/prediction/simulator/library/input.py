"""Functions that read the standard input, and formatted numbers, words and characters out of texts.

Not modelled: sets in brackets, floating point, %n.
"""

import re

from resources.domains.code_optimization.prediction.simulator.library.convention import (
    INTEGERS,
    Function,
    bounded,
    done,
    int_of,
    of_integers,
    text_at,
)
from resources.domains.code_optimization.prediction.simulator.library.output import STREAMS, Further
from resources.domains.code_optimization.prediction.simulator.machine import Machine
from resources.domains.code_optimization.prediction.simulator.memory import MASKS
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_END = -1


def _character(machine: Machine) -> int:
    letters = machine.process.read(1)
    return letters[0] if letters else _END


def _character_of(machine: Machine, stream: int) -> int:
    _must_be_input(stream)
    return _character(machine)


def _line(machine: Machine, target: int, size: int, stream: int) -> int:
    """Up to the end of the line and with it, and a zero behind."""
    _must_be_input(stream)
    most = max(0, int_of(size) - 1)
    ahead = machine.process.given[machine.process.given_read : machine.process.given_read + most]
    text = machine.process.read(len(ahead.partition(b"\n")[0]) + 1 if b"\n" in ahead else len(ahead))
    if not text:
        return 0
    machine.memory.fill(target, text + b"\0")
    return target


def _blocks(machine: Machine, target: int, size: int, count: int, stream: int) -> int:
    _must_be_input(stream)
    content = machine.process.read(bounded(size * count))
    machine.memory.fill(target, content)
    return len(content) // size if size else 0


def _must_be_input(stream: int) -> None:
    if stream != STREAMS["stdin"]:
        raise UnsupportedConstruct()


_READING: dict[str, Function] = {
    **dict.fromkeys(("getchar", "getchar_unlocked"), of_integers(0, _character)),
    **dict.fromkeys(("getc", "fgetc", "getc_unlocked", "_IO_getc"), of_integers(1, _character_of)),
    "fgets": of_integers(3, _line),
    "fread": of_integers(4, _blocks),
}


_FIELD = re.compile(rb"%(\*)?(\d{1,4})?(hh|h|ll|l|z|j|t)?([diuxsc])")
_NUMBER = {b"d": rb"[-+]?[0-9]+", b"u": rb"[-+]?[0-9]+", b"i": rb"[-+]?[0-9]+", b"x": rb"[-+]?(?:0[xX])?[0-9a-fA-F]+"}
_BYTES = {b"hh": 1, b"h": 2, b"": 4, b"l": 8, b"ll": 8, b"z": 8, b"j": 8, b"t": 8}
_LONGEST_NUMBER = 20
_SPACE = b" \t\n\v\f\r"


def _scanned(machine: Machine, text: bytes, form: bytes, further: Further) -> tuple[int, int]:
    """How many fields were stored, -1 where the text ends before the first; and how much of the text was read."""
    at = place = count = 0
    while place < len(form):
        if form[place] in _SPACE:
            at, place = len(text) - len(text[at:].lstrip(_SPACE)), place + 1
        elif form[place] != ord("%"):
            if text[at : at + 1] != form[place : place + 1]:
                return -1 if at >= len(text) and not count else count, at
            at, place = at + 1, place + 1
        else:
            match = _FIELD.match(form, place)
            if match is None:
                raise UnsupportedConstruct()
            end = _field(machine, text, at, match, further)
            if end is None:
                return -1 if not text[at:].strip(_SPACE) and not count else count, at
            at, place, count = end, match.end(), count + (match[1] is None)
    return count, at


def _field(machine: Machine, text: bytes, at: int, match: re.Match[bytes], further: Further) -> int | None:
    """Where the text goes on; None where the field does not fit."""
    kind, width = match[4], int(match[2]) if match[2] else None
    if kind == b"c":
        end = at + (width or 1)
        matched, stored = text[at:end], text[at:end]
        end = end if len(matched) == (width or 1) else -1
    else:
        at = len(text) - len(text[at:].lstrip(_SPACE))
        pattern = rb"[^ \t\n\v\f\r]+" if kind == b"s" else _NUMBER[kind]
        hit = re.compile(pattern).match(text, at, len(text) if width is None else min(len(text), at + width))
        matched, end = (hit[0], hit.end()) if hit else (b"", -1)
        stored = matched + b"\0" if kind == b"s" else _value(matched, kind, _BYTES[match[3] or b""])
    if end < 0 or not matched:
        return None
    if match[1] is None:
        machine.memory.fill(further.integer(), stored)
    return end


def _value(digits: bytes, kind: bytes, size: int) -> bytes:
    if len(digits) > _LONGEST_NUMBER or (kind == b"i" and digits.lstrip(b"+-")[:1] == b"0" and len(digits) > 1):
        raise UnsupportedConstruct()
    value = int(digits or b"0", 16 if kind == b"x" else 10)
    return (value & MASKS[size]).to_bytes(size, "little")


def _scan(machine: Machine) -> None:
    text = text_at(machine, machine.registers[INTEGERS[0]])
    form = text_at(machine, machine.registers[INTEGERS[1]])
    done(machine, _scanned(machine, text, form, Further(machine, 2))[0])


def _scan_input(machine: Machine) -> None:
    form = text_at(machine, machine.registers[INTEGERS[0]])
    count, read = _scanned(machine, machine.process.given[machine.process.given_read :], form, Further(machine, 1))
    machine.process.given_read += read
    done(machine, count)


_SCANNING: dict[str, Function] = {
    **dict.fromkeys(("sscanf", "__isoc99_sscanf", "__isoc23_sscanf"), _scan),
    **dict.fromkeys(("scanf", "__isoc99_scanf", "__isoc23_scanf"), _scan_input),
}


FUNCTIONS: dict[str, Function] = _READING | _SCANNING
