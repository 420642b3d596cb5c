"""Register files and memories by port rules: read ports, kinds of read, collisions, byte enables, a word that is 0."""

import random
from dataclasses import dataclass

from resources.domains.chip_design.tasks.families.design import Clocking, Design, Inputs, Outputs, Phase, Pin, Wording
from resources.domains.chip_design.tasks.families.stimuli import reset_anywhere, resets, values, word
from resources.domains.chip_design.tasks.families.task import draw_clocking, made_task
from resources.domains.chip_design.tasks.families.verilog import registers
from resources.domains.families import MadeTask, TaskFamily


@dataclass(frozen=True)
class Memory:
    """`registered` reads show the word one edge later. `bypasses`: a read that meets a write of its address sees the
    new word. `lanes` are parts of a word with an enable of their own (1: none). `writers` is 1 or 2."""

    words: int
    width: int
    readers: int
    writers: int
    registered: bool
    bypasses: bool
    lanes: int
    zero: bool
    keeps_valid: bool
    holds: bool

    @property
    def address_width(self) -> int:
        return (self.words - 1).bit_length()


class MemoryModel:
    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._is_known = False

    def reset(self) -> None:
        self._is_known = True
        self._words = dict.fromkeys(range(self._memory.words), 0)
        self._written = dict.fromkeys(range(self._memory.words), 0)
        self._shown = [0] * self._memory.readers

    def outputs(self, inputs: Inputs) -> Outputs:
        memory, shown = self._memory, {}
        for port in range(memory.readers):
            address = inputs[f"raddr{port}"]
            data = self._shown[port] if self._is_known and memory.registered else self._read(address, inputs)
            shown[f"rdata{port}"] = data if self._is_known else None
            if memory.keeps_valid:
                shown[f"rvalid{port}"] = self._written.get(address, 0) if self._is_known else None
        return shown

    def _read(self, address: int, inputs: Inputs) -> int:
        if not self._is_known:
            return 0
        words = self._after(inputs) if self._memory.bypasses else self._words
        return words.get(address, 0)

    def _after(self, inputs: Inputs) -> dict[int, int]:
        """What the words are after the writes that the inputs ask for."""
        memory, words = self._memory, dict(self._words)
        for port in range(memory.writers):
            address = inputs[f"waddr{port}"]
            if inputs[f"we{port}"] and address < memory.words and not (memory.zero and address == 0):
                words[address] = self._merged(words[address], inputs[f"wdata{port}"], inputs.get("lanes"))
        return words

    def _merged(self, old: int, new: int, lanes: int | None) -> int:
        if lanes is None:
            return new
        size = self._memory.width // self._memory.lanes
        mask = sum(((1 << size) - 1) << lane * size for lane in range(self._memory.lanes) if lanes >> lane & 1)
        return old & ~mask | new & mask

    def step(self, inputs: Inputs) -> None:
        memory = self._memory
        shown = [self._read(inputs[f"raddr{port}"], inputs) for port in range(memory.readers)]
        if not memory.holds or inputs["re"]:
            self._shown = shown
        for port in range(memory.writers):
            if inputs[f"we{port}"] and inputs[f"waddr{port}"] < memory.words:
                self._written[inputs[f"waddr{port}"]] = 1
        self._words = self._after(inputs)


def draw_memory(choice: random.Random) -> Memory:
    registered = choice.random() < 0.4
    lanes = choice.choice((1, 1, 2, 4))
    return Memory(
        words=choice.choice((4, 4, 6, 8, 8, 12)),
        width=lanes * choice.choice((2, 3, 4)) if lanes > 1 else choice.choice((4, 6, 8, 10)),
        readers=choice.choice((1, 2, 2, 3)),
        writers=choice.choice((1, 1, 2)),
        registered=registered,
        bypasses=choice.random() < 0.5,
        lanes=lanes,
        zero=choice.random() < 0.4,
        keeps_valid=choice.random() < 0.3,
        holds=registered and choice.random() < 0.5,
    )


def _pins(memory: Memory) -> tuple[tuple[Pin, ...], tuple[Pin, ...]]:
    bits = memory.address_width
    inputs: list[Pin] = []
    for port in range(memory.writers):
        inputs += [
            Pin(f"we{port}", 1, f"write port {port}: write"),
            Pin(f"waddr{port}", bits, f"write port {port}: address"),
            Pin(f"wdata{port}", memory.width, f"write port {port}: data"),
        ]
    inputs += [Pin("lanes", memory.lanes, "bit i lets part i of the word be written")] * (memory.lanes > 1)
    inputs += [Pin(f"raddr{port}", bits, f"read port {port}: address") for port in range(memory.readers)]
    inputs += [Pin("re", 1, "lets the read ports take new words")] * memory.holds
    kind = "register" if memory.registered else "combinational"
    outputs: list[Pin] = []
    for port in range(memory.readers):
        outputs.append(
            Pin(f"rdata{port}", memory.width, f"read port {port}: data ({kind})", is_register=memory.registered)
        )
        if memory.keeps_valid:
            outputs.append(
                Pin(f"rvalid{port}", 1, f"combinational: the word at `raddr{port}` was written since the reset")
            )
    return tuple(inputs), tuple(outputs)


