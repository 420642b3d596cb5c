"""Netlists as text: long literals are cut where Icarus's scanner would end, writes of one mask asked for once."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.chip_design.execution.stages.netlist import choices, closed, compilable, grouped, undriven
from tests.unit.effort import ends_within

LONG = 20_000
LITERAL = re.compile(r"(\d+)'([hb])([0-9a-fxz?]+)")


@given(st.integers(LONG, 2 * LONG), st.sampled_from(["h", "b"]), st.integers(0, 3), st.sampled_from(["f", "x", "z"]))
def test_a_long_literal_keeps_its_width_and_its_digits(digits: int, base: str, spare: int, leading: str) -> None:
    bits = 4 if base == "h" else 1
    width = bits * digits - (spare if base == "h" else 0)
    written = ("1" if base == "b" and leading == "f" else leading) + "10" * digits
    literal = f"{width}'{base}{written[:digits]}"
    parts = LITERAL.findall(compilable(f"assign y = {literal};"))
    assert sum(int(part[0]) for part in parts) == width
    assert "".join(part[2] for part in parts) == written[:digits]
    assert max(len(part[2]) for part in parts) < 1 << 13


def test_a_signed_literal_stays_signed() -> None:
    assert compilable(f"{LONG}'sb{'1' * LONG}").startswith("$signed({")


@pytest.mark.parametrize(
    "text", [f"\\8'h{'f' * LONG} ", f'"\\" 8\'h{"f" * LONG}"', f"n{LONG}", "4096'hff", "8'bxxzz01??"]
)
def test_other_text_is_left_alone(text: str) -> None:
    assert compilable(text) == text


def write(name: str, bit: int, row: str = "m") -> str:
    return f"    if ({name}[{bit}])\n      {row}[a][{bit}:{bit}] <= d[{bit}];\n"


@pytest.mark.parametrize("name", ["_020_", "mask", "\\part.mask "])
def test_writes_of_one_mask_are_asked_for_once(name: str) -> None:
    masked, other = write(name, 0) + write(name, 1) + write(name, 2), write("_021_", 0, "n") + write("_021_", 1, "n")
    alone = write("_022_", 0) + "    if (_023_)\n      m[b] <= e;\n"
    asked = f"    if (|{name.strip()} ) begin\n{masked}    end\n    if (|_021_ ) begin\n{other}    end\n"
    assert grouped(f"begin\n{masked}{other}{alone}  end\n") == f"begin\n{asked}{alone}  end\n"


FLAT = """module m(a, y);
  input [3:0] a;
  wire [3:0] a;
  wire [3:0] half;
  wire [0:3] parts;
  wire loose;
  wire whole;
  output y;
  wire y;
  reg [7:0] place [3:0];
  assign half[1:0] = a[1:0];
  assign { parts[0], parts[1:3] } = a;
  assign whole = loose;
  assign y = whole;
endmodule
"""


def test_an_input_that_the_task_does_not_have_is_a_wire() -> None:
    ports = "module m(a, \\b(c , y);\n  input a;\n  wire a;\n  input \\b(c ;\n  wire \\b(c ;\n"
    assert closed(ports, ["a"]) == "module m(a, y);\n  input a;\n  wire a;\n\n  wire \\b(c ;\n"


def test_a_port_list_that_does_not_match_is_read_in_one_walk() -> None:
    """Each letter of the name doubled the time."""
    unended = f"module m({'a' * 60}!);\n  input b;\nendmodule\n"
    assert ends_within(1.0, lambda: closed(unended, [])) == unended.replace("  input b;", "")


def test_a_wire_with_a_bit_that_nothing_drives_is_0_and_then_1() -> None:
    assert undriven(FLAT) == ["half", "loose"]
    zeros, ones = choices(FLAT, memories=False)
    assert "assign (pull1, pull0) loose = 0;" in zeros
    assert ones.index("assign (pull1, pull0) half = ~0;") < ones.index("endmodule")
    assert len(choices("module m(y);\n  output y;\n  wire y;\n  assign y = 1'h0;\nendmodule\n")) == 1


def test_words_of_a_memory_begin_at_0_and_at_1() -> None:
    zeros, ones, *_ = choices(FLAT)
    assert "for (place_ = 0; place_ < 4; place_ = place_ + 1) place[place_] = 0;" in zeros
    assert "place[place_] = ~0;" in ones
