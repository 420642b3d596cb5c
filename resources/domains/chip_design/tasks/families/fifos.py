"""FIFOs and stacks by depth, policy when full, kind of read port, flags and flush."""

import random
from dataclasses import dataclass

from resources.domains.chip_design.tasks.families.design import Clocking, Design, Inputs, Outputs, Phase, Pin, Wording
from resources.domains.chip_design.tasks.families.stimuli import random_cycles, reset_anywhere, resets
from resources.domains.chip_design.tasks.families.task import draw_clocking, made_task
from resources.domains.chip_design.tasks.families.verilog import registers
from resources.domains.families import MadeTask, TaskFamily

POLICIES = ("refuse", "make_room", "overwrite")
FLAGS = ("level", "almost_full", "almost_empty", "overflow", "underflow", "peak")


@dataclass(frozen=True)
class Buffer:
    """`policy` is what a write into a full buffer does: it is refused; it is taken where a read makes room at the same
    edge; or the oldest word makes room. A stack gives the newest word first."""

    depth: int
    width: int
    is_stack: bool
    policy: str
    is_registered: bool
    has_flush: bool
    is_sticky: bool
    high: int
    low: int
    flags: tuple[str, ...]

    @property
    def level_width(self) -> int:
        return self.depth.bit_length()


class BufferModel:
    def __init__(self, buffer: Buffer) -> None:
        self._buffer = buffer
        self._is_known = False
        self._words: list[int] = []

    def reset(self) -> None:
        self._is_known = True
        self._words = []
        self._shown = self._overflow = self._underflow = self._peak = 0

    def outputs(self, inputs: Inputs) -> Outputs:
        buffer, stored = self._buffer, len(self._words)
        names = ("rd_data", "empty", "full", *buffer.flags)
        if not self._is_known:
            return dict.fromkeys(names)
        front = (self._words[-1] if buffer.is_stack else self._words[0]) if self._words else 0
        every = {
            "rd_data": self._shown if buffer.is_registered else front,
            "empty": int(stored == 0),
            "full": int(stored == buffer.depth),
            "level": stored,
            "almost_full": int(stored >= buffer.high),
            "almost_empty": int(stored <= buffer.low),
            "overflow": self._overflow,
            "underflow": self._underflow,
            "peak": self._peak,
        }
        return {name: every[name] for name in names}

    def step(self, inputs: Inputs) -> None:
        buffer, was_full, was_empty = self._buffer, len(self._words) == self._buffer.depth, not self._words
        if not buffer.is_sticky:
            self._overflow = self._underflow = 0
        if inputs.get("flush"):
            self._words = []
            return
        if inputs["rd_en"]:
            if was_empty:
                self._underflow = 1
            else:
                self._shown = self._words.pop(-1 if buffer.is_stack else 0)
        if inputs["wr_en"]:
            if was_full and not (inputs["rd_en"] and buffer.policy != "refuse"):
                self._overflow = 1
                if buffer.policy == "overwrite":
                    self._words = [*self._words[1:], inputs["wr_data"]]
            else:
                self._words.append(inputs["wr_data"])
        self._peak = max(self._peak, len(self._words))


