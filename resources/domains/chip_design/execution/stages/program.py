"""The program that Icarus compiled of a candidate: system calls in it, how inputs and parameters stand there, and nets
with a bit that is driven twice.

Yosys's `check` counts cells, so it misses what two aliases of one signal, two constants or two `inout` ports of
instances drive. Icarus writes each net with several drivers down as resolved, whatever joined them. Wired logic
(`wand`, `wor`) is resolved on purpose and left out, and so is a bit that a driver holds at Z for ever.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from resources.domains.chip_design.language.delays import DEFAULT_UNIT
from resources.domains.chip_design.language.guard import forbidden_task
from resources.domains.domain import Finding

_SCOPE = re.compile(rb'^S_\w+ \.scope module, "((?:[^"\\]|\\.)*)" .*\n((?:(?!S_).*\n)*)', re.MULTILINE)
_FLOATING = re.compile(rb"^(o\w+) \.functor BUFZ .*HiZ drive", re.MULTILINE)
_SIGNAL = re.compile(rb'^v\w+ \.(?:net|var|array)\S* "((?:[^"\\]|\\.)*)", [^;\n]*?(?:, (\w+))?;', re.MULTILINE)
_PARAMETER = re.compile(rb'^P_\w+ \.param/l "(\w+)" [\d ]+, (\+?)C4<([01xz]+)>;', re.MULTILINE)
_UNIT = re.compile(
    rb'^S_\w+ \.scope (?!package, "\$unit"|(?:auto)?function\b)[^\n]*\n \.timescale (-?\d+) ', re.MULTILINE
)
_CALL = re.compile(rb'%vpi_(?:call|func)\S*\s+\d+\s+(\d+)\s+"(\$[^"]+)"([^\n]*)')
_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"')
_TEXT_PARAMETER = re.compile(rb'^(P_\w+) \.param/str [^\n]*, ("(?:[^"\\\n]|\\.)*");', re.MULTILINE)
_TARGET = re.compile(rb', (?:[^,<"{]|<(?:[^<>]|<[^<>]*>)*>)+')
_FORMAT = re.compile(rb'(?: \d+)?, "')
_RUN_FORMAT = re.compile(rb"%[-+ \d.]*[mMlLtT]")
"""Names of modules, and times in the simulation's unit."""
_PORT = re.compile(rb'^    \.port_info \d+ /\w+ +\S+ "((?:[^"\\]|\\.)*)"', re.MULTILINE)


def audit(program: bytes) -> list[Finding]:
    """Forbidden system calls, and such as write the name of their place into a signal."""
    texts = {label for label, value in _TEXT_PARAMETER.findall(program) if _tells_its_run(value)}
    named = set()
    for line, name, arguments in _CALL.findall(program):
        is_place = name.startswith((b"$sformat", b"$swrite")) and _writes_its_place(name, arguments, texts)
        if is_place or forbidden_task(name.decode("ascii", "replace")):
            named.add((int(line), name.decode("ascii", "replace") + (" with %m, %l or %t" if is_place else "")))
    return [Finding(name, line) for line, name in sorted(named)]


def _writes_its_place(name: bytes, arguments: bytes, texts: Collection[bytes]) -> bool:
    """Whether a call may format `%m`, which is another name under the bench than beside the reference. `texts` are
    parameters that hold such a format; of `$sformat` a format that is not written out may be one."""
    if name.startswith(b"$sformat") and not _FORMAT.match(arguments, 0 if name == b"$sformatf" else _after(arguments)):
        return True
    return any(map(_tells_its_run, _TEXT.findall(arguments))) or any(label in arguments for label in texts)


def _after(arguments: bytes) -> int:
    """Where the first argument ends."""
    first = _TARGET.match(arguments)
    return first.end() if first else len(arguments)


def _tells_its_run(text: bytes) -> bool:
    return _RUN_FORMAT.search(text.replace(b"%%", b"")) is not None


def time_unit(program: bytes) -> float:
    """Nanoseconds of the coarsest unit that delays of the candidate count in, whoever set it.

    Functions have no delays, and what stands outside of all modules has Icarus's own unit, whatever the text says.
    """
    return max((10.0 ** (int(power) + 9) for power in _UNIT.findall(program)), default=DEFAULT_UNIT)


