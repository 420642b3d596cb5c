"""Proposals of every kind, and engineers who solve them, as the local server answers: texts of this project's own.

The design is a level that is moved up and down between bounds. What is wrong with a proposal is one line of it.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

PROMPT = """Write the module {top}, which keeps a level of four bits.

Inputs: clk, rst, load, up, down (one bit each) and value (four bits). Outputs: level (four bits), full and empty (one
bit each).

All state changes at the rising edge of clk. While rst is high at an edge, level becomes 0, whatever else is there.
Otherwise, while load is high, level becomes value. Otherwise, {moves}
full is high exactly while level is 15, and empty exactly while level is 0; both follow level without a clock edge.
"""
CLEAR = """with up high and down low, level grows by 1 and stays at 15 once it is there; with down high and up low it
shrinks by 1 and stays at 0 once it is there; with both high or both low it stays as it is."""
OPEN = "level grows by 1 with up and shrinks by 1 with down, and never leaves its range."

HEADER = """module {top}(
    input wire clk, input wire rst, input wire load, input wire up, input wire down, input wire [3:0] value,
    output reg [3:0] level, output wire full, output wire empty
);
"""
ORDINARY = (
    HEADER
    + """    assign full = (level == 4'd15);
    assign empty = (level == 4'd0);
    always @(posedge clk) begin
        if (rst)
            level <= 4'd0;
        else if (load)
            level <= value;
        else if (up && !down) begin
            if (level != 4'd15)
                level <= level + 4'd1;
        end else if (down && !up) begin
            if (level != 4'd0)
                level <= level - 4'd1;
        end
    end
endmodule
"""
)
TERSE = (
    HEADER
    + """    assign full = &level;
    assign empty = ~|level;
    always @(posedge clk)
        level <= rst ? 4'd0 : load ? value : level + (up & ~down & ~full) - (down & ~up & ~empty);
endmodule
"""
)
CASES = (
    HEADER
    + """    reg [3:0] next;
    assign full = level > 4'd14;
    assign empty = level < 4'd1;
    always @* begin
        case ({{up, down}})
            2'b10: next = full ? level : level + 4'd1;
            2'b01: next = empty ? level : level - 4'd1;
            default: next = level;
        endcase
    end
    always @(posedge clk)
        if (rst) level <= 4'd0;
        else level <= load ? value : next;
endmodule
"""
)
UP_WINS = ORDINARY.replace("up && !down", "up")
DOWN_WINS = ORDINARY.replace("up && !down", "up && !down && 1'b1").replace("down && !up", "down")
WRAPS = ORDINARY.replace("if (level != 4'd15)\n                level", "if (1'b1)\n                level")
NO_DESIGN = HEADER + "    assign full = nothing;\nendmodule\n"

BENCH = """`timescale 1ns / 1ps
module testbench;
    reg clk = 0, rst = 1, load = 0, up = 0, down = 0;
    reg [3:0] value = 0;
    wire [3:0] level;
    wire full, empty;
    integer checks = 0, errors = 0, of_test = 0, expected = 0, round = 0, seed = 7;

    {top} dut(.clk(clk), .rst(rst), .load(load), .up(up), .down(down), .value(value),
              .level(level), .full(full), .empty(empty));

    task compare;
        begin
            checks = checks + 1;
            if (level !== expected[3:0] || full !== (expected == 15) || empty !== (expected == 0)) begin
                errors = errors + 1;
                of_test = of_test + 1;
                if (errors <= 5) $display("MISMATCH level %0d expected %0d", level, expected);
            end
        end
    endtask

    task step(input r, input l, input u, input d, input [3:0] v);
        begin
            rst = r; load = l; up = u; down = d; value = v;
            #4 if (round > 0) compare;
            #1 clk = 1;
            if (r) expected = 0;
            else if (l) expected = v;
            else if (u && !d && expected < 15) expected = expected + 1;
            else if (d && !u && expected > 0) expected = expected - 1;
            round = round + 1;
            #4 compare;
            #1 clk = 0;
        end
    endtask

    integer i;
    initial begin
        step(1, 1, 1, 0, 9);
        step(0, 1, 0, 0, 6);
        step(1, 1, 0, 1, 5);
        $display("TEST reset errors=%0d", of_test);
        of_test = 0;
        for (i = 0; i < 20; i = i + 1) step(0, 0, 1, 0, 3);
        for (i = 0; i < 20; i = i + 1) step(0, 0, 0, 1, 12);
        $display("TEST bounds errors=%0d", of_test);
        of_test = 0;
        for (i = 0; i < 300; i = i + 1)
            step($random(seed) % 16 == 0, $random(seed) % 4 == 0, $random(seed), $random(seed), $random(seed));
        $display("TEST mixed errors=%0d", of_test);
        $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
        $finish;
    end
    initial begin
        #100000 $display("WATCHDOG");
        $finish;
    end
endmodule
"""
DOWN_LOADS = BENCH.replace("else if (l) expected = v;", "else if (l) expected = d ? 0 : v;")
"""Tests something that no prompt says."""

RIGHT = (ORDINARY, TERSE, CASES)


@dataclass(frozen=True)
class Written:
    """A proposal as its author writes it."""

    top: str
    moves: str = CLEAR
    reference: str = ORDINARY
    bench: str = BENCH
    sections: tuple[str, ...] = ("title", "prompt", "reference", "bench")

    def reply(self) -> str:
        texts = {
            "title": f"A bounded level called {self.top}\n",
            "prompt": PROMPT.format(top=self.top, moves=self.moves),
            "reference": self.reference.format(top=self.top),
            "bench": self.bench.format(top=self.top),
        }
        return "Here it is.\n\n" + "\n".join(f"````{name}\n{texts[name]}````\n" for name in self.sections)


class Proposal(Protocol):
    def reply(self) -> str: ...


@dataclass
class Endpoint:
    """What a server answers: `proposals` by number, one for each round; `solutions` by the name that their prompt has,
    taken in turn, in a block tagged `fence`."""

    proposals: Mapping[int, tuple[Proposal, ...]]
    solutions: Mapping[str, tuple[str, ...]]
    fence: str = "verilog"
    asked: Counter[str] = field(default_factory=Counter)

    def __call__(self, body: Mapping[str, Any]) -> str:
        texts = [message["content"] for message in body["messages"]]
        if number := re.search(r"Proposal number (\d+)", texts[1]):
            rounds = self.proposals[int(number[1]) - 1]
            return rounds[min(len(texts) // 2 - 1, len(rounds) - 1)].reply()
        name = next(name for name in self.solutions if re.search(rf"\b{name}\b", texts[1]))
        self.asked[name] += 1
        code = self.solutions[name][(self.asked[name] - 1) % len(self.solutions[name])]
        return f"```{self.fence}\n{code.format(top=name)}```\n"
