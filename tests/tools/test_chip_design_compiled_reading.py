"""The program that Icarus compiled, read as hardware, does in Icarus what its source does: for random inputs, side by
side. Known differences between Icarus and Yosys are among the designs."""

import subprocess
from pathlib import Path

import pytest

from resources.domains.chip_design.execution.compiled.verilog import verilog_of
from resources.domains.chip_design.execution.compiled.words import Unreadable

PORTS = "(input clk, input rst, input [7:0] a, b, input [2:0] s, output reg [7:0] q, output [7:0] w)"
CLEARED = "always @(posedge clk) if (rst) q <= 0; else"
DESIGNS = {
    "arithmetic": f"assign w = a * b + (a / (b | 1)) - ($signed(a) % $signed(b | 1)) + (a << s)\n"
    "+ ($signed(a) >>> s);\n"
    f"{CLEARED} q <= (a >= b) + ($signed(a) < $signed(b)) * 2 + {{^a, &b, |s, ~^b, a != b}};",
    "generated signals": "genvar i; wire [8:0] c; assign c[0] = rst; generate for (i = 0; i < 8; i = i + 1) begin : g\n"
    "wire t = a[i] ^ b[i]; assign w[i] = t ^ c[i], c[i + 1] = t ? c[i] : b[i];\n"
    "always @(posedge clk) if (rst) q[i] <= 0; else if (s[0]) q[i] <= w[i]; end endgenerate",
    "tasks and loops": "reg [7:0] n; integer i; task automatic step(input [7:0] x, output [7:0] y); reg [7:0] t;\n"
    "begin t = x ^ b; y = t + 1; end endtask function [7:0] turned(input [7:0] x); integer j; begin turned = 0;\n"
    "for (j = 0; j < 8; j = j + 1) turned[7 - j] = x[j]; end endfunction assign w = turned(a) ^ n;\n"
    "always @* begin n = 0; i = 0; while (i < 8) begin if (a[i]) n = n + 1; i = i + 1; end\n"
    "repeat (3) n = n ^ b; end\n"
    f"reg [7:0] m; always @* begin m = a; case (s) 0: step(a, m); 1: m = turned(b); 2, 3: step(b, m); endcase end\n"
    f"{CLEARED} q <= m;",
    "memories": "reg [7:0] m [3:10], r [0:7]; integer i; assign w = r[s] ^ m[s + 3];\n"
    "always @(posedge clk) if (rst) for (i = 0; i < 8; i = i + 1) begin r[i] <= i * 5; m[i + 3] <= 0; end\n"
    "else begin r[s] <= a; m[10 - s][a[2:0] +: 2] <= b; m[3][3:0] <= a; end\n"
    "always @(posedge clk) q <= rst ? 0 : r[a[2:0]];",
    "parts": "reg [0:7] u; reg [9:2] v; assign w = u ^ v;\n"
    "always @(posedge clk) if (rst) begin u <= 0; v <= 0; end else begin u[s] <= a[0]; v[s + 2 -: 2] <= b; end\n"
    f"{CLEARED} begin q[s +: 3] <= a; q[7] <= ^{{u[1 +: 4], v[5:3]}}; end",
    "names of states": "typedef enum logic [1:0] {IDLE, RUN = 2, LAST} state_t; state_t now, next;\n"
    "typedef struct packed { logic [3:0] hi; logic [3:0] lo; } byte_t; byte_t n; assign w = {now, a[5:0]};\n"
    "always_comb begin n = a; n.hi = b; end always_comb begin next = now; case (now)\n"
    "IDLE: if (s[0]) next = RUN; RUN: next = LAST; default: next = IDLE; endcase end\n"
    f"always_ff @(posedge clk) if (rst) now <= IDLE; else now <= next; {CLEARED} q <= n ^ now;",
    "cases": "reg [7:0] n; assign w = n; always @* casez (a) 8'b1???_???0: n = b; 8'b01?: n = 3; 8'b0000_1???: n = s;\n"
    "default: n = a[7] ? (a[0] ? b + 1 : a) : 8'd9; endcase\n"
    f"{CLEARED} casex (b) 8'bx1xx_xx11: q <= 1; 8'b0xxx_xxxx: q <= q + 1; default: q <= {{s, s}}; endcase",
    "read apart": "localparam SUM = 4'd15 + 4'd1, TEXT = $bits({1'b1, \"\"}); localparam signed ONES = 4'hF;\n"
    "assign w = SUM + TEXT * 32 + (ONES < 0); reg signed [3:0] x; always @* x = a;\n"
    f"{CLEARED} q <= x * $signed(b) + ('1 == 1);",
    "instances": "wire [7:0] t [0:1]; half #(.K(3)) l(a[3:0], t[0][3:0]), h(a[7:4], t[0][7:4]);\n"
    f"assign t[1] = t[0] ^ b; assign w = t[s[0]]; {CLEARED} q <= t[1]; endmodule\n"
    "module half #(parameter K = 1)(input [3:0] x, output [3:0] y); assign y = x * K;",
    "powers and casts": "bit [3:0] c; int n; assign c = a, n = $signed(b[3:0]); wire signed [3:0] t = b[7:4];\n"
    "assign w = 2 ** s + c + n + 2 ** t;\n"
    f"{CLEARED} q <= (8'd2 ** a[3:0]) ^ (2 ** t) ^ (4'd2 ** s);",
    "what only prints": 'assign w = a; initial begin #3 $display("# The file index", q); end\n'
    'initial begin #3; end initial $display("\\n# The file index");\n'
    f"{CLEARED} q <= b;",
    "a reset at once": "reg [7:0] n = 7; assign w = n;\n"
    "always @(posedge clk or posedge rst) if (rst) n <= 9; else n <= a;\n"
    "reg [1:0] d; initial d = 2; always @(negedge clk) begin d = d + s; q <= rst ? 0 : {6'd0, d} + b; end",
}
BENCH = """module tb; reg clk = 0, rst = 1; reg [7:0] a, b; reg [2:0] s; wire [7:0] q0, q1, w0, w1;
integer i, wrong = 0;
source x(clk, rst, a, b, s, q0, w0); compiled y(clk, rst, a, b, s, q1, w1);
initial begin for (i = 0; i < 600; i = i + 1) begin
a = $random; b = $random; s = $random; rst = i < 2; #2 clk = 1; #2 wrong = wrong + ({q0, w0} !== {q1, w1} && i > 40);
clk = 0; #2 wrong = wrong + ({q0, w0} !== {q1, w1} && i > 40); end
$display("wrong %0d, known %0d", wrong, ^{q0, w0} !== 1'bx); end endmodule
"""
UNREADABLE = {
    "a function that calls itself": "function automatic [7:0] f(input [7:0] x); f = x ? f(x >> 1) + 1 : 0;\n"
    "endfunction always @(posedge clk) q <= f(a);",
    "more words than can be read": "integer i; always @(posedge clk) begin i = 0; while (i < a) i = i + 1; q <= i; end",
    "more bits than can be read": "always @(posedge clk) q <= {1 << 23{a}} >> s;",
    "a power of another number than two": "always @(posedge clk) q <= 3 ** a;",
    "the instruction %vpi_func": "always @(posedge clk) q <= $random;",
    "a thread that waits in its middle": "always @(posedge clk) begin q <= a; @(posedge clk); q <= b; end",
    "a thread that waits in its middle, and that ends others": "initial begin #5 disable main; end\n"
    "always @(posedge clk) begin : main q <= a; end",
    "a thread that waits in its middle, and that may set nets": "wire n = a[0]; initial begin #9 force n = 1; end\n"
    "always @(posedge clk) q <= n;",
    "the instruction %callf/real": "function real f(input x); begin r = x; f = 1.0; end endfunction reg r; real t;\n"
    "initial t = f(1); always @(posedge clk) q <= r;",
    "a function in an assignment that sets more": "function [7:0] f(input [7:0] x); begin r = x; f = 1; end\n"
    "endfunction reg [7:0] r; wire [7:0] n = f(a); always @(posedge clk) q <= r;",
    "the instruction %pushi/real": "reg [7:0] r = 1, t; real x; initial begin x = 7; r = x; end initial t = r;\n"
    "always @(posedge clk) q <= t;",
}
LATE = "assign w = 0; reg late; initial begin late = 0; #99999 late = 1; end always @(posedge clk) q <= late;"


