"""ALUs: a drawn set of operations under drawn opcodes, flags, and an accumulator or a result register."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from resources.domains.chip_design.tasks.families.design import Clocking, Design, Inputs, Outputs, Phase, Pin, Wording
from resources.domains.chip_design.tasks.families.stimuli import random_cycles, reset_anywhere, resets
from resources.domains.chip_design.tasks.families.task import draw_clocking, made_task
from resources.domains.chip_design.tasks.families.verilog import registers
from resources.domains.families import MadeTask, TaskFamily


@dataclass(frozen=True)
class Operation:
    """On {a} and {b} of W bits, with M = W - 1; a result of W + 1 bits, whose highest is the carry."""

    name: str
    verilog: str
    words: str
    value: Callable[[int, int, int], int]


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> width - 1 else value


OPERATIONS = (
    Operation("ADD", "{a} + {b}", "{a} + {b}; carry: the carry out", lambda a, b, w: a + b),
    Operation(
        "SUB", "{a} - {b}", "{a} - {b}; carry: 1 if {a} < {b} (a borrow)", lambda a, b, w: (a - b) % (1 << w + 1)
    ),
    Operation(
        "RSB", "{b} - {a}", "{b} - {a}; carry: 1 if {b} < {a} (a borrow)", lambda a, b, w: (b - a) % (1 << w + 1)
    ),
    Operation("AND", "{a} & {b}", "{a} AND {b}; carry 0", lambda a, b, w: a & b),
    Operation("OR", "{a} | {b}", "{a} OR {b}; carry 0", lambda a, b, w: a | b),
    Operation("XOR", "{a} ^ {b}", "{a} XOR {b}; carry 0", lambda a, b, w: a ^ b),
    Operation("BIC", "{a} & ~{b}", "{a} AND NOT {b}; carry 0", lambda a, b, w: a & ~b),
    Operation(
        "SHL", "{{{a}, 1'b0}}", "{a} shifted left by one, 0 comes in; carry: the bit that left", lambda a, b, w: a << 1
    ),
    Operation(
        "SHR",
        "{{{a}[0], 1'b0, {a}[M:1]}}",
        "{a} shifted right by one, 0 comes in; carry: the bit that left",
        lambda a, b, w: (a & 1) << w | a >> 1,
    ),
    Operation(
        "ASR",
        "{{{a}[0], {a}[M], {a}[M:1]}}",
        "{a} shifted right by one, its highest bit stays; carry: the bit that left",
        lambda a, b, w: (a & 1) << w | (a >> 1) | (a >> w - 1) << w - 1,
    ),
    Operation(
        "ROL",
        "{{1'b0, {a}[M-1:0], {a}[M]}}",
        "{a} rotated left by one; carry 0",
        lambda a, b, w: (a << 1 | a >> w - 1) & (1 << w) - 1,
    ),
    Operation("PASS", "{b}", "{b}; carry 0", lambda a, b, w: b),
    Operation("INC", "{a} + 1'b1", "{a} + 1; carry: the carry out", lambda a, b, w: a + 1),
    Operation(
        "SLT",
        "$signed({a}) < $signed({b})",
        "1 if {a} < {b} as two's complement numbers, else 0; carry 0",
        lambda a, b, w: int(_signed(a, w) < _signed(b, w)),
    ),
    Operation(
        "MAX",
        "({a} > {b}) ? {a} : {b}",
        "the greater of {a} and {b} as unsigned numbers; carry 0",
        lambda a, b, w: max(a, b),
    ),
    Operation(
        "ABSD",
        "({a} > {b}) ? {a} - {b} : {b} - {a}",
        "the absolute difference of {a} and {b} as unsigned numbers; carry 0",
        lambda a, b, w: abs(a - b),
    ),
)
FLAGS = {
    "zero": "the result is 0",
    "negative": "the highest bit of the result",
    "parity": "the number of ones in the result is odd",
    "carry": "the carry, as the table says",
}


@dataclass(frozen=True)
class Alu:
    """`form`: "combinational", "registered" (result and flags in registers) or "accumulator" (the register is the first
    operand). Opcodes of no operation give `otherwise`."""

    width: int
    form: str
    code_width: int
    codes: dict[int, Operation]
    flags: tuple[str, ...]
    keeps_flags: bool

    @property
    def first(self) -> str:
        return "acc" if self.form == "accumulator" else "a"

    @property
    def result(self) -> str:
        return "acc" if self.form == "accumulator" else "y"


class AluModel:
    def __init__(self, alu: Alu) -> None:
        self._alu = alu
        self._result: int | None = None
        self._flags: dict[str, int | None] = dict.fromkeys(alu.flags)

    def reset(self) -> None:
        self._result = 0
        self._flags = dict.fromkeys(self._alu.flags, 0)

    def outputs(self, inputs: Inputs) -> Outputs:
        if self._alu.form == "combinational":
            result, flags = self._computed(inputs["a"], inputs)
            return {"y": result} | flags
        return {self._alu.result: self._result} | self._flags

    def step(self, inputs: Inputs) -> None:
        alu = self._alu
        if not inputs["enable"]:
            return
        first = self._result if alu.form == "accumulator" else inputs["a"]
        assert first is not None
        is_known = inputs["op"] in alu.codes
        self._result, flags = self._computed(first, inputs)
        if is_known or not alu.keeps_flags:
            self._flags = dict(flags)

    def _computed(self, first: int, inputs: Inputs) -> tuple[int, dict[str, int]]:
        alu, top = self._alu, (1 << self._alu.width) - 1
        operation = alu.codes.get(inputs["op"])
        whole = (
            operation.value(first, inputs["b"], alu.width) if operation else (first if alu.form == "accumulator" else 0)
        )
        result = whole & top
        every = {
            "zero": int(result == 0),
            "negative": result >> alu.width - 1,
            "parity": result.bit_count() & 1,
            "carry": whole >> alu.width & 1,
        }
        return result, {name: every[name] for name in alu.flags}


def draw_alu(choice: random.Random) -> Alu:
    count = choice.randint(3, 9)
    code_width = max(2, (count - 1).bit_length() + choice.choice((0, 0, 1)))
    operations = choice.sample(OPERATIONS, count)
    codes = sorted(choice.sample(range(1 << code_width), count))
    form = choice.choice(("combinational", "registered", "accumulator"))
    return Alu(
        choice.choice((4, 6, 8, 12, 16)),
        form,
        code_width,
        dict(zip(codes, operations, strict=True)),
        flags=tuple(name for name in FLAGS if choice.random() < 0.6),
        keeps_flags=form != "combinational" and choice.random() < 0.5,
    )


def _pins(alu: Alu) -> tuple[tuple[Pin, ...], tuple[Pin, ...]]:
    is_clocked = alu.form != "combinational"
    inputs = [Pin("enable", 1, "execute `op` at this edge")] * is_clocked
    inputs += [Pin("op", alu.code_width, "operation code")]
    inputs += [Pin("a", alu.width, "first operand")] * (alu.form != "accumulator")
    inputs.append(Pin("b", alu.width, "operand" if alu.form == "accumulator" else "second operand"))
    kind = "register" if is_clocked else "combinational"
    meaning = "accumulator" if alu.form == "accumulator" else f"result ({kind})"
    outputs = [Pin(alu.result, alu.width, meaning, is_register=is_clocked)]
    outputs += [Pin(name, 1, f"flag ({kind}): {FLAGS[name]}", is_register=is_clocked) for name in alu.flags]
    return tuple(inputs), tuple(outputs)


def _rules(alu: Alu) -> tuple[str, ...]:
    unused = len(alu.codes) < 1 << alu.code_width
    nothing = "leaves the accumulator as it is" if alu.form == "accumulator" else "gives the result 0"
    rules = []
    if alu.form != "combinational":
        rules.append(
            "At a rising edge with `enable` = 1 and no reset the operation is executed: the result and the flags "
            "are taken into their registers. With `enable` = 0 they stay."
        )
    if unused:
        flags = ""
        if alu.flags:
            flags = (
                "; the flags then stay as they are"
                if alu.keeps_flags
                else (
                    "; the flags then are those of that result, with carry 0"
                    if "carry" in alu.flags
                    else "; the flags then are those of that result"
                )
            )
        rules.append(f"An operation code that the table does not have {nothing}{flags}.")
    rules.append(f"Results have {alu.width} bits; what does not fit is cut off.")
    return tuple(rules)


def _table(alu: Alu, choice: random.Random) -> str:
    binary = choice.random() < 0.5
    rows = []
    for code, operation in alu.codes.items():
        spelled = f"{code:0{alu.code_width}b}" if binary else str(code)
        words = operation.words.format(a=f"`{alu.first}`", b="`b`")
        if "carry" not in alu.flags:
            words = words.partition("; carry")[0]
        rows.append(f"| {spelled} | {operation.name} | {words} |")
    head = "`op` (binary)" if binary else "`op`"
    return f"| {head} | name | result |\n|---|---|---|\n" + "\n".join(rows)


def _body(alu: Alu, clocking: Clocking) -> str:
    width = alu.width
    cases = [
        f"            {alu.code_width}'d{code}: whole = {_written(operation, alu)};"
        for code, operation in alu.codes.items()
    ]
    otherwise = "acc" if alu.form == "accumulator" else "0"
    known = " || ".join(f"op == {alu.code_width}'d{code}" for code in alu.codes)
    values = {
        "zero": f"whole[{width - 1}:0] == 0",
        "negative": f"whole[{width - 1}]",
        "parity": f"^whole[{width - 1}:0]",
        "carry": f"whole[{width}]",
    }
    lines = [
        f"    reg [{width}:0] whole;",
        "    always @* begin",
        "        case (op)",
        *cases,
        f"            default: whole = {otherwise};",
        "        endcase",
        "    end",
        "",
    ]
    if alu.form == "combinational":
        return "\n".join(
            [
                *lines,
                f"    assign y = whole[{width - 1}:0];",
                *(f"    assign {name} = {values[name]};" for name in alu.flags),
            ]
        )
    guard = f"if ({known}) " if alu.keeps_flags and alu.flags and len(alu.codes) < 1 << alu.code_width else ""
    cleared = [f"{name} <= 0;" for name in (alu.result, *alu.flags)]
    flags = [f"{guard}{name} <= {values[name]};" for name in alu.flags]
    updates = [f"{alu.result} <= whole[{width - 1}:0];", *flags]
    return "\n".join([*lines, *registers(clocking, cleared, updates, "enable")])


def _written(operation: Operation, alu: Alu) -> str:
    """Inversions and concatenations take no bit above the operands' own."""
    text = (
        operation.verilog.format(a=alu.first, b="b")
        .replace("M-1", str(alu.width - 2))
        .replace("[M", f"[{alu.width - 1}")
    )
    return text