def _rules(memory: Memory) -> tuple[str, ...]:
    words, is_full = memory.words, memory.words == 1 << memory.address_width
    rules = [f"There are {words} words of {memory.width} bits, at the addresses 0 to {words - 1}."]
    rules.append(
        "At a rising edge without a reset, each write port whose write signal is 1 writes its data at its address."
    )
    if memory.writers == 2:
        parts = " (where only parts are written, too)" if memory.lanes > 1 else ""
        rules.append(f"If both ports write one address at one edge, port 1 wins{parts}.")
    if memory.lanes > 1:
        size = memory.width // memory.lanes
        both = "both write ports" if memory.writers == 2 else "the write port"
        rules.append(
            f"A word has {memory.lanes} parts of {size} bits, part 0 the lowest. `lanes` is for {both}: only parts "
            "whose bit is 1 are written, the others keep their bits."
        )
    if memory.zero:
        rules.append("The word at address 0 is always 0: writes there do not change it.")
    if not is_full:
        rules.append(f"Addresses from {words} on have no word: writes there do nothing, and reads give 0.")
    rules.append(_read_rule(memory))
    rules.append(_collision_rule(memory))
    if memory.keeps_valid:
        rules.append(
            "`rvalidN` is 1 exactly while the word at `raddrN` (as it is now) exists and an earlier edge, since the "
            "reset, had a write to its address"
            + (
                ", address 0 and writes without any lane included."
                if memory.zero and memory.lanes > 1
                else ", address 0 included."
                if memory.zero
                else ", writes without any lane included."
                if memory.lanes > 1
                else "."
            )
        )
    return tuple(rules)


def _read_rule(memory: Memory) -> str:
    if not memory.registered:
        return "Reads are combinational: `rdataN` follows `raddrN` at once."
    held = " with `re` = 1" if memory.holds else ""
    kept = " With `re` = 0 the read data stay." if memory.holds else ""
    return f"Reads are synchronous: at each edge{held} without a reset, `rdataN` takes the word at `raddrN`.{kept}"


def _collision_rule(memory: Memory) -> str:
    if memory.registered:
        if memory.bypasses:
            return "Where the same edge writes that word, the read gets the new word (write first)."
        return "Where the same edge writes that word, the read gets the old word (read first)."
    if memory.bypasses:
        return (
            "A write that is asked for now is seen by reads of its address at once, before the edge: they give the "
            "word as it will be after the edge (the reset does not count here)."
        )
    return "A write is seen by reads after its edge, not before."


def _body(memory: Memory, clocking: Clocking) -> str:
    words, width = memory.words, memory.width
    cleared = [
        f"for (i = 0; i < {words}; i = i + 1) words[i] <= 0;",
        *(["written <= 0;"] if memory.keeps_valid else []),
        *(f"rdata{port} <= 0;" for port in range(memory.readers) if memory.registered),
    ]
    lines = [
        f"    reg [{width - 1}:0] words [0:{words - 1}];",
        f"    reg [{words - 1}:0] written;" if memory.keeps_valid else "",
        "    integer i;",
        *_write_lines(memory),
        *(line for port in range(memory.readers) for line in _read_lines(memory, port)),
        "",
        *registers(clocking, cleared, _updates(memory)),
    ]
    return "\n".join(lines)


def _write_lines(memory: Memory) -> list[str]:
    """For each port whether it writes, and its data under the mask of its lanes."""
    size = memory.width // memory.lanes
    mask = ", ".join(f"{{{size}{{lanes[{lane}]}}}}" for lane in range(memory.lanes)[::-1]) if memory.lanes > 1 else ""
    lines = [f"    wire [{memory.width - 1}:0] mask = {{{mask}}};"] if mask else []
    for port in range(memory.writers):
        zero = f" && waddr{port} != 0" if memory.zero else ""
        exists = "" if memory.words == 1 << memory.address_width else f" && waddr{port} < {memory.words}"
        lines.append(f"    wire writes{port} = we{port}{zero}{exists};")
    return lines


def _mixed(memory: Memory, port: int, old: str) -> str:
    return f"({old} & ~mask) | (wdata{port} & mask)" if memory.lanes > 1 else f"wdata{port}"


