"""What a simulated bench prints is what Icarus prints: four states, events, delays, tasks, random numbers, formats."""

import shutil
import subprocess
from pathlib import Path

import pytest

from resources.domains.chip_design.language.syntax import elaborate
from resources.domains.chip_design.prediction.simulator.testbench.execution import BenchRun, Ending, run_bench

STEPS = 200_000
FILES = {"numbers.txt": "3\n5 -7\n255 1\n9 9\n", "memory.txt": "// four words\n0a ff @3 1x\n"}
DECLARED = (
    "reg clk = 0; reg [7:0] a, b, c; reg signed [7:0] s, t; integer i, j; wire [7:0] w; reg [7:0] m [0:3]; event e;"
)
BODIES = {
    "unknown arithmetic": "a = 8'b1x0z; b = a + 1; c = a & 8'h0f; $display(\"%b %b %b %b\", b, c, a | 8'hf0, ~a);",
    "unknown conditions": "a = 1'bx; if (a) i = 1; else i = 2; b = a ? 8'h55 : 8'h5a; $display(\"%0d %b %b\", i, b, !a);",
    "equalities": "a = 8'b1x; $display(\"%b%b%b%b\", a == 8'b0, a === 8'b1x, a != 8'b01, a !== 8'b1x);",
    "logic": 'a = 1\'bx; $display("%b%b%b%b", a && 0, a || 1, a && 1, a || 0);',
    "reductions": 'a = 8\'b1111x111; $display("%b%b%b%b", &a, |a, ^a, ~&a); a = 8\'h7f; $display("%b%b%b", &a, ^a, ~^a);',
    "signed": 's = -5; t = 3; $display("%0d %0d %0d %b %0d %d", s / t, s % t, s >>> 1, s < t, s * t, s);',
    "mixed signs": 's = -1; a = 1; $display("%b %b %0d", s < a, s < 1, s + a);',
    "division by zero": 'a = 5; b = 0; $display("%b %d %0d", a / b, a % b, a / 2);',
    "shifts": 'a = 8\'h81; b = 9; i = 3; $display("%h %h %h %h", a << i, a >> 1, a << b, $signed(a) >>> i);',
    "power": 'i = 3; $display("%0d %0d", 2 ** i, i ** 2);',
    "selects": 'a = 8\'hc5; i = 6; $display("%b %h %h %b %b", a[i], a[7:4], a[2 +: 3], a[9], a[i -: 2]);',
    "written bits": 'a = 0; i = 3; a[i] = 1; a[7:6] = 2\'b10; a[i+1 +: 2] = 3; a[12] = 1; $display("%b", a);',
    "concatenations": "{a, b} = 16'h1234; c = {2{a[3:0]}}; {i, c[3:0]} = 36'hf; $display(\"%h %h %h %0d\", a, b, c, i);",
    "memories": 'm[0] = 7; i = 1; m[i] = m[0] + 1; m[5] = 3; $display("%0d %0d %b %b", m[0], m[1], m[2], m[6]);',
    "cases": "a = 8'b10xx; casez (a[3:0]) 4'b0?: i = 1; 4'b1???: i = 2; endcase case (a) 8'b10xx: j = 3; default: j = 4;"
    ' endcase casex (a[3:0]) 4\'b1001: c = 5; default: c = 6; endcase $display("%0d %0d %0d", i, j, c);',
    "loops": "j = 0; for (i = 0; i < 10; i = i + 1) begin j = j + i; end"
    ' while (j > 5) j = j - 4; repeat (3) j++; j += 2; $display("%0d %0d %0d", i, j, i);',
    "delays": '#3 $display("%0t", $time); #2.6 $display("%0t %0d", $realtime, $time); #0 $display("%0d", $time);',
    "edges": 'fork begin @(posedge clk) $display("up %0t", $time); @(negedge clk) $display("down %0t", $time); end'
    ' begin @(clk) $display("any %0t", $time); end join $display("joined %0t", $time);',
    "named events": 'fork begin #3 -> e; end begin @e $display("seen %0t", $time); end join_none #9 $display("after");',
    "waits": 'fork #7 a = 4; begin wait (a == 4) $display("now %0t", $time); end join',
    "nonblocking": 'a = 1; b = 2; a <= b; b <= a; $display("%0d %0d", a, b); #1 $display("%0d %0d", a, b);',
    "late nonblocking": 'a = 1; a <= #4 2; #3 $display("%0d", a); #2 $display("%0d", a); b = #2 a; $display("%0t", $time);',
    "strobes": 'a = 1; $strobe("%0d", a); a <= 2; $display("%0d", a); #1;',
    "tasks": 'twice(3, a); $display("%0d", a); twice(a, b); $display("%0d %0t", b, $time);',
    "functions": '$display("%0d %0d", sum(3, 4), sum(sum(1, 2), 8\'d250));',
    "disabled blocks": 'begin : outer for (i = 0; i < 9; i = i + 1) if (i == 4) disable outer; end $display("%0d", i);',
    "random": 'j = 7; for (i = 0; i < 6; i = i + 1) $display("%0d %0d %0d %0d", $random, $urandom, $urandom_range(9, 3),'
    ' $random(j)); $display("%0d", {$random} % 10);',
    "formats": 'a = 8\'h3c; s = -3; $display("[%d][%0d][%5d][%-5d][%h][%0h][%b][%o][%c][%s]", a, a, a, a, a, a, a, a, a, a,'
    ' s,, "text %0d", s); $write("no end"); $display; $display(a, s); $display("%%");',
    "unknown formats": "a = 8'bx; b = 8'b1x; c = 8'bxxxx0000; $display(\"%d %0d %h %0h %b %d %h\", a, b, a, b, b, b, c);",
    "wide": 'begin : wide reg [99:0] big; big = 100\'d7 << 90; $display("%0d %h", big, big); big = -1; $display("%h", big >> 3);'
    " end",
    "reals": 'begin : r real x; x = 3.0 / 2; i = x; $display("%0d %f %0.2f", i, x, x * 3); #(x * 2) $display("%0t", $time);'
    " end",
    "files": 'i = $fopen("numbers.txt", "r"); j = $fscanf(i, "%d\\n", a); repeat (a) begin j = $fscanf(i, "%d %d\\n", s, b);'
    ' $display("%0d %0d %0d", j, s, b); end $display("%0d", $feof(i) != 0);',
    "memory files": '$readmemh("memory.txt", m); $display("%h %h %h %h", m[0], m[1], m[2], m[3]);',
    "system functions": "$display(\"%0d %0d %b %b\", $clog2(100), $countones(8'h5f), $onehot(8'h40), $isunknown(a));",
    "texts": 'begin : x reg [8*5:1] name; name = "abc"; $display("[%s][%0s]", name, name); end',
    "an end that is early": '#4 $finish; #1 $display("never");',
}
DESIGNS = {
    "instances": 'wire [3:0] q; sub #(.STEP(3)) d(.clk(clk), .q(q)); initial begin #42 $display("%0d", q); end',
    "ports of other sizes": 'wire [7:0] q; sub d(clk, q); initial #42 $display("%h", q);',
    "parts of nets": 'wire [7:0] q; sub d(clk, q[3:0]); sub #(2) f(clk, q[7:4]); initial #42 $display("%h", q);',
    "arrays of blocks": "genvar g; wire [3:0] q [0:2]; generate for (g = 0; g < 3; g = g + 1) begin : k sub #(g + 1) d(clk, q[g]);"
    ' end endgenerate initial #42 $display("%0d %0d %0d", q[0], q[1], q[2]);',
    "continuous": 'wire [7:0] x = a + 1; assign w = x ^ b; initial begin a = 4; b = 1; #1 $display("%0d", w); b = 2; #1'
    ' $display("%0d", w); end',
    "gates": "wire n, o, x; nand (n, a[0], a[1]); or (o, a[0], a[1]); xor (x, a[0], a[1], a[2]); initial begin a = 3; #1"
    ' $display("%b%b%b", n, o, x); a = 8\'bx; #1 $display("%b%b%b", n, o, x); end',
    "sensitivity": 'always @* b = a + 1; always @(a or c) i = a * c; initial begin a = 3; c = 2; #1 $display("%0d %0d", b, i);'
    ' c = 5; #1 $display("%0d %0d", b, i); end',
    "always_comb at the start": 'logic [3:0] z; always_comb z = 4\'d9; initial #1 $display("%0d", z);',
    "asynchronous reset": "reg rst; reg [3:0] q; always @(posedge clk or negedge rst) if (!rst) q <= 0; else q <= q + 1;"
    ' initial begin #1 $display("%b", q); rst = 0; #1 $display("%b", q); rst = 1; #30 $display("%0d", q); end',
    "monitored names": 'initial begin : here $display("%b", sub0.q); end sub sub0(clk, );',
    "structs and enums": "typedef enum logic [1:0] {IDLE, RUN = 2, DONE} state_t; state_t z; typedef struct packed {logic [3:0]"
    ' hi; logic [3:0] lo;} pair_t; pair_t p; initial begin z = RUN; p = 8\'h5a; p.lo = p.hi; $display("%0d %h %0d", z, p,'
    " z == DONE); end",
    "final": 'final $display("last %0d", i); initial begin i = 3; #2 i = 4; end',
    "two states": 'int n; bit [3:0] k; initial begin $display("%0d %0d", n, k); k = 4\'bx1; $display("%b", k); end',
}
TAIL = """
  always #5 clk = ~clk; initial #60 $finish;
  task twice(input [7:0] x, output [7:0] y); begin #2 y = x * 2; end endtask
  function [7:0] sum(input [7:0] x, y); sum = x + y; endfunction
endmodule
module sub #(parameter STEP = 1) (input clk, output reg [3:0] q);
  initial q = 0;
  always @(posedge clk) q <= q + STEP;
endmodule
"""
BENCHES = {name: f"initial begin {body} end" for name, body in BODIES.items()} | DESIGNS


def bench(name: str) -> str:
    return f"`timescale 1ns/1ps\nmodule tb; {DECLARED}\n{BENCHES[name]}\n{TAIL}"


def by_icarus(text: str, folder: Path) -> str:
    for name, content in (FILES | {"tb.v": text}).items():
        (folder / name).write_text(content)
    subprocess.run(["iverilog", "-g2012", "-o", "tb.vvp", "tb.v"], cwd=folder, check=True, capture_output=True)
    run = subprocess.run(
        ["vvp", "-n", "tb.vvp"], cwd=folder, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    return run.stdout


def simulated(text: str) -> BenchRun:
    return run_bench(elaborate(text), "tb", "sub", FILES, STEPS)


@pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus is not installed")
@pytest.mark.parametrize("name", BENCHES)
def test_a_simulated_bench_prints_what_icarus_prints(name: str, tmp_path: Path) -> None:
    seen = simulated(bench(name))
    assert seen.ending is Ending.SILENT, seen
    assert seen.log == by_icarus(bench(name), tmp_path)
