"""Arbiters by policy: fixed, rotating, by age of the last turn; held, masked; with and without a register."""

import random
from dataclasses import dataclass

from resources.domains.chip_design.tasks.families.design import Clocking, Design, Inputs, Outputs, Phase, Pin, Wording
from resources.domains.chip_design.tasks.families.stimuli import random_cycles, reset_anywhere, resets
from resources.domains.chip_design.tasks.families.task import draw_clocking, made_task
from resources.domains.chip_design.tasks.families.verilog import registers
from resources.domains.families import MadeTask, TaskFamily

POLICIES = ("lowest", "highest", "round_robin", "round_robin_down", "least_recent")


@dataclass(frozen=True)
class Arbiter:
    """`holds` keeps a grant for as long as its request lasts; `quantum` ends that after so many cycles (0: never).
    `has_mask` is an input that disables requests, `has_advance` one that lets a turn count."""

    ports: int
    policy: str
    is_registered: bool
    holds: bool
    quantum: int
    has_mask: bool
    has_advance: bool
    shows: tuple[str, ...]

    @property
    def index_width(self) -> int:
        return (self.ports - 1).bit_length()


class ArbiterModel:
    """Keeps the ports in a list from the one to be served first to the one to be served last."""

    def __init__(self, arbiter: Arbiter) -> None:
        self._arbiter = arbiter
        self._is_known = False

    def reset(self) -> None:
        ports = list(range(self._arbiter.ports))
        descending = self._arbiter.policy in ("highest", "round_robin_down")
        self._order = ports[::-1] if descending else ports
        self._granted: int | None = None
        self._age = 0
        self._is_known = True

    def outputs(self, inputs: Inputs) -> Outputs:
        names = ("grant", *self._arbiter.shows)
        if not self._is_known:
            return dict.fromkeys(names)
        granted = self._granted if self._arbiter.is_registered else self._chosen(inputs)
        every = {
            "grant": 0 if granted is None else 1 << granted,
            "valid": int(granted is not None),
            "index": granted or 0,
        }
        return {name: every[name] for name in names}

    def step(self, inputs: Inputs) -> None:
        chosen = self._chosen(inputs)
        self._age = self._age + 1 if chosen is not None and chosen == self._granted else 1
        self._granted = chosen
        if chosen is not None and inputs.get("advance", 1):
            self._serve(chosen)

    def _chosen(self, inputs: Inputs) -> int | None:
        arbiter = self._arbiter
        asked = inputs["request"] & ~inputs.get("mask", 0)
        waiting = [port for port in self._order if asked >> port & 1]
        if arbiter.holds and self._granted is not None and asked >> self._granted & 1:
            others = [port for port in waiting if port != self._granted]
            if not arbiter.quantum or self._age < arbiter.quantum or not others:
                return self._granted
            return others[0]
        return waiting[0] if waiting else None

    def _serve(self, port: int) -> None:
        place = self._order.index(port)
        if self._arbiter.policy in ("round_robin", "round_robin_down"):
            self._order = self._order[place + 1 :] + self._order[: place + 1]
        elif self._arbiter.policy == "least_recent":
            self._order = self._order[:place] + self._order[place + 1 :] + [port]


def draw_arbiter(choice: random.Random) -> Arbiter:
    policy = choice.choice(POLICIES)
    ports = choice.choice((3, 4) if policy == "least_recent" else (2, 3, 4, 5, 6, 8))
    holds = choice.random() < 0.4
    return Arbiter(
        ports,
        policy,
        is_registered=holds or choice.random() < 0.5 or policy in ("lowest", "highest"),
        holds=holds,
        quantum=choice.choice((0, 2, 3, 4)) if holds else 0,
        has_mask=choice.random() < 0.4,
        has_advance=policy not in ("lowest", "highest") and choice.random() < 0.4,
        shows=tuple(name for name in ("valid", "index") if choice.random() < 0.7),
    )


def _pins(arbiter: Arbiter) -> tuple[tuple[Pin, ...], tuple[Pin, ...]]:
    count = arbiter.ports
    inputs = [Pin("request", count, "bit i: port i asks")]
    inputs += [Pin("mask", count, "bit i = 1: port i is left out")] * arbiter.has_mask
    inputs += [Pin("advance", 1, "1: the choice of this cycle counts as a turn")] * arbiter.has_advance
    kind = "register" if arbiter.is_registered else "combinational"
    shows = {
        "valid": Pin("valid", 1, "combinational: some bit of `grant` is 1"),
        "index": Pin("index", arbiter.index_width, "combinational: the number of the granted port, 0 without one"),
    }
    grant = Pin("grant", count, f"{kind}: at most one bit is 1", is_register=arbiter.is_registered)
    return tuple(inputs), (grant, *(shows[name] for name in arbiter.shows))