def compiled(folder: Path, body: str) -> str:
    (folder / "source.v").write_text(f"module source{PORTS};\n{body}\nendmodule\n")
    command = ["iverilog", "-g2012", "-s", "source", "-o", "source.vvp", "source.v"]
    subprocess.run(command, cwd=folder, check=True, timeout=60)
    return verilog_of((folder / "source.vvp").read_text(), "source")


@pytest.mark.parametrize("name", DESIGNS)
def test_what_is_read_does_what_the_source_does(tmp_path: Path, name: str) -> None:
    (tmp_path / "compiled.v").write_text(compiled(tmp_path, DESIGNS[name]).replace("\\source ", "compiled ", 1))
    (tmp_path / "tb.v").write_text(BENCH)
    files = ["tb.v", "source.v", "compiled.v"]
    subprocess.run(["iverilog", "-g2012", "-o", "tb.vvp", *files], cwd=tmp_path, check=True, timeout=60)
    shown = subprocess.run(
        ["vvp", "-n", "tb.vvp"], cwd=tmp_path, check=True, timeout=60, capture_output=True, text=True
    )
    assert shown.stdout.endswith("wrong 0, known 1\n")


@pytest.mark.parametrize("reason", UNREADABLE)
def test_what_is_no_hardware_is_not_read(tmp_path: Path, reason: str) -> None:
    with pytest.raises(Unreadable, match=f"^{reason}$"):
        compiled(tmp_path, f"assign w = 0; {UNREADABLE[reason]}")


def test_a_program_is_not_read_that_ends_twice_or_whose_reader_dies(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="a thread that waits in its middle"):
        compiled(tmp_path, LATE)
    program = (tmp_path / "source.vvp").read_text()
    with pytest.raises(Unreadable, match="one list of files"):
        verilog_of(program.replace("T_0 ;", "# The file index\nT_0 ;"), "source")
