"""Counters and timers: a drawn set of controls in a drawn order of priority, with a bound and what happens at it."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.chip_design.tasks.families.design import Clocking, Design, Inputs, Outputs, Phase, Pin, Wording
from resources.domains.chip_design.tasks.families.stimuli import random_cycles, reset_anywhere, resets
from resources.domains.chip_design.tasks.families.task import draw_clocking, made_task
from resources.domains.chip_design.tasks.families.verilog import registers
from resources.domains.families import MadeTask, TaskFamily

DIRECTIONS = ("up", "down", "either")
EXTRAS = ("terminal", "wrapped", "matched", "gray", "ticks")


@dataclass(frozen=True)
class Counter:
    """`top` is the highest value. `controls` are in order of priority; counting comes last. `every` is the number of
    enabled cycles for one step. `extras` are outputs beside the count."""

    width: int
    top: int
    direction: str
    saturates: bool
    controls: tuple[str, ...]
    load_name: str
    has_enable: bool
    every: int
    step_width: int
    first: int
    match: int
    extras: tuple[str, ...]

    @property
    def tells_crossings(self) -> bool:
        return not {"wrapped", "ticks"}.isdisjoint(self.extras)

    def stepped(self, count: int, up: bool, step: int) -> tuple[int, bool]:
        """The next count, and whether the bound was crossed."""
        following = count + step if up else count - step
        if 0 <= following <= self.top:
            return following, False
        if self.saturates:
            return (self.top if up else 0), True
        return following % (self.top + 1), True


class CounterModel:
    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._count: int | None = None
        self._waited = self._ticks = 0
        self._wrapped = False

    def reset(self) -> None:
        self._count, self._waited, self._ticks, self._wrapped = self._counter.first, 0, 0, False

    def outputs(self, inputs: Inputs) -> Outputs:
        counter, count = self._counter, self._count
        names = ("count", *counter.extras)
        if count is None:
            return dict.fromkeys(names)
        all_of_them = {
            "count": count,
            "terminal": int(count == (counter.top if self._up(inputs) else 0)),
            "wrapped": int(self._wrapped),
            "matched": int(count == counter.match),
            "gray": count ^ (count >> 1),
            "ticks": self._ticks,
        }
        return {name: all_of_them[name] for name in names}

    def step(self, inputs: Inputs) -> None:
        counter, self._wrapped = self._counter, False
        assert self._count is not None
        for control in counter.controls:
            if inputs[control]:
                loaded = {"clear": 0, counter.load_name: min(inputs.get("value", 0), counter.top)}
                self._count, self._waited = loaded.get(control, self._count), 0 if control != "freeze" else self._waited
                return
        if counter.has_enable and not inputs["enable"]:
            return
        self._waited += 1
        if self._waited < counter.every:
            return
        self._waited = 0
        step = inputs["step"] if counter.step_width else 1
        self._count, self._wrapped = counter.stepped(self._count, self._up(inputs), step)
        self._ticks = (self._ticks + self._wrapped) % 16

    def _up(self, inputs: Inputs) -> bool:
        return bool(inputs["up"]) if self._counter.direction == "either" else self._counter.direction == "up"


def draw_counter(choice: random.Random) -> Counter:
    width = choice.randint(3, 8)
    top = choice.choice(((1 << width) - 1, choice.randint((1 << (width - 1)), (1 << width) - 1)))
    load = choice.choice(("load", "preset", "set_value"))
    controls = choice.sample(("clear", load, "freeze"), choice.randint(0, 3))
    step_width = choice.choice((0, 0, 2)) if width > 3 else 0
    direction = choice.choice(DIRECTIONS)
    return Counter(
        width,
        top,
        direction,
        saturates=choice.random() < 0.4,
        controls=tuple(controls),
        load_name=load,
        has_enable=choice.random() < 0.7,
        every=choice.choice((1, 1, 2, 3, 5)),
        step_width=step_width,
        first=choice.choice((0, 0, top)),
        match=choice.randint(1, top - 1),
        extras=tuple(sorted(choice.sample(EXTRAS, choice.randint(1, 3)))),
    )


def _pins(counter: Counter) -> tuple[tuple[Pin, ...], tuple[Pin, ...]]:
    width = counter.width
    inputs = [Pin(name, 1, _control_meaning(counter, name)) for name in counter.controls]
    if counter.load_name in counter.controls:
        inputs.append(Pin("value", width, f"value for `{counter.load_name}`"))
    inputs += [Pin("enable", 1, "1 lets it count")] if counter.has_enable else []
    inputs += [Pin("up", 1, "1 counts up, 0 counts down")] if counter.direction == "either" else []
    inputs += [Pin("step", counter.step_width, "how far one step goes")] if counter.step_width else []
    extras = {
        "terminal": Pin("terminal", 1, "combinational: the bound in counting direction is reached"),
        "wrapped": Pin("wrapped", 1, "register: the last edge crossed the bound", is_register=True),
        "matched": Pin("matched", 1, f"combinational: `count` = {counter.match}"),
        "gray": Pin("gray", width, "combinational: `count` as a Gray code"),
        "ticks": Pin("ticks", 4, "register: how often the bound was crossed, modulo 16", is_register=True),
    }
    return tuple(inputs), (
        Pin("count", width, "the count (register)", is_register=True),
        *(extras[name] for name in counter.extras),
    )


def _control_meaning(counter: Counter, name: str) -> str:
    return {"clear": "makes the count 0", "freeze": "keeps the count"}.get(name, "takes `value`")


def _rules(counter: Counter) -> tuple[str, ...]:
    top, prescaled = counter.top, counter.every > 1
    lines = [_control_rule(counter, name) for name in counter.controls]
    enabled = "with `enable` = 1 " if counter.has_enable else ""
    if prescaled:
        lines.append(
            f"an edge {enabled}is counted by a prescaler: it lets {_LET_BY[counter.every]} of them go by without a "
            "step, the next one makes a step, and the prescaler begins again"
        )
    else:
        lines.append(f"an edge {enabled}makes a step")
    rules = [_order_rule(lines), _step_rule(counter), _bound_rule(counter), *_extra_rules(counter)]
    if counter.load_name in counter.controls and top != (1 << counter.width) - 1:
        rules.append(f"A `value` above {top} is taken as {top}.")
    return tuple(rules)


def _order_rule(lines: Sequence[str]) -> str:
    """Of one line alone, no order is told."""
    if len(lines) == 1:
        return f"Without a reset, {lines[0]}."
    listed = "; ".join(f"({place}) {line}" for place, line in enumerate(lines, 1))
    return f"At each edge without a reset, the first that applies decides: {listed}."


def _control_rule(counter: Counter, name: str) -> str:
    again = ", and the prescaler begins again" if counter.every > 1 else ""
    return {
        "clear": f"with `clear` = 1 `count` becomes 0{again}",
        "freeze": "with `freeze` = 1 `count`" + (" and the prescaler stay" if counter.every > 1 else " stays"),
    }.get(name, f"with `{name}` = 1 `count` becomes `value`{again}")


_LET_BY = {2: "one", 3: "two", 5: "four"}
"""By the number of edges for one step."""


def _step_rule(counter: Counter) -> str:
    way = {
        "up": "adds {0} to `count`",
        "down": "subtracts {0} from `count`",
        "either": "adds {0} to `count` with `up` = 1 and subtracts it with `up` = 0",
    }[counter.direction]
    amount = "`step` (0 to 3, as it is at that edge)" if counter.step_width else "1"
    return f"A step {way.format(amount)}; `count` runs from 0 to {counter.top}."


def _bound_rule(counter: Counter) -> str:
    """Of the bounds that can be met."""
    top = counter.top
    if counter.saturates:
        stops = {"up": f"above {top} stops at {top}", "down": "below 0 stops at 0"}.get(
            counter.direction, f"below 0 or above {top} stops at 0 or {top}"
        )
        return f"A step that would lead {stops}{'; it crosses the bound' * counter.tells_crossings}."
    above = f"where a step would lead above {top}, {top + 1} is subtracted from the result"
    below = f"where a step would lead below 0, {top + 1} is added to the result"
    wraps = {"up": above, "down": below}.get(counter.direction, f"{above}, and {below}")
    return f"Counting is modulo {top + 1}: {wraps}{'; such a step crosses the bound' * counter.tells_crossings}."


def _extra_rules(counter: Counter) -> list[str]:
    bound = {"up": f"`count` = {counter.top}", "down": "`count` = 0"}.get(
        counter.direction, f"`up` = 1 and `count` = {counter.top}, or `up` = 0 and `count` = 0"
    )
    rules = {
        "terminal": f"`terminal` is 1 exactly when {bound}, whatever the other inputs are.",
        "wrapped": "`wrapped` becomes 1 at an edge whose step crosses the bound, and 0 at every other edge.",
        "gray": "`gray` is `count` XOR (`count` shifted right by one).",
        "ticks": "`ticks` goes up by 1, modulo 16, at each edge whose step crosses the bound, and else keeps its "
        "value; only a reset clears it.",
    }
    return [rules[name] for name in counter.extras if name in rules]


def _body(counter: Counter, clocking: Clocking) -> str:
    width, top = counter.width, counter.top
    wide = width + 2
    up = {"up": "1'b1", "down": "1'b0", "either": "up"}[counter.direction]
    amount = "step" if counter.step_width else "1'b1"
    lines = [
        f"    wire going_up = {up};",
        f"    wire [{wide - 1}:0] raised = count + {amount};",
        f"    wire [{wide - 1}:0] lowered = {{2'b0, count}} - {amount};",
        f"    wire over = going_up ? raised > {wide}'d{top} : lowered[{wide - 1}];",
        f"    wire [{width - 1}:0] following = {_following(counter)};",
        *_extra_lines(counter),
        *([f"    reg [2:0] waited;\n    wire due = waited == 3'd{counter.every - 1};"] if counter.every > 1 else []),
        "",
        *registers(
            clocking,
            [f"count <= {width}'d{counter.first};", *(f"{name} <= 0;" for name in _others(counter))],
            [*(["wrapped <= 1'b0;"] if "wrapped" in counter.extras else []), *_decisions(counter)],
        ),
    ]
    return "\n".join(lines)


def _following(counter: Counter) -> str:
    width, top = counter.width, counter.top
    up_end = f"{width}'d{top}" if counter.saturates else f"raised - {width + 2}'d{top + 1}"
    down_end = f"{width}'d0" if counter.saturates else f"lowered + {width + 2}'d{top + 1}"
    return f"going_up ? (over ? {up_end} : raised) : (over ? {down_end} : lowered)"


def _others(counter: Counter) -> list[str]:
    """Registers beside `count`."""
    return [name for name in ("wrapped", "ticks") if name in counter.extras] + ["waited"] * (counter.every > 1)


def _extra_lines(counter: Counter) -> list[str]:
    top, width = counter.top, counter.width
    texts = {
        "terminal": f"    assign terminal = going_up ? count == {width}'d{top} : count == {width}'d0;",
        "matched": f"    assign matched = count == {width}'d{counter.match};",
        "gray": "    assign gray = count ^ (count >> 1);",
    }
    return [texts[name] for name in counter.extras if name in texts]


def _decisions(counter: Counter) -> list[str]:
    width, top = counter.width, counter.top
    again = " waited <= 0;" if counter.every > 1 else ""
    loaded = "value" if top == (1 << width) - 1 else f"(value > {width}'d{top}) ? {width}'d{top} : value"
    bodies = {
        "clear": f"begin count <= {width}'d0;{again} end",
        "freeze": "begin end",
        counter.load_name: f"begin count <= {loaded};{again} end",
    }
    lines = [f"{'else ' * (place > 0)}if ({name}) {bodies[name]}" for place, name in enumerate(counter.controls)]
    head = "else " * bool(counter.controls) + ("if (enable) " if counter.has_enable else "") + "begin"
    crossed = [f"    {text}" for name, text in _CROSSED.items() if name in counter.extras]
    step = [f"    count <= following;{again}", *crossed]
    if counter.every > 1:
        step = ["    if (due) begin", *step, "    end else waited <= waited + 3'd1;"]
    return [*lines, head, *step, "end"]


_CROSSED = {"wrapped": "wrapped <= over;", "ticks": "if (over) ticks <= ticks + 4'd1;"}


def _stimuli(counter: Counter, inputs: tuple[Pin, ...], clocking: Clocking, choice: random.Random) -> tuple[Phase, ...]:
    rare = dict.fromkeys(counter.controls, 0.06)
    long_way = dict.fromkeys(counter.controls, 0.0) | {"enable": 0.97}
    length = min(420, 2 * counter.every * (counter.top + 2))
    return (
        resets(inputs, clocking, choice),
        *(
            Phase(f"all the way {'up' if up else 'down'}", [_going(counter, up) for _ in range(length)])
            for up in _ways(counter)
        ),
        random_cycles(inputs, clocking, choice, 160, {**rare, "enable": 0.8}),
        random_cycles(inputs, clocking, choice, 120, long_way | {"up": 0.9}),
        random_cycles(inputs, clocking, choice, 80, dict.fromkeys(counter.controls, 0.4)),
        reset_anywhere(inputs, clocking, choice, {**rare, "enable": 0.9}),
    )


def _ways(counter: Counter) -> tuple[int, ...]:
    return {"up": (1,), "down": (0,)}.get(counter.direction, (1, 0))


def _going(counter: Counter, up: int) -> Inputs:
    named = {"enable": 1} if counter.has_enable else {}
    named |= {"up": up} if counter.direction == "either" else {}
    return named | ({"step": 1} if counter.step_width else {})


def make(choice: random.Random) -> MadeTask:
    counter, clocking = draw_counter(choice), draw_clocking(choice)
    if clocking.reset == "clear":
        clocking = Clocking(clocking.clock, "rst", clocking.active, clocking.asynchronous)
    inputs, outputs = _pins(counter)
    kind = {"up": "Up counter", "down": "Down counter", "either": "Up/down counter"}[counter.direction]
    bound = "that saturates" if counter.saturates else "that wraps"
    at_reset = [
        f"`count` is {counter.first}",
        *(f"`{name}` is 0" for name in ("wrapped", "ticks") if name in counter.extras),
    ]
    at_reset += ["the prescaler is at its beginning"] if counter.every > 1 else []
    design = Design(
        module=choice.choice(("event_counter", "cycle_counter", "bounded_counter", "position_counter")),
        title=f"{kind} from 0 to {counter.top} {bound}",
        inputs=inputs,
        outputs=outputs,
        clocking=clocking,
        wording=Wording(
            choice.choice(
                (
                    f"It counts in {counter.width} bits, from 0 to {counter.top}.",
                    f"A counter of {counter.width} bits whose highest value is {counter.top}.",
                )
            ),
            _rules(counter),
            _joined(at_reset),
        ),
        body=_body(counter, clocking),
        model=CounterModel(counter),
        stimuli=_stimuli(counter, inputs, clocking, choice),
        tags=("counter", "saturation" if counter.saturates else "wrapping"),
    )
    return made_task(design, choice)


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


COUNTERS = TaskFamily(
    "chip_design",
    "counter",
    "4",
    "Counters with prioritised controls, bounds that wrap or saturate, prescalers, steps and flags",
    make,
)
