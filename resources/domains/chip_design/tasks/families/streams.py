"""Valid/ready streams: register slices and skid buffers, and what happens to words on the way.

Words are changed, dropped, framed, put together or taken apart.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

from resources.domains.chip_design.tasks.families.design import Clocking, Design, Inputs, Outputs, Phase, Pin, Wording
from resources.domains.chip_design.tasks.families.stimuli import random_cycles, reset_anywhere, resets
from resources.domains.chip_design.tasks.families.task import draw_clocking, made_task
from resources.domains.chip_design.tasks.families.verilog import Parts, registers
from resources.domains.families import MadeTask, TaskFamily

KINDS = ("slice", "open_slice", "skid", "widen", "narrow", "filter", "framer", "accumulate")


@dataclass(frozen=True)
class Change:
    """What is done to a word: in Verilog, in words, and as a function."""

    verilog: str
    words: str
    value: Callable[[int], int]


@dataclass(frozen=True)
class Stream:
    """`ratio` is how many words make one (`widen`, `accumulate`), one makes (`narrow`), or a frame has (`framer`).
    `first_is_high` says where the first of several stands. `change` applies to words as they are taken in."""

    kind: str
    width: int
    ratio: int
    first_is_high: bool
    change: Change | None
    shows_level: bool

    @property
    def out_width(self) -> int:
        return {"widen": self.width * self.ratio, "narrow": self.width // self.ratio}.get(self.kind, self.width)

    @property
    def room(self) -> int:
        """How many results it holds."""
        return 2 if self.kind == "skid" else 1


class StreamModel:
    """A list of results that wait, and the parts of the next one."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._is_known = False

    def reset(self) -> None:
        self._is_known = True
        self._results: list[int] = []
        self._parts: list[int] = []
        self._sent = 0

    def outputs(self, inputs: Inputs) -> Outputs:
        stream = self._stream
        names = ("in_ready", "out_valid", "out_data", *(["out_last"] if stream.kind == "framer" else []))
        names = (*names, *(["level"] if stream.shows_level else []))
        if not self._is_known:
            return dict.fromkeys(names)
        waiting = len(self._results)
        every = {
            "in_ready": int(self._has_room(inputs)),
            "out_valid": int(waiting > 0),
            "out_data": self._results[0] if waiting else None,
            "out_last": int(self._sent == stream.ratio - 1) if waiting else None,
            "level": waiting,
        }
        return {name: every[name] for name in names}

    def _has_room(self, inputs: Inputs) -> bool:
        if self._stream.kind in ("slice", "skid", "narrow", "widen", "accumulate"):
            return len(self._results) < self._stream.room
        return not self._results or bool(inputs["out_ready"])

    def step(self, inputs: Inputs) -> None:
        is_taken = inputs["in_valid"] and self._has_room(inputs)
        if self._results and inputs["out_ready"]:
            self._results.pop(0)
            self._sent = (self._sent + 1) % self._stream.ratio
        if is_taken:
            self._take(inputs["in_data"])

    def _take(self, word: int) -> None:
        stream = self._stream
        word = stream.change.value(word) if stream.change else word
        if stream.kind == "narrow":
            parts = [word >> place * stream.out_width & (1 << stream.out_width) - 1 for place in range(stream.ratio)]
            self._results = parts[::-1] if stream.first_is_high else parts
            return
        if stream.kind == "filter" and word & 1 == int(stream.first_is_high):
            return
        if stream.kind not in ("widen", "accumulate"):
            self._results.append(word)
            return
        self._parts.append(word)
        if len(self._parts) == stream.ratio:
            self._results.append(self._joined())
            self._parts = []

    def _joined(self) -> int:
        stream = self._stream
        if stream.kind == "accumulate":
            return sum(self._parts) % (1 << stream.width)
        parts = self._parts[::-1] if stream.first_is_high else self._parts
        return sum(part << place * stream.width for place, part in enumerate(parts))


