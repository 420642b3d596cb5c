"""Functions that read the standard input, of which the machine holds what it was given. What reads formatted numbers
is `scanning`."""

from resources.domains.code_optimization.interpretation.library.convention import (
    Function,
    bounded,
    int_of,
    of_integers,
    unknown,
)
from resources.domains.code_optimization.interpretation.library.streams import STREAMS
from resources.domains.code_optimization.interpretation.machine import Machine

_END = -1


def _character(machine: Machine) -> int:
    found = machine.read(1)
    return found[0] if found else _END


def _character_of(machine: Machine, stream: int) -> int:
    _must_be_input(stream)
    return _character(machine)


def _line(machine: Machine, target: int, size: int, stream: int) -> int:
    """Up to the end of the line and with it, and a zero behind."""
    _must_be_input(stream)
    most = max(0, int_of(size) - 1)
    ahead = machine.given[machine.given_read : machine.given_read + most]
    text = machine.read(len(ahead.partition(b"\n")[0]) + 1 if b"\n" in ahead else len(ahead))
    if not text:
        return 0
    machine.fill(target, text + b"\0")
    return target


def _blocks(machine: Machine, target: int, size: int, count: int, stream: int) -> int:
    _must_be_input(stream)
    found = machine.read(bounded(size * count))
    machine.fill(target, found)
    return len(found) // size if size else 0


def _must_be_input(stream: int) -> None:
    if stream != STREAMS["stdin"]:
        raise unknown()


FUNCTIONS: dict[str, Function] = {
    **dict.fromkeys(("getchar", "getchar_unlocked"), of_integers(0, _character)),
    **dict.fromkeys(("getc", "fgetc", "getc_unlocked", "_IO_getc"), of_integers(1, _character_of)),
    "fgets": of_integers(3, _line),
    "fread": of_integers(4, _blocks),
}
