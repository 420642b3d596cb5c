"""Which logic does not wait for all that it reads, so that a simulator and hardware see two designs."""

import pytest

from resources.domains.chip_design.language.sensitivity import unwatched_signal

HEAD = "module m(input clk, input [3:0] d, input [3:0] e, output reg [3:0] q);\nreg [3:0] rom [0:15]; wire [3:0] w;\n"
FUNCTION = "function [3:0] f(input [3:0] x); f = x & e; endfunction\n"
UNWATCHED = {
    "a list that lacks a signal": ("always @(d) q = d & e;", "e"),
    "a function in an assignment": (f"{FUNCTION}assign w = f(d);", "e"),
    "a function in a net's declaration": (f"{FUNCTION}wire [3:0] z = f(d);", "e"),
    "a function behind a star": (f"{FUNCTION}always @* q = f(d);", "e"),
    "a task behind a star": ("task t; q = d & e; endtask\nalways @* t;", "d"),
    "a memory that a clock writes": ("always @(d) q = rom[d];\nalways @(posedge clk) rom[d] <= e;", "rom"),
}
WATCHED = {
    "a whole list": "always @(d or e) q = d & e;",
    "a star": "always @* q = d & e;",
    "always_comb": f"{FUNCTION}always_comb q = f(d);",
    "a clock edge": f"{FUNCTION}always @(posedge clk) q <= f(d);",
    "an argument": "function [3:0] f(input [3:0] x, y); f = x & y; endfunction\nassign w = f(d, e);",
    "a table": "function [3:0] f(input [3:0] x); f = rom[x]; endfunction\nassign w = f(d);\ninitial rom[0] = 1;",
    "what a function declares": "function f(input [3:0] x); reg t; begin t = x[0]; f = t; end endfunction\n"
    "assign w = f(d);",
    "what the block has set": "reg [3:0] a;\nalways @(d) begin a = d; q = a; end",
}


@pytest.mark.parametrize("name", UNWATCHED)
def test_logic_that_misses_a_change_is_found(name: str) -> None:
    body, signal = UNWATCHED[name]
    assert unwatched_signal(f"{HEAD}{body}\nendmodule\n") == signal


@pytest.mark.parametrize("name", WATCHED)
def test_logic_that_sees_every_change_is_not(name: str) -> None:
    assert unwatched_signal(f"{HEAD}{WATCHED[name]}\nendmodule\n") == ""