def _rules(arbiter: Arbiter, clocking: Clocking) -> tuple[str, ...]:
    asks = "its bit of `request` is 1 and its bit of `mask` is 0" if arbiter.has_mask else "its bit of `request` is 1"
    rules = [f"A port asks while {asks}. In each cycle one asking port is chosen, or none where none asks."]
    rules.append(_policy_rule(arbiter))
    if arbiter.holds:
        rules.append(_hold_rule(arbiter))
    during = ", with the order as at the beginning" if clocking.asynchronous else ""
    when = (
        "`grant` is a register: at each rising edge it takes the choice made with the inputs of that edge, one bit "
        "for the chosen port or all 0."
        if arbiter.is_registered
        else "`grant` is combinational: it shows the choice for the present inputs at once, also while the reset is "
        f"asserted{during}."
    )
    return (*rules, when)


def _policy_rule(arbiter: Arbiter) -> str:
    last = arbiter.ports - 1
    turn = (
        "A choice counts as a turn at a rising edge with `advance` = 1; with `advance` = 0 the order of ports stays"
        if arbiter.has_advance
        else "Every choice counts as a turn at the next rising edge"
    )
    return {
        "lowest": "The asking port with the lowest number is chosen.",
        "highest": "The asking port with the highest number is chosen.",
        "round_robin": "Round robin, upwards: the search begins at the port after the one that had the last turn "
        f"(after port {last} comes port 0), and the first asking port in ascending order is chosen. {turn}. After a "
        "reset the search begins at port 0.",
        "round_robin_down": "Round robin, downwards: the search begins at the port below the one that had the last "
        f"turn (below port 0 comes port {last}), and the first asking port in descending order is chosen. {turn}. "
        f"After a reset the search begins at port {last}.",
        "least_recent": "Of the asking ports the one is chosen whose last turn is longest ago. After a reset ports "
        f"count as if port 0 had its turn longest ago, then port 1, and so on. {turn}.",
    }[arbiter.policy]


def _hold_rule(arbiter: Arbiter) -> str:
    base = (
        "One rule comes before the one above, a grant is held: while the port whose bit of `grant` is 1 still asks, "
        "it is chosen again"
    )
    if not arbiter.quantum:
        return f"{base}, whoever else asks."
    return (
        f"{base}; but once `grant` has shown it for {arbiter.quantum} cycles in a row and another port asks, one of "
        "the others is chosen by the rule above. Where no other asks, it is kept."
    )


def _body(arbiter: Arbiter, clocking: Clocking) -> str:
    count, index = arbiter.ports, arbiter.index_width
    is_stateful = arbiter.policy not in ("lowest", "highest")
    granted = "grant" if arbiter.is_registered else "chosen"
    lines = [
        f"    wire [{count - 1}:0] asking = request{' & ~mask' if arbiter.has_mask else ''};",
        f"    reg [{count - 1}:0] waiting;",
        f"    reg [{count - 1}:0] chosen;",
        f"    reg [{index - 1}:0] number;",
        *_state_lines(arbiter),
        "    integer i;",
        *([] if arbiter.is_registered else ["    assign grant = chosen;"]),
        *_shown(arbiter, granted),
        "",
        "    always @* begin",
        *_waiting_lines(arbiter),
        *_choice_lines(arbiter),
        f"        number = 0;\n        for (i = 0; i < {count}; i = i + 1) if (chosen[i]) number = i;",
        "    end",
    ]
    if is_stateful or arbiter.is_registered:
        lines += ["", *_clocked(arbiter, clocking)]
    return "\n".join(lines)


def _state_lines(arbiter: Arbiter) -> list[str]:
    texts = [f"    reg [{arbiter.index_width - 1}:0] first;"] if arbiter.policy.startswith("round") else []
    if arbiter.policy == "least_recent":
        texts.append(f"    reg [{arbiter.ports - 1}:0] older [0:{arbiter.ports - 1}];")
    return texts + ["    reg [3:0] age;"] * bool(arbiter.quantum)


def _shown(arbiter: Arbiter, granted: str) -> list[str]:
    lines = ["    assign valid = |grant;"] if "valid" in arbiter.shows else []
    if "index" in arbiter.shows:
        terms = [
            f"({{{arbiter.index_width}{{grant[{port}]}}}} & {arbiter.index_width}'d{port})"
            for port in range(arbiter.ports)
        ]
        lines.append(f"    assign index = {' | '.join(terms)};")
    return lines


def _waiting_lines(arbiter: Arbiter) -> list[str]:
    if not arbiter.holds:
        return ["        waiting = asking;"]
    if not arbiter.quantum:
        return ["        waiting = |(asking & grant) ? grant : asking;"]
    tired = f"age >= 4'd{arbiter.quantum} && |(asking & ~grant)"
    return [f"        waiting = |(asking & grant) ? (({tired}) ? asking & ~grant : grant) : asking;"]