def root_parameters(program: bytes, top: str) -> dict[str, str]:
    """Parameters of the root `top` with their values as Verilog literals; texts and reals are left out."""
    parameters: dict[str, str] = {}
    for name, sign, bits in _PARAMETER.findall(_root(program, top)):
        parameters[name.decode()] = f"{len(bits)}'{'s' if sign else ''}b{bits.decode()}"
    return parameters


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
    driven = [name for name, label in zip(ports, labels, strict=True) if label not in floating or label in shared]
    return sorted(name.decode("utf-8", "replace") for name in driven)


def _root(program: bytes, top: str) -> bytes:
    """The declarations of the root `top`; b"" where the program has none."""
    return next((match[2] for match in _SCOPE.finditer(program) if match[1] == top.encode()), b"")


_NAME = rb'"((?:[^"\\]|\\.)*)"'
_RESOLVED = re.compile(rb"^(RS_\w+) \.resolv tri[01]?, ([^;\n]*);", re.MULTILINE)
_PART = re.compile(rb"^(L_\w+) \.part/pv (\w+), (\d+), (\d+), \d+;", re.MULTILINE)
_CONSTANT = re.compile(rb"^(L_\w+) \.functor BUFT 1, C4<([01xz]+)>", re.MULTILINE)
_FLOATING = re.compile(rb"^(o\w+) \.functor BUFZ .*HiZ drive", re.MULTILINE)
_PLACE = re.compile(
    rb"^S_\w+ \.scope \w+, " + _NAME + rb" " + _NAME + rb"|^(v\w+) \.array " + _NAME
    + rb"|^v\w+ \.net8\S* \*?(?:" + _NAME + rb"|(v\w+) \d+), (-?\d+) (-?\d+), (RS_\w+);",
    re.MULTILINE,
)  # fmt: skip


class _Net(NamedTuple):
    """A resolved net: its module and name, and the numbers of its highest and lowest bit."""

    name: str
    high: int
    low: int

    def bit(self, place: int) -> int:
        return self.low + place if self.high >= self.low else self.low - place

    @property
    def width(self) -> int:
        return abs(self.high - self.low) + 1


class _Span(NamedTuple):
    """Bits that one driver drives, from the lowest."""

    start: int
    end: int


def conflicting_drivers(program: bytes) -> list[bytes]:
    """One line for each net with a bit that is driven twice, in the words of Yosys."""
    resolved = _RESOLVED.findall(program)
    if not resolved:
        return []
    nets, parts = _nets(program), {match[0]: match[1:] for match in _PART.findall(program)}
    held = dict(_CONSTANT.findall(program)) | dict.fromkeys(_FLOATING.findall(program), b"z")
    lines = []
    for label, drivers in resolved:
        net = nets.get(label, _Net("a net", 0, 0))
        spans = [span for driver in drivers.split(b", ") for span in _spans(driver, net.width, parts, held)]
        place = _driven_twice(spans)
        if place is not None:
            lines.append(f"Warning: multiple conflicting drivers for {net.name} [{net.bit(place)}]\n".encode())
    return lines


def _nets(program: bytes) -> Mapping[bytes, _Net]:
    """Each resolved net by its label, as it is called where it is declared first: the top before its instances."""
    nets: dict[bytes, _Net] = {}
    module, arrays = "", dict[bytes, bytes]()
    for match in _PLACE.finditer(program):
        if match[2] is not None:
            module = match[2].decode("utf-8", "replace")
        elif match[3] is not None:
            arrays[match[3]] = match[4]
        else:
            name = (match[5] or arrays.get(match[6], b"")).decode("utf-8", "replace")
            nets.setdefault(match[9], _Net(f"{module}.{name}", int(match[7]), int(match[8])))
    return nets


def _spans(
    driver: bytes, width: int, parts: Mapping[bytes, Sequence[bytes]], held: Mapping[bytes, bytes]
) -> Iterator[_Span]:
    """The bits that a driver does not hold at Z; a driver of a part is one of its own bits only."""
    start = 0
    if driver in parts:
        source, base, size = parts[driver]
        driver, start, width = source, int(base), int(size)
    value = held.get(driver, b"0")[::-1]
    if b"z" not in value:
        yield _Span(start, start + width)
        return
    for match in re.finditer(rb"[^z]+", value):
        yield _Span(start + match.start(), start + match.end())


def _driven_twice(spans: Sequence[_Span]) -> int | None:
    """The lowest bit in two spans; None where there is none."""
    end = -1
    for span in sorted(spans):
        if span.start < end:
            return span.start
        end = max(end, span.end)
    return None
