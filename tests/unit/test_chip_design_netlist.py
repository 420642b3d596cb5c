"""Netlists as text: long literals are cut where Icarus's scanner would end, writes of one mask asked for once."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.chip_design.execution.stages.netlist import compilable, grouped

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
