"""Fixed-point datapaths: a drawn format, products or sums, rounding, saturation or wrapping, and an accumulator."""

import random
from dataclasses import dataclass

from resources.domains.chip_design.tasks.families.design import Clocking, Design, Inputs, Outputs, Phase, Pin, Wording
from resources.domains.chip_design.tasks.families.stimuli import random_cycles, reset_anywhere, resets
from resources.domains.chip_design.tasks.families.task import draw_clocking, made_task
from resources.domains.chip_design.tasks.families.verilog import registers
from resources.domains.families import MadeTask, TaskFamily

SOURCES = ("product", "sum", "difference", "scaled", "mean")
ROUNDINGS = ("floor", "half_up", "toward_zero", "half_even")


@dataclass(frozen=True)
class Datapath:
    """Operands are two's complement numbers of `width` bits. An exact value of the operands, `source`, loses `dropped`
    low bits by `rounding` and then fits `out_width` bits by saturation or by cutting. `form`: "combinational",
    "registered", or "accumulator", which adds up the exact values and shows the sum rounded."""

    source: str
    width: int
    dropped: int
    rounding: str
    saturates: bool
    out_width: int
    form: str
    factor: int
    has_flag: bool
    acc_width: int

    def exact(self, inputs: Inputs) -> int:
        a, b = signed(inputs["a"], self.width), signed(inputs.get("b", 0), self.width)
        return {
            "product": a * b,
            "sum": a + b,
            "difference": a - b,
            "scaled": a * self.factor,
            "mean": 3 * a + b,
        }[self.source]

    @property
    def exact_width(self) -> int:
        return {
            "product": 2 * self.width,
            "scaled": self.width + self.factor.bit_length() + 1,
            "mean": self.width + 2,
        }.get(self.source, self.width + 1)

    def rounded(self, value: int) -> int:
        if not self.dropped:
            return value
        unit = 1 << self.dropped
        floor, rest = value >> self.dropped, value % unit
        if self.rounding == "half_up":
            return floor + (2 * rest >= unit)
        if self.rounding == "toward_zero":
            return floor + (value < 0 and rest > 0)
        if self.rounding == "half_even":
            return floor + (2 * rest > unit or (2 * rest == unit and floor % 2))
        return floor

    def fitted(self, value: int) -> tuple[int, int]:
        """The bits of the result, and whether it did not fit."""
        low, high = -(1 << self.out_width - 1), (1 << self.out_width - 1) - 1
        fits = low <= value <= high
        kept = min(max(value, low), high) if self.saturates else value
        return kept & (1 << self.out_width) - 1, int(not fits)


def signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> width - 1 else value


class DatapathModel:
    def __init__(self, path: Datapath) -> None:
        self._path = path
        self._sum: int | None = None
        self._shown: dict[str, int | None] = dict.fromkeys(("y", "valid", "overflow"))

    def reset(self) -> None:
        self._sum = 0
        self._shown = {"y": 0, "valid": 0, "overflow": 0}

    def outputs(self, inputs: Inputs) -> Outputs:
        path = self._path
        names = ("y", *(["overflow"] if path.has_flag else []), *(["valid"] if path.form == "registered" else []))
        if path.form == "registered":
            return {name: self._shown[name] for name in names}
        if path.form == "accumulator" and self._sum is None:
            return dict.fromkeys(names)
        value = path.exact(inputs) if path.form == "combinational" else self._sum or 0
        result, flag = path.fitted(path.rounded(value))
        return {"y": result} | ({"overflow": flag} if path.has_flag else {})

    def step(self, inputs: Inputs) -> None:
        path = self._path
        if path.form == "registered":
            self._shown["valid"] = inputs["enable"]
            if inputs["enable"]:
                self._shown["y"], self._shown["overflow"] = path.fitted(path.rounded(path.exact(inputs)))
            return
        assert self._sum is not None
        before = 0 if inputs["restart"] else self._sum
        after = before + (path.exact(inputs) if inputs["enable"] else 0)
        self._sum = signed(after & (1 << path.acc_width) - 1, path.acc_width)


