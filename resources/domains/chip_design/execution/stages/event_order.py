"""What of a design hangs on the order in which a simulator runs things, so that its source is another one than its
hardware: blocks that read what they set only later, and clocks with which more than a clock changes.

Read from RTLIL, in which the processes still stand. Races over `=` are told by the text alone
(`chip_design.language.races`), as RTLIL does not keep how something is set.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from resources.domains.chip_design.execution.stages.rtlil import Bit, Cell, Module, Process, read_module
from resources.domains.chip_design.language.updates import Updates

_BITWISE = ("$not", "$pos", "$and", "$or", "$xor", "$xnor", "$mux")
_INVERTING = ("$not", "$logic_not")
_GATES = {"$and": "posedge", "$logic_and": "posedge", "$or": "negedge", "$logic_or": "negedge"}
"""With the edge of a clock that opens the gate: what else goes into it must change at the other edge."""
_OTHER = {"posedge": "negedge", "negedge": "posedge"}
_OUTPUTS = ("\\Y", "\\DATA")
_LOCAL = "$func$"
"""Part of the name that Yosys gives to a variable of a function or a task, for each call."""
_MOST_CHARACTERS = 8 << 20


def order_dependence(rtlil: str, updates: Updates) -> str:
    """Why the simulator's order makes a difference; "" where nothing says so."""
    if len(rtlil) > _MOST_CHARACTERS:
        return ""
    design = _Design(read_module(rtlil), updates)
    return next(design.stale_reads(), "") or next(design.unsure_clocks(), "")


@dataclass(frozen=True)
class _Clock:
    """What an edge comes from: an input, or a register, and whether it has been inverted on the way."""

    root: Bit
    inverted: bool = False

    def edge(self, kind: str) -> str:
        return _OTHER[kind] if self.inverted else kind