def _stimuli(alu: Alu, inputs: Sequence[Pin], clocking: Clocking | None, choice: random.Random) -> tuple[Phase, ...]:
    every = random_cycles(inputs, clocking, choice, 40 * len(alu.codes) + 60, {"enable": 0.85}, "random operations")
    coded = [
        dict(cycle) | {"op": choice.choice(list(alu.codes))} if choice.random() < 0.85 else cycle
        for cycle in every.cycles
    ]
    random_phase = Phase(every.purpose, coded)
    if clocking is None:
        return (random_phase,)
    return (resets(inputs, clocking, choice), random_phase, reset_anywhere(inputs, clocking, choice, {"enable": 0.9}))


def make(choice: random.Random) -> MadeTask:
    alu, clocking = draw_alu(choice), draw_clocking(choice)
    inputs, outputs = _pins(alu)
    used = None if alu.form == "combinational" else clocking
    kind = {
        "combinational": "Combinational ALU",
        "registered": "ALU with registered outputs",
        "accumulator": "Accumulator unit",
    }
    design = Design(
        module=f"{alu.form}_alu_{alu.width}",
        title=f"{kind[alu.form]} of {alu.width} bits with {len(alu.codes)} operations",
        inputs=inputs,
        outputs=outputs,
        clocking=used,
        wording=Wording(
            f"It executes one of {len(alu.codes)} operations on words of {alu.width} bits.",
            _rules(alu),
            f"`{alu.result}` is 0" + (" and so are all flags" if alu.flags else ""),
            _table(alu, choice),
        ),
        body=_body(alu, clocking),
        model=AluModel(alu),
        stimuli=_stimuli(alu, inputs, used, choice),
        tags=("alu", alu.form),
    )
    return made_task(design, choice)


ALUS = TaskFamily(
    "chip_design", "alu", "2", "ALUs by operations, opcodes, flags and registers, accumulators among them", make
)
