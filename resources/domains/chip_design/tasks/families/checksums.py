"""CRC registers, LFSRs and scramblers by polynomial: direction, bits a step, seed, reflection, final inversion."""

import random
from dataclasses import dataclass

from resources.domains.chip_design.tasks.families.design import Clocking, Design, Inputs, Outputs, Phase, Pin, Wording
from resources.domains.chip_design.tasks.families.stimuli import random_cycles, reset_anywhere, resets
from resources.domains.chip_design.tasks.families.task import draw_clocking, made_task
from resources.domains.families import MadeTask, TaskFamily

KINDS = ("crc", "crc", "crc", "lfsr", "scrambler", "descrambler")


@dataclass(frozen=True)
class Register:
    """`taps` are the polynomial's coefficients below the highest, bit i for x^i. `bits` come in one step."""

    kind: str
    width: int
    taps: int
    bits: int
    moves_right: bool
    low_first: bool
    first: int
    inverted: int
    has_clear: bool
    has_enable: bool
    has_load: bool

    @property
    def top(self) -> int:
        return (1 << self.width) - 1


class RegisterModel:
    """Works on a list of bits, the coefficient of x^0 first."""

    def __init__(self, register: Register) -> None:
        self._register = register
        self._state: list[int] | None = None
        self._sent = 0

    def reset(self) -> None:
        self._state, self._sent = self._bits(self._register.first), 0

    def _bits(self, value: int) -> list[int]:
        width = self._register.width
        bits = [value >> place & 1 for place in range(width)]
        return bits[::-1] if self._register.moves_right else bits

    def outputs(self, inputs: Inputs) -> Outputs:
        register = self._register
        if self._state is None:
            return {"state": None} | ({"out_bits": None} if "scrambler" in register.kind else {})
        bits = self._state[::-1] if register.moves_right else self._state
        value = sum(bit << place for place, bit in enumerate(bits))
        shown = {"state": value ^ register.inverted}
        return shown | ({"out_bits": self._sent} if "scrambler" in register.kind else {})

    def step(self, inputs: Inputs) -> None:
        register = self._register
        assert self._state is not None
        if inputs.get("clear"):
            self._state = self._bits(register.first)
        elif inputs.get("load"):
            self._state = self._bits(inputs["seed"] or 1)
        elif inputs.get("enable", 1):
            self._run(inputs.get("in_bits", 0))

    def _run(self, data: int) -> None:
        register, sent = self._register, 0
        places = range(register.bits) if register.low_first else range(register.bits)[::-1]
        for place in places:
            sent |= self._shift(data >> place & 1) << place
        self._sent = sent if "scrambler" in register.kind else 0

    def _shift(self, bit: int) -> int:
        """One bit through the register; returns the scrambled bit."""
        register = self._register
        assert self._state is not None
        high = self._state[-1]
        if register.kind in ("crc", "lfsr"):
            fed = high ^ (bit if register.kind == "crc" else 0)
            shifted = [0, *self._state[:-1]]
            self._state = [old ^ (fed & register.taps >> place & 1) for place, old in enumerate(shifted)]
            return 0
        tapped = sum(self._state[place] for place in range(register.width) if register.taps >> place & 1) & 1
        changed = bit ^ tapped
        self._state = [changed if register.kind == "scrambler" else bit, *self._state[:-1]]
        return changed


def draw_register(choice: random.Random) -> Register:
    kind = choice.choice(KINDS)
    width = choice.choice((4, 5, 6, 7, 8, 10, 12, 15, 16))
    is_mixer = "scrambler" in kind
    taps = choice.getrandbits(width) | 1
    if is_mixer:
        taps = 1 << width - 1 | 1 << choice.randrange(width - 1)
    taps |= 1 << choice.randrange(1, width)
    top = (1 << width) - 1
    first = choice.choice((0, top, choice.getrandbits(width))) if kind != "lfsr" else choice.randint(1, top)
    return Register(
        kind,
        width,
        taps,
        bits=choice.choice((1, 1, 2, 4, 8)),
        moves_right=choice.random() < 0.4,
        low_first=choice.random() < 0.5,
        first=first,
        inverted=choice.choice((0, 0, top)) if kind == "crc" else 0,
        has_clear=choice.random() < 0.5,
        has_enable=kind != "lfsr" or choice.random() < 0.8,
        has_load=kind == "lfsr" and choice.random() < 0.6,
    )


def polynomial(register: Register) -> str:
    powers = [register.width, *(place for place in range(register.width)[::-1] if register.taps >> place & 1)]
    return " + ".join({0: "1", 1: "x"}.get(power, f"x^{power}") for power in powers)