def draw_stream(choice: random.Random) -> Stream:
    kind = choice.choice(KINDS)
    ratio = choice.choice((2, 3, 4)) if kind in ("widen", "narrow", "accumulate", "framer") else 1
    width = choice.choice((4, 5, 6, 7, 8, 9, 10)) * (ratio if kind == "narrow" else 1)
    return Stream(
        kind,
        width,
        ratio,
        first_is_high=choice.random() < 0.5,
        change=_change(width, choice) if choice.random() < 0.75 else None,
        shows_level=kind in ("skid", "narrow") and choice.random() < 0.5,
    )


def _change(width: int, choice: random.Random) -> Change:
    top, amount = (1 << width) - 1, choice.randint(1, (1 << width) - 1)
    half, other = width // 2, width - width // 2
    return choice.choice(
        (
            Change(f"in_data ^ {width}'d{amount}", f"XORed with {amount}", lambda word: word ^ amount),
            Change(
                f"in_data + {width}'d{amount}",
                f"increased by {amount} modulo {top + 1}",
                lambda word: (word + amount) & top,
            ),
            Change("~in_data", "inverted bit by bit", lambda word: word ^ top),
            Change("in_data ^ (in_data >> 1)", "turned into its Gray code", lambda word: word ^ word >> 1),
            Change(
                f"{{in_data[{half - 1}:0], in_data[{width - 1}:{half}]}}",
                f"rotated so that its low {half} bits come to stand above its high {other} bits",
                lambda word: (word & (1 << half) - 1) << other | word >> half,
            ),
        )
    )


def _pins(stream: Stream) -> tuple[tuple[Pin, ...], tuple[Pin, ...]]:
    inputs = (
        Pin("in_valid", 1, "the source offers a word"),
        Pin("in_data", stream.width, "the word"),
        Pin("out_ready", 1, "the sink takes a word"),
    )
    outputs = [
        Pin("in_ready", 1, "a word is taken"),
        Pin("out_valid", 1, "a word is offered"),
        Pin("out_data", stream.out_width, "the word; any value while `out_valid` = 0"),
    ]
    if stream.kind == "framer":
        outputs.append(Pin("out_last", 1, "the word is the last of its frame; any value while `out_valid` = 0"))
    if stream.shows_level:
        outputs.append(Pin("level", _level_width(stream), "combinational: number of output words that are held"))
    return inputs, tuple(outputs)


def _level_width(stream: Stream) -> int:
    return (stream.ratio if stream.kind == "narrow" else stream.room).bit_length()


def _rules(stream: Stream) -> tuple[str, ...]:
    rules = [
        "A word comes in at a rising edge with `in_valid` = 1 and `in_ready` = 1, and goes out at a rising edge "
        "with `out_valid` = 1 and `out_ready` = 1. Words keep their order; a word that is offered stays, unchanged, "
        "until it is taken."
    ]
    if stream.change:
        rules.append(f"Each word is {stream.change.words} as it comes in, before anything else is done with it.")
    rules.append(_kind_rule(stream))
    last = "the last word that it is made of" if stream.kind in ("widen", "accumulate") else "it"
    rules.append(
        f"`out_valid` and `out_data` come from registers: a word appears after the edge at which {last} came in, not "
        "before."
    )
    return (*rules, _ready_rule(stream))


def _kind_rule(stream: Stream) -> str:
    ratio, order = stream.ratio, "highest" if stream.first_is_high else "lowest"
    return {
        "slice": "The module holds one word.",
        "open_slice": "The module holds one word.",
        "skid": "The module holds up to two words.",
        "widen": f"{ratio} words that came in one after the other make one output word; the first of them stands in "
        f"the {order} {stream.width} bits. The module holds one output word and, beside it, no part of the next.",
        "narrow": f"Each word goes out as {ratio} words of {stream.out_width} bits, the {order} bits first. The "
        "module holds one input word or what is left of it.",
        "filter": f"Words whose lowest bit {'(after the change) ' * bool(stream.change)}is "
        f"{int(stream.first_is_high)} are taken in and dropped; the others go out. The module holds one word.",
        "framer": f"Every {ratio} output words are a frame: `out_last` is 1 with the last word of each frame and 0 "
        "with the others. Frames are counted from the reset. The module holds one word.",
        "accumulate": f"{ratio} words that came in one after the other make one output word: their sum modulo "
        f"{1 << stream.width}. The module holds one output word and, beside it, no part of the next.",
    }[stream.kind]


