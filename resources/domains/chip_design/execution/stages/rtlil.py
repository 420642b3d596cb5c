"""RTLIL: Yosys's own text of what it read, flattened, before it makes hardware of it: bits and what drives them.

Processes still stand there as they were written, loops unrolled and functions in their place. What is concluded from
it stands in `event_order`.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import dropwhile

Bit = tuple[str, int]
"""A wire's name and a place in it; a constant has no name."""
CONSTANT: Bit = ("", 0)
Flow = tuple[Sequence[Bit], Sequence[Bit]]
"""Bits that are set, and as many that they take."""
_WIDTH = re.compile(r"\bwidth (\d+)")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')
_CONSTANT = re.compile(r"(\d+)'(.*)$|-?\d+$")
_PLACE = re.compile(r"\[(\d+)(?::(\d+))?\]$")


@dataclass(frozen=True)
class Cell:
    type: str
    ports: Mapping[str, Sequence[Bit]]


@dataclass
class Process:
    """`decided` are, by bit, those of the cases in which it is set; no edges: it is logic."""

    edges: list[tuple[str, Bit]] = field(default_factory=list)
    flows: list[Flow] = field(default_factory=list)
    updates: list[Flow] = field(default_factory=list)
    decided: dict[Bit, set[Bit]] = field(default_factory=lambda: defaultdict(set))

    @cached_property
    def taken(self) -> Mapping[Bit, set[Bit]]:
        """By bit that is set within the process, what it may take, and what decides on it."""
        taken: dict[Bit, set[Bit]] = defaultdict(set)
        for targets, sources in self.flows:
            for target, source in zip(targets, sources, strict=False):
                taken[target] |= {source} | self.decided[target]
        return taken

    def sets(self) -> set[Bit]:
        return {bit for targets, _ in self.updates for bit in targets}

    def reads(self, bits: Sequence[Bit]) -> set[Bit]:
        """What bits are made of that the process has not set itself before."""
        seen, found, waiting = set[Bit](), set[Bit](), list(bits)
        while waiting:
            bit = waiting.pop()
            if bit in seen:
                continue
            seen.add(bit)
            if bit in self.taken:
                waiting += self.taken[bit]
            elif bit[0]:
                found.add(bit)
        return found


@dataclass
class Module:
    widths: dict[str, int] = field(default_factory=dict)
    inputs: list[str] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    joined: list[Flow] = field(default_factory=list)
    processes: list[Process] = field(default_factory=list)

    def bits(self, text: str) -> list[Bit]:
        """Those of a signal, the lowest first."""
        return _signal(_TOKEN.findall(text), self.widths)


def read_module(text: str) -> Module:
    """The first module of a text; one without anything where there is none."""
    module = Module()
    lines = dropwhile(lambda line: not line.startswith("module "), text.splitlines())
    next(lines, None)
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "end":
            break
        if word == "wire":
            name = rest.split()[-1]
            module.widths[name] = int(match[1]) if (match := _WIDTH.search(rest.removesuffix(name))) else 1
            module.inputs += [name] if re.search(r"\b(?:input|inout) \d", rest.removesuffix(name)) else []
        elif word == "cell":
            module.cells.append(Cell(rest.split()[0], _ports(lines, module)))
        elif word == "process":
            module.processes.append(_process(lines, module))
        elif word == "connect":
            module.joined.append(_pair(rest, module))
    return module


def _ports(lines: Iterator[str], module: Module) -> dict[str, Sequence[Bit]]:
    ports: dict[str, Sequence[Bit]] = {}
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "end":
            break
        if word == "connect":
            name, _, signal = rest.partition(" ")
            ports[name] = module.bits(signal)
        elif rest.startswith("\\MEMID "):
            ports["\\MEMID"] = [(rest.split('"')[1].replace("\\\\", "\\"), 0)]
    return ports


def _process(lines: Iterator[str], module: Module) -> Process:
    """A `switch` and its cases end with `end`, as the process does."""
    process = Process()
    deciding: list[list[Bit]] = []
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "end":
            if not deciding:
                break
            deciding.pop()
        elif word == "switch":
            deciding.append(module.bits(rest))
        elif word == "case":
            deciding[-1] = [*deciding[-1], *(bit for part in rest.split(" , ") for bit in module.bits(part) if bit[0])]
        elif word == "assign":
            targets, sources = _pair(rest, module)
            process.flows.append((targets, sources))
            for target in targets:
                process.decided[target].update(bit for bits in deciding for bit in bits if bit[0])
        elif word == "sync" and rest.split()[0] in ("posedge", "negedge", "edge"):
            kind, _, signal = rest.partition(" ")
            process.edges.append((kind, module.bits(signal)[0]))
        elif word == "update":
            process.updates.append(_pair(rest, module))
        elif word == "memwr":
            memory, _, signals = rest.partition(" ")
            process.updates.append(([(memory, 0)] * 4096, module.bits(f"{{ {signals} }}")))
    return process


def _pair(text: str, module: Module) -> Flow:
    tokens = _TOKEN.findall(text)
    end = _end_of_signal(tokens, 0)
    return _signal(tokens[:end], module.widths), _signal(tokens[end:], module.widths)


def _end_of_signal(tokens: Sequence[str], place: int) -> int:
    depth = 0
    while True:
        depth += {"{": 1, "}": -1}.get(tokens[place], 0)
        place += 1
        if depth == 0:
            break
    while place < len(tokens) and _PLACE.match(tokens[place]):
        place += 1
    return place


def _signal(tokens: Sequence[str], widths: Mapping[str, int]) -> list[Bit]:
    bits: list[Bit] = []
    place = 0
    while place < len(tokens):
        end = _end_of_signal(tokens, place)
        bits = _one(tokens[place:end], widths) + bits
        place = end
    return bits


def _one(tokens: Sequence[str], widths: Mapping[str, int]) -> list[Bit]:
    """A name, a constant or a concatenation, of which the highest part comes first, with parts taken of it."""
    first = tokens[0]
    rest = [token for token in tokens if _PLACE.match(token)] if first != "{" else []
    if first == "{":
        close = len(tokens) - 1 - list(reversed(tokens)).index("}")
        bits, rest = _signal(tokens[1:close], widths), list(tokens[close + 1 :])
    elif first[0] in "\\$":
        bits = [(first, place) for place in range(widths.get(first, 1))]
    else:
        match = _CONSTANT.match(first)
        bits = [CONSTANT] * (int(match[1]) if match and match[1] else 32)
    for token in rest:
        match = _PLACE.match(token)
        high = int(match[1]) if match else 0
        bits = bits[int(match[2]) if match and match[2] else high : high + 1]
    return bits
