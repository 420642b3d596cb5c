"""The bench of a drawn design: its stimuli with what the model answers, compared before and after each clock edge.

Before the edge, what comes at once is seen; after it, with the same inputs, what the registers took. A design that
waits for the other edge is late then. What the model leaves open is X here, and not compared.
"""

import re
from collections.abc import Iterator, Mapping

from resources.domains.chip_design.tasks.families.design import Design, Inputs, Outputs, Phase, Pin
from resources.domains.chip_design.tasks.families.verilog import shape
from resources.domains.families import Degenerate

_BENCH = """`timescale 1ns / 1ps
// A row holds the inputs of a step and what a model answers, each port in whole hexadecimal digits, in the order
// {ports}. X is not compared.
module testbench;
{declarations}
    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;

    {module} dut({connections});

    task check_output(input [8*24-1:0] name, input [63:0] got, input [63:0] expected);
        begin
            checks = checks + 1;
            if (^expected !== 1'bx && got !== expected) begin
                errors = errors + 1;
                if (errors <= 5) $display("MISMATCH row=%0d %0s: expected %h got %h", cycle, name, expected, got);
            end
        end
    endtask

    task compare_outputs(input [{out_high}:0] expected);
        begin
{comparisons}
        end
    endtask

{step}

    task finish_run;
        begin
            $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
            $finish;
        end
    endtask

    initial begin
        #1;
{rows}
        finish_run;
    end

    initial begin
        #{limit};
        $display("WATCHDOG the bench did not end");
        errors = errors + 1;
        finish_run;
    end
endmodule
"""
_CLOCKED = """    task apply_row(input [{in_high}:0] in, input [{out_high}:0] early, input [{out_high}:0] late);
        begin
{assignments}
            #4 compare_outputs(early);
            #1 {clock} = 1'b1;
            #4 compare_outputs(late);
            #1 {clock} = 1'b0;
            cycle = cycle + 1;
        end
    endtask"""
_UNCLOCKED = """    task apply_row(input [{in_high}:0] in, input [{out_high}:0] expected);
        begin
{assignments}
            #5 compare_outputs(expected);
            cycle = cycle + 1;
        end
    endtask"""


OWN_NAMES = frozenset(re.findall(r"(?:task|integer|module) (\w+)", _BENCH + _CLOCKED)) | {"dut"}
"""What no port may be called."""


def bench_text(design: Design) -> str:
    """The file `bench.v`, whose top is `testbench`. Raises ValueError where a port has a name of the bench's own, and
    Degenerate where an output never changes: who leaves it out would pass."""
    inputs = driven(design)
    if taken := OWN_NAMES & {pin.name for pin in (*inputs, *design.outputs)}:
        raise ValueError(f"the bench has names of its own: {', '.join(sorted(taken))}")
    shown: dict[str, set[int | None]] = {pin.name: {None} for pin in design.outputs}
    rows = [row for phase in design.stimuli for row in _rows(design, phase, shown)]
    if still := [name for name, values in shown.items() if len(values) < 3]:
        raise Degenerate(f"never changes: {', '.join(still)}")
    clock = design.clocking.clock if design.clocking else ""
    names = [pin.name for pin in (*inputs, *design.outputs)]
    step = _CLOCKED if design.clocking else _UNCLOCKED
    return _BENCH.format(
        ports=f"{', '.join(pin.name for pin in inputs)}; {', '.join(pin.name for pin in design.outputs)}",
        module=design.module,
        declarations=_declarations(design),
        connections=", ".join(f".{name}({name})" for name in ([clock] if clock else []) + names),
        out_high=4 * digits(design.outputs) - 1,
        comparisons="\n".join(
            f'            check_output("{pin.name}", {pin.name}, expected[{place + pin.width - 1}:{place}]);'
            for pin, place in _placed(design.outputs)
        ),
        step=step.format(
            in_high=4 * digits(inputs) - 1,
            out_high=4 * digits(design.outputs) - 1,
            assignments="\n".join(
                f"            {pin.name} = in[{place + pin.width - 1}:{place}];" for pin, place in _placed(inputs)
            ),
            clock=clock,
        ),
        rows="\n".join(rows),
        limit=20 * len(rows) + 100,
    )


def driven(design: Design) -> tuple[Pin, ...]:
    """All inputs but the clock."""
    clocking = design.clocking
    return (*((Pin(clocking.reset, 1, ""),) if clocking else ()), *design.inputs)


def digits(pins: tuple[Pin, ...]) -> int:
    """Hexadecimal digits of a row of these ports."""
    return sum(_digits(pin) for pin in pins)


def _digits(pin: Pin) -> int:
    return (pin.width + 3) // 4


def _placed(pins: tuple[Pin, ...]) -> Iterator[tuple[Pin, int]]:
    """Each port with its lowest bit in a row."""
    place = 4 * digits(pins)
    for pin in pins:
        place -= 4 * _digits(pin)
        yield pin, place


def _declarations(design: Design) -> str:
    def declared(kind: str, pin: Pin) -> str:
        return f"    {kind} {shape(pin.width)}{pin.name};\n"

    clock = f"    reg {design.clocking.clock} = 1'b0;\n" if design.clocking else ""
    inputs = "".join(declared("reg", pin) for pin in driven(design))
    return clock + inputs + "".join(declared("wire", pin) for pin in design.outputs)


def _rows(design: Design, phase: Phase, shown: Mapping[str, set[int | None]]) -> Iterator[str]:
    """`shown` takes what each output is to be."""
    yield f"        // {phase.purpose}"
    for cycle in phase.cycles:
        values = complete(design, cycle)
        answers = list(answered(design, values))
        for name, taken in shown.items():
            taken.update(answer[name] for answer in answers)
        expected = ", ".join(_row(design.outputs, answer) for answer in answers)
        yield f"        apply_row({_row(driven(design), values)}, {expected});"


def complete(design: Design, cycle: Inputs) -> dict[str, int]:
    """A cycle with all that it does not name."""
    clocking = design.clocking
    idle = {pin.name: 0 for pin in design.inputs} | ({clocking.reset: 1 - clocking.active} if clocking else {})
    return idle | dict(cycle)


def answered(design: Design, inputs: Inputs) -> Iterator[Outputs]:
    """What the model answers before and after the edge, or at once where there is none; it is stepped by it."""
    model, clocking = design.model, design.clocking
    resets = bool(clocking and inputs[clocking.reset] == clocking.active)
    if resets and clocking and clocking.asynchronous:
        model.reset()
    yield model.outputs(inputs)
    if clocking is None:
        return
    if resets:
        model.reset()
    else:
        model.step(inputs)
    yield model.outputs(inputs)


def _row(pins: tuple[Pin, ...], values: Outputs) -> str:
    texts = []
    for pin in pins:
        value = values[pin.name]
        if value is not None and not 0 <= value < 1 << pin.width:
            raise ValueError(f"{pin.name} is {value}, which {pin.width} bits do not hold")
        texts.append("x" * _digits(pin) if value is None else f"{value:0{_digits(pin)}x}")
    return f"{4 * digits(pins)}'h{'_'.join(texts)}"