def _ready_rule(stream: Stream) -> str:
    return {
        "slice": "`in_ready` is 1 exactly while no word is held; it does not depend on `out_ready`.",
        "skid": "`in_ready` is 1 exactly while fewer than two words are held; it does not depend on `out_ready`.",
        "narrow": "`in_ready` is 1 exactly while nothing is left to go out; it does not depend on `out_ready`.",
        "widen": "`in_ready` is 1 exactly while no complete output word is held; it does not depend on `out_ready`.",
        "accumulate": "`in_ready` is 1 exactly while no complete output word is held; it does not depend on "
        "`out_ready`.",
    }.get(
        stream.kind,
        "`in_ready` is 1 exactly while no word is held or `out_ready` = 1 (combinational, so that a word can come "
        "in at every edge).",
    )


def _body(stream: Stream, clocking: Clocking) -> str:
    word = stream.change.verilog if stream.change else "in_data"
    shared = [
        f"    wire [{stream.width - 1}:0] word = {word};",
        "    wire taken = in_valid && in_ready;",
        "    wire sent = out_valid && out_ready;",
    ]
    parts = {"skid": _skid, "narrow": _narrow, "widen": _widen, "accumulate": _accumulate}.get(stream.kind, _single)
    declarations, cleared, updates = parts(stream)
    return "\n".join(
        [
            *shared,
            *(f"    {line}" for line in declarations),
            "",
            *registers(clocking, [f"{name} <= 0;" for name in cleared], updates),
        ]
    )


def _single(stream: Stream) -> Parts:
    ready = "!held" if stream.kind == "slice" else "!held || out_ready"
    kept = f" && word[0] != 1'b{int(stream.first_is_high)}" if stream.kind == "filter" else ""
    declarations = [
        "reg held;",
        f"reg [{stream.width - 1}:0] data;",
        f"assign in_ready = {ready};",
        "assign out_valid = held;",
        "assign out_data = data;",
    ]
    updates = [f"if (taken{kept}) begin held <= 1'b1; data <= word; end", "else if (sent) held <= 1'b0;"]
    if stream.kind != "framer":
        return Parts(declarations, ["held", "data"], updates)
    last = stream.ratio - 1
    declarations += ["reg [1:0] beat;", f"assign out_last = beat == 2'd{last};"]
    updates.append("if (sent) beat <= out_last ? 2'd0 : beat + 2'd1;")
    return Parts(declarations, ["held", "data", "beat"], updates)


def _skid(stream: Stream) -> Parts:
    high = stream.width - 1
    declarations = [
        "reg [1:0] held;",
        f"reg [{high}:0] front;",
        f"reg [{high}:0] back;",
        "assign in_ready = held != 2'd2;",
        "assign out_valid = held != 2'd0;",
        "assign out_data = front;",
        *(["assign level = held;"] if stream.shows_level else []),
    ]
    updates = [
        "held <= held + {1'b0, taken} - {1'b0, sent};",
        "if (sent) front <= held == 2'd2 ? back : word;",
        "else if (held == 2'd0) front <= word;",
        "if (taken) back <= word;",
    ]
    return Parts(declarations, ["held", "front", "back"], updates)


def _narrow(stream: Stream) -> Parts:
    part, bits = stream.out_width, _level_width(stream)
    place = f"data[{stream.width - 1}:{stream.width - part}]" if stream.first_is_high else f"data[{part - 1}:0]"
    shift = "<<" if stream.first_is_high else ">>"
    declarations = [
        f"reg [{bits - 1}:0] left;",
        f"reg [{stream.width - 1}:0] data;",
        "assign in_ready = left == 0;",
        "assign out_valid = left != 0;",
        f"assign out_data = {place};",
        *(["assign level = left;"] if stream.shows_level else []),
    ]
    updates = [
        f"if (taken) begin left <= {bits}'d{stream.ratio}; data <= word; end",
        f"else if (sent) begin left <= left - {bits}'d1; data <= data {shift} {part}; end",
    ]
    return Parts(declarations, ["left", "data"], updates)