def _pins(register: Register) -> tuple[tuple[Pin, ...], tuple[Pin, ...]]:
    width = register.width
    inputs = [Pin("clear", 1, "the register takes its first value")] * register.has_clear
    if register.has_load:
        inputs += [Pin("load", 1, "the register takes `seed`"), Pin("seed", width, "a new value; 0 counts as 1")]
    inputs += [Pin("enable", 1, "makes a step")] * register.has_enable
    if register.kind != "lfsr":
        inputs.append(Pin("in_bits", register.bits, "the bits of a step"))
    shown = "the register, inverted bit by bit" if register.inverted else "the register"
    outputs = [Pin("state", width, f"{shown}; see below for the order of its bits")]
    if "scrambler" in register.kind:
        outputs.append(Pin("out_bits", register.bits, "register: the changed bits of the last step", is_register=True))
    return tuple(inputs), tuple(outputs)


def _rules(register: Register) -> tuple[str, ...]:
    width, last = register.width, register.width - 1
    side = (
        f"Bit 0 of the register belongs to x^{last} and bit {last} to x^0 (a reflected register, which shifts to "
        "the right)."
        if register.moves_right
        else "Bit i of the register belongs to x^i (it shifts to the left)."
    )
    order = "lowest" if register.low_first else "highest"
    many = (
        ""
        if register.bits == 1
        else (
            f" A step handles {register.bits} bits, one after the other in this way"
            + (f", the {order} bit of `in_bits` first." if register.kind != "lfsr" else ".")
        )
    )
    rules = [
        f"The polynomial is {polynomial(register)}; the register has {width} bits. {side}",
        _shift_rule(register) + many,
    ]
    rules.append(_step_rule(register))
    if register.inverted:
        rules.append("`state` is the register inverted; all values above are the register's own.")
    if "scrambler" in register.kind:
        rules.append(
            "`out_bits` holds, for each bit of `in_bits`, the changed bit at the same place, from the edge of the "
            "step until the next step; nothing but a reset and a step changes it."
        )
    return tuple(rules)


def _step_rule(register: Register) -> str:
    """What an edge does, by the first input that asks for something."""
    asked = [f"with `clear` = 1 the register becomes {register.first:#x}"] * register.has_clear
    asked += ["with `load` = 1 it becomes `seed` (bit for bit), or 1 if `seed` is 0"] * register.has_load
    asked += ["with `enable` = 1 a step is made"] * register.has_enable
    if not asked:
        return "Each edge without a reset makes a step."
    last = "in all other cases nothing changes" if register.has_enable else "in all other cases a step is made"
    named = "; ".join(f"({place}) {words}" for place, words in enumerate([*asked, last], 1))
    return f"At each edge without a reset, the first that applies decides: {named}."


def _shift_rule(register: Register) -> str:
    high = register.width - 1
    if register.kind == "crc":
        return (
            f"One bit changes the register so: f is the coefficient of x^{high} XOR the bit. All coefficients move "
            "up by one power (that of x^0 becomes 0), and if f is 1, every coefficient whose power occurs in the "
            f"polynomial (without x^{register.width}) is inverted."
        )
    if register.kind == "lfsr":
        return (
            f"It is a Galois LFSR. One shift: f is the coefficient of x^{high}. All coefficients move up by one "
            "power (that of x^0 becomes 0), and if f is 1, every coefficient whose power occurs in the polynomial "
            f"(without x^{register.width}) is inverted."
        )
    powers = ", ".join(f"x^{place}" for place in range(register.width) if register.taps >> place & 1)
    kept = "changed bit" if register.kind == "scrambler" else "bit that came in"
    return (
        f"One bit is changed to itself XOR the coefficients of {powers}. Then all coefficients move up by one power "
        f"(that of x^{high} is lost), and x^0 takes the {kept} (a self-synchronising {register.kind})."
    )


def _body(register: Register, clocking: Clocking) -> str:
    width, bits = register.width, register.bits
    inverted = "~" if register.inverted else ""
    order = range(bits) if register.low_first else range(bits)[::-1]
    is_mixer = "scrambler" in register.kind
    lines = [
        f"    reg [{width - 1}:0] value;",
        f"    reg [{width - 1}:0] following;",
        *([f"    reg [{bits - 1}:0] changed;"] if is_mixer else []),
        f"    assign state = {inverted}value;",
        "",
        "    always @* begin",
        "        following = value;",
        *(["        changed = 0;"] if is_mixer else []),
        *(f"        {_shifted(register, place)}" for place in order),
        "    end",
        "",
        f"    always @({clocking.sensitivity}) begin",
        f"        if ({clocking.asserted}) begin",
        f"            value <= {width}'d{register.first};",
        *(["            out_bits <= 0;"] if is_mixer else []),
        f"        end{_controls(register)} else{' if (enable)' if register.has_enable else ''} begin",
        "            value <= following;",
        *(["            out_bits <= changed;"] if is_mixer else []),
        "        end",
        "    end",
    ]
    return "\n".join(lines)