def _read_lines(memory: Memory, port: int) -> list[str]:
    exists = "" if memory.words == 1 << memory.address_width else f"raddr{port} < {memory.words} ? "
    otherwise = " : 0" if exists else ""
    lines = [f"    wire [{memory.width - 1}:0] stored{port} = {exists}words[raddr{port}]{otherwise};"]
    seen = f"stored{port}"
    if memory.bypasses:
        for writer in range(memory.writers):
            name = f"seen{port}_{writer}"
            mixed = _mixed(memory, writer, seen)
            lines.append(
                f"    wire [{memory.width - 1}:0] {name} = (writes{writer} && waddr{writer} == raddr{port}) ? "
                f"{mixed} : {seen};"
            )
            seen = name
    lines.append(f"    wire [{memory.width - 1}:0] result{port} = {seen};")
    lines += [] if memory.registered else [f"    assign rdata{port} = result{port};"]
    if memory.keeps_valid:
        known = f"raddr{port} < {memory.words} && " if exists else ""
        lines.append(f"    assign rvalid{port} = {known}written[raddr{port}];")
    return lines


def _updates(memory: Memory) -> list[str]:
    lines: list[str] = []
    for port in range(memory.writers):
        if memory.lanes == 1:
            lines.append(f"if (writes{port}) words[waddr{port}] <= wdata{port};")
        else:
            size = memory.width // memory.lanes
            for lane in range(memory.lanes):
                part = f"[{lane * size + size - 1}:{lane * size}]"
                lines.append(f"if (writes{port} && lanes[{lane}]) words[waddr{port}]{part} <= wdata{port}{part};")
        if memory.keeps_valid:
            exists = "" if memory.words == 1 << memory.address_width else f" && waddr{port} < {memory.words}"
            lines.append(f"if (we{port}{exists}) written[waddr{port}] <= 1'b1;")
    guard = "if (re) " if memory.holds else ""
    lines += [f"{guard}rdata{port} <= result{port};" for port in range(memory.readers) if memory.registered]
    return lines


def _stimuli(memory: Memory, inputs: tuple[Pin, ...], clocking: Clocking, choice: random.Random) -> tuple[Phase, ...]:
    odds = {"we0": 0.6, "we1": 0.6, "re": 0.8}

    def cycle(near: float) -> Inputs:
        """Addresses meet with the chance `near`."""
        drawn = values(inputs, choice, odds)
        shared = word(memory.address_width, choice)
        return {
            name: shared
            if "addr" in name and choice.random() < near
            else (choice.randrange(1 << memory.address_width) if "addr" in name else value)
            for name, value in drawn.items()
        }

    def swept(write: int) -> list[Inputs]:
        cycles: list[Inputs] = []
        for address in range(1 << memory.address_width):
            drawn = values(inputs, choice, odds)
            addresses = {name: address for name in drawn if "addr" in name}
            everything = {"lanes": (1 << memory.lanes) - 1, "we0": write, "we1": 0, "re": 1}
            cycles.append(drawn | addresses | {name: value for name, value in everything.items() if name in drawn})
        return cycles

    return (
        resets(inputs, clocking, choice),
        Phase("every word read after the reset", swept(0)),
        Phase("every word written", swept(1)),
        Phase("every word read", swept(0)),
        Phase("random accesses", [cycle(0.2) for _ in range(140)]),
        Phase("accesses that meet", [cycle(0.8) for _ in range(140)]),
        reset_anywhere(inputs, clocking, choice, odds),
        Phase("every word read after a reset", swept(0)),
    )


def make(choice: random.Random) -> MadeTask:
    memory, clocking = draw_memory(choice), draw_clocking(choice)
    inputs, outputs = _pins(memory)
    ports = f"{memory.readers} read and {memory.writers} write port{'s' * (memory.writers > 1)}"
    kind = "synchronous" if memory.registered else "combinational"
    at_reset = "all words are 0" + (", the read data too" if memory.registered else "")
    at_reset += ", and no word counts as written" if memory.keeps_valid else ""
    design = Design(
        module=f"regfile_{memory.words}x{memory.width}_{memory.readers}r{memory.writers}w",
        title=f"Register file of {memory.words} words of {memory.width} bits, {ports}, {kind} reads",
        inputs=inputs,
        outputs=outputs,
        clocking=clocking,
        wording=Wording("All ports share one clock.", _rules(memory), at_reset),
        body=_body(memory, clocking),
        model=MemoryModel(memory),
        stimuli=_stimuli(memory, inputs, clocking, choice),
        tags=("register_file", "memory"),
        solved=6,
    )
    return made_task(design, choice)


MEMORIES = TaskFamily(
    "chip_design",
    "register_file",
    "3",
    "Register files and memories by ports, kind of read, collisions, lanes, a zero word, valid bits",
    make,
)
