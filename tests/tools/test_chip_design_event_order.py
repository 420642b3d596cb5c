"""Which designs hang on the order in which a simulator runs things, read from what Yosys reads of them."""

import subprocess
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.chip_design.execution.backend import VerilogBackend
from resources.domains.chip_design.execution.stages.event_order import order_dependence
from resources.domains.chip_design.execution.stages.netlist import PROCESSES, write_processes
from resources.domains.chip_design.language.updates import updates_of
from resources.domains.chip_design.tasks.library import builtin_seeds
from resources.execution.bundle import Candidate
from resources.execution.errors import EnvironmentGap
from resources.execution.sandbox.selection import make_sandbox

HEAD = "module m(input clk, input rst, input d, input [3:0] v, output reg q, output reg [3:0] w, output y);\n"
NAMES = "reg t, en, div; integer i;\n"
DEPENDENT = {
    "a block that reads what it sets later": ("always @* begin q = d ^ t; t = v[0]; end", "`t` before"),
    "a bit that it sets later": ("always @* begin w[0] = d; q = w[1]; w[3:1] = v[3:1]; end", "`w` before"),
    "what only one branch has set": ("always @* begin if (d) t = 0; q = t; t = v[0]; end", "`t` before"),
    "always_comb, which does not wait for it": ("always_comb begin t <= v[0]; q <= t ^ d; end", "`t` before"),
    "what it sets later, through an assignment": (
        "wire u = ~t; always @* begin q = u ^ d; t = v[0]; end",
        "`t` before",
    ),
    "a local of a named block": ("always @* begin : b reg s; q = d ^ s; s = v[0]; end", "`s` before"),
    "a local of a function": (
        "function f(input a); reg s; begin f = s ^ a; s = a; end endfunction\nassign y = f(d);",
        "`s` before",
    ),
    "a local of a task behind a clock": (
        "task f(input a); reg s; begin q <= s ^ a; s = a; end endtask\nalways @(posedge clk) f(d);",
        "`s` before",
    ),
    "a clock of data": ("wire g = d & ~d; always @(posedge g) q <= v[0];", "edges of `g`"),
    "an expression as a clock": ("always @(posedge (v == 3)) q <= d;", "edges of `an expression`"),
    "an asynchronous reset of data": (
        "wire r = rst | (v == 3); always @(posedge clk or posedge r) if (r) q <= 0; else q <= d;",
        "edges of `r`",
    ),
    "a clock that is set by <=": ("reg late; always @* late <= clk; always @(posedge late) q <= d;", "edges of `late`"),
    "a clock behind a block": ("reg late; always @* late = clk; always @(posedge late) q <= d;", "edges of `late`"),
    "a gate that opens late": (
        "always @(posedge clk) en <= d; wire g = clk & en; always @(posedge g) q <= v[0];",
        "edges of `g`",
    ),
    "a gate of its own registers": ("wire g = clk & ~w[0]; always @(posedge g) w <= v;", "edges of `g`"),
    "a clock that is chosen": ("assign y = d ? clk : ~clk; always @(posedge y) q <= v[0];", "edges of `y`"),
    "a divided clock that reads what changes with it": (
        "always @(posedge clk) begin div <= ~div & ~rst; t <= d; end always @(posedge div) q <= t;",
        "changes in the same moment",
    ),
    "a divided clock with a pulse": (
        "always @(posedge clk) begin div <= 1; div <= 0; end always @(posedge div) q <= d;",
        "with `=` or twice",
    ),
    "a divided clock that is set at once": (
        "always @(posedge clk) div = ~div & ~rst; always @(posedge div) q <= d;",
        "with `=` or twice",
    ),
    "a clock that is data": ("wire c = clk & v[0]; always @(posedge clk) q <= c;", "own clock `clk`"),
    "inside a module": ("sub s(d & ~d, v[0], y);", "edges of"),
}
ORDERED = {
    "a default first": ("always @* begin t = 0; if (d) t = v[0]; q = t; end"),
    "a full case": "always @* begin case (v[0]) 0: w = v; 1: w = ~v; endcase q = w == 0; end",
    "a carry through a vector": (
        "always @* begin w[0] = d; for (i = 0; i < 3; i = i + 1) w[i + 1] = w[i] & v[i]; q = w[3]; end"
    ),
    "a sum in a loop": "always @* begin w = 0; for (i = 0; i < 4; i = i + 1) w = w + v[i]; end",
    "a loop in a branch": ("always @* begin w = 0; if (d) for (i = 0; i < 4; i = i + 1) w[i] = v[3 - i]; q = d; end"),
    "a chosen bit": "always @* begin w = v; w[v[1:0]] = d; end",
    "later, and it waits": "always @* begin t <= v[0]; q <= t ^ d; end",
    "through logic of its own": "wire u = ~t; always @* begin t = d; w = v; end always @* q = u;",
    "through logic of what it has set": "wire u = ~t; always @* begin t = d; q = u; end",
    "through logic that it runs again for": "reg u; always @* u = ~t; always @* begin q = u; t = d; end",
    "adders in a row": (
        "wire [4:0] c; assign c[0] = d; genvar g;\n"
        "generate for (g = 0; g < 4; g = g + 1) add a(v[g], c[g], c[g + 1]); endgenerate\nassign y = c[4];"
    ),
    "a function": (
        "function [3:0] f(input [3:0] a); integer k; begin f = 0; for (k = 0; k < 4; k = k + 1) f[k] = a[3 - k]; end "
        "endfunction\nalways @* w = f(v);"
    ),
    "a register that holds": "always @(posedge clk) begin : b reg s; q <= s; s = d; end",
    "a reset": "always @(posedge clk or posedge rst) if (rst) q <= 0; else q <= d;",
    "an inverted clock and reset": (
        "wire n = ~clk, r = !rst; always @(negedge n or negedge r) if (!r) q <= 0; else q <= d & ~v[0];"
    ),
    "a gate that changes while it is closed": (
        "always @(negedge clk) en <= d; wire g = clk & en & 1'b1; always @(posedge g) q <= v[0];"
    ),
    "a gate of two": (
        "always @(posedge clk) en <= d; wire g = clk | ~en; always @(posedge g) q <= v[0]; assign y = g;"
    ),
    "a ripple counter": (
        "always @(posedge clk or posedge rst) if (rst) w[0] <= 0; else w[0] <= ~w[0];\n"
        "always @(negedge w[0] or posedge rst) if (rst) w[1] <= 0; else if (d) w[1] <= ~w[1];"
    ),
    "a divided clock": (
        "always @(posedge clk) if (rst) begin w <= 0; div <= 0; end else if (w == 9) begin w <= 0; div <= ~div; end "
        "else w <= w + 1;\nalways @(posedge div) q <= d;"
    ),
    "a reset that is released by two flip-flops": (
        "reg a, b; always @(posedge clk or posedge rst) if (rst) {a, b} <= 3; else {a, b} <= {b, 1'b0};\n"
        "always @(posedge clk or posedge a) if (a) q <= 0; else q <= d;"
    ),
    "two clocks": ("reg a, b; always @(posedge clk) q <= d; always @(posedge v[0]) {a, b} <= {b, q}; assign y = a;"),
    "a memory": "reg [3:0] k [0:15]; always @(posedge clk) begin k[v] <= v + d; w <= k[~v]; end",
    "inside a module": "sub s(clk, d, y);",
}
SUB = "module sub(input c, input e, output reg o); wire n; assign n = c; always @(posedge n) o <= e; endmodule\n"
SUB += "module add(input a, input c, output reg o); reg s; always @* {o, s} = a + c; endmodule\n"