def _choice_lines(arbiter: Arbiter) -> list[str]:
    count = arbiter.ports
    if arbiter.policy in ("lowest", "highest"):
        loop = (
            f"for (i = {count - 1}; i >= 0; i = i - 1)"
            if arbiter.policy == "lowest"
            else f"for (i = 0; i < {count}; i = i + 1)"
        )
        return ["        chosen = 0;", f"        {loop} if (waiting[i]) chosen = {count}'d1 << i;"]
    if arbiter.policy == "least_recent":
        return [
            "        chosen = 0;",
            f"        for (i = 0; i < {count}; i = i + 1) chosen[i] = waiting[i] && (older[i] & waiting) == 0;",
        ]
    up = arbiter.policy == "round_robin"
    near = (
        f"waiting & ({{{count}{{1'b1}}}} << first)"
        if up
        else f"waiting & ({{{count}{{1'b1}}}} >> ({count - 1} - first))"
    )
    loop = f"for (i = {count - 1}; i >= 0; i = i - 1)" if up else f"for (i = 0; i < {count}; i = i + 1)"
    return [
        f"        if (|({near})) waiting = {near};",
        "        chosen = 0;",
        f"        {loop} if (waiting[i]) chosen = {count}'d1 << i;",
    ]


def _clocked(arbiter: Arbiter, clocking: Clocking) -> list[str]:
    turn = "|chosen && advance" if arbiter.has_advance else "|chosen"
    count, last = arbiter.ports, arbiter.ports - 1
    cleared, updates = [], []
    if arbiter.is_registered:
        cleared.append("grant <= 0;")
        updates.append("grant <= chosen;")
    if arbiter.quantum:
        cleared.append("age <= 0;")
        updates.append("age <= (chosen != 0 && chosen == grant) ? (age == 4'd15 ? age : age + 4'd1) : 4'd1;")
    if arbiter.policy == "round_robin":
        cleared.append("first <= 0;")
        updates.append(f"if ({turn}) first <= number == {last} ? 0 : number + 1'b1;")
    if arbiter.policy == "round_robin_down":
        cleared.append(f"first <= {last};")
        updates.append(f"if ({turn}) first <= number == 0 ? {last} : number - 1'b1;")
    if arbiter.policy == "least_recent":
        cleared += [f"older[{port}] <= {count}'d{(1 << port) - 1};" for port in range(count)]
        updates.append(
            f"if ({turn}) for (i = 0; i < {count}; i = i + 1) older[i] <= chosen[i] ? ~chosen : older[i] & ~chosen;"
        )
    return registers(clocking, cleared, updates)


def _stimuli(arbiter: Arbiter, inputs: tuple[Pin, ...], clocking: Clocking, choice: random.Random) -> tuple[Phase, ...]:
    everything = {"request": (1 << arbiter.ports) - 1, "advance": 1}
    steady = [everything for _ in range(3 * arbiter.ports)]
    held: list[Inputs] = []
    for _ in range(24):
        asked = {"request": choice.getrandbits(arbiter.ports), "advance": int(choice.random() < 0.8)}
        held += [asked] * choice.randint(1, arbiter.quantum + 3)
    known = {pin.name for pin in inputs}
    named = [{name: value for name, value in cycle.items() if name in known} for cycle in held]
    return (
        resets(inputs, clocking, choice),
        Phase("all ask", [{name: value for name, value in cycle.items() if name in known} for cycle in steady]),
        Phase("requests that last", named),
        random_cycles(inputs, clocking, choice, 260, {"advance": 0.7}),
        reset_anywhere(inputs, clocking, choice),
    )


def make(choice: random.Random) -> MadeTask:
    arbiter, clocking = draw_arbiter(choice), draw_clocking(choice)
    inputs, outputs = _pins(arbiter)
    kind = {
        "lowest": "Fixed-priority",
        "highest": "Fixed-priority",
        "round_robin": "Round-robin",
        "round_robin_down": "Downward round-robin",
        "least_recent": "Least-recently-served",
    }[arbiter.policy]
    design = Design(
        module=f"{arbiter.policy}_arbiter_{arbiter.ports}",
        title=f"{kind} arbiter for {arbiter.ports} ports",
        inputs=inputs,
        outputs=outputs,
        clocking=clocking,
        wording=Wording(
            choice.choice(
                (
                    f"It decides which of {arbiter.ports} ports may use a shared resource.",
                    f"{arbiter.ports} ports, numbered from 0, compete for one resource.",
                )
            ),
            _rules(arbiter, clocking),
            _at_reset(arbiter),
        ),
        body=_body(arbiter, clocking),
        model=ArbiterModel(arbiter),
        stimuli=_stimuli(arbiter, inputs, clocking, choice),
        tags=("arbiter", arbiter.policy),
    )
    return made_task(design, choice)


def _at_reset(arbiter: Arbiter) -> str:
    grant = "`grant` is 0" if arbiter.is_registered else ""
    order = "the order of ports is as at the beginning" if arbiter.policy not in ("lowest", "highest") else ""
    return " and ".join(filter(None, (grant, order)))


ARBITERS = TaskFamily(
    "chip_design", "arbiter", "3", "Arbiters by policy, hold and quantum, mask, and kind of grant output", make
)