@dataclass(frozen=True)
class _Design:
    module: Module
    updates: Updates

    @cached_property
    def _known_roots(self) -> dict[int, set[Bit]]:
        return {}

    @cached_property
    def _cells(self) -> dict[Bit, Cell]:
        return {
            bit: cell for cell in self.module.cells for port in ("\\Y", "\\DATA") for bit in cell.ports.get(port, ())
        }

    @cached_property
    def _same(self) -> dict[Bit, Bit]:
        pairs = (zip(targets, sources, strict=False) for targets, sources in self.module.joined)
        return {bit: source for pair in pairs for bit, source in pair}

    @cached_property
    def _set_by(self) -> dict[Bit, tuple[Process, list[Bit]]]:
        """By bit, the process that sets it, and to what."""
        found: dict[Bit, tuple[Process, list[Bit]]] = {}
        for process in self.module.processes:
            for targets, sources in process.updates:
                for target, source in zip(targets, sources, strict=False):
                    found.setdefault(target, (process, []))[1].append(source)
        return found

    def stale_reads(self) -> Iterator[str]:
        """Signals that a block of logic, or a call, reads before it sets them: no change of them runs it again."""
        for process in self.module.processes:
            own = {bit for bit in process.sets() if not process.edges or _LOCAL in bit[0]}
            everything = [source for _, sources in process.updates for source in sources]
            if not own & self._read_in(process, everything, through=True):
                continue
            met = {bit for bit in own if _plain(bit[0]) in self.updates.met}
            for targets, sources in process.updates:
                for target, source in zip(targets, sources, strict=False):
                    read = self._read_in(process, [source]) & own | self._read_in(process, [source], through=True) & met
                    for name in sorted({_plain(bit[0]) for bit in read - {target}} - set(self.updates.late)):
                        yield f"a block reads `{name}` before it sets it, and so what its last run left there"

    def _read_in(self, process: Process, sources: Sequence[Bit], through: bool = False) -> set[Bit]:
        """Signals that have a name, of which a process makes these bits; also `through` assignments outside of it."""
        found, seen = set[Bit](), set[Bit]()
        waiting = list(process.reads(sources))
        while waiting:
            bit = waiting.pop()
            if bit in seen:
                continue
            seen.add(bit)
            is_named = not bit[0].startswith("$")
            if bit in self._cells and (through or not is_named):
                waiting += process.reads(_made_of(self._cells[bit], bit))
            elif bit in self._same and through:
                waiting += process.reads([self._same[bit]])
            else:
                found.add(bit)
        return found

    def unsure_clocks(self) -> Iterator[str]:
        for process in self.module.processes:
            clocks = [(kind, self._clock(bit), bit) for kind, bit in process.edges]
            for _, clock, bit in clocks:
                if clock is None:
                    yield f"registers wait for edges of `{self._name(bit)}`, which is made of logic that may pulse"
                elif _plain(clock.root[0]) in self.updates.pulsed:
                    yield f"registers wait for edges of `{_plain(clock.root[0])}`, which is set with `=` or twice"
            read = self._roots(process)
            edges = [(clock, kind) for kind, clock, _ in clocks if clock]
            ticking = [(clock, kind) for clock, kind in edges if len(edges) < 2 or clock.root not in read]
            if edges and not ticking:
                yield f"registers read their own clock `{_plain(edges[0][0].root[0])}` as data"
            for clock, kind in ticking:
                yield from self._changing_with(clock, kind, read)

    def _changing_with(self, clock: _Clock, kind: str, read: set[Bit]) -> Iterator[str]:
        if clock.root in read:
            yield f"registers read their own clock `{_plain(clock.root[0])}` as data"
        moments = self._moments(clock.root)
        for bit in sorted(read - {clock.root}):
            own = self._ticks(bit)
            if own and not any(other.root == clock.root for other, _ in own) and self._moments(bit) & moments:
                yield (
                    f"registers that wait for `{_plain(clock.root[0])}` read `{_plain(bit[0])}`, "
                    "which changes in the same moment"
                )

    def _ticks(self, bit: Bit) -> list[tuple[_Clock, str]]:
        """The clocks of the register that a bit is, without its resets; none of what is no register."""
        process = self._set_by[bit][0] if bit in self._set_by else None
        if process is None or not process.edges:
            return []
        read = self._roots(process) if len(process.edges) > 1 else set()
        clocks = [(clock, kind) for kind, edge in process.edges if (clock := self._clock(edge))]
        return [(clock, kind) for clock, kind in clocks if clock.root not in read]

    def _moments(self, bit: Bit, depth: int = 8) -> set[tuple[Bit, str]]:
        """At which edges of which inputs a register changes."""
        moments = set[tuple[Bit, str]]()
        for clock, kind in self._ticks(bit):
            inner = self._moments(clock.root, depth - 1) if depth else set()
            moments |= inner or {(clock.root, clock.edge(kind))}
        return moments

    @cached_property
    def _known_clocks(self) -> dict[Bit, _Clock | None]:
        return {}

    def _clock(self, bit: Bit) -> _Clock | None:
        """None where an edge is made of more than one clock, or of logic of data, or of itself."""
        if bit not in self._known_clocks:
            self._known_clocks[bit] = None
            self._known_clocks[bit] = self._traced(bit)
        return self._known_clocks[bit]

    def _traced(self, bit: Bit) -> _Clock | None:
        inverted = False
        for _ in range(len(self._same) + len(self._cells) + 1):
            cell = self._cells.get(bit)
            if bit in self._same:
                bit = self._same[bit]
            elif cell and cell.type in (*_INVERTING, "$pos") and len(cell.ports["\\A"]) == 1:
                inverted ^= cell.type in _INVERTING
                bit = cell.ports["\\A"][0]
            elif cell:
                clock = self._gated(cell)
                return _Clock(clock.root, clock.inverted ^ inverted) if clock else None
            elif bit in self._set_by and not self._set_by[bit][0].edges:
                return None
            else:
                return _Clock(bit, inverted)
        return None

    def _gated(self, cell: Cell) -> _Clock | None:
        """The clock of a gate whose other input is made of registers that change while it is closed."""
        if cell.type not in _GATES or any(len(cell.ports[port]) != 1 for port in ("\\A", "\\B")):
            return None
        for one, other in (("\\A", "\\B"), ("\\B", "\\A")):
            clock = self._clock(cell.ports[one][0])
            if clock is None or clock.root in self._set_by:
                continue
            closing = _OTHER[clock.edge(_GATES[cell.type])]
            held = self._support(cell.ports[other])
            if all(self._ticks(bit) == [(_Clock(clock.root), closing)] for bit in held):
                return clock
        return None

    def _roots(self, process: Process) -> set[Bit]:
        """Inputs and registers of which a process makes what it sets."""
        if id(process) not in self._known_roots:
            sources = [source for _, sources in process.updates for source in sources]
            self._known_roots[id(process)] = self._support(process.reads(sources), process)
        return self._known_roots[id(process)]

    def _support(self, bits: Collection[Bit], process: Process | None = None) -> set[Bit]:
        found, seen, waiting = set[Bit](), set[Bit](), list(bits)
        while waiting:
            bit = waiting.pop()
            if bit in seen or not bit[0]:
                continue
            seen.add(bit)
            made = self._made_of(bit, process)
            if made is None:
                found.add(bit)
            else:
                waiting += made
        return found

    def _made_of(self, bit: Bit, process: Process | None) -> Collection[Bit] | None:
        """What logic makes a bit of; None for an input or a register."""
        if process and bit in process.taken:
            return process.reads([bit])
        if bit in self._same:
            return [self._same[bit]]
        if bit in self._cells:
            return _made_of(self._cells[bit], bit)
        if bit in self._set_by and not self._set_by[bit][0].edges:
            setter, sources = self._set_by[bit]
            return setter.reads(sources)
        return None

    def _name(self, bit: Bit) -> str:
        known = next((target for target, source in self._same.items() if source == bit), bit)
        return _plain(known[0]) if known[0].startswith("\\") else "an expression"


def _made_of(cell: Cell, bit: Bit) -> list[Bit]:
    """What an output of a cell hangs on: in a bitwise one of the same places alone."""
    place = list(cell.ports["\\Y"]).index(bit) if cell.type in _BITWISE else -1
    read: list[Bit] = []
    for name, bits in cell.ports.items():
        if name not in _OUTPUTS:
            read += bits if place < 0 or name == "\\S" else [bits[min(place, len(bits) - 1)]]
    return [bit for bit in read if bit[0]]


def _plain(name: str) -> str:
    return name.rpartition(".")[2].removeprefix("\\")
