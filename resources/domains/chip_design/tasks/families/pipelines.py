"""Pipelines from expression graphs: cut into stages with valid bits, stall and flush, or combinational."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from resources.domains.chip_design.tasks.families.design import Clocking, Design, Inputs, Outputs, Phase, Pin, Wording
from resources.domains.chip_design.tasks.families.expressions import CONVENTIONS, Node, draw_nodes, evaluated
from resources.domains.chip_design.tasks.families.stimuli import random_cycles, reset_anywhere, resets
from resources.domains.chip_design.tasks.families.task import draw_clocking, made_task
from resources.domains.chip_design.tasks.families.verilog import shape
from resources.domains.families import MadeTask, TaskFamily


@dataclass(frozen=True)
class Pipeline:
    """`latency` 0 is combinational. `stage_of` says after which stage's registers a value first exists."""

    inputs: dict[str, int]
    nodes: tuple[Node, ...]
    latency: int
    has_stall: bool
    has_flush: bool
    shows: tuple[str, ...]

    @property
    def width_of(self) -> dict[str, int]:
        return self.inputs | {node.name: node.width for node in self.nodes}


class PipelineModel:
    """A list of the values that are on their way, None where there is a gap."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._stages: list[Mapping[str, int] | None] | None = None if pipeline.latency else []

    def reset(self) -> None:
        self._stages = [None] * self._pipeline.latency

    def outputs(self, inputs: Inputs) -> Outputs:
        pipeline = self._pipeline
        if not pipeline.latency:
            known = evaluated(pipeline.nodes, inputs)
            return {f"y{place}": known[name] for place, name in enumerate(pipeline.shows)}
        names = [f"y{place}" for place in range(len(pipeline.shows))]
        if self._stages is None:
            return dict.fromkeys(("out_valid", *names))
        last = self._stages[-1]
        shown = {f"y{place}": last[name] if last else None for place, name in enumerate(pipeline.shows)}
        return {"out_valid": int(last is not None)} | shown

    def step(self, inputs: Inputs) -> None:
        assert self._stages is not None
        if inputs.get("flush"):
            self._stages = [None] * self._pipeline.latency
        elif not inputs.get("stall"):
            entered = evaluated(self._pipeline.nodes, inputs) if inputs["in_valid"] else None
            self._stages = [entered, *self._stages[:-1]]


def draw_pipeline(choice: random.Random) -> Pipeline:
    names = ("a", "b", "c", "d")[: choice.randint(2, 4)]
    inputs = {name: choice.choice((4, 5, 6, 8)) for name in names}
    nodes = draw_nodes(choice, inputs, choice.randint(3, 7))
    latency = choice.choice((0, 1, 1, 2, 2, 3))
    inner = [node.name for node in nodes[:-1]]
    shows = (*choice.sample(inner, min(len(inner), choice.choice((0, 0, 1)))), nodes[-1].name)
    return Pipeline(
        inputs,
        tuple(nodes),
        latency,
        has_stall=latency > 0 and choice.random() < 0.5,
        has_flush=latency > 0 and choice.random() < 0.3,
        shows=shows,
    )


def _pins(pipeline: Pipeline) -> tuple[tuple[Pin, ...], tuple[Pin, ...]]:
    inputs = [Pin(name, width, "operand") for name, width in pipeline.inputs.items()]
    outputs = []
    if pipeline.latency:
        inputs.insert(0, Pin("in_valid", 1, "the operands are to be worked on"))
        inputs += [Pin("stall", 1, "1 keeps the whole pipeline as it is")] * pipeline.has_stall
        inputs += [Pin("flush", 1, "1 drops everything that is on its way")] * pipeline.has_flush
        outputs.append(Pin("out_valid", 1, "the results belong to operands"))
    opened = "; any value while `out_valid` = 0" if pipeline.latency else ""
    widths = pipeline.width_of
    outputs += [
        Pin(f"y{place}", widths[name], f"result: `{name}`{opened}") for place, name in enumerate(pipeline.shows)
    ]
    return tuple(inputs), tuple(outputs)


def _rules(pipeline: Pipeline) -> tuple[str, ...]:
    rules = [CONVENTIONS]
    if not pipeline.latency:
        return tuple(rules)
    latency = pipeline.latency
    after = (
        "the edge that took them in"
        if latency == 1
        else f"{latency - 1} more edge{'s' * (latency > 2)} than the one that took them in"
    )
    stalled = " (edges with `stall` = 1 do not count)" if pipeline.has_stall else ""
    rules.append(
        f"The pipeline has {latency} stage{'s' * (latency > 1)} and takes new operands at every rising edge with "
        f"`in_valid` = 1{' and `stall` = 0' if pipeline.has_stall else ''}. Their results are shown, with `out_valid` "
        f"= 1, after {after}{stalled}, for one cycle{' or as long as the stall lasts' if pipeline.has_stall else ''}. "
        "An edge with `in_valid` = 0 leaves a gap, in which `out_valid` is 0."
    )
    if pipeline.has_stall:
        rules.append("At an edge with `stall` = 1 nothing is taken in and nothing moves; the outputs stay.")
    if pipeline.has_flush:
        above = ", also while `stall` = 1" if pipeline.has_stall else ""
        rules.append(
            "At an edge with `flush` = 1 all that is on its way, and what is offered at that edge, is "
            f"dropped{above}: `out_valid` is 0 after it."
        )
    return tuple(rules)


def _formulas(pipeline: Pipeline, choice: random.Random) -> str:
    lines = [(node.name, node.width, node.words()) for node in pipeline.nodes]
    if choice.random() < 0.5:
        rows = "\n".join(f"| `{name}` | {width} | {words} |" for name, width, words in lines)
        return f"These values are computed:\n\n| value | bits | computed as |\n|---|---|---|\n{rows}"
    return "These values are computed:\n\n" + "\n".join(
        f"- `{name}` ({width} bit{'s' * (width > 1)}) is {words}." for name, width, words in lines
    )


def _body(pipeline: Pipeline, clocking: Clocking) -> str:
    if not pipeline.latency:
        lines = [f"    wire {shape(node.width)}{node.name} = {node.verilog()};" for node in pipeline.nodes]
        return "\n".join([*lines, *(f"    assign y{place} = {name};" for place, name in enumerate(pipeline.shows))])
    stages = _cuts(pipeline)
    lines, moves = _staged(pipeline, stages)
    valid = [f"v{stage}" for stage in range(1, pipeline.latency + 1)]
    cleared = " ".join(f"{name} <= 1'b0;" for name in valid)
    guard = " else if (!stall)" if pipeline.has_stall else " else"
    flush = f" else if (flush) begin\n            {cleared}\n        end" if pipeline.has_flush else ""
    return "\n".join(
        [
            *lines,
            f"    reg {', '.join(valid)};",
            f"    assign out_valid = v{pipeline.latency};",
            *(f"    assign y{place} = s{pipeline.latency}_{name};" for place, name in enumerate(pipeline.shows)),
            "",
            f"    always @({clocking.sensitivity}) begin",
            f"        if ({clocking.asserted}) begin\n            {cleared}\n        end{flush}{guard} begin",
            *(
                f"            {later} <= {earlier};"
                for earlier, later in zip(["in_valid", *valid], valid, strict=False)
            ),
            *(f"            {move}" for move in moves),
            "        end",
            "    end",
        ]
    )


def _cuts(pipeline: Pipeline) -> dict[str, int]:
    """In which stage a node is computed, from 1: evenly in the order of the graph."""
    count = len(pipeline.nodes)
    return {node.name: 1 + place * pipeline.latency // count for place, node in enumerate(pipeline.nodes)}


def _staged(pipeline: Pipeline, stages: Mapping[str, int]) -> tuple[list[str], list[str]]:
    """Wires and registers of each stage, and what its registers take: all that a later stage or an output needs."""
    widths, lines, moves = pipeline.width_of, list[str](), list[str]()
    for stage in range(1, pipeline.latency + 1):
        own = [node for node in pipeline.nodes if stages[node.name] == stage]
        names = {name: f"s{stage - 1}_{name}" if stage > 1 else name for name in widths}
        for node in own:
            operands = tuple(
                f"t_{name}" if any(name == other.name for other in own) else names[name] for name in node.operands
            )
            lines.append(
                f"    wire {shape(node.width)}t_{node.name} = "
                f"{Node(node.name, node.width, node.operator, operands).verilog()};"
            )
        for name in _needed(pipeline, stages, stage):
            source = f"t_{name}" if any(name == node.name for node in own) else names[name]
            lines.append(f"    reg {shape(widths[name])}s{stage}_{name};")
            moves.append(f"s{stage}_{name} <= {source};")
    return lines, moves


def _needed(pipeline: Pipeline, stages: Mapping[str, int], stage: int) -> list[str]:
    """What exists after a stage and is read later."""
    read = {name for node in pipeline.nodes if stages[node.name] > stage for name in node.operands} | set(
        pipeline.shows
    )
    return [name for name in pipeline.width_of if name in read and stages.get(name, 0) <= stage]


def _stimuli(
    pipeline: Pipeline, inputs: Sequence[Pin], clocking: Clocking | None, choice: random.Random
) -> tuple[Phase, ...]:
    if clocking is None:
        return (random_cycles(inputs, None, choice, 320, purpose="random operands and corners"),)
    return (
        resets(inputs, clocking, choice),
        random_cycles(inputs, clocking, choice, 60, {"in_valid": 1.0, "stall": 0.0, "flush": 0.0}, "a full pipeline"),
        random_cycles(inputs, clocking, choice, 220, {"in_valid": 0.7, "stall": 0.3, "flush": 0.06}),
        reset_anywhere(inputs, clocking, choice, {"in_valid": 0.9, "stall": 0.1, "flush": 0.0}),
    )


def make(choice: random.Random) -> MadeTask:
    pipeline, clocking = draw_pipeline(choice), draw_clocking(choice)
    inputs, outputs = _pins(pipeline)
    used = clocking if pipeline.latency else None
    operators = sorted({node.operator.name for node in pipeline.nodes})
    kind = (
        f"pipeline of {pipeline.latency} stage{'s' * (pipeline.latency > 1)}"
        if pipeline.latency
        else "combinational unit"
    )
    design = Design(
        module=f"{operators[0]}_{operators[-1]}_unit_{len(pipeline.nodes)}",
        title=f"Arithmetic {kind} with {len(pipeline.nodes)} operations",
        inputs=inputs,
        outputs=outputs,
        clocking=used,
        wording=Wording(
            f"It computes {len(pipeline.shows)} result{'s' * (len(pipeline.shows) > 1)} of {len(pipeline.inputs)} "
            "operands.",
            _rules(pipeline),
            "nothing is on its way and `out_valid` is 0",
            _formulas(pipeline, choice),
        ),
        body=_body(pipeline, clocking),
        model=PipelineModel(pipeline),
        stimuli=_stimuli(pipeline, inputs, used, choice),
        tags=("pipeline" if pipeline.latency else "combinational", "arithmetic"),
        conditions={f"y{place}": "out_valid" for place in range(len(pipeline.shows))} if pipeline.latency else {},
    )
    return made_task(design, choice)


PIPELINES = TaskFamily(
    "chip_design",
    "expression_pipeline",
    "2",
    "Arithmetic from expression graphs, combinational or in stages with valid bits, stall and flush",
    make,
)
