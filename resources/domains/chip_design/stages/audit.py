"""Audit: what a program that iverilog compiled from the candidate alone calls and drives.

The compiler's own list: no trick of a preprocessor or of a name can hide a call or a driver from it. What the source
text may contain is `reject`.
"""

import re
from collections.abc import Collection

from resources.domains.chip_design.stages.reject import forbidden_task
from resources.domains.domain import Finding

_SCOPE = re.compile(rb'^S_\w+ \.scope module, "((?:[^"\\]|\\.)*)" .*\n((?:(?!S_).*\n)*)', re.MULTILINE)
_FLOATING = re.compile(rb"^(o\w+) \.functor BUFZ .*HiZ drive", re.MULTILINE)
_SIGNAL = re.compile(rb'^v\w+ \.(?:net|var|array)\S* "((?:[^"\\]|\\.)*)", [^;\n]*?(?:, (\w+))?;', re.MULTILINE)
_PARAMETER = re.compile(rb'^P_\w+ \.param/l "(\w+)" [\d ]+, (\+?)C4<([01xz]+)>;', re.MULTILINE)
_PORT = re.compile(rb'^    \.port_info \d+ /\w+ +\S+ "((?:[^"\\]|\\.)*)"', re.MULTILINE)


def audit(program: bytes) -> list[Finding]:
    """Forbidden system calls."""
    calls = re.findall(rb'%vpi_(?:call|func)\S*\s+\d+\s+(\d+)\s+"(\$[^"]+)"', program)
    named = {(int(line), name.decode("ascii", "replace")) for line, name in calls}
    return [Finding(name, line) for line, name in sorted(named) if forbidden_task(name)]


def root_parameters(program: bytes, top: str) -> dict[str, str]:
    """Parameters of the root `top` with their values as Verilog literals; texts and reals are left out."""
    found: dict[str, str] = {}
    for name, sign, bits in _PARAMETER.findall(_root(program, top)):
        found[name.decode()] = f"{len(bits)}'{'s' if sign else ''}b{bits.decode()}"
    return found


def driven_ports(program: bytes, top: str, inputs: Collection[str]) -> list[str]:
    """Ports of the root `top` that are inputs by the task, and are driven, tied or short-circuited inside.

    The nets of a module's ports and of the bench that is connected to them are one: what drives an input inside
    drives the bench and, through it, what the bench compares with. An input that nothing drives floats alone.
    """
    scope = _root(program, top)
    floating = set(_FLOATING.findall(scope))
    nets = {match[1]: match[2] for match in _SIGNAL.finditer(scope)}
    ports = [name for name in _PORT.findall(scope) if name.decode("utf-8", "replace") in inputs]
    labels = [nets.get(name) for name in ports]
    shared = {label for label in labels if labels.count(label) > 1}
    found = [name for name, label in zip(ports, labels, strict=True) if label not in floating or label in shared]
    return sorted(name.decode("utf-8", "replace") for name in found)


def _root(program: bytes, top: str) -> bytes:
    """The declarations of the root `top`; b"" where the program has none."""
    return next((match[2] for match in _SCOPE.finditer(program) if match[1] == top.encode()), b"")
