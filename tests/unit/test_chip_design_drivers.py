"""Nets that are driven twice, read in a program as iverilog 11 writes it."""

import pytest

from resources.domains.chip_design.execution.stages.program import conflicting_drivers

PROGRAM = b"""S_0x1 .scope module, "counter" "counter" 3 2;
L_0xc1 .functor BUFT 1, %b, C4<0>, C4<0>, C4<0>;
o0xf1 .functor BUFZ 2, C4<zz>; HiZ drive
RS_0x10 .resolv %b;
v0x2_0 .net8 "q", 4 1, RS_0x10;  2 drivers
L_0xb1 .part/pv L_0xa1, 0, 1, 4;
L_0xb2 .part/pv L_0xa2, 1, 3, 4;
L_0xb3 .part/pv L_0xc1, 2, 2, 4;
L_0xb4 .part/pv o0xf1, 0, 2, 4;
S_0x3 .scope module, "a" "drv" 3 4, 3 1 0, S_0x1;
v0x4_0 .net8 "io", 3 0, RS_0x10;  alias, 2 drivers
"""


def found(drivers: bytes, constant: bytes = b"C4<01>") -> list[bytes]:
    return conflicting_drivers(PROGRAM % (constant, drivers))


def line(bit: int) -> list[bytes]:
    return [b"Warning: multiple conflicting drivers for counter.q [%d]\n" % bit]


@pytest.mark.parametrize(
    ("drivers", "constant", "bit"),
    [
        (b"tri, L_0xa1, L_0xa2", b"C4<01>", 1),
        (b"tri0, L_0xa1, L_0xa2", b"C4<01>", 1),
        (b"tri, L_0xb1, L_0xb2, L_0xb3", b"C4<01>", 3),
        (b"tri, L_0xb2, L_0xb3", b"C4<0z>", 4),
        (b"tri, L_0xc1, L_0xb1", b"C4<zz01>", 1),
        (b"tri, L_0xc1, L_0xb1", b"C8<66>", 1),
    ],
)
def test_a_bit_driven_twice_is_named_where_it_is_declared(drivers: bytes, constant: bytes, bit: int) -> None:
    assert found(drivers, constant) == line(bit)


@pytest.mark.parametrize(
    ("drivers", "constant"),
    [
        (b"tri, L_0xb1, L_0xb2", b"C4<01>"),
        (b"triand, L_0xa1, L_0xa2", b"C4<01>"),
        (b"trior, L_0xa1, L_0xa2", b"C4<01>"),
        (b"tri, L_0xa1, L_0xc1", b"C4<zzzz>"),
        (b"tri, L_0xb1, L_0xb3", b"C4<zz>"),
        (b"tri, L_0xa1, L_0xb4", b"C4<01>"),
        (b"tri, L_0xb1, L_0xc1", b"C4<010z>"),
    ],
)
def test_parts_wired_logic_and_what_floats_are_no_conflict(drivers: bytes, constant: bytes) -> None:
    assert found(drivers, constant) == []


def test_words_of_an_array_have_its_name() -> None:
    program = b"""S_0x1 .scope module, "m" "m" 3 2;
RS_0x10 .resolv tri, L_0xa1, L_0xa2;
v0x5 .array "words", 1 0;
v0x5_0 .net8 v0x5 0, 1 0, RS_0x10; 2 drivers
"""
    assert conflicting_drivers(program) == [b"Warning: multiple conflicting drivers for m.words [0]\n"]
