"""Small sets in the layouts of public ones, of this project's own writing, for where no sample is at hand."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

LINE = "#" * 146
SCALED_RELU = """import torch
import torch.nn.functional as F


def scaled_relu(x: torch.Tensor, factor: float = 2.0) -> torch.Tensor:
    return F.relu(x * factor)
"""
SCALED_RELU_TEST = """import torch
torch.manual_seed(42)

def test_scaled_relu():
    results = {}
    x = torch.randn(16, 33, device='cuda')
    results["test_case_1"] = scaled_relu(x)
    results["test_case_2"] = scaled_relu(x, factor=-0.5)
    return results

test_results = test_scaled_relu()
print(test_results)
"""
SCALED_RELU_KERNEL = """import torch
import triton
import triton.language as tl


@triton.jit
def scaled_relu_kernel(x, y, count, factor, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < count) * factor
    tl.store(y + at, tl.where(value > 0, value, 0.0), mask=at < count)


def scaled_relu(x: torch.Tensor, factor: float = 2.0) -> torch.Tensor:
    y = torch.empty_like(x)
    scaled_relu_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), factor, BLOCK=256)
    return y
"""
"""An answer to it: the set has none."""


def tritonbench_t(
    folder: Path, files: Mapping[str, tuple[str, str]] = {"scaled_relu": (SCALED_RELU, SCALED_RELU_TEST)}
) -> None:
    """Operators and their tests by name, in the release whose index is called `.jsonl` and is a JSON list."""
    place = folder / "data" / "TritonBench_T_v1"
    place.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, (operator, test) in files.items():
        (place / f"{name}.py").write_text(f"{operator}\n{LINE}\n\n\n{test}", encoding="utf-8")
        said = {"name": f"torch.{name}", "func_inputs": f"{name}(x, factor=2.0) -> Tensor", "other": ""}
        more = {"description": "Scales, then drops what is negative.", "math": "y = max(0, f x)", "difficulty": 2}
        rows.append({**said, **more, "torch_cnt": 1, "params_cnt": 2, "file": f"{name}.py"})
    index = folder / "data" / "TritonBench_T_v1.jsonl"
    index.write_text(json.dumps(rows, indent=4), encoding="utf-8")


SQUARES = """#include <stdio.h>

int main(void) {
    int count, value, sum = 0;
    if (scanf("%d", &count) != 1) return 1;
    while (count-- > 0 && scanf("%d", &value) == 1) sum += value * value;
    printf("%d\\n", sum);
    return 0;
}
"""
SQUARES_INPUTS, SQUARES_OUTPUTS = ["2\n1 2\n", "3\n4 5 6\n", "1\n9\n"], ["5\n", "77\n", "81\n"]


def supercoder(folder: Path) -> None:
    """One row, flattened."""
    folder.mkdir(parents=True, exist_ok=True)
    row = {"split": "val", "index": 0, "c_code": SQUARES, "inputs": SQUARES_INPUTS, "outputs": SQUARES_OUTPUTS}
    (folder / "val.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")


EDGE_COUNTER = """module edge_counter(input clk, input rst_n, input level, output reg [7:0] count);
    wire rising;
    edge_detect detect(.clk(clk), .rst_n(rst_n), .level(level), .rising(rising));

    always @(posedge clk or negedge rst_n)
        if (!rst_n) count <= 8'd0;
        else if (rising) count <= count + 8'd1;
endmodule
"""
EDGE_DETECT = """module edge_detect(input clk, input rst_n, input level, output rising);
    reg earlier;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) earlier <= 1'b0;
        else earlier <= level;

    assign rising = level & ~earlier;
endmodule
"""
_STIMULI = """module stimulus_gen(input clk, output logic rst_n, output logic level);
    initial begin
        rst_n = 0;
        level = 0;
        repeat (3) @(negedge clk);
        rst_n = 1;
        repeat (200) @(negedge clk) level = $random;
        $finish;
    end
endmodule
"""
_COMPARISON = """`timescale 1 ps/1 ps
`include "edge_defines.v"

