"""Encoders and decoders: priority, one-hot and thermometer codes, chains of number codes, parity codes, drawn tables.

Each is a kind with its own drawing; all are combinational, some with an enable.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

from resources.domains.chip_design.tasks.families.design import Design, Inputs, Outputs, Phase, Pin, Wording
from resources.domains.chip_design.tasks.families.number_codes import Step, draw_chain
from resources.domains.chip_design.tasks.families.stimuli import random_cycles
from resources.domains.chip_design.tasks.families.task import made_task
from resources.domains.chip_design.tasks.families.verilog import shape
from resources.domains.families import MadeTask, TaskFamily

EXHAUSTIVE_BITS = 9
Answer = Callable[[Inputs], dict[str, int]]


@dataclass(frozen=True)
class Code:
    """One drawn encoder or decoder, without its enable."""

    module: str
    title: str
    opening: str
    inputs: tuple[Pin, ...]
    outputs: tuple[Pin, ...]
    rules: tuple[str, ...]
    body: str
    answer: Answer


class CodeModel:
    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def reset(self) -> None:
        """Nothing is kept."""

    def outputs(self, inputs: Inputs) -> Outputs:
        return dict(self._answer(inputs))

    def step(self, inputs: Inputs) -> None:
        """Nothing is kept."""


def priority_encoder(choice: random.Random) -> Code:
    """The number of the first or last line that is active."""
    lines, low_first, active = choice.randint(3, 12), choice.random() < 0.5, choice.choice((1, 1, 0))
    none, counts = choice.choice((0, (1 << (lines - 1).bit_length()) - 1)), choice.random() < 0.4
    bits = (lines - 1).bit_length()
    order = range(lines) if low_first else range(lines)[::-1]

    def answer(inputs: Inputs) -> dict[str, int]:
        lit = [line for line in order if inputs["lines"] >> line & 1 == active]
        shown = {"number": lit[0] if lit else none, "any": int(bool(lit))}
        return shown | ({"several": int(len(lit) > 1)} if counts else {})

    end = "lowest" if low_first else "highest"
    active_lines = "lines" if active else "~lines"
    chain = "".join(f"active[{line}] ? {bits}'d{line} : " for line in order)
    body = [
        f"    wire [{lines - 1}:0] active = {active_lines};",
        f"    assign number = {chain}{bits}'d{none};",
        "    assign any = |active;",
        *(["    assign several = |(active & (active - 1'b1));"] if counts else []),
    ]
    outputs = [Pin("number", bits, f"number of the {end} active line"), Pin("any", 1, "a line is active")]
    outputs += [Pin("several", 1, "two or more lines are active")] * counts
    rules = (
        f"A line is active while its bit is {active}. `number` is the number of the active line with the {end} number, "
        f"and {none} if no line is active.",
    )
    name = f"priority_encoder_{lines}_{end}"
    opening = f"Line i is bit i of `lines`; there are {lines}."
    pins = (Pin("lines", lines, "the lines"),)
    return Code(
        name,
        f"Priority encoder of {lines} lines, {end} first",
        opening,
        pins,
        tuple(outputs),
        rules,
        "\n".join(body),
        answer,
    )


def decoder(choice: random.Random) -> Code:
    """One-hot, one-cold or thermometer, with a bound."""
    lines = choice.randint(3, 14)
    bits = (lines - 1).bit_length()
    form = choice.choice(("one_hot", "one_cold", "thermometer"))
    inclusive, high_first, top = choice.random() < 0.5, choice.random() < 0.4, (1 << lines) - 1

    def turned(value: int) -> int:
        return sum((value >> place & 1) << lines - 1 - place for place in range(lines)) if high_first else value

    def answer(inputs: Inputs) -> dict[str, int]:
        number, exists = inputs["number"], inputs["number"] < lines
        plain = {"one_hot": 1 << number if exists else 0, "one_cold": 1 << number if exists else 0}.get(
            form, (1 << number + int(inclusive)) - 1 & top
        )
        return {"lines": top ^ turned(plain) if form == "one_cold" else turned(plain), "in_range": int(exists)}

    place = f"{lines - 1} - i" if high_first else "i"
    test = f"number {'>=' if inclusive else '>'} i" if form == "thermometer" else "number == i"
    if form == "one_cold":
        test = f"!({test})"
    body = [
        f"    reg [{lines - 1}:0] decoded;",
        "    integer i;",
        f"    always @* for (i = 0; i < {lines}; i = i + 1) decoded[{place}] = {test};",
        "    assign lines = decoded;",
        f"    assign in_range = number < {lines};" if lines != 1 << bits else "    assign in_range = 1'b1;",
    ]
    named = (
        f"line {lines - 1} for `number` = 0, and so on downwards"
        if high_first
        else "line 0 for `number` = 0, and so on"
    )
    which = f"the first {'`number` + 1' if inclusive else '`number`'} lines are 1 and the others 0"
    rules = {
        "one_hot": f"Exactly the line that belongs to `number` is 1 ({named}); with `number` above {lines - 1} all "
        "are 0.",
        "one_cold": f"Exactly the line that belongs to `number` is 0 ({named}); with `number` above {lines - 1} all "
        "are 1.",
        "thermometer": f"{which[:1].upper()}{which[1:]}, counted from "
        f"{'the highest line down' if high_first else 'line 0 up'}; all are 1 where that are more than {lines}.",
    }[form]
    outputs = (
        Pin("lines", lines, "the decoded lines; line i is bit i"),
        Pin("in_range", 1, f"`number` is at most {lines - 1}"),
    )
    pins = (Pin("number", bits, "the number"),)
    spelled = form.replace("_", "-")
    return Code(
        f"{form}_decoder_{lines}",
        f"{spelled.capitalize()} decoder of {lines} lines",
        f"It decodes a number to {lines} lines.",
        pins,
        outputs,
        (rules,),
        "\n".join(body),
        answer,
    )


def number_code(choice: random.Random) -> Code:
    """A chain of steps, each a wire of its own."""
    width = choice.randint(4, 9)
    chain = draw_chain(width, choice)
    lines, name = list[str](), "value"
    for place, step in enumerate(chain):
        lines.append(f"    wire [{step.out_width - 1}:0] step{place} = {step.verilog.format(x=name)};")
        name = f"step{place}"
    rules = [_step_rule(place, len(chain), step) for place, step in enumerate(chain)]

    def answer(inputs: Inputs) -> dict[str, int]:
        value = inputs["value"]
        for step in chain:
            value = step.value(value)
        return {"code": value}

    names = [step.name for step in chain]
    return Code(
        f"{'_'.join(names)}_coder_{width}",
        f"Coder of numbers of {width} bits in {len(chain)} step{'s' * (len(chain) > 1)} ({', '.join(names)})",
        f"It turns a number of {width} bits into a code of {chain[-1].out_width} bits.",
        (Pin("value", width, "the number"),),
        (Pin("code", chain[-1].out_width, "its code"),),
        tuple(rules),
        "\n".join([*lines, f"    assign code = {name};"]),
        answer,
    )


def _step_rule(place: int, count: int, step: Step) -> str:
    if count == 1:
        return f"`code` is made of `value`: {step.words}."
    before = "`value`" if not place else f"the result of step {place}"
    last = "; this is `code`" if place == count - 1 else ""
    return f"Step {place + 1} makes of {before}: {step.words}{last}."


def parity_code(choice: random.Random) -> Code:
    """Check bits over drawn groups of data bits, as an encoder or as a checker with its syndrome."""
    width, checks = choice.randint(4, 10), choice.randint(2, 4)
    groups = [sorted(choice.sample(range(width), choice.randint(2, width - 1))) for _ in range(checks)]
    odd = [choice.getrandbits(1) for _ in range(checks)]
    is_checker = choice.random() < 0.5

    def bits(data: int) -> int:
        return sum(
            (sum(data >> place & 1 for place in group) + odd[check] & 1) << check for check, group in enumerate(groups)
        )

    def answer(inputs: Inputs) -> dict[str, int]:
        if not is_checker:
            return {"check": bits(inputs["data"])}
        syndrome = bits(inputs["data"]) ^ inputs["check"]
        return {"syndrome": syndrome, "bad": int(syndrome != 0)}

    terms = [
        " ^ ".join([f"data[{place}]" for place in group] + ["1'b1"] * odd[check]) for check, group in enumerate(groups)
    ]
    wanted = ", ".join(f"({term})" for term in reversed(terms))
    target = "    wire [{0}:0] wanted = {{{1}}};" if is_checker else "    assign check = {{{1}}};"
    body = target.format(checks - 1, wanted)
    if is_checker:
        body += "\n    assign syndrome = wanted ^ check;\n    assign bad = |syndrome;"
    listed = "; ".join(
        f"check bit {check} makes the number of ones in itself and the data bits {', '.join(map(str, group))} "
        f"{('even', 'odd')[odd[check]]}"
        for check, group in enumerate(groups)
    )
    rules = [f"{listed[:1].upper()}{listed[1:]}."]
    if is_checker:
        rules.append(
            "`syndrome` has a 1 where the check bit that came differs from the one that the data ask for; `bad` is "
            "1 if any does."
        )
    inputs = [Pin("data", width, "data bits")] + [Pin("check", checks, "check bits that came with them")] * is_checker
    outputs = (
        [Pin("syndrome", checks, "which check bits are wrong"), Pin("bad", 1, "a check bit is wrong")]
        if is_checker
        else [Pin("check", checks, "check bits")]
    )
    kind = "checker" if is_checker else "encoder"
    return Code(
        f"parity_{kind}_{width}_{checks}",
        f"Parity {kind} with {checks} check bits over {width} data bits",
        "Each check bit covers its own group of data bits.",
        tuple(inputs),
        tuple(outputs),
        tuple(rules),
        body,
        answer,
    )


def lookup(choice: random.Random) -> Code:
    """A drawn function of few bits, given as a table: a display, a keyboard, a code of somebody's own."""
    bits, width = choice.choice((3, 4, 4)), choice.choice((3, 4, 5, 7))
    listed = sorted(choice.sample(range(1 << bits), choice.randint((1 << bits) - 5, 1 << bits)))
    table = {code: choice.getrandbits(width) for code in listed}
    otherwise = choice.getrandbits(width)
    rows = "\n".join(f"        {bits}'d{code}: symbol = {width}'d{value};" for code, value in table.items())
    body = f"    always @* case (code)\n{rows}\n        default: symbol = {width}'d{otherwise};\n    endcase"
    named = ", ".join(f"{code} → {value:0{width}b}" for code, value in table.items())
    rest = "" if len(table) == 1 << bits else f" Every other `code` gives {otherwise:0{width}b}."
    rules = (f"`symbol` by `code`, the code as a decimal and the symbol as a binary number: {named}.{rest}",)
    return Code(
        f"code_table_{bits}_{width}",
        f"Code table from {bits} to {width} bits",
        "It translates codes by a fixed table.",
        (Pin("code", bits, "the code"),),
        (Pin("symbol", width, "its symbol", is_register=True),),
        rules,
        body,
        lambda inputs: {"symbol": table.get(inputs["code"], otherwise)},
    )


