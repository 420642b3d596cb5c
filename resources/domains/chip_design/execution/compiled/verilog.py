"""Verilog: the program as one module: continuous assignments, logic, registers and what they begin with."""

from resources.domains.chip_design.execution.compiled.design import design_of
from resources.domains.chip_design.execution.compiled.devices import Design, Piece, defined, word_of
from resources.domains.chip_design.execution.compiled.listing import listing_of
from resources.domains.chip_design.execution.compiled.words import Unreadable, literal
from resources.execution.reader.apart import apart
from resources.execution.reader.contract import ReaderDied

MOST_TEXT = 16 << 20


def _died(death: ReaderDied, program: str, top: str) -> str:
    raise Unreadable(str(death))


@apart(raises=(Unreadable,), died=_died)
def verilog_of(program: str, top: str) -> str:
    """The module `top` as Icarus compiled it. Raises Unreadable where this reader has no hardware for it."""
    if len(program) > MOST_TEXT:
        raise Unreadable("more text than can be read")
    try:
        listing = listing_of(program, top)
        if not listing.root:
            raise Unreadable("no top module")
        return _Writer(design_of(listing)).text(top)
    except (LookupError, ValueError, TypeError, ArithmeticError, RecursionError) as error:
        raise Unreadable("a line in another form than was known") from error


class _Writer:
    """A design as text: what its outputs need, and no more."""

    def __init__(self, design: Design) -> None:
        self._design, self._words, self._listing = design, design.words, design.listing
        self._lines: list[str] = []
        self._names: dict[int, str] = {}
        self._waiting: list[int] = []
        self._prefix = "n"
        while any(port.startswith(self._prefix) for port in self._listing.ports):
            self._prefix += "_"

    def text(self, top: str) -> str:
        heads = []
        for name, direction in self._listing.ports.items():
            if direction not in ("INPUT", "OUTPUT") or name not in self._listing.named:
                raise Unreadable("a port that is no input and no output")
            heads.append(self._port(name, direction))
        while self._waiting:
            self._define(self._waiting.pop())
        return f"module \\{top} ({', '.join(heads)});\n{''.join(self._lines)}endmodule\n"

    def _port(self, name: str, direction: str) -> str:
        label = self._listing.named[name]
        width = self._listing.signals[label].width
        if direction == "INPUT":
            self._names[word_of(self._design, label)] = f"\\{name} "
        else:
            self._lines.append(f"assign \\{name} = {self._name(word_of(self._design, label))};\n")
        return f"{direction.lower()} [{width - 1}:0] \\{name} "

    def _name(self, word: int) -> str:
        if word not in self._names:
            self._names[word] = f"{self._prefix}{word}"
            self._lines.append(f"wire [{self._words.width(word) - 1}:0] {self._names[word]};\n")
            self._waiting.append(word)
        return self._names[word]

    def _define(self, word: int) -> None:
        node = self._words.nodes[word]
        if node.kind != "leaf":
            operands = node.operands[:1] if node.kind == "part" else () if node.kind == "constant" else node.operands
            names = {int(operand): self._name(int(operand)) for operand in operands}
            self._assign(word, self._words.text(word, names))
            return
        label = str(node.operands[0])
        if label in self._listing.signals:
            self._signal(word, label)
        elif (meaning := defined(self._design, label)) is not None:
            self._assign(word, self._name(meaning))
        else:
            self._assign(word, literal(node.width, 0, (1 << node.width) - 1))

    def _assign(self, word: int, text: str) -> None:
        self._lines.append(f"assign {self._names[word]} = {text};\n")

    def _signal(self, word: int, label: str) -> None:
        """Bits of one thread each; bits that no thread sets keep what they began with."""
        if reason := self._design.unread.get(label.partition("_")[0]):
            raise Unreadable(reason)
        width, pieces = self._words.width(word), self._design.pieces.get(label, [])
        signal, name = self._listing.signals[label], self._names[word]
        unset = self._words.constant(width, 0) if signal.two_valued else self._words.unknown(width)
        first, free = self._design.initial.get(label, unset), (1 << width) - 1
        for index, piece in enumerate(pieces):
            if piece.mask & ~free:
                raise Unreadable(f"{signal.name} is set in several threads")
            free &= ~piece.mask
            for low, size in _runs(piece.mask):
                self._piece(f"{name}[{low + size - 1}:{low}]", f"{name}r{index}_{low}", piece, (low, size), first)
        for low, size in _runs(free):
            self._lines.append(f"assign {name}[{low + size - 1}:{low}] = {self._first(first, low, size)};\n")

    def _first(self, first: int, low: int, size: int) -> str:
        bits = self._words.bits(self._words.part(first, low, size))
        if bits is None:
            raise Unreadable("a first value that is no constant")
        return literal(size, *bits)

    def _piece(self, target: str, register: str, piece: Piece, place: tuple[int, int], first: int) -> None:
        low, size = place
        value = self._name(self._words.part(piece.word, low, size))
        if not piece.clock:
            self._lines.append(f"assign {target} = {value};\n")
            return
        edges, branches = [self._edge(piece.clock)], ""
        for edge, word in piece.resets:
            edges.append(self._edge(edge))
            condition = edges[-1].partition(" ")[2] if edge.startswith("posedge") else f"!{edges[-1].partition(' ')[2]}"
            branches += f"if ({condition}) {register} <= {self._reset_value(word, low, size)}; else "
        begins = self._words.bits(self._words.part(first, low, size))
        if begins is None:
            raise Unreadable("a first value that is no constant")
        text = "" if begins[1] == (1 << size) - 1 else f"initial {register} = {literal(size, *begins)};\n"
        self._lines.append(
            f"reg [{size - 1}:0] {register};\n{text}always @({' or '.join(edges)}) {branches}{register} <= {value};\n"
            f"assign {target} = {register};\n"
        )

    def _reset_value(self, word: int, low: int, size: int) -> str:
        part = self._words.part(word, low, size)
        bits = self._words.bits(part)
        return literal(size, *bits) if bits else self._name(part)

    def _edge(self, edge: str) -> str:
        kind, _, word = edge.partition(" ")
        return f"{kind} {self._name(int(word))}"


def _runs(mask: int) -> list[tuple[int, int]]:
    """The lowest bit and the length of each run of ones."""
    runs, low = [], 0
    while mask:
        start = (mask & -mask).bit_length() - 1
        mask >>= start
        size = (~mask & mask + 1).bit_length() - 1
        runs.append((low + start, size))
        low, mask = low + start + size, mask >> size
    return runs
