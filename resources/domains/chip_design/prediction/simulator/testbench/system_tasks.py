"""System tasks and functions of a bench: as Python that is written, and what it calls while it runs.

What a bench prints is kept, since its verdict is a line of it. `$monitor` and waveforms print nothing here.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from resources.domains.chip_design.execution.stages.bench import VERDICT_MARK
from resources.domains.chip_design.prediction.simulator.testbench.kernel import Finished, Kernel
from resources.domains.chip_design.prediction.simulator.testbench.places import assigned
from resources.domains.chip_design.prediction.simulator.testbench.random_numbers import RandomNumbers, drawn
from resources.domains.chip_design.prediction.simulator.testbench.values import Unknown, made
from resources.domains.toolkit.candidate_words import Said
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_PRINTS = {"$display": True, "$write": False, "$strobe": True, "$displayb": True, "$displayh": True}
_SILENT = {
    "$monitor", "$dumpfile", "$dumpvars", "$dumpoff", "$dumpon", "$dumpall", "$dumpflush", "$dumplimit", "$timeformat",
    "$fdisplay", "$fwrite", "$fflush", "$error", "$warning", "$info", "$fclose", "$monitoroff", "$monitoron",
    "$printtimescale",
}  # fmt: skip
_ENDS = {"$finish", "$stop", "$fatal", "$finish_and_return"}
_TIMES = {"$time", "$stime", "$realtime"}


@dataclass
class SystemTasks:
    """The writing half. `verdict` are the texts of the counts that the bench will report; `is_bench` says whose
    statements are written now."""

    verdict: tuple[str, ...] = ()
    is_bench: bool = True

    def function(self, writer: Any, node: Any, unit: int) -> str:
        """The text of a system function's value. Raises UnsupportedConstruct."""
        name, arguments = node.subroutineName, list(node.arguments)
        if name in ("$signed", "$unsigned"):
            return str(writer.text(arguments[0]))
        if node.constant is not None:
            return str(writer.literal(node.constant, node.type))
        if name in _TIMES:
            return f"(k.now / {unit})" if name == "$realtime" else f"(k.now + {unit // 2}) // {unit}"
        if name in ("$random", "$urandom") and arguments:
            place = writer.places.place(assigned(arguments[0]))
            if place is None or not place.is_whole:
                raise UnsupportedConstruct("a seed of another kind")
            return f"seeded({place.slot}, {name == '$urandom'})"
        if name == "$fopen" and type(assigned(arguments[0])).__name__ == "StringLiteral":
            return f"opened({str(assigned(arguments[0]).value)!r})"
        if name == "$fscanf":
            return self._scan(writer, arguments)
        known = [f"known({writer.text(item)})" for item in arguments]
        if name in _FUNCTIONS:
            return f"{_FUNCTIONS[name]}({', '.join(known)})"
        if name == "$isunknown":
            return f"({writer.text(arguments[0])}.__class__ is Unknown)"
        if name in ("$onehot", "$onehot0"):
            return f"(count_ones({known[0]}) {'==' if name == '$onehot' else '<='} 1)"
        if name in ("$test$plusargs", "$value$plusargs"):
            return "0"
        raise UnsupportedConstruct(f"a call of {name}")

    def statement(self, writer: Any, node: Any, unit: int) -> None:
        name, arguments = node.subroutineName, list(node.arguments)
        if name in _ENDS:
            writer.emit("finish()")
        elif name in _PRINTS:
            self._print(writer, name, arguments, unit)
        elif name in ("$readmemh", "$readmemb"):
            place = writer.expressions.places.place(assigned(arguments[1]))
            file = assigned(arguments[0])
            if place is None or type(file).__name__ != "StringLiteral" or len(arguments) > 2:
                raise UnsupportedConstruct("a memory read in another way")
            writer.emit(f"load({str(file.value)!r}, {place.slot}, {16 if name.endswith('h') else 2})")
        elif name in ("$random", "$urandom", "$fscanf"):
            writer.emit(self.function(writer.expressions, node, unit))
        elif name not in _SILENT:
            raise UnsupportedConstruct(f"a call of {name}")

    def _scan(self, writer: Any, arguments: list[Any]) -> str:
        places = [writer.places.place(assigned(item)) for item in arguments[2:]]
        form = assigned(arguments[1])
        if type(form).__name__ != "StringLiteral" or any(place is None or not place.is_whole for place in places):
            raise UnsupportedConstruct("a scan of another kind")
        targets = "".join(f"({place.slot}, {place.shape.mask}), " for place in places)
        return f"scanned(known({writer.text(arguments[0])}), {str(form.value)!r}, ({targets}))"

    def _print(self, writer: Any, name: str, arguments: list[Any], unit: int) -> None:
        texts = [self._argument(writer, item, unit) for item in arguments]
        is_text = bool(arguments) and type(arguments[0]).__name__ == "StringLiteral"
        if is_text and VERDICT_MARK in str(arguments[0].value):
            self.verdict = tuple(writer.expression(item) for item in arguments[1:])
        show = "show" if self.is_bench else "print_own"
        call = f"{show}({_PRINTS[name]}, ({''.join(f'{text}, ' for text in texts)}), {unit})"
        writer.emit(f"k.settled.append(lambda: {call})" if name == "$strobe" else call)

    def _argument(self, writer: Any, node: Any, unit: int) -> str:
        kind = type(node).__name__
        if kind == "StringLiteral":
            return repr(str(node.value))
        if kind == "EmptyArgumentExpression":
            return "' '"
        width = 0 if node.type.isFloating or not node.type.isIntegral else int(node.type.bitWidth)
        return f"({writer.expression(node)}, {width}, {bool(width and node.type.isSigned)})"


