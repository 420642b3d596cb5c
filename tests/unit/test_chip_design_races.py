"""Which texts are two designs, since a simulator chooses between clocked blocks."""

import pytest

from resources.domains.chip_design.language.races import raced_signal

HEAD = "module m(input clk, input d, output reg q);\nreg a; wire w; reg [3:0] x, y; integer i;\n"
RACES = {
    "directly": "always @(posedge clk) a = d;\nalways @(posedge clk) q <= a;",
    "through a wire": "assign w = ~a;\nalways @(posedge clk) a = d;\nalways @(posedge clk) q <= w;",
    "through logic": "reg l; always @* l = a & d;\nalways @(posedge clk) a = d;\nalways @(posedge clk) q <= l;",
    "in a task": "task t; a = d; endtask\nalways @(posedge clk) t;\nalways @(posedge clk) q <= a;",
    "through a port": "sub s(clk, d, w);\nalways @(posedge clk) q <= w;",
    "in a part": "always @(posedge clk) x[1:0] = {d, d};\nalways @(posedge clk) q <= x[0];",
    "through a net with a value": "wire u = ~a;\nalways @(posedge clk) a = d;\nalways @(posedge clk) q <= u;",
    "with itself": "assign w = ~a;\nalways @(posedge clk) begin a = d; q <= w; end",
    "with itself in a loop": "assign w = ~a;\nalways @(posedge clk) for (i = 0; i < 2; i++) begin q <= w; a = d; end",
    "of a step": "always @(posedge clk) i++;\nalways @(posedge clk) q <= i[0];",
}
ORDERED = {
    "later": "always @(posedge clk) a <= d;\nalways @(posedge clk) q <= a;",
    "within a block": "always @(posedge clk) begin a = d; q <= a; end",
    "a loop's variable": "always @(posedge clk) for (i = 0; i < 4; i = i + 1) x[i] <= d;\n"
    "always @(posedge clk) for (i = 0; i < 4; i = i + 1) y[i] <= x[i];",
    "at the other edge": "always @(posedge clk) a = d;\nalways @(negedge clk) q <= a;",
    "read by logic alone": "always @(posedge clk) a = d;\nalways @* q = a;",
    "read through logic before": "assign w = ~a;\nalways @(posedge clk) begin q <= w; a = d; end",
    "in another branch": "assign w = ~a;\nalways @(posedge clk) if (d) a = 0; else a = w;",
    "in another case": "assign w = ~a;\nalways @(posedge clk) case (d) 0: a = 0; 1: a = w; default: a = 1; endcase",
    "fed back through logic": "assign w = ~a;\nalways @(posedge clk) a = w;\nalways @* q = a;",
}
SUB = "module sub(input c, input e, output reg o); always @(posedge c) o = e; endmodule\n"


@pytest.mark.parametrize("name", RACES)
def test_what_another_clocked_block_reads_is_a_race(name: str) -> None:
    assert raced_signal(f"{SUB}{HEAD}{RACES[name]}\nendmodule\n")


@pytest.mark.parametrize("name", ORDERED)
def test_what_has_one_order_is_none(name: str) -> None:
    assert raced_signal(f"{HEAD}{ORDERED[name]}\nendmodule\n") == ""
