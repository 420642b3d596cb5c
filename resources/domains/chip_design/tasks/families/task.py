"""From a design to a task: header, reference, bench, settings, and a tier from how much there is to write."""

import random
import re

from resources.domains.chip_design.tasks.families.bench import bench_text
from resources.domains.chip_design.tasks.families.design import Clocking, Design, Pin
from resources.domains.chip_design.tasks.families.prompt import control_pins, prompt_text
from resources.domains.chip_design.tasks.families.verilog import shape
from resources.domains.families import MadeTask

_TOKEN = re.compile(r"[A-Za-z_$][\w$]*|\d*'[sS]?[bodhBODH][0-9a-fA-FxXzZ_]+|\d+|[<>=!&|^~+*/%-]+|\S")
TIER_TOKENS = (110, 200, 290, 430)
"""Tokens of a reference from which on a task is of the next tier: they put 33 of the 35 built-in tasks into their own
tier or the one beside it."""
BENCH = "bench.v"


def made_task(design: Design, choice: random.Random) -> MadeTask:
    header = header_text(design)
    reference = f"{header}\n{design.body.strip(chr(10))}\nendmodule\n"
    return MadeTask(
        title=design.title,
        prompt=prompt_text(design, choice),
        interface=f"{header}\nendmodule\n",
        candidate_file=f"{design.module}.v",
        reference=reference,
        tier=tier_of(reference),
        tags=design.tags,
        files={BENCH: bench_text(design)},
        settings={
            "top": design.module,
            "bench": "verilog",
            "bench_files": BENCH,
            "bench_top": "testbench",
            "exact": exact_setting(design),
        },
    )


def header_text(design: Design) -> str:
    ports = [
        *(_port("input  wire", pin) for pin in (*control_pins(design.clocking), *design.inputs)),
        *(_port("output reg " if pin.is_register else "output wire", pin) for pin in design.outputs),
    ]
    return f"module {design.module}(\n" + ",\n".join(ports) + "\n);"


def _port(kind: str, pin: Pin) -> str:
    return f"    {kind} {shape(pin.width)}{pin.name}"


def exact_setting(design: Design) -> str:
    """See docs/decisions.md: every output is fixed by the rules, some under a condition."""
    if design.clocking is None:
        return "combinational"
    conditions = [f"{name}={condition}" for name, condition in design.conditions.items()]
    solved = [] if design.solved is None else [str(design.solved)]
    return " ".join([design.clocking.setting, *conditions, *solved])


def tokens_of(reference: str) -> int:
    return len(_TOKEN.findall(re.sub(r"//[^\n]*", "", reference)))


def tier_of(reference: str) -> int:
    return 1 + sum(tokens_of(reference) >= least for least in TIER_TOKENS)


def draw_clocking(choice: random.Random) -> Clocking:
    """The usual names, and each kind of reset."""
    active = choice.choice((0, 1, 1))
    names = ("rst", "reset", "clear") if active else ("rst_n", "reset_n", "aresetn")
    return Clocking(
        clock=choice.choice(("clk", "clk", "clock")),
        reset=choice.choice(names),
        active=active,
        asynchronous=choice.random() < 0.4,
    )
