"""Devices: the design that is being read, and what its labels stand for: constants, signals, and what drives nets."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce

from resources.domains.chip_design.execution.compiled.listing import Device, Listing
from resources.domains.chip_design.execution.compiled.threads import Runner
from resources.domains.chip_design.execution.compiled.words import Unreadable, Words

_GATES = {
    "AND": ("and", False),
    "OR": ("or", False),
    "XOR": ("xor", False),
    "NAND": ("and", True),
    "NOR": ("or", True),
    "XNOR": ("xor", True),
}
_ARITHMETIC = {
    "arith/sum": "add",
    "arith/sub": "sub",
    "arith/mult": "mul",
    "arith/div": "div",
    "arith/div.s": "sdiv",
    "arith/mod": "mod",
    "arith/mod.s": "smod",
    "shift/l": "shl",
    "shift/r": "shr",
    "shift/rs": "sar",
}
_REDUCED = {
    "reduce/and": ("every", False),
    "reduce/or": ("any", False),
    "reduce/xor": ("parity", False),
    "reduce/nand": ("every", True),
    "reduce/nor": ("any", True),
    "reduce/xnor": ("parity", True),
}
_COMPARED = {
    "cmp/eq": ("eq", False, False),
    "cmp/eeq": ("eq", False, False),
    "cmp/ne": ("eq", False, True),
    "cmp/nee": ("eq", False, True),
    "cmp/gt": ("lt", True, False),
    "cmp/gt.s": ("slt", True, False),
    "cmp/ge": ("lt", False, True),
    "cmp/ge.s": ("slt", False, True),
}
"""The comparison, whether its operands change places, and whether its result is turned."""
_CONSTANT = re.compile(r"\+?C[48]<([^<>]*)>")
_CALL = re.compile(r"(\S+), (\d+), (.*) \(([^()]*)\) (S_\w+)$")
_LOOSE = re.compile(r"\(.*?\)|\[.*?\]")


@dataclass(frozen=True)
class Piece:
    """Bits of a signal that one thread sets: the word of what they become, and the edges at which they do."""

    mask: int
    word: int
    clock: str = ""
    resets: tuple[tuple[str, int], ...] = ()
    """Of asynchronous resets: the edge as Verilog has it, and the word of what the signal becomes then."""


@dataclass
class Design:
    listing: Listing
    words: Words = field(default_factory=Words)
    pieces: dict[str, list[Piece]] = field(default_factory=lambda: defaultdict(list))
    initial: dict[str, int] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)
    """Signals that a thread sets which cannot be read, with the reason."""
    assumed: dict[int, int] = field(default_factory=dict)
    """What some words are taken for while a thread is run."""


def signal_word(design: Design, label: str) -> int:
    """A variable or a memory as it is read."""
    signal = design.listing.signals[label]
    return design.words.leaf(label, signal.width * max(signal.words, 1))


def word_of(design: Design, label: str) -> int:
    """What a label stands for: a constant, or a leaf that the writer defines."""
    words, listing = design.words, design.listing
    if match := _CONSTANT.fullmatch(label):
        return _constant(words, match[1])
    signal = listing.signals.get(label)
    if signal is not None and signal.words:
        if label in listing.elements:
            members = listing.elements[label]
            return words.join(word_of(design, members[index]) for index in range(signal.words))
        word = signal_word(design, label)
    elif signal is not None:
        word = word_of(design, signal.driver) if signal.driver else signal_word(design, label)
        word = words.extend(word, signal.width)
    else:
        word = _device_word(design, label)
    return design.assumed.get(word, word)


def _constant(words: Words, digits: str) -> int:
    a = b = 0
    words.bound(len(digits))
    for digit in digits:
        a, b = a << 1 | (digit in "1x"), b << 1 | (digit in "xz")
    return words.constant(len(digits), a, b)


def _device_word(design: Design, label: str) -> int:
    device = design.listing.devices.get(label)
    if device is None:
        raise Unreadable(f"the signal {label[:40]}")
    operands = device.arguments.split(", ")
    if device.kind == "functor" and operands[0].startswith("BUF") and (match := _CONSTANT.fullmatch(operands[1])):
        return design.words.leaf(label, len(match[1])) if label[0] == "o" else _constant(design.words, match[1])
    return design.words.leaf(label, _width(design, device))


def _width(design: Design, device: Device) -> int:
    kind, operands = device.kind, _LOOSE.sub("", device.arguments).split(", ")
    if kind.startswith(("reduce/", "cmp/")):
        return 1
    if kind.startswith("concat"):
        return sum(map(int, device.arguments.partition("[")[2].partition("]")[0].split()))
    if kind == "functor":
        return int(operands[0].split()[1])
    if kind in ("part", "part/v", "part/v.s"):
        return int(operands[2])
    if kind == "part/pv":
        return int(operands[3])
    if kind in ("repeat", "extend/s", "cast/2"):
        return int(operands[0])
    if kind.startswith(("arith/", "shift/", "delay")):
        return int(operands[0].split()[0])
    if kind == "ufunc/vec4":
        return int(operands[1])
    if kind == "array/port":
        return design.listing.signals[operands[0]].width
    if kind == "resolv":
        return design.words.width(word_of(design, operands[1]))
    raise Unreadable(f"the device {kind}")


def defined(design: Design, label: str) -> int | None:
    """The word that a leaf of a device stands for; None for a signal's and an input's."""
    device = design.listing.devices.get(label)
    if device is None or label[0] == "o":
        return None
    try:
        return _defined(design, device)
    except (IndexError, KeyError, ValueError) as error:
        raise Unreadable(f"the device {device.kind}") from error


def _defined(design: Design, device: Device) -> int:
    words, kind = design.words, device.kind
    if kind == "ufunc/vec4":
        return _called(design, device.arguments)
    if kind.startswith("concat"):
        operands = device.arguments.partition("]")[2].lstrip(", ").split(", ")
        return words.join(word_of(design, operand) for operand in operands)
    operands = (
        _LOOSE.sub("", device.arguments).split(", ") if kind.startswith("delay") else device.arguments.split(", ")
    )
    if kind == "functor":
        return _gate(design, operands[0].split()[0], int(operands[0].split()[1]), operands[1:])
    if kind in _ARITHMETIC:
        one, two = (word_of(design, operand) for operand in operands[1:])
        return words.binary(_ARITHMETIC[kind], words.extend(one, int(operands[0])), two)
    if kind in _COMPARED:
        operation, swapped, turned = _COMPARED[kind]
        one, two = (word_of(design, operand) for operand in operands[1:])
        result = words.compare(operation, *((two, one) if swapped else (one, two)))
        return words.invert(result) if turned else result
    if kind in _REDUCED:
        operation, turned = _REDUCED[kind]
        result = words.reduce(operation, word_of(design, operands[0]))
        return words.invert(result) if turned else result
    return _wired(design, kind, operands)


def _gate(design: Design, kind: str, width: int, operands: Sequence[str]) -> int:
    words = design.words
    if kind == "MUXZ":
        zero, one, chooser = (word_of(design, operand) for operand in operands[:3])
        return words.mux(words.part(chooser, 0, 1), words.extend(one, width), words.extend(zero, width))
    first = words.extend(word_of(design, operands[0]), width)
    if kind in ("BUF", "BUFZ", "BUFT"):
        return first
    if kind == "NOT":
        return words.invert(first)
    if kind not in _GATES:
        raise Unreadable(f"the gate {kind}")
    operation, turned = _GATES[kind]
    for operand in operands[1:]:
        if operand != "C4<>":
            first = words.binary(operation, first, _spread(design, operand, width))
    return words.invert(first) if turned else first


def _spread(design: Design, operand: str, width: int) -> int:
    word = word_of(design, operand)
    if design.words.width(word) == 1 < width and _CONSTANT.fullmatch(operand):
        return design.words.repeat(word, width)
    return design.words.extend(word, width)


def _wired(design: Design, kind: str, operands: Sequence[str]) -> int:
    words = design.words
    if kind == "part":
        return words.extract(word_of(design, operands[0]), words.constant(33, int(operands[1])), int(operands[2]))
    if kind in ("part/v", "part/v.s"):
        place = word_of(design, operands[1])
        place = place if kind == "part/v.s" else words.join([place, words.constant(1, 0)])
        return words.extract(word_of(design, operands[0]), place, int(operands[2]))
    if kind == "part/pv":
        low, width, whole = map(int, operands[1:])
        piece = words.extend(word_of(design, operands[0]), width)
        return words.insert(words.constant(whole, 0, -1), words.constant(33, low), piece)
    if kind == "repeat":
        return words.repeat(word_of(design, operands[2]), int(operands[1]))
    if kind in ("arith/pow", "arith/pow.s"):
        base, exponent = (word_of(design, operand) for operand in operands[1:])
        return words.power(words.extend(base, int(operands[0])), exponent, signed=kind == "arith/pow.s")
    if kind == "cast/2":
        return _two_valued(words, words.extend(word_of(design, operands[1]), int(operands[0])))
    if kind == "extend/s":
        return words.extend(word_of(design, operands[1]), int(operands[0]), signed=True)
    if kind.startswith("delay"):
        return word_of(design, operands[-1].split()[-1])
    if kind == "array/port":
        return _array_port(design, operands)
    if kind == "resolv":
        return _resolved(design, operands)
    raise Unreadable(f"the device {kind}")


def _two_valued(words: Words, word: int) -> int:
    """Unknown bits of a constant are 0."""
    bits = words.bits(word)
    return words.constant(words.width(word), bits[0] & ~bits[1]) if bits else word


def _array_port(design: Design, operands: Sequence[str]) -> int:
    words, memory = design.words, design.listing.signals[operands[0]]
    if operands[1].isdigit():
        place = words.constant(33, int(operands[1]))
    else:
        place = words.join([word_of(design, operands[1]), words.constant(1, 0)])
    return words.element(word_of(design, operands[0]), place, memory.width)


def _resolved(design: Design, operands: Sequence[str]) -> int:
    """Drivers of different bits, each of which holds the others at Z; or wired logic."""
    words = design.words
    kind = operands[0]
    wired = {"triand": "and", "trior": "or", "tri": ""}
    if kind not in wired:
        raise Unreadable("a net that is pulled")
    drivers = [_opened(design, word_of(design, name)) for name in operands[1:]]
    pieces = []
    for place in range(words.width(drivers[0])):
        bits = [words.part(driver, place, 1) for driver in drivers]
        driving = [bit for bit in bits if words.bits(bit) != (0, 1)] or bits[:1]
        if len(driving) > 1 and not wired[kind]:
            raise Unreadable("a net with two drivers")
        pieces.append(reduce(lambda one, two: words.binary(wired[kind], one, two), driving))
    return words.join(pieces)


def _opened(design: Design, word: int) -> int:
    """A driver as what it stands for, where that holds bits at Z."""
    node = design.words.nodes[word]
    label = str(node.operands[0]) if node.kind == "leaf" else ""
    device = design.listing.devices.get(label)
    if device is not None and (device.kind == "part/pv" or device.kind.startswith("concat")):
        return defined(design, label) or word
    return word


def _called(design: Design, arguments: str) -> int:
    match = _CALL.match(arguments)
    if match is None:
        raise Unreadable("a call in an assignment")
    given = [word_of(design, operand) for operand in match[3].split(", ")]
    names = match[4].split(", ")
    values = {
        name: design.words.extend(word, design.listing.signals[name].width)
        for name, word in zip(names, given, strict=True)
    }
    runner = Runner(design.words, design.listing, lambda label: word_of(design, label))
    return runner.function(match[1], int(match[2]), values)