KINDS = (priority_encoder, decoder, number_code, number_code, parity_code, lookup)


def _enabled(code: Code, idle: int) -> Code:
    """The code behind an enable: while it is 0, each output has all its bits at `idle`."""
    values = {pin.name: (1 << pin.width) - 1 if idle else 0 for pin in code.outputs}
    inner, lines = code.body, []
    for pin in code.outputs:
        kind = "reg" if pin.is_register else "wire"
        lines.append(f"    {kind} {shape(pin.width)}plain_{pin.name};")
        inner = inner.replace(f"assign {pin.name} =", f"assign plain_{pin.name} =").replace(
            f": {pin.name} =", f": plain_{pin.name} ="
        )
    gates = [
        f"    assign {pin.name} = enable ? plain_{pin.name} : {{{pin.width}{{1'b{idle}}}}};" for pin in code.outputs
    ]
    outputs = tuple(Pin(pin.name, pin.width, pin.meaning) for pin in code.outputs)
    rule = (
        f"While `enable` = 0 every bit of every output is {idle}, whatever the other inputs are; what follows holds "
        "while it is 1."
    )
    return Code(
        f"{code.module}_enabled",
        f"{code.title}, with an enable",
        code.opening,
        (*code.inputs, Pin("enable", 1, "lets the outputs work")),
        outputs,
        (rule, *code.rules),
        "\n".join([*lines, inner, *gates]),
        lambda inputs: code.answer(inputs) if inputs["enable"] else values,
    )