def dependence(text: str, folder: Path) -> str:
    code = f"{HEAD}{NAMES}{text}\nendmodule\n{SUB}"
    (folder / "m.v").write_text(code)
    script = f"read_verilog -sv m.v; hierarchy -check -top m; {write_processes()}"
    subprocess.run(("yosys", "-QTq", "-p", script), cwd=folder, check=True)
    return order_dependence((folder / PROCESSES).read_text(), updates_of(code))


@pytest.mark.parametrize("name", DEPENDENT)
def test_what_hangs_on_the_simulators_order_is_named(name: str, tmp_path: Path) -> None:
    text, said = DEPENDENT[name]
    assert said in dependence(text, tmp_path)


@pytest.mark.parametrize("name", ORDERED)
def test_what_does_not_is_left_alone(name: str, tmp_path: Path) -> None:
    assert dependence(ORDERED[name], tmp_path) == ""


def test_such_a_design_has_no_verdict() -> None:
    """Its netlist is proved, and no stimulus meets the relation of two words that its source hangs on."""
    bundle = next(bundle_from_seed(seed) for seed in builtin_seeds() if seed.seed_id.endswith("/up_down_counter"))
    past = "reg [7:0] p, q; always @(posedge clk) {q, p} <= reset ? 16'd0 : {p, load_value};\n"
    never = "(p ^ {q[3:0], q[7:4]}) == 8'h5A && q + load_value == 8'hC3 && (count ^ p) == 8'h3C"
    stale = "always @* begin wrong = t & ~hit & |{load_value, 1'b1}; t = hit; end\nalways @(posedge clk)"
    stale = f"{past}wire hit = {never}; reg t, wrong;\n{stale}"
    code = bundle.reference.replace("always @(posedge clk)", stale, 1)
    code = code.replace("count <= load_value", "count <= load_value ^ {7'd0, wrong}", 1)
    with pytest.raises(EnvironmentGap, match="reads `t` before it sets it"):
        VerilogBackend(make_sandbox()).execute(bundle, Candidate(code))
