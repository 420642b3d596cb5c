"""Serial senders and receivers by frame: data bits and their order, parity, stop bits, idle level, cycles a bit."""

import random
from dataclasses import dataclass

from resources.domains.chip_design.tasks.families.design import Clocking, Design, Inputs, Outputs, Phase, Pin, Wording
from resources.domains.chip_design.tasks.families.stimuli import random_cycles, resets
from resources.domains.chip_design.tasks.families.task import draw_clocking, made_task
from resources.domains.families import MadeTask, TaskFamily

PARITIES = ("none", "even", "odd")


@dataclass(frozen=True)
class Frame:
    """`idle` is the line's level between frames; the start bit has the other, stop bits have it again. `divisor` is how
    many clock cycles a bit lasts."""

    is_sender: bool
    data_bits: int
    low_first: bool
    parity: str
    stop_bits: int
    idle: int
    divisor: int
    counts: bool

    @property
    def has_parity(self) -> bool:
        return self.parity != "none"

    @property
    def bits(self) -> int:
        return 1 + self.data_bits + self.has_parity + self.stop_bits

    def spelled(self, data: int, broken: int = 0) -> list[int]:
        """The levels of a frame, a bit each; `broken` 1 turns the parity, 2 the first stop bit."""
        places = range(self.data_bits) if self.low_first else range(self.data_bits)[::-1]
        parity = [self.parity_of(data) ^ (broken == 1)] if self.has_parity else []
        stops = [self.idle ^ (broken == 2 and not place) for place in range(self.stop_bits)]
        return [1 - self.idle, *(data >> place & 1 for place in places), *parity, *stops]

    def parity_of(self, data: int) -> int:
        return (data.bit_count() + (self.parity == "odd")) & 1


class SenderModel:
    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._levels: list[int] | None = None

    def reset(self) -> None:
        self._levels, self._sent = [], 0

    def outputs(self, inputs: Inputs) -> Outputs:
        frame, levels = self._frame, self._levels
        if levels is None:
            return dict.fromkeys(("line", "busy", *["frames"] * frame.counts))
        shown = {"line": levels[0] if levels else frame.idle, "busy": int(bool(levels))}
        return shown | ({"frames": self._sent} if frame.counts else {})

    def step(self, inputs: Inputs) -> None:
        frame = self._frame
        assert self._levels is not None
        if self._levels:
            self._levels = self._levels[1:]
            self._sent = (self._sent + (not self._levels)) % 16
        elif inputs["send"]:
            self._levels = [level for level in frame.spelled(inputs["data"]) for _ in range(frame.divisor)]