def _stimuli(code: Code, choice: random.Random) -> tuple[Phase, ...]:
    bits = sum(pin.width for pin in code.inputs)
    if bits > EXHAUSTIVE_BITS:
        return (random_cycles(code.inputs, None, choice, 400, {"enable": 0.9}, "random inputs and corners"),)
    cycles = []
    for value in range(1 << bits):
        cycle: dict[str, int] = {}
        for pin in code.inputs:
            cycle[pin.name], value = value & (1 << pin.width) - 1, value >> pin.width
        cycles.append(cycle)
    choice.shuffle(cycles)
    return (Phase("all inputs", cycles),)


def make(choice: random.Random) -> MadeTask:
    code = choice.choice(KINDS)(choice)
    if choice.random() < 0.3:
        code = _enabled(code, choice.getrandbits(1))
    design = Design(
        module=code.module,
        title=code.title,
        inputs=code.inputs,
        outputs=code.outputs,
        clocking=None,
        wording=Wording(code.opening, code.rules),
        body=code.body,
        model=CodeModel(code.answer),
        stimuli=_stimuli(code, choice),
        tags=("encoder", "combinational"),
    )
    return made_task(design, choice)


ENCODERS = TaskFamily(
    "chip_design",
    "encoder",
    "3",
    "Encoders, decoders, number codes, parity codes and tables, with and without enable",
    make,
)