def draw_buffer(choice: random.Random) -> Buffer:
    depth, is_stack = choice.choice((2, 3, 4, 5, 6, 8, 12, 16)), choice.random() < 0.25
    flags = tuple(name for name in FLAGS if choice.random() < 0.5)
    return Buffer(
        depth,
        width=choice.choice((4, 6, 8, 10, 12)),
        is_stack=is_stack,
        policy=choice.choice(POLICIES[:2] if is_stack else POLICIES),
        is_registered=choice.random() < 0.4,
        has_flush=choice.random() < 0.5,
        is_sticky=choice.random() < 0.5,
        high=choice.randint(max(1, depth // 2), depth - 1),
        low=choice.randint(1, max(1, depth // 2)),
        flags=flags or ("level",),
    )


def _pins(buffer: Buffer) -> tuple[tuple[Pin, ...], tuple[Pin, ...]]:
    verb = ("push", "pop") if buffer.is_stack else ("write", "read")
    inputs = [Pin("wr_en", 1, f"{verb[0]} request"), Pin("wr_data", buffer.width, "word to store")]
    inputs += [Pin("rd_en", 1, f"{verb[1]} request")] + [Pin("flush", 1, "drops all words")] * buffer.has_flush
    kind = "register: the word of the last read" if buffer.is_registered else "combinational: the next word"
    level = buffer.level_width
    flags = {
        "level": Pin("level", level, "number of stored words", is_register=True),
        "almost_full": Pin("almost_full", 1, f"combinational: at least {_words(buffer.high)} stored"),
        "almost_empty": Pin("almost_empty", 1, f"combinational: at most {_words(buffer.low)} stored"),
        "overflow": Pin("overflow", 1, "register: see below", is_register=True),
        "underflow": Pin("underflow", 1, "register: see below", is_register=True),
        "peak": Pin("peak", level, "register: the most words that were stored after any edge", is_register=True),
    }
    outputs = (
        Pin("rd_data", buffer.width, kind, is_register=buffer.is_registered),
        Pin("empty", 1, "combinational: no word is stored"),
        Pin("full", 1, f"combinational: {buffer.depth} words are stored"),
        *(flags[name] for name in buffer.flags),
    )
    return tuple(inputs), outputs


def _words(count: int) -> str:
    return "1 word is" if count == 1 else f"{count} words are"


def _rules(buffer: Buffer) -> tuple[str, ...]:
    order = "newest" if buffer.is_stack else "oldest"
    rules = [
        f"At a rising edge with `rd_en` = 1 while `empty` = 0, the {order} word is taken out. {_read(buffer, order)}"
    ]
    rules.append("A read while `empty` = 1 is refused, also when a word is written at the same edge.")
    rules.append(_full_rule(buffer))
    if buffer.is_stack:
        rules.append(
            "Push and pop accepted at one edge: the word that was on top is taken out and the new one put in its place."
        )
    if buffer.has_flush:
        rules.append(
            "An edge with `flush` = 1 drops all words; reads and writes of that edge have no effect and count as no "
            f"refusal{', and `rd_data` keeps its value' if buffer.is_registered else ''}."
        )
    rules += [rule for name, rule in _flag_rules(buffer).items() if name in buffer.flags]
    return tuple(rules)


def _read(buffer: Buffer, order: str) -> str:
    if buffer.is_registered:
        return "`rd_data` takes it at that edge and keeps it until the next accepted read."
    return f"`rd_data` shows the {order} word whenever there is one, without a request, and 0 while `empty` = 1."


def _full_rule(buffer: Buffer) -> str:
    stored = "A word is stored at a rising edge with `wr_en` = 1 while `full` = 0."
    counts = ", which counts as an overflow" if "overflow" in buffer.flags else ""
    return {
        "refuse": f"{stored} A write while `full` = 1 is refused, even when a word is read at the same edge.",
        "make_room": f"{stored} While `full` = 1 it is stored only if a word is read at the same edge; else it is "
        "refused.",
        "overwrite": f"{stored} While `full` = 1 it is stored too: if a word is read at the same edge that one "
        f"makes room, else the oldest word is dropped for it{counts}.",
    }[buffer.policy]


def _flag_rules(buffer: Buffer) -> dict[str, str]:
    lost = "a word is dropped by a write" if buffer.policy == "overwrite" else "a write is refused"
    back = "and stays 1 until a reset" if buffer.is_sticky else "and 0 at every other edge"
    return {
        "overflow": f"`overflow` becomes 1 at an edge at which {lost}, {back}.",
        "underflow": f"`underflow` becomes 1 at an edge at which a read is refused, {back}.",
        "peak": "After each edge `peak` is the largest number of words that were stored after any edge since the "
        f"reset, this one included{'; a flush does not change it' if buffer.has_flush else ''}.",
    }


def _body(buffer: Buffer, clocking: Clocking) -> str:
    depth, level = buffer.depth, buffer.level_width
    stored = "level" if "level" in buffer.flags else "stored"
    flush = "!flush && " if buffer.has_flush else ""
    room = {"refuse": "!full", "make_room": "(!full || reading)", "overwrite": "1'b1"}[buffer.policy]
    dropping = "writing && full && !reading" if buffer.policy == "overwrite" else "1'b0"
    lines = [
        f"    reg [{buffer.width - 1}:0] words [0:{depth - 1}];",
        *([] if stored == "level" else [f"    reg [{level - 1}:0] stored;"]),
        *_pointers(buffer),
        "",
        f"    assign empty = {stored} == 0;",
        f"    assign full = {stored} == {level}'d{depth};",
        f"    wire reading = {flush}rd_en && !empty;",
        f"    wire writing = {flush}wr_en && {room};",
        f"    wire dropping = {dropping};",
        f"    wire [{level - 1}:0] following = {stored} + {level}'d1 * (writing && !dropping) - {level}'d1 * reading;",
        *_combinational(buffer, stored),
        "",
        *registers(clocking, [f"{name} <= 0;" for name in _cleared(buffer, stored)], _updates(buffer, stored)),
        "",
        f"    always @(posedge {clocking.clock}) begin",
        f"        if (writing) words[{_write_place(buffer, stored)}] <= wr_data;",
        "    end",
    ]
    return "\n".join(lines)


def _pointers(buffer: Buffer) -> list[str]:
    if buffer.is_stack:
        return []
    high = max(0, (buffer.depth - 1).bit_length() - 1)
    last = buffer.depth - 1
    return [
        f"    reg [{high}:0] head;",
        f"    reg [{high}:0] tail;",
        f"    wire [{high}:0] after_head = head == {last} ? 0 : head + 1'b1;",
        f"    wire [{high}:0] after_tail = tail == {last} ? 0 : tail + 1'b1;",
    ]


def _write_place(buffer: Buffer, stored: str) -> str:
    return f"reading ? {stored} - 1'b1 : {stored}" if buffer.is_stack else "tail"


def _front(buffer: Buffer, stored: str) -> str:
    return f"words[{stored} - 1'b1]" if buffer.is_stack else "words[head]"


def _combinational(buffer: Buffer, stored: str) -> list[str]:
    texts = {
        "almost_full": f"    assign almost_full = {stored} >= {buffer.level_width}'d{buffer.high};",
        "almost_empty": f"    assign almost_empty = {stored} <= {buffer.level_width}'d{buffer.low};",
    }
    shown = [] if buffer.is_registered else [f"    assign rd_data = empty ? 0 : {_front(buffer, stored)};"]
    return [*shown, *(texts[name] for name in buffer.flags if name in texts)]


def _cleared(buffer: Buffer, stored: str) -> list[str]:
    flags = [name for name in ("overflow", "underflow", "peak") if name in buffer.flags]
    return [stored, *(() if buffer.is_stack else ("head", "tail")), *["rd_data"] * buffer.is_registered, *flags]


def _updates(buffer: Buffer, stored: str) -> list[str]:
    lost = "dropping" if buffer.policy == "overwrite" else "wr_en && !writing"
    guard = "!flush && " if buffer.has_flush else ""
    lines = [f"{stored} <= {'flush ? 0 : ' if buffer.has_flush else ''}following;"]
    if not buffer.is_stack:
        reading = "reading || dropping" if buffer.policy == "overwrite" else "reading"
        lines += ["if (flush) begin head <= 0; tail <= 0; end"] * buffer.has_flush
        lines += [f"if ({reading}) head <= after_head;", "if (writing) tail <= after_tail;"]
    lines += [f"if (reading) rd_data <= {_front(buffer, stored)};"] * buffer.is_registered
    for name, event in (("overflow", f"{guard}{lost}"), ("underflow", f"{guard}rd_en && empty")):
        if name in buffer.flags:
            lines.append(f"if ({event}) {name} <= 1'b1;" if buffer.is_sticky else f"{name} <= {event};")
    lines += [f"if ({guard}following > peak) peak <= following;"] * ("peak" in buffer.flags)
    return lines


def _stimuli(buffer: Buffer, inputs: tuple[Pin, ...], clocking: Clocking, choice: random.Random) -> tuple[Phase, ...]:
    filling, draining = {"wr_en": 0.9, "rd_en": 0.2, "flush": 0.01}, {"wr_en": 0.2, "rd_en": 0.9, "flush": 0.01}
    length = 3 * buffer.depth + 6
    phases = [resets(inputs, clocking, choice)]
    for number in range(3):
        phases.append(random_cycles(inputs, clocking, choice, length, filling, f"filling, {number}"))
        phases.append(random_cycles(inputs, clocking, choice, 12, {"wr_en": 1, "rd_en": 1, "flush": 0}, "both at once"))
        phases.append(random_cycles(inputs, clocking, choice, length, draining, f"draining, {number}"))
    return (
        *phases,
        random_cycles(inputs, clocking, choice, 150, {"flush": 0.04, "wr_en": 0.6}),
        reset_anywhere(inputs, clocking, choice, filling),
    )


def make(choice: random.Random) -> MadeTask:
    buffer, clocking = draw_buffer(choice), draw_clocking(choice)
    inputs, outputs = _pins(buffer)
    kind = "stack" if buffer.is_stack else "FIFO"
    port = "a registered read port" if buffer.is_registered else "a read port that shows the next word"
    cleared = [f"`{name}`" for name in _cleared(buffer, "level") if name in {pin.name for pin in outputs}]
    verb = "is" if len(cleared) == 1 else "are"
    at_reset = "the buffer is empty" + (f", and {' and '.join(cleared)} {verb} 0" if cleared else "")
    full = {"refuse": "refuses", "make_room": "swaps", "overwrite": "overwrites"}[buffer.policy]
    design = Design(
        module=f"{full}_{kind.lower()}_{buffer.depth}",
        title=f"{kind} of {buffer.depth} words of {buffer.width} bits with {port}",
        inputs=inputs,
        outputs=outputs,
        clocking=clocking,
        wording=Wording(
            f"A synchronous {kind} with one clock: words leave it "
            f"{'in reverse order' if buffer.is_stack else 'in the order in which they came'}.",
            _rules(buffer),
            at_reset,
        ),
        body=_body(buffer, clocking),
        model=BufferModel(buffer),
        stimuli=_stimuli(buffer, inputs, clocking, choice),
        tags=("stack" if buffer.is_stack else "fifo", "memory", "flow_control"),
        solved=8,
    )
    return made_task(design, choice)


FIFOS = TaskFamily(
    "chip_design", "fifo", "3", "FIFOs and stacks by depth, policy when full, read port, flags and flush", make
)
