"""Register blocks behind a bus: a drawn map of registers and fields, each with its kind of access, and a bus protocol.

Kinds of fields: plain, read-only, cleared by writing ones, set by hardware, self-clearing, counters. Protocols: a
strobe that is always answered at once, request and acknowledge after wait states, or select and enable as in APB.
"""

import random
from dataclasses import dataclass

from resources.domains.chip_design.tasks.families.design import Clocking, Design, Inputs, Outputs, Phase, Pin, Wording
from resources.domains.chip_design.tasks.families.stimuli import random_cycles, reset_anywhere, resets, values
from resources.domains.chip_design.tasks.families.task import draw_clocking, made_task
from resources.domains.chip_design.tasks.families.verilog import registers, shape
from resources.domains.families import MadeTask, TaskFamily

KINDS = ("plain", "plain", "status", "sticky", "pulse", "counter", "toggle")
NAMES = ("mode", "limit", "level", "flags", "gain", "delay", "phase", "hits", "mask_bits", "trigger", "depth", "index")
PROTOCOLS = ("strobe", "wait", "apb")


@dataclass(frozen=True)
class Field:
    """Bits of a register. `kind` is one of KINDS; hardware sees plain ones and pulses at a port of the same name, and
    drives status, sticky and counter ones from a port `<name>_in`."""

    name: str
    address: int
    low: int
    width: int
    kind: str
    first: int

    @property
    def high(self) -> int:
        return self.low + self.width - 1

    @property
    def mask(self) -> int:
        return (1 << self.width) - 1

    @property
    def bits(self) -> str:
        return f"bit {self.low}" if self.width == 1 else f"bits {self.high} to {self.low}"


@dataclass(frozen=True)
class Block:
    """`step` is the distance of addresses; `waits` are the wait states of "wait". `has_error` reports bad addresses."""

    width: int
    address_width: int
    addresses: tuple[int, ...]
    fields: tuple[Field, ...]
    protocol: str
    waits: int
    has_error: bool

    def at(self, address: int) -> list[Field]:
        return [field for field in self.fields if field.address == address]


class BlockModel:
    """Fields by name, and the cycles that a request has waited."""

    def __init__(self, block: Block) -> None:
        self._block = block
        self._values: dict[str, int] | None = None

    def reset(self) -> None:
        self._values = {field.name: field.first for field in self._block.fields}
        self._waited = self._ready = self._data = self._error = 0
        self._pulses = dict.fromkeys(self._values, 0)

    def outputs(self, inputs: Inputs) -> Outputs:
        block = self._block
        shown = [field.name for field in block.fields if field.kind in ("plain", "pulse", "toggle")]
        names = ["rdata", *["ack"] * (block.protocol == "wait"), *["error"] * block.has_error, *shown]
        if self._values is None:
            return dict.fromkeys(names)
        fields = {
            field.name: self._pulses[field.name] if field.kind == "pulse" else self._values[field.name]
            for field in block.fields
        }
        every = {"rdata": self._data, "ack": self._ready, "error": self._error} | fields
        return {name: every[name] for name in names}

    def step(self, inputs: Inputs) -> None:
        block = self._block
        assert self._values is not None
        executes, accessed = self._executes(inputs), inputs["addr"]
        known = accessed in block.addresses
        written = executes and inputs["write"]
        self._ready, self._error = int(executes), int(executes and not known)
        before = dict(self._values)
        self._pulses = dict.fromkeys(before, 0)
        for field in block.fields:
            data = inputs["wdata"] >> field.low & field.mask if written and field.address == accessed else None
            self._change(field, data, inputs)
        if executes and not inputs["write"]:
            self._data = sum(before[field.name] << field.low for field in block.at(accessed) if field.kind != "pulse")

    def _executes(self, inputs: Inputs) -> bool:
        """Whether the access happens at this edge."""
        if self._block.protocol == "strobe":
            return bool(inputs["select"])
        if self._block.protocol == "apb":
            return bool(inputs["select"] and inputs["enable"])
        if not inputs["select"] or self._ready:
            self._waited = 0
            return False
        self._waited += 1
        if self._waited <= self._block.waits:
            return False
        self._waited = 0
        return True

    def _change(self, field: Field, data: int | None, inputs: Inputs) -> None:
        values = self._values
        assert values is not None
        hardware, old = inputs.get(f"{field.name}_in", 0), values[field.name]
        if field.kind == "plain":
            values[field.name] = old if data is None else data
        elif field.kind == "toggle":
            values[field.name] = old ^ (data or 0)
        elif field.kind == "pulse":
            self._pulses[field.name] = data or 0
        elif field.kind == "status":
            values[field.name] = hardware
        elif field.kind == "sticky":
            values[field.name] = old & ~(data or 0) | hardware
        else:
            values[field.name] = (old + hardware & field.mask) if data is None else data