module tb();
    typedef struct packed {
        int errors;
        int errors_count;
        int clocks;
    } stats;
    stats stats1;

    reg clk = 0;
    initial forever #`EDGE_HALF clk = ~clk;
    logic rst_n, level;
    logic [7:0] count_ref, count_dut;
    wire tb_match = count_ref === (count_ref ^ count_dut ^ count_ref);

    stimulus_gen stim1(.clk(clk), .rst_n(rst_n), .level(level));
    ref_edge_counter good1(.clk(clk), .rst_n(rst_n), .level(level), .count(count_ref));
    edge_counter top_module1(.clk(clk), .rst_n(rst_n), .level(level), .count(count_dut));

    initial begin
        $dumpfile("wave.vcd");
        $dumpvars(0);
    end

    always @(posedge clk, negedge clk) begin
        stats1.clocks++;
        if (!tb_match) begin
            stats1.errors++;
            stats1.errors_count++;
        end
    end

    final begin
        if (stats1.errors_count) $display("Hint: Output 'count' has %0d mismatches.", stats1.errors_count);
        else $display("Hint: Output 'count' has no mismatches.");
        $display("\\nHint: Total mismatched samples is %1d out of %1d samples\\n", stats1.errors, stats1.clocks);
    end

    initial begin
        #1000000 $display("TIMEOUT");
        $finish();
    end
endmodule
"""


def _of_reference(text: str) -> str:
    return text.replace("edge_counter(", "ref_edge_counter(").replace("edge_detect", "ref_edge_detect")


def realbench(folder: Path) -> None:
    """A core of two modules, as a module-level task with its submodule and as a system-level one; and one module whose
    specification is encrypted."""
    words = "# {0}\n\nThe module `{0}` as the diagram has it: rising edges of `level` are counted modulo 256.\n"
    module, system = folder / "pulse" / "edge_counter", folder / "system" / "edge_counter"
    for place in (module / "verification", system):
        place.mkdir(parents=True)
        (place / "Makefile").write_text("all:\n\tverilator --binary --timing --top tb *v\n")
        (place / "edge_counter_ref.sv").write_text(_of_reference(EDGE_COUNTER))
        (place / "edge_counter_top.sv").write_text(EDGE_COUNTER)
        (place / "edge_counter_stimulus_gen.sv").write_text(_STIMULI)
        (place / "edge_counter_testbench.sv").write_text(_COMPARISON)
        (place / "edge_detect.v").write_text(_of_reference(EDGE_DETECT))
        (place / "edge_defines.v").write_text("`define EDGE_HALF 5\n")
    (module / "edge_counter.md").write_text(words.format("edge_counter"))
    inner = folder / "pulse" / "edge_detect"
    inner.mkdir()
    (inner / "edge_detect.md").write_text(words.format("edge_detect"))
    hidden = folder / "pulse" / "edge_pair" / "verification"
    hidden.mkdir(parents=True)
    (hidden.parent / "edge_pair.md.gpg").write_bytes(b"\x8c\r\x04")
    for part in ("ref", "testbench"):
        (hidden / f"edge_pair_{part}.sv").write_text(f"module {part}_edge_pair(); endmodule\n")


MAJORITY = "module majority(input a, input b, input c, output y);\n  assign y = a & b | a & c | b & c;\nendmodule\n"
_MAJORITY_BENCH = """module tb;
  reg a, b, c;
  wire y;
  integer i, errors;
  majority dut(.a(a), .b(b), .c(c), .y(y));

  initial begin
    errors = 0;
    for (i = 0; i < 8; i = i + 1) begin
      {a, b, c} = i;
      #1;
      if (y !== (i == 3 || i >= 5)) begin
        errors = errors + 1;
        $display("FAIL: %b%b%b gives %b", a, b, c, y);
      end
    end
    if (errors == 0) $display("All tests PASSED");
    else $display("%0d tests FAILED", errors);
    $finish;
  end
endmodule
"""


def veriscope(folder: Path, reference: str = MAJORITY) -> None:
    """A problem with its reference, as the maintainers have it, and one without, as it is released."""
    for tier, name in (("L1_basic", "001_majority"), ("L2_sequential", "002_majority")):
        place = folder / "bundles" / tier / name
        place.mkdir(parents=True)
        (place / "problem.md").write_text("# Majority\n\n`y` is what most of `a`, `b` and `c` are.\n")
        (place / "config.yaml").write_text("id: 1\ninterface:\n  module_name: majority\n  inputs: [a, b, c]\n")
        (place / "testbench.v").write_text(_MAJORITY_BENCH)
    (folder / "bundles" / "L1_basic" / "001_majority" / "reference.v").write_text(reference)


WRITTEN: Mapping[str, Callable[[Path], None]] = {
    "tritonbench-t": tritonbench_t,
    "supercoder": supercoder,
    "realbench": realbench,
    "veriscope": veriscope,
}
"""By importer's name, what writes a set of one certifiable task."""