class ReceiverModel:
    """Counts the cycles of a frame, and samples each bit in the middle."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._is_known = False

    def reset(self) -> None:
        self._is_known = True
        self._cycle: int | None = None
        self._samples: list[int] = []
        self._data = self._valid = self._parity_error = self._frame_error = self._received = 0

    def outputs(self, inputs: Inputs) -> Outputs:
        frame = self._frame
        names = ("data", "valid", "frame_error", *["parity_error"] * frame.has_parity, *["frames"] * frame.counts)
        every = (
            {
                "data": self._data,
                "valid": self._valid,
                "frame_error": self._frame_error,
                "parity_error": self._parity_error,
                "frames": self._received,
            }
            if self._is_known
            else {}
        )
        return {name: every.get(name) for name in names}

    def step(self, inputs: Inputs) -> None:
        frame, line = self._frame, inputs["line"]
        self._valid = self._frame_error = self._parity_error = 0
        if self._cycle is None:
            if line != frame.idle:
                self._cycle, self._samples = 0, []
            return
        self._cycle += 1
        if self._cycle % frame.divisor != frame.divisor // 2:
            return
        self._samples.append(line)
        if len(self._samples) == 1 and line == frame.idle:
            self._cycle = None
        elif len(self._samples) == frame.bits - frame.stop_bits + 1:
            self._end(self._samples)
            self._cycle = None

    def _end(self, samples: list[int]) -> None:
        frame = self._frame
        bits = samples[1 : 1 + frame.data_bits]
        value = sum(bit << place for place, bit in enumerate(bits if frame.low_first else bits[::-1]))
        if samples[-1] != frame.idle:
            self._frame_error = 1
        elif frame.has_parity and samples[-2] != frame.parity_of(value):
            self._parity_error = 1
        else:
            self._data, self._valid, self._received = value, 1, (self._received + 1) % 16


def draw_frame(choice: random.Random) -> Frame:
    return Frame(
        is_sender=choice.random() < 0.5,
        data_bits=choice.choice((4, 5, 6, 7, 8, 9)),
        low_first=choice.random() < 0.6,
        parity=choice.choice(PARITIES),
        stop_bits=choice.choice((1, 1, 2)),
        idle=choice.choice((1, 1, 0)),
        divisor=choice.choice((2, 3, 4, 5, 6, 8)),
        counts=choice.random() < 0.4,
    )


def _pins(frame: Frame) -> tuple[tuple[Pin, ...], tuple[Pin, ...]]:
    count = [Pin("frames", 4, "register: see below", is_register=True)] * frame.counts
    if frame.is_sender:
        inputs = (
            Pin("send", 1, "begin a frame, while none is on its way"),
            Pin("data", frame.data_bits, "the word to send"),
        )
        return inputs, (Pin("line", 1, "serial line"), Pin("busy", 1, "a frame is on its way"), *count)
    parity = [Pin("parity_error", 1, "register: a frame with wrong parity ended", is_register=True)] * frame.has_parity
    return (Pin("line", 1, "serial line, already synchronised to the clock"),), (
        Pin("data", frame.data_bits, "register: the last word that was received", is_register=True),
        Pin("valid", 1, "register: a word was received", is_register=True),
        Pin("frame_error", 1, "register: a frame without a stop bit ended", is_register=True),
        *parity,
        *count,
    )


def _format(frame: Frame) -> str:
    order = "the lowest bit first" if frame.low_first else "the highest bit first"
    parity = (
        f", a parity bit, which makes the number of ones among the data bits and itself {frame.parity}"
        if frame.has_parity
        else ""
    )
    stops = "a stop bit" if frame.stop_bits == 1 else "two stop bits"
    return (
        f"Between frames the line is {frame.idle}. A frame is: a start bit ({1 - frame.idle}), {frame.data_bits} "
        f"data bits, {order}{parity}, and {stops} ({frame.idle}). Each bit lasts {frame.divisor} clock cycles."
    )


def _rules(frame: Frame) -> tuple[str, ...]:
    return (_format(frame), *(_sender_rules(frame) if frame.is_sender else _receiver_rules(frame)))


def _sender_rules(frame: Frame) -> list[str]:
    cycles = frame.bits * frame.divisor
    rules = [
        "A frame begins at a rising edge with `send` = 1 while `busy` = 0; `data` is taken at this edge. From this "
        f"edge on `busy` is 1 and the start bit is on the line. After {cycles} cycles the frame is over: `busy` is "
        "0 and the line idle.",
        "While `busy` = 1, `send` and `data` are ignored, also at the edge at which the frame ends; so there is at "
        "least one cycle with `busy` = 0 between two frames.",
    ]
    if frame.counts:
        rules.append(
            "`frames` counts frames that have ended, modulo 16: it goes up by 1 at the edge at which `busy` falls."
        )
    return rules


def _receiver_rules(frame: Frame) -> list[str]:
    middle = frame.divisor // 2
    checks = 1 + frame.data_bits + frame.has_parity
    rules = [
        f"While no frame is being received, an edge that sees the line at {1 - frame.idle} begins one; call it edge "
        "0, and count edges from there. Bit k of the frame (the start bit is bit 0) is sampled at edge k * "
        f"{frame.divisor} + {middle}.",
        f"If the sample of the start bit is {frame.idle}, it was no start bit: the frame is given up without any "
        f"report. Otherwise the frame ends with the sample of bit {checks}, the first stop bit. If that sample is "
        f"{1 - frame.idle}, `frame_error` becomes 1 at this edge"
        + (", else, if the parity is wrong, `parity_error`" if frame.has_parity else "")
        + "; else `data` takes the word and `valid` becomes 1. Each of these reports lasts for one cycle; `data` "
        "keeps its value until the next good frame.",
        "The next edge after the one that ends a frame, or gives it up, may begin a new one"
        + (" (the second stop bit is not looked at)." if frame.stop_bits == 2 else "."),
    ]
    if frame.counts:
        rules.append("`frames` counts good frames, modulo 16: it goes up by 1 at the edges at which `valid` becomes 1.")
    return rules


def _body(frame: Frame, clocking: Clocking) -> str:
    return _sender(frame, clocking) if frame.is_sender else _receiver(frame, clocking)


def _sender(frame: Frame, clocking: Clocking) -> str:
    payload = frame.data_bits + frame.has_parity
    ordered = "data" if frame.low_first else f"{{{', '.join(f'data[{place}]' for place in range(frame.data_bits))}}}"
    parity = f"{'~' if frame.parity == 'odd' else ''}^data, " if frame.has_parity else ""
    stops = f"{{{frame.stop_bits}{{1'b{frame.idle}}}}}"
    last = frame.divisor - 1
    return f"""    reg [{frame.bits - 1}:0] shift;
    reg [3:0] left;
    reg [2:0] waited;
    wire [{payload - 1}:0] payload = {{{parity}{ordered}}};

    assign busy = left != 4'd0;
    assign line = busy ? shift[0] : 1'b{frame.idle};

    always @({clocking.sensitivity}) begin
        if ({clocking.asserted}) begin
            shift <= 0;
            left <= 4'd0;
            waited <= 3'd0;
{"            frames <= 4'd0;" if frame.counts else ""}
        end else if (!busy) begin
            if (send) begin
                shift <= {{{stops}, payload, 1'b{1 - frame.idle}}};
                left <= 4'd{frame.bits};
                waited <= 3'd0;
            end
        end else if (waited != 3'd{last}) begin
            waited <= waited + 3'd1;
        end else begin
            waited <= 3'd0;
            left <= left - 4'd1;
            shift <= shift >> 1;
{"            if (left == 4'd1) frames <= frames + 4'd1;" if frame.counts else ""}
        end
    end
"""


def _receiver(frame: Frame, clocking: Clocking) -> str:
    kept = frame.data_bits + frame.has_parity
    joined = f"{{line, samples[{kept - 1}:1]}}" if frame.low_first else f"{{samples[{kept - 2}:0], line}}"
    if frame.low_first:
        word, check = f"samples[{frame.data_bits - 1}:0]", f"samples[{kept - 1}]"
    else:
        word, check = f"samples[{kept - 1}:{int(frame.has_parity)}]", "samples[0]"
    wrong = f"{check} != {'~' if frame.parity == 'odd' else ''}(^{word})"
    parity = f"else if ({wrong}) parity_error <= 1'b1;\n                " if frame.has_parity else ""
    count = " frames <= frames + 4'd1;" if frame.counts else ""
    cleared = ["data", "valid", "frame_error", *["parity_error"] * frame.has_parity, *["frames"] * frame.counts]
    pulses = ["valid", "frame_error", *["parity_error"] * frame.has_parity]
    reset_lines = "\n".join(f"            {name} <= 0;" for name in [*cleared, "running", "waited", "place", "samples"])
    pulse_lines = "\n".join(f"            {name} <= 1'b0;" for name in pulses)
    last = frame.divisor - 1
    return f"""    reg running;
    reg [2:0] waited;
    reg [3:0] place;
    reg [{kept - 1}:0] samples;

    always @({clocking.sensitivity}) begin
        if ({clocking.asserted}) begin
{reset_lines}
        end else begin
{pulse_lines}
            if (!running) begin
                running <= line != 1'b{frame.idle};
                waited <= 3'd0;
                place <= 4'd0;
            end else begin
                waited <= waited == 3'd{last} ? 3'd0 : waited + 3'd1;
                if (waited == 3'd{frame.divisor // 2 - 1}) begin
                    place <= place + 4'd1;
                    if (place == 4'd0) running <= line != 1'b{frame.idle};
                    else if (place <= 4'd{kept}) samples <= {joined};
                    else begin
                        running <= 1'b0;
                        if (line != 1'b{frame.idle}) frame_error <= 1'b1;
                        {parity}else begin data <= {word}; valid <= 1'b1;{count} end
                    end
                end
            end
        end
    end
"""


def _stimuli(frame: Frame, inputs: tuple[Pin, ...], clocking: Clocking, choice: random.Random) -> tuple[Phase, ...]:
    reset = {clocking.reset: clocking.active}
    if frame.is_sender:
        cycles = frame.bits * frame.divisor
        words = [choice.getrandbits(frame.data_bits) for _ in range(4)] + [0, (1 << frame.data_bits) - 1, 1]
        frames: list[Inputs] = []
        for data in words:
            frames += [
                {"send": 1, "data": data},
                *({"send": 0, "data": choice.getrandbits(frame.data_bits)} for _ in range(cycles)),
            ]
            frames += [{"send": 0, "data": data}] * choice.randint(0, 2)
        cut = [{"send": 1, "data": 5}, *[{"send": 0}] * (cycles // 2), reset, *[{"send": 0}] * 4]
        busy = random_cycles(inputs, clocking, choice, 3 * cycles, {"send": 0.5}, "requests at any time")
        return (resets(inputs, clocking, choice), Phase("frames", frames), Phase("a reset in a frame", cut), busy)
    levels: list[Inputs] = []
    for place in range(12):
        broken = place - 1 if place in (2, 3) else choice.choice((0, 0, 0, 1, 2)) if place > 3 else 0
        data = (0, (1 << frame.data_bits) - 1)[place] if place < 2 else choice.getrandbits(frame.data_bits)
        spelled = [level for level in frame.spelled(data, broken) for _ in range(frame.divisor)]
        levels += [{"line": level} for level in [*spelled, *[frame.idle] * choice.choice((0, 1, 2, 2 * frame.divisor))]]
        if place == 6:
            levels += [{"line": 1 - frame.idle}, *[{"line": frame.idle}] * (2 * frame.divisor)]
    started = [level for level in frame.spelled(3)[: frame.bits // 2] for _ in range(frame.divisor)]
    cut = [*({"line": level} for level in started), {"line": frame.idle} | reset, *[{"line": frame.idle}] * 6]
    whole = [{"line": level} for level in frame.spelled(2) for _ in range(frame.divisor)]
    noise = random_cycles(inputs, clocking, choice, 150, {"line": 0.5}, "noise")
    return (
        Phase("a reset", [{"line": frame.idle} | reset] * 2),
        Phase("frames, some broken, and a short pulse", [{"line": frame.idle}] * 3 + levels),
        Phase("a reset in a frame, then one more", [*cut, *whole]),
        noise,
    )


def make(choice: random.Random) -> MadeTask:
    frame, clocking = draw_frame(choice), draw_clocking(choice)
    inputs, outputs = _pins(frame)
    role = "transmitter" if frame.is_sender else "receiver"
    letter = {"none": "N", "even": "E", "odd": "O"}[frame.parity]
    shown = [f"`{pin.name}`" for pin in outputs if pin.is_register]
    at_reset = "no frame is on its way" + (
        f", and {', '.join(shown)} {'is' if len(shown) == 1 else 'are'} 0" if shown else ""
    )
    if frame.is_sender:
        at_reset = (
            "a frame that is on its way is dropped, `busy` is 0 and the line "
            f"idle{', and `frames` is 0' if frame.counts else ''}"
        )
    design = Design(
        module=f"serial_{role}_{frame.data_bits}{letter.lower()}{frame.stop_bits}",
        title=f"Serial {role}, {frame.data_bits} data bits, parity {frame.parity}, {frame.stop_bits} stop "
        f"bit{'s' * (frame.stop_bits > 1)}",
        inputs=inputs,
        outputs=outputs,
        clocking=clocking,
        wording=Wording(
            f"An asynchronous serial {role} whose bits last {frame.divisor} cycles of its clock.",
            _rules(frame),
            at_reset,
        ),
        body=_body(frame, clocking),
        model=SenderModel(frame) if frame.is_sender else ReceiverModel(frame),
        stimuli=_stimuli(frame, inputs, clocking, choice),
        tags=("uart", "serial", role),
    )
    return made_task(design, choice)


SERIAL_LINKS = TaskFamily(
    "chip_design",
    "serial_link",
    "2",
    "Serial senders and receivers by frame, parity, order, levels and cycles a bit",
    make,
)