def draw_block(choice: random.Random) -> Block:
    width, count = choice.choice((8, 8, 16)), choice.randint(2, 4)
    address_width = choice.choice((2, 3, 4)) if count > 2 else choice.choice((2, 3))
    addresses = tuple(sorted(choice.sample(range(1 << address_width), count)))
    names, fields = choice.sample(NAMES, len(NAMES)), list[Field]()
    for address in addresses:
        low = choice.choice((0, 0, 1))
        for _ in range(choice.randint(1, 3)):
            size = choice.choice((1, 2, 3, 4, width // 2))
            if low + size > width:
                break
            kind = choice.choice(KINDS)
            first = choice.getrandbits(size) if kind == "plain" and choice.random() < 0.4 else 0
            fields.append(Field(names.pop(), address, low, size, kind, first))
            low += size + choice.choice((0, 0, 1, 2))
    protocol = choice.choice(PROTOCOLS)
    return Block(
        width, address_width, addresses, tuple(fields), protocol, choice.choice((0, 1, 2)), choice.random() < 0.5
    )


def _pins(block: Block) -> tuple[tuple[Pin, ...], tuple[Pin, ...]]:
    told = {"strobe": "an access at this edge", "wait": "request", "apb": "select"}[block.protocol]
    inputs = [Pin("select", 1, told)] + [Pin("enable", 1, "second cycle of an access")] * (block.protocol == "apb")
    inputs += [
        Pin("write", 1, "1 writes, 0 reads"),
        Pin("addr", block.address_width, "address of a register"),
        Pin("wdata", block.width, "data to write"),
    ]
    outputs = [Pin("rdata", block.width, "register: data read", is_register=True)]
    outputs += [Pin("ack", 1, "register: the access was executed", is_register=True)] * (block.protocol == "wait")
    outputs += [Pin("error", 1, "register: see below", is_register=True)] * block.has_error
    for field in block.fields:
        if field.kind in ("plain", "toggle"):
            outputs.append(Pin(field.name, field.width, "value of the field"))
        elif field.kind == "pulse":
            outputs.append(Pin(field.name, field.width, "register: pulses of the field", is_register=True))
        else:
            width = 1 if field.kind == "counter" else field.width
            inputs.append(Pin(f"{field.name}_in", width, f"hardware input of the field {field.name}"))
    return tuple(inputs), tuple(outputs)


def _rules(block: Block) -> tuple[str, ...]:
    rules = [_protocol_rule(block)]
    rules.append(
        "A write goes to all fields of the register at `addr` at once, each of which takes its own bits of `wdata` "
        "(see the table). A read takes the register's value, as it was before the edge, into `rdata`; bits without "
        "a field are 0. `rdata` keeps its value at all other edges. A read changes no field."
    )
    listed = ", ".join(map(str, block.addresses))
    bad = (
        "; `error` is 1 after the edge at which such an access is executed, and 0 after every other edge"
        if block.has_error
        else ""
    )
    rules.append(
        f"There are registers at the addresses {listed}. At other addresses a write does nothing and a read gives "
        f"0{bad}."
    )
    return tuple(rules)


def _protocol_rule(block: Block) -> str:
    if block.protocol == "strobe":
        return "An access is executed at every rising edge with `select` = 1 and no reset."
    if block.protocol == "apb":
        return (
            "An access is executed at a rising edge with `select` = 1 and `enable` = 1 and no reset; nothing needs "
            "to have come before it."
        )
    waits = block.waits
    when = (
        "It is executed at the first rising edge that sees `select` = 1 while `ack` = 0"
        if not waits
        else f"It is executed at the {('second', 'third')[waits - 1]} of successive rising edges that see `select` "
        "= 1 while `ack` = 0"
    )
    cut = "" if not waits else " An edge with `select` = 0 ends the request; the next one begins to count anew."
    return (
        f"The master asks for an access with `select` = 1. {when}, with `write`, `addr` and `wdata` of this edge. "
        "After it `ack` is 1 for exactly one cycle; the edge that sees `ack` = 1 executes nothing and counts for no "
        f"request.{cut}"
    )


def _map(block: Block) -> str:
    rows = []
    for field in block.fields:
        rows.append(f"| {field.address} | {field.bits} | `{field.name}` | {_meaning(field)} | {field.first} |")
    head = "| address | bits | field | kind | after reset |\n|---|---|---|---|---|\n"
    return "The map of the registers:\n\n" + head + "\n".join(rows)


def _meaning(field: Field) -> str:
    port = f"`{field.name}_in`"
    return {
        "plain": f"read and write; the port `{field.name}` shows it at all times",
        "toggle": f"a written 1 inverts its bit, a written 0 leaves it; reads give it, and the port `{field.name}` "
        "shows it",
        "pulse": "writing 1 makes the port's bit 1 for one cycle, from this edge to the next (unless written "
        "again); reads give 0",
        "status": f"read only: takes {port} at every edge; writes do nothing",
        "sticky": f"a bit becomes 1 at every edge at which its bit of {port} is 1; a written 1 clears its bit, "
        f"unless {port} sets it at the same edge; a written 0 leaves it",
        "counter": f"goes up by 1, modulo {field.mask + 1}, at every edge with {port} = 1; a write puts the written "
        "bits there instead",
    }[field.kind]


def _body(block: Block, clocking: Clocking) -> str:
    stored = [field for field in block.fields if field.kind != "pulse"]
    executes = {"strobe": "select", "apb": "select && enable"}.get(
        block.protocol, f"select && !ack && waited == 2'd{block.waits}"
    )
    cleared = [f"{field.name}_q <= {field.width}'d{field.first};" for field in stored]
    cleared += [f"{name} <= 0;" for name in _others(block)]
    lines = ["    reg [1:0] waited;"] * (block.protocol == "wait")
    lines += [
        f"    wire execute = {executes};",
        "    wire writing = execute && write;",
        f"    reg [{block.width - 1}:0] selected;",
    ]
    for field in stored:
        lines.append(f"    reg {shape(field.width)}{field.name}_q;")
        lines += [f"    assign {field.name} = {field.name}_q;"] * (field.kind in ("plain", "toggle"))
    lines += [
        "",
        "    always @* begin",
        "        selected = 0;",
        "        case (addr)",
        *(
            f"            {block.address_width}'d{address}: begin\n{_selected(block, address)}            end"
            for address in block.addresses
        ),
        "            default: selected = 0;",
        "        endcase",
        "    end",
        "",
        *registers(clocking, cleared, _updates(block)),
    ]
    return "\n".join(lines)


def _others(block: Block) -> list[str]:
    pulses = [field.name for field in block.fields if field.kind == "pulse"]
    waits = ["ack", "waited"] if block.protocol == "wait" else []
    return ["rdata", *waits, *["error"] * block.has_error, *pulses]


def _known(block: Block) -> str:
    return " || ".join(f"addr == {block.address_width}'d{address}" for address in block.addresses)


def _selected(block: Block, address: int) -> str:
    return "".join(
        f"                selected[{field.high}:{field.low}] = {field.name}_q;\n"
        for field in block.at(address)
        if field.kind != "pulse"
    )


def _updates(block: Block) -> list[str]:
    lines = [line for field in block.fields for line in _update(block, field)]
    lines.append("if (execute && !write) rdata <= selected;")
    if block.protocol == "wait":
        lines += ["ack <= execute;", "waited <= (select && !ack && !execute) ? waited + 2'd1 : 2'd0;"]
    if block.has_error:
        lines.append(f"error <= execute && !({_known(block)});")
    return lines


def _update(block: Block, field: Field) -> list[str]:
    written = f"writing && addr == {block.address_width}'d{field.address}"
    data = f"wdata[{field.high}:{field.low}]" if field.width > 1 else f"wdata[{field.low}]"
    name, zero = f"{field.name}_q", f"{field.width}'d0"
    return {
        "plain": [f"if ({written}) {name} <= {data};"],
        "toggle": [f"if ({written}) {name} <= {name} ^ {data};"],
        "pulse": [f"{field.name} <= ({written}) ? {data} : {zero};"],
        "status": [f"{name} <= {field.name}_in;"],
        "sticky": [f"{name} <= ({name} & ~(({written}) ? {data} : {zero})) | {field.name}_in;"],
        "counter": [f"if ({written}) {name} <= {data};", f"else if ({field.name}_in) {name} <= {name} + 1'b1;"],
    }[field.kind]


def _stimuli(block: Block, inputs: tuple[Pin, ...], clocking: Clocking, choice: random.Random) -> tuple[Phase, ...]:
    def access(write: int, address: int, data: int) -> list[dict[str, int]]:
        cycle = values(inputs, choice, odds) | {"select": 1, "write": write, "addr": address, "wdata": data}
        if block.protocol == "apb":
            return [cycle | {"enable": 0}, cycle | {"enable": 1}]
        return (
            [cycle] * (block.waits + 1) + [cycle | {"select": 0}] * choice.choice((1, 2))
            if block.protocol == "wait"
            else [cycle]
        )

    odds = {"select": 0.75, "enable": 0.7, "write": 0.5} | {
        f"{field.name}_in": 0.3 for field in block.fields if field.width == 1
    }
    full = (1 << block.width) - 1
    directed: list[Inputs] = []
    for address in range(1 << block.address_width):
        for data in (full, 0, choice.getrandbits(block.width)):
            directed += [*access(1, address, data), *access(0, address, choice.getrandbits(block.width))]
    mixed: list[Inputs] = []
    for _ in range(40):
        mixed += access(choice.getrandbits(1), choice.choice(block.addresses), choice.getrandbits(block.width))
        mixed += [values(inputs, choice, odds) | {"select": 0}] * choice.choice((0, 0, 1, 3))
    return (
        resets(inputs, clocking, choice),
        Phase(
            "every address read after the reset",
            [cycle for place in range(1 << block.address_width) for cycle in access(0, place, 0)],
        ),
        Phase("every address written and read", directed),
        Phase("accesses to registers", mixed),
        random_cycles(inputs, clocking, choice, 120, odds),
        reset_anywhere(inputs, clocking, choice, odds),
    )


def make(choice: random.Random) -> MadeTask:
    block, clocking = draw_block(choice), draw_clocking(choice)
    inputs, outputs = _pins(block)
    protocol = {
        "strobe": "with a strobe",
        "wait": f"with acknowledge and {block.waits} wait states",
        "apb": "with select and enable",
    }
    cleared = [f"`{name}`" for name in _others(block) if name != "waited"]
    design = Design(
        module=f"{block.protocol}_registers_{len(block.addresses)}x{block.width}",
        title=f"Register block of {len(block.addresses)} registers of {block.width} bits, {protocol[block.protocol]}",
        inputs=inputs,
        outputs=outputs,
        clocking=clocking,
        wording=Wording(
            f"It puts {len(block.fields)} fields behind a bus.",
            _rules(block),
            f"every field has the value of the table's last column, {' and '.join(cleared)} "
            f"{'is' if len(cleared) == 1 else 'are'} 0, and no request is waiting"
            if block.protocol == "wait"
            else f"every field has the value of the table's last column, and {' and '.join(cleared)} "
            f"{'is' if len(cleared) == 1 else 'are'} 0",
            _map(block),
        ),
        body=_body(block, clocking),
        model=BlockModel(block),
        stimuli=_stimuli(block, inputs, clocking, choice),
        tags=("registers", "bus", block.protocol),
        solved=12,
    )
    return made_task(design, choice)


REGISTER_BLOCKS = TaskFamily(
    "chip_design",
    "register_block",
    "2",
    "Register blocks behind a bus by map, kinds of fields, protocol, wait states and errors",
    make,
)