def _gathering(stream: Stream) -> list[str]:
    return [
        "reg [1:0] parts;",
        "reg held;",
        f"reg [{stream.out_width - 1}:0] data;",
        "assign in_ready = !held;",
        "assign out_valid = held;",
        "assign out_data = data;",
        f"wire complete = parts == 2'd{stream.ratio - 1};",
    ]


def _widen(stream: Stream) -> Parts:
    width, wide = stream.width, stream.out_width
    joined = f"{{data[{wide - width - 1}:0], word}}" if stream.first_is_high else f"{{word, data[{wide - 1}:{width}]}}"
    return Parts(_gathering(stream), ["parts", "held", "data"], _gathered(joined))


def _accumulate(stream: Stream) -> Parts:
    return Parts(_gathering(stream), ["parts", "held", "data"], _gathered("(parts == 2'd0 ? word : data + word)"))


def _gathered(joined: str) -> list[str]:
    return [
        "if (taken) begin",
        f"    data <= {joined};",
        "    parts <= complete ? 2'd0 : parts + 2'd1;",
        "    held <= complete;",
        "end else if (sent) held <= 1'b0;",
    ]


def _stimuli(inputs: tuple[Pin, ...], clocking: Clocking, choice: random.Random) -> tuple[Phase, ...]:
    def phase(purpose: str, valid: float, ready: float, count: int) -> Phase:
        return random_cycles(inputs, clocking, choice, count, {"in_valid": valid, "out_ready": ready}, purpose)

    return (
        resets(inputs, clocking, choice),
        phase("a full stream", 1.0, 1.0, 30),
        phase("a sink that stalls", 1.0, 0.25, 60),
        phase("a source that pauses", 0.3, 1.0, 60),
        phase("both at random", 0.6, 0.6, 180),
        phase("no sink, then no source", 1.0, 0.0, 8),
        phase("no sink, then no source", 0.0, 1.0, 8),
        reset_anywhere(inputs, clocking, choice, {"in_valid": 0.9, "out_ready": 0.3}),
    )


TITLES = {
    "slice": "Register slice for a valid/ready stream",
    "open_slice": "Pipeline register for a valid/ready stream",
    "skid": "Two-word skid buffer for a valid/ready stream",
    "widen": "Width converter that puts {ratio} words together",
    "narrow": "Width converter that takes a word apart into {ratio}",
    "filter": "Filter in a valid/ready stream",
    "framer": "Framer that marks every {ratio} words of a stream",
    "accumulate": "Adder of every {ratio} words of a stream",
}


def make(choice: random.Random) -> MadeTask:
    stream, clocking = draw_stream(choice), draw_clocking(choice)
    inputs, outputs = _pins(stream)
    open_ones = {"out_data": "out_valid"} | ({"out_last": "out_valid"} if stream.kind == "framer" else {})
    design = Design(
        module=f"stream_{stream.kind}_{stream.width}",
        title=TITLES[stream.kind].format(ratio=stream.ratio),
        inputs=inputs,
        outputs=outputs,
        clocking=clocking,
        wording=Wording(
            f"It stands between a source and a sink that both use valid/ready handshakes; words have {stream.width} "
            f"bits at its input and {stream.out_width} at its output.",
            _rules(stream),
            "nothing is held"
            + (" and a new frame begins" if stream.kind == "framer" else "")
            + (" and no part of a word is left from before" if stream.kind in ("widen", "accumulate") else ""),
        ),
        body=_body(stream, clocking),
        model=StreamModel(stream),
        stimuli=_stimuli(inputs, clocking, choice),
        tags=("handshake", "stream", stream.kind),
        conditions=open_ones,
    )
    return made_task(design, choice)


STREAMS = TaskFamily(
    "chip_design",
    "stream",
    "3",
    "Valid/ready handshakes: slices, skid buffers, width converters, filters, framers, accumulators",
    make,
)