_FUNCTIONS = {
    "$random": "random",
    "$urandom": "urandom",
    "$urandom_range": "urandom_range",
    "$clog2": "clog2",
    "$feof": "at_end",
    "$countones": "count_ones",
    "$rtoi": "int",
    "$itor": "float",
}
_FORMAT = re.compile(r"%(-?)(\d*)(?:\.(\d+))?([a-zA-Z%])")
_MAXIMUM_LOG = 1 << 16


@dataclass
class Run:
    """The running half: one run's log and random numbers. `files` are those that the bench may read."""

    kernel: Kernel
    files: Mapping[str, str]
    log: list[Said] = field(default_factory=list)
    numbers: RandomNumbers = field(default_factory=RandomNumbers)
    scanners: list["_Scanner"] = field(default_factory=list)
    _length: int = 0

    def names(self) -> dict[str, Callable[..., Any]]:
        """What generated code calls."""
        return {
            "show": self.show,
            "print_own": partial(self.show, is_candidates=True),
            "finish": _finish,
            "load": self.load,
            "seeded": self.seeded,
            "random": self.numbers.random,
            "urandom": self.numbers.urandom,
            "urandom_range": self.numbers.urandom_range,
            "opened": self.opened,
            "scanned": self.scanned,
            "at_end": lambda handle: int(self._scanner(handle).is_at_end),
            "clog2": lambda value: (value - 1).bit_length() if value > 0 else 0,
            "rounded": lambda value: int(value + 0.5) if value >= 0 else -int(0.5 - value),
        }

    def show(self, ends_line: bool, arguments: tuple[Any, ...], unit: int, *, is_candidates: bool = False) -> None:
        text = formatted(arguments, self.kernel.now, unit) + ("\n" if ends_line else "")
        self._length += len(text)
        if self._length < _MAXIMUM_LOG or VERDICT_MARK in text:
            self.log.append(Said(text.encode("utf-8", "surrogateescape"), is_candidates))

    def seeded(self, slot: int, is_unsigned: bool) -> int:
        value = self.kernel.values[slot]
        number, seed = drawn(value.bits if isinstance(value, Unknown) else value & 0xFFFFFFFF)
        self.kernel.put(slot, seed)
        return (number + (1 << 31) if is_unsigned else number) & 0xFFFFFFFF

    def opened(self, name: str) -> int:
        """A handle of a file that is there; 0 for another."""
        text = self.files.get(name.removeprefix("./"))
        if text is None:
            return 0
        self.scanners.append(_Scanner(text))
        return _FIRST_HANDLE + len(self.scanners) - 1

    def _scanner(self, handle: int) -> "_Scanner":
        place = handle - _FIRST_HANDLE
        return self.scanners[place] if 0 <= place < len(self.scanners) else _Scanner("")

    def scanned(self, handle: int, form: str, targets: tuple[tuple[int, int], ...]) -> int:
        """How many values of `form` were read; all ones at the end of the file."""
        scanner, count = self._scanner(handle), 0
        if scanner.is_at_end:
            return 0xFFFFFFFF
        for (slot, mask), base in zip(targets, re.findall(r"%\d*([a-zA-Z])", form), strict=False):
            number = scanner.number(_BASES.get(base.lower(), 10))
            if number is None:
                break
            self.kernel.put(slot, number & mask)
            count += 1
        return count

    def load(self, name: str, slot: int, base: int) -> None:
        text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", self.files.get(name.removeprefix("./"), ""), flags=re.DOTALL)
        at = 0
        for word in text.replace("_", "").split():
            if word.startswith("@"):
                at = int(word[1:], 16)
                continue
            self.kernel.put_element(slot, at, _number(word.lower(), base))
            at += 1


