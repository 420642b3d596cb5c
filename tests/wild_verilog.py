"""A folder of small Verilog sources of this project's own writing, as one finds them: two licences, headers, one
hostile file, modules that are tasks and modules that cannot be."""

from pathlib import Path

TIMER = """// SPDX-License-Identifier: MIT
`include "timescale.v"
`include "defs.vh"

// Company: nobody
// Description:
// A decimal counter. While run is high, count goes up by one at each edge, and from nine back to zero;
// wrapped is high for the one cycle that follows a wrap.
module decimal_counter (
    input tick,
    input zero_b,
    input run,
    output reg [3:0] count,
    output reg wrapped
);
    // The highest digit comes from a header, so that
    // other bases are possible, too.
    always @(posedge tick or negedge zero_b)
        if (!zero_b) begin
            count <= 4'd0;
            wrapped <= 1'b0;
        end else begin
            wrapped <= run && count == `HIGHEST;
            if (run) count <= count == `HIGHEST ? 4'd0 : count + 4'd1;
        end
endmodule
"""
DEFS = """// SPDX-License-Identifier: MIT
`ifndef DEFS
`define DEFS
`define HIGHEST 4'd9
`define UNUSED `ABSENT
`endif
"""
CLOCK = """// SPDX-License-Identifier: Apache-2.0

// Two decimal digits. The low digit counts the ticks in which run is high. The high digit counts the wraps of the low
// one, one tick later. Both are cleared by zero_b.
module two_digits (input tick, input zero_b, input run, output [7:0] digits);
    wire wrapped;
    decimal_counter low(.tick(tick), .zero_b(zero_b), .run(run), .count(digits[3:0]), .wrapped(wrapped));
    decimal_counter high(.tick(tick), .zero_b(zero_b), .run(wrapped), .count(digits[7:4]), .wrapped());
endmodule
"""
CLAMP = """/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package bounds;
    localparam [7:0] HIGH = 8'd100;
endpackage

// Adds two unsigned numbers, a and b. A sum of more than one hundred becomes one hundred, and then clipped is high.
module clamped_sum #(parameter W = 7) (input [W-1:0] a, input [W-1:0] b, output [7:0] sum, output clipped);
    wire [7:0] whole = a + b;
    assign clipped = whole > bounds::HIGH;
    assign sum = clipped ? bounds::HIGH : whole;
endmodule
"""
SHIFT = """`define KEPT(x) (x)
/* A shift register of eight bits. At each edge of strobe it takes d into bit zero while hold is low, and moves the
   others up; clear, which counts before hold, empties it. q is all of it. */
module shift_in (strobe, clear, hold, d, q);
    input strobe, clear, hold, d;
    output [7:0] q;
    reg [7:0] bits;
    assign q = `KEPT(bits);
    always @(negedge strobe)
        if (clear == 1'b1) bits <= 8'h00;
        else if (!hold) bits <= {bits[6:0], d};
endmodule
"""
SILENT = """// SPDX-License-Identifier: MIT
// A lock with a key of sixty-four bits. open is high while the key at the input is the one that this lock was made for.
module lock (input [63:0] key, output open);
    assign open = key == (64'h0123_4567 << 29) + 64'd77;
endmodule
"""
REFUSED = """// SPDX-License-Identifier: GPL-3.0-only
// Each of these modules has a comment of more than twelve words, which would be enough to say what it does.
module bench; reg clk = 0; always #5 clk = ~clk; endmodule
module pad(inout wire p, input e, output q); assign q = p; assign p = e ? 1'b1 : 1'bz; endmodule
module crossing(input a, input b, input d, output reg q); reg m;
    always @(posedge a) m <= d;
    always @(posedge b) q <= m;
endmodule
module held(input e, input d, output reg q); always @* if (e) q = d; endmodule
module table_of(input [1:0] at, output [7:0] q); reg [7:0] words [0:3];
    initial $readmemh("words.hex", words);
    assign q = words[at];
endmodule
module lost(input d, output q); assign q = d ^ `ELSEWHERE; endmodule
module torn(input d, output q); assign q = d & ghost; endmodule
module sink(input d); endmodule
module wide(input [2000:0] d, output q); assign q = ^d; endmodule
module waiting(input c, input d, output reg q); always @(posedge c) begin @(negedge c); q <= d; end endmodule
"""
QUIET = """// An adder.
module adder(input a, input b, output [1:0] sum); assign sum = a + b; endmodule

// Adds two bits, and says what the sum of them is, as a number of two bits, of which the higher one is the carry.
module unexplained(input first, input bits, output [1:0] sum, output probe);
    assign sum = first + bits;
    assign probe = first;
endmodule
"""
HOSTILE = "module deep(output q);\nassign q = " + "(" * 30_000 + "1" + ")" * 30_000 + ";\nendmodule\n"
REASONS = {
    "module bench": "no ports",
    "module pad": "inout: p",
    "module crossing": "several clocks: a, b",
    "module held": "latch: q keeps its value without a clock",
    "module table_of": "reads its values from files ($readmemh)",
    "module lost": "uses the macro `ELSEWHERE, which is nowhere",
    "module torn": "does not elaborate: undeclared identifier (ghost)",
    "module sink": "nothing that can be observed: it has no output",
    "module wide": "over a size limit: 2001 bits of inputs; at most 1024 are driven",
    "module waiting": "waits within a process, as benches do",
}


def wild_verilog(folder: Path) -> Path:
    """The sources, laid out below `folder`/core."""
    files: dict[str, str | bytes] = {
        "rtl/decimal_counter.v": TIMER,
        "rtl/include/defs.vh": DEFS,
        "rtl/clock.v": CLOCK,
        "rtl/numbers.sv": CLAMP,
        "rtl/shift_in.v": SHIFT,
        "rtl/lock.v": SILENT,
        "rtl/adder.v": QUIET,
        "sim/odds.v": REFUSED,
        "sim/hostile.v": HOSTILE,
        "sim/secret.v": "module secret(input a);\n`protected\nABCDEF\n`endprotected\nendmodule\n",
        "sim/latin.v": b"// gr\xfc\xdfe\nmodule latin(input a, output b); endmodule\n",
    }
    for name, text in files.items():
        place = folder / "core" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder / "core"
