"""The bench of a wild module: the original by another name beside the candidate, on the same inputs.

Inputs change while the clock is low and at no edge. A bit that the original leaves unknown is not compared, and a row
in which it knows nothing of an output is no check.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from resources.domains.chip_design.tasks.families.verilog import shape
from resources.domains.chip_design.tasks.importers.wild.design import ORACLE, WildDesign, WildPort
from resources.domains.chip_design.tasks.importers.wild.stimuli import Row, WildPhase

BENCH, ORACLE_FILE, TOP = "bench.v", "oracle.v", "testbench"
_GOOD = "bench_good_"
_BENCH = """`timescale 1ns / 1ps
// A row holds the inputs, each in whole hexadecimal digits, in the order
// {order}.
module testbench;
{declarations}
    integer bench_checks = 0;
    integer bench_errors = 0;
    integer bench_row = 0;

    {oracle} bench_oracle({oracle_ports});
    {module} bench_dut({ports});

    task bench_check(input [8*40-1:0] bench_name, input [{widest}:0] bench_got, input [{widest}:0] bench_wanted);
        if (|(bench_wanted ^ ~bench_wanted) === 1'b1) begin
            bench_checks = bench_checks + 1;
            if (bench_wanted !== (bench_wanted ^ bench_got ^ bench_wanted)) begin
                bench_errors = bench_errors + 1;
                if (bench_errors <= 5) $display("MISMATCH row=%0d %0s: expected %h got %h",
                                                bench_row, bench_name, bench_wanted, bench_got);
            end
        end
    endtask

    task bench_compare;
        begin
{comparisons}
        end
    endtask

    task bench_apply(input [{high}:0] bench_inputs, input integer bench_cycles);
        begin
{assignments}
            repeat (bench_cycles) begin
{steps}
            end
            bench_row = bench_row + 1;
        end
    endtask

    initial begin
{rows}
        $display("@VERDICT@ checks=%0d errors=%0d", bench_checks, bench_errors);
        $finish;
    end
endmodule
"""
"""All names but those of ports begin with `bench_`: a port called `in` once was an argument's name."""
_INDENT = " " * 16


def bench_text(module: str, design: WildDesign, phases: Sequence[WildPhase]) -> str:
    """The file `bench.v`; the original stands in `oracle.v`."""
    inputs, outputs = design.inputs(), design.outputs()
    clock = design.clocking.clock
    shared = [port.name for port in (*inputs, *outputs)] + ([clock] if clock else [])
    of_oracle = {port.name: f"{_GOOD}{port.name}" for port in outputs}
    return _BENCH.format(
        order=", ".join(port.name for port in inputs),
        declarations="\n".join(_declarations(design)),
        oracle=f"{ORACLE}{module}",
        module=module,
        oracle_ports=", ".join(f".{name}({of_oracle.get(name, name)})" for name in shared),
        ports=", ".join(f".{name}({name})" for name in shared),
        widest=max(port.width for port in outputs) - 1,
        comparisons="\n".join(f'            bench_check("{p.name}", {p.name}, {_GOOD}{p.name});' for p in outputs),
        high=max(1, 4 * sum(map(_digits, inputs))) - 1,
        assignments="\n".join(_assignments(inputs)),
        steps="\n".join(_INDENT + step for step in _steps(design)),
        rows="\n".join(line for phase in phases for line in _lines(inputs, phase)),
    )


def _declarations(design: WildDesign) -> Iterator[str]:
    if design.clocking.clock:
        yield f"    reg {design.clocking.clock} = 1'b0;"
    for port in design.inputs():
        yield f"    reg {shape(port.width)}{port.name};"
    for port in design.outputs():
        yield f"    wire {shape(port.width)}{port.name};"
        yield f"    wire {shape(port.width)}{_GOOD}{port.name};"


def _assignments(inputs: tuple[WildPort, ...]) -> Iterator[str]:
    place = 4 * sum(map(_digits, inputs))
    for port in inputs:
        place -= 4 * _digits(port)
        yield f"            {port.name} = bench_inputs[{place + port.width - 1}:{place}];"


def _steps(design: WildDesign) -> list[str]:
    clock = design.clocking.clock
    if not clock:
        return ["#20 bench_compare;"]
    return [
        "#20 bench_compare;",
        f"#20 {clock} = 1'b1;",
        "#20 bench_compare;",
        f"#20 {clock} = 1'b0;",
        "#20 bench_compare;" if "falling" in design.clocking.edges else "#20;",
    ]


def _lines(inputs: tuple[WildPort, ...], phase: WildPhase) -> Iterator[str]:
    yield f"        // {phase.purpose}"
    for values, rows in groupby(phase.rows, lambda row: _row(inputs, row)):
        yield f"        bench_apply({values}, {sum(row.cycles for row in rows)});"


def _row(inputs: tuple[WildPort, ...], row: Row) -> str:
    if not inputs:
        return "1'b0"
    digits = [f"{row.values[port.name]:0{_digits(port)}x}" for port in inputs]
    return f"{4 * sum(map(_digits, inputs))}'h{'_'.join(digits)}"


def _digits(port: WildPort) -> int:
    return (port.width + 3) // 4