def _controls(register: Register) -> str:
    clear = f" else if (clear) value <= {register.width}'d{register.first};\n        " if register.has_clear else ""
    load = f" else if (load) value <= seed == 0 ? {register.width}'d1 : seed;\n        " if register.has_load else ""
    return f"{clear.rstrip(' ')}{load.rstrip(' ')}" if clear or load else ""


def _shifted(register: Register, place: int) -> str:
    width, high = register.width, register.width - 1
    taps = _reversed(register.taps, width) if register.moves_right else register.taps
    bit = "in_bits" if register.bits == 1 else f"in_bits[{place}]"
    top = "following[0]" if register.moves_right else f"following[{high}]"
    shift = "following >> 1" if register.moves_right else "following << 1"
    if register.kind in ("crc", "lfsr"):
        fed = f"{top} ^ {bit}" if register.kind == "crc" else top
        return f"following = ({shift}) ^ ({{{width}{{{fed}}}}} & {width}'h{taps:x});"
    target = "changed" if register.bits == 1 else f"changed[{place}]"
    kept = target if register.kind == "scrambler" else bit
    joined = f"{{{kept}, following[{high}:1]}}" if register.moves_right else f"{{following[{high - 1}:0], {kept}}}"
    return f"{target} = {bit} ^ (^(following & {width}'h{taps:x})); following = {joined};"


def _reversed(value: int, width: int) -> int:
    return sum((value >> place & 1) << width - 1 - place for place in range(width))


def _stimuli(
    register: Register, inputs: tuple[Pin, ...], clocking: Clocking, choice: random.Random
) -> tuple[Phase, ...]:
    odds = {"clear": 0.03, "load": 0.03, "enable": 0.85}
    single = [{"in_bits": 1 << place % register.bits, "enable": 1} for place in range(register.bits)]
    known = {pin.name for pin in inputs}
    named = [{name: value for name, value in cycle.items() if name in known} for cycle in single]
    quiet = [{"enable": 1} if register.has_enable else {} for _ in range(register.width + 4)]
    return (
        resets(inputs, clocking, choice),
        Phase("single ones, then zeros", [*named, *quiet]),
        random_cycles(inputs, clocking, choice, 220, odds),
        reset_anywhere(inputs, clocking, choice, odds),
        random_cycles(inputs, clocking, choice, 40, {"clear": 0.3, "load": 0.3, "enable": 0.5}, "all controls"),
    )


TITLES = {
    "crc": "CRC register of {0} bits, {1} bit{2} a step",
    "lfsr": "Galois LFSR of {0} bits, {1} shift{2} a step",
    "scrambler": "Self-synchronising scrambler of {0} bits, {1} bit{2} a step",
    "descrambler": "Self-synchronising descrambler of {0} bits, {1} bit{2} a step",
}


def make(choice: random.Random) -> MadeTask:
    register, clocking = draw_register(choice), draw_clocking(choice)
    if clocking.reset == "clear":
        clocking = Clocking(clocking.clock, "reset", clocking.active, clocking.asynchronous)
    inputs, outputs = _pins(register)
    more = " and `out_bits` is 0" if "scrambler" in register.kind else ""
    design = Design(
        module=f"{register.kind}_{register.width}_by_{register.bits}",
        title=TITLES[register.kind].format(register.width, register.bits, "s" * (register.bits > 1)),
        inputs=inputs,
        outputs=outputs,
        clocking=clocking,
        wording=Wording(
            "The register holds the coefficients of a polynomial over GF(2).",
            _rules(register),
            f"the register is {register.first:#x}{more}",
        ),
        body=_body(register, clocking),
        model=RegisterModel(register),
        stimuli=_stimuli(register, inputs, clocking, choice),
        tags=(register.kind, "polynomial"),
    )
    return made_task(design, choice)


CHECKSUMS = TaskFamily(
    "chip_design",
    "crc_lfsr",
    "3",
    "CRCs, LFSRs and scramblers by polynomial, direction, bits a step, first value and controls",
    make,
)