def draw_datapath(choice: random.Random) -> Datapath:
    source, width = choice.choice(SOURCES), choice.choice((5, 6, 7, 8))
    factor = choice.choice((3, 5, 6, 7, 9, 11, 13))
    form = choice.choice(("combinational", "registered", "accumulator"))
    path = Datapath(source, width, 0, "floor", True, width, form, factor, choice.random() < 0.6, 0)
    growth = choice.choice((2, 3, 4)) if form == "accumulator" else 0
    whole = path.exact_width + growth
    dropped = choice.randint(1, max(1, whole // 2 - 1)) if choice.random() < 0.85 else 0
    kept = whole - dropped
    return Datapath(
        source,
        width,
        dropped,
        choice.choice(ROUNDINGS),
        saturates=choice.random() < 0.65,
        out_width=max(3, kept - choice.choice((1, 2, 3))),
        form=form,
        factor=factor,
        has_flag=path.has_flag,
        acc_width=whole,
    )


def _pins(path: Datapath) -> tuple[tuple[Pin, ...], tuple[Pin, ...]]:
    is_registered = path.form == "registered"
    inputs = [Pin("enable", 1, "the operands count")] * (path.form != "combinational")
    inputs += [Pin("restart", 1, "the sum begins anew")] * (path.form == "accumulator")
    inputs.append(Pin("a", path.width, "operand, two's complement"))
    inputs += [Pin("b", path.width, "operand, two's complement")] * (path.source != "scaled")
    kind = "register" if is_registered else "combinational"
    outputs = [Pin("y", path.out_width, f"result, two's complement ({kind})", is_register=is_registered)]
    outputs += [Pin("overflow", 1, f"the result did not fit ({kind})", is_register=is_registered)] * path.has_flag
    outputs += [Pin("valid", 1, "register: `y` is new", is_register=True)] * is_registered
    return tuple(inputs), tuple(outputs)


def _rules(path: Datapath) -> tuple[str, ...]:
    exact = {
        "product": "`a` times `b`",
        "sum": "`a` plus `b`",
        "difference": "`a` minus `b`",
        "scaled": f"`a` times {path.factor}",
        "mean": "3 times `a` plus `b`",
    }[path.source]
    rules = []
    value = "the exact value"
    if path.form == "accumulator":
        rules.append(
            f"A register of {path.acc_width} bits holds a sum, a two's complement number. At each rising edge "
            "without a reset: with `restart` = 1 it counts as 0 first; then, with `enable` = 1, the exact value of "
            f"{exact} is added. A sum that leaves the {path.acc_width} bits wraps around. With both 0 it stays."
        )
        value = "the sum"
        rules.append("`y` is combinational and shows the sum as it is in the register, rounded and fitted as follows.")
    else:
        rules.append(f"The exact value is {exact}, with all bits that it needs.")
    rules.append(_rounding_rule(path, value))
    rules.append(_fitting_rule(path))
    if path.form == "registered":
        both = "`y` and `overflow` take their values" if path.has_flag else "`y` takes its value"
        rules.append(
            f"At a rising edge with `enable` = 1 {both} for the operands of this edge; with `enable` = 0 nothing "
            "but `valid` changes. `valid` is 1 after an edge with `enable` = 1 and 0 after any other."
        )
    return tuple(rules)


def _rounding_rule(path: Datapath, value: str) -> str:
    if not path.dropped:
        return f"Nothing is rounded: {value} goes on as it is."
    unit = 1 << path.dropped
    how = {
        "floor": "rounded down, towards minus infinity",
        "half_up": "rounded to the nearest integer, a half up (towards plus infinity)",
        "toward_zero": "rounded towards zero",
        "half_even": "rounded to the nearest integer, a half to the even one",
    }[path.rounding]
    lost = "its low bit is" if path.dropped == 1 else f"{path.dropped} low bits are"
    return f"{value[:1].upper()}{value[1:]} is divided by {unit} ({lost} dropped) and {how}."


def _fitting_rule(path: Datapath) -> str:
    low, high = -(1 << path.out_width - 1), (1 << path.out_width - 1) - 1
    flag = " `overflow` is then 1, and else 0." if path.has_flag else ""
    if path.saturates:
        return f"A rounded value above {high} gives `y` = {high}, one below {low} gives `y` = {low}.{flag}"
    if not path.has_flag:
        return f"`y` is the low {path.out_width} bits of the rounded value, whether it fits or not."
    return (
        f"`y` is the low {path.out_width} bits of the rounded value. It does not fit where it is above {high} or "
        f"below {low}.{flag}"
    )


def _body(path: Datapath, clocking: Clocking) -> str:
    wide = path.acc_width + 1
    source = {
        "product": "a * b",
        "sum": "a + b",
        "difference": "a - b",
        "scaled": f"a * {path.factor.bit_length() + 1}'sd{path.factor}",
        "mean": "3'sd3 * a + b",
    }[path.source]
    for name in ("a", "b"):
        source = source.replace(name, f"$signed({name})") if name in source else source
    lines = [f"    wire signed [{path.acc_width - 1}:0] exact = {source};"]
    value = "exact"
    if path.form == "accumulator":
        lines.append(f"    reg signed [{path.acc_width - 1}:0] total;")
        value = "total"
    lines += _rounding_lines(path, value, wide)
    low, high = -(1 << path.out_width - 1), (1 << path.out_width - 1) - 1
    lines += [
        f"    wire too_high = rounded > {wide}'sd{high};",
        f"    wire too_low = rounded < -{wide}'sd{-low};",
    ]
    bits = path.out_width
    fitted = (
        f"too_high ? {bits}'d{high} : too_low ? {bits}'d{-low} : rounded[{bits - 1}:0]"
        if path.saturates
        else f"rounded[{bits - 1}:0]"
    )
    return "\n".join([*lines, *_ending(path, clocking, fitted)])


def _rounding_lines(path: Datapath, value: str, wide: int) -> list[str]:
    dropped = path.dropped
    if not dropped:
        return [f"    wire signed [{wide - 1}:0] rounded = {value};"]
    rest, half = f"{value}[{dropped - 1}:0]", f"{value}[{dropped - 1}]"
    below = f"|{value}[{dropped - 2}:0]" if dropped > 1 else "1'b0"
    up = {
        "floor": "1'b0",
        "half_up": half,
        "toward_zero": f"{value}[{path.acc_width - 1}] && |{rest}",
        "half_even": f"{half} && (({below}) || floored[0])",
    }[path.rounding]
    return [
        f"    wire signed [{wide - 1}:0] floored = {value} >>> {dropped};",
        f"    wire up = {up};",
        f"    wire signed [{wide - 1}:0] rounded = floored + $signed({{1'b0, up}});",
    ]


def _ending(path: Datapath, clocking: Clocking, fitted: str) -> list[str]:
    if path.form == "registered":
        names = ["y", *["overflow"] * path.has_flag, "valid"]
        taken = [f"    y <= {fitted};", *["    overflow <= too_high || too_low;"] * path.has_flag]
        updates = ["valid <= enable;", "if (enable) begin", *taken, "end"]
        return ["", *registers(clocking, [f"{name} <= 0;" for name in names], updates)]
    shown = [f"    assign y = {fitted};", *["    assign overflow = too_high || too_low;"] * path.has_flag]
    if path.form == "combinational":
        return shown
    width = path.acc_width
    return [
        *shown,
        f"    wire signed [{width - 1}:0] base = restart ? {width}'sd0 : total;",
        f"    wire signed [{width - 1}:0] added = enable ? exact : {width}'sd0;",
        "",
        f"    always @({clocking.sensitivity}) begin",
        f"        if ({clocking.asserted})",
        "            total <= 0;",
        "        else",
        "            total <= base + added;",
        "    end",
    ]


def _stimuli(
    path: Datapath, inputs: tuple[Pin, ...], clocking: Clocking | None, choice: random.Random
) -> tuple[Phase, ...]:
    if clocking is None:
        return (random_cycles(inputs, None, choice, 400, purpose="random operands and corners"),)
    far = 1 << path.width - 1
    extremes = [(far, far), (far - 1, far - 1), (far, far - 1), (far - 1, far), (0, far), (1, 1)]
    named = {pin.name for pin in inputs}
    steady: list[Inputs] = []
    for a, b in extremes:
        cycle = {"a": a, "b": b, "enable": 1}
        steady += [{name: value for name, value in cycle.items() if name in named}] * (
            20 if path.form == "accumulator" else 2
        )
        steady.append({"restart": 1} if path.form == "accumulator" else {"enable": 0})
    return (
        resets(inputs, clocking, choice),
        Phase("extreme operands", steady),
        random_cycles(inputs, clocking, choice, 240, {"enable": 0.8, "restart": 0.05}),
        reset_anywhere(inputs, clocking, choice, {"enable": 0.9, "restart": 0.05}),
    )


def make(choice: random.Random) -> MadeTask:
    path, clocking = draw_datapath(choice), draw_clocking(choice)
    inputs, outputs = _pins(path)
    used = None if path.form == "combinational" else clocking
    fit = "saturating" if path.saturates else "wrapping"
    names = {
        "product": "multiplier",
        "sum": "adder",
        "difference": "subtractor",
        "scaled": "scaler",
        "mean": "weighted adder",
    }
    kind = f"accumulating {names[path.source]}" if path.form == "accumulator" else f"{path.form} {names[path.source]}"
    at_reset = {"registered": "all outputs are 0", "accumulator": "the sum is 0"}.get(path.form, "")
    design = Design(
        module=f"{fit}_{names[path.source].replace(' ', '_')}_{path.width}_{path.out_width}",
        title=f"{fit.capitalize()} fixed-point {kind}, {path.width} to {path.out_width} bits",
        inputs=inputs,
        outputs=outputs,
        clocking=used,
        wording=Wording(f"It works on two's complement numbers of {path.width} bits.", _rules(path), at_reset),
        body=_body(path, clocking),
        model=DatapathModel(path),
        stimuli=_stimuli(path, inputs, used, choice),
        tags=("fixed_point", "arithmetic", fit),
    )
    return made_task(design, choice)


FIXED_POINTS = TaskFamily(
    "chip_design",
    "fixed_point",
    "3",
    "Fixed-point datapaths by value, rounding, saturation, format, registers and accumulation",
    make,
)