_FIRST_HANDLE = 0x80000003
_BASES = {"h": 16, "x": 16, "b": 2, "o": 8}


@dataclass
class _Scanner:
    """A file that is read word by word."""

    text: str
    at: int = 0

    @property
    def is_at_end(self) -> bool:
        return not self.text[self.at :].strip()

    def number(self, base: int) -> int | None:
        """None where no number stands; nothing is read then."""
        match = re.compile(r"\s*([+-]?\w+)").match(self.text, self.at)
        try:
            number = int(match[1].replace("_", ""), base) if match else None
        except ValueError:
            return None
        self.at = match.end() if match else self.at
        return number


def _finish() -> None:
    raise Finished


def _number(word: str, base: int) -> Any:
    bits = base.bit_length() - 1
    try:
        ones = int(re.sub("[xz]", "0", word), base)
    except ValueError:
        return 0
    return made(ones, sum(((1 << bits) - 1) << bits * place for place, char in enumerate(word[::-1]) if char in "xz"))


def formatted(arguments: tuple[Any, ...], now: int, unit: int) -> str:
    """As `$display` writes them: a text may be a format for what follows it."""
    left, text = list(arguments), ""
    while left:
        item = left.pop(0)
        if isinstance(item, str):
            text += _FORMAT.sub(lambda match: _formatted(match, left, now, unit), item)
        else:
            text += _shown(item, "d", "", False)
    return text


def _formatted(match: re.Match[str], left: list[Any], now: int, unit: int) -> str:
    dash, size, digits, letter = match.groups()
    letter = letter.lower()
    if letter == "%":
        return "%"
    if letter in "ml":
        return "tb" if letter == "m" else ""
    item = left.pop(0) if left else (0, 32, False)
    if isinstance(item, str):
        return item
    if letter == "t" and not isinstance(item[0], Unknown):
        item = (round(item[0] * unit), 64, False)
    if letter in "efg":
        value = item[0].bits if isinstance(item[0], Unknown) else item[0]
        return f"%{dash}{size}.{digits or 6}{letter}" % value
    return _shown(item, letter, size, bool(dash))


def _shown(item: tuple[Any, int, bool], letter: str, size: str, is_left: bool) -> str:
    value, width, is_signed = item
    if isinstance(value, float):
        value, width, is_signed = int(value + 0.5) if letter != "g" else value, 64, True
    text = _WRITERS.get(letter, _decimal)(value, width, is_signed)
    if size == "0":
        return text.lstrip("0") or "0" if letter in "bhox" else text
    widest = len(str((1 << width) - 1)) + (1 if is_signed else 0)
    natural = {"d": widest, "t": 20, "s": (width + 7) // 8}.get(letter, len(text))
    wanted = int(size) if size else natural
    return text.ljust(wanted) if is_left else text.rjust(wanted)


def _decimal(value: Any, width: int, is_signed: bool) -> str:
    if isinstance(value, Unknown):
        return "x" if value.mask == (1 << width) - 1 else "X"
    return str(value - (1 << width) if is_signed and width and value >> (width - 1) else int(value))


def _digits(bits: int) -> Callable[[Any, int, bool], str]:
    def write(value: Any, width: int, _: bool) -> str:
        ones, holes = (value.bits, value.mask) if isinstance(value, Unknown) else (int(value), 0)
        text = ""
        for place in range(0, max(1, width), bits):
            full = min((1 << bits) - 1, (1 << (width - place)) - 1)
            one, hole = ones >> place & full, holes >> place & full
            text = (f"{one:x}" if not hole else "x" if hole == full else "X") + text
        return text

    return write


def _text(value: Any, width: int, _: bool) -> str:
    number = value.bits if isinstance(value, Unknown) else int(value)
    return number.to_bytes(max(1, (width + 7) // 8), "big").lstrip(b"\0").decode("latin-1")


_WRITERS: Mapping[str, Callable[[Any, int, bool], str]] = {
    "b": _digits(1),
    "o": _digits(3),
    "h": _digits(4),
    "x": _digits(4),
    "s": _text,
    "c": lambda value, width, _: _text(value, 8, False),
}
