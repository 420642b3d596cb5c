"""Headers of C as types: sizes, fields, signatures, and texts that are no headers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.domains.code_optimization.language.c_declarations import read_header
from resources.domains.code_optimization.language.c_types import (
    Callback,
    Header,
    Number,
    Pointer,
    Structure,
    alignment_of,
    size_of,
)
from resources.domains.code_optimization.prediction.simulator.scenarios.test_literals import Mention, bodies_of
from tests.unit.effort import ends_within
from tests.unit.mutilation import shuffled, spliced

HEADER = """
#ifndef SHOP_H
#define SHOP_H
#include <stdint.h>
#include <stdbool.h>
#define LONGEST \\
   20   // with room for the end
#ifdef __cplusplus
extern "C" {
#endif
typedef enum { APPLE = 3, PEAR, PLUM = -1 } fruit_t;
typedef struct item { char name[LONGEST + 1]; uint16_t count; double price; struct item *next; } item_t;
typedef struct { uint8_t length; fruit_t fruits[]; } list_t;
struct unknown;
struct unknown *open(const char *name);
item_t *find(item_t *items, size_t count, bool (*fits)(int));
fruit_t first(list_t list, uint8_t matrix[][4], char *const *names);
float mean(const float values[sizeof(item_t)], ...);
union odd { int a; float b; };
union odd strange(void);
#endif
"""


def header(text: str = HEADER) -> Header:
    found = read_header(text)
    assert found is not None
    return found


def test_structures_lie_as_compilers_lay_them() -> None:
    found = header()
    item = found.shapes["item"]
    assert [(field.name, field.offset) for field in item.fields] == [
        ("name", 0),
        ("count", 22),
        ("price", 24),
        ("next", 32),
    ]
    assert (item.size, item.alignment) == (40, 8)
    fields = {field.name: field.type for field in item.fields}
    assert fields["next"] == Pointer(Structure("item"))
    assert size_of(fields["name"], found.shapes) == 21
    assert alignment_of(fields["name"], found.shapes) == 1
    assert [shape.is_open for name, shape in found.shapes.items() if name != "item"] == [True]


def test_signatures_are_read() -> None:
    functions = header().functions
    assert functions["open"].result == Pointer(Structure("unknown"))
    assert functions["open"].parameters[0].type == Pointer(Number(1, is_text=True), is_constant=True)
    fits = functions["find"].parameters[2].type
    assert fits == Pointer(Callback(Number(1, is_signed=False, is_truth=True), (Number(4),)))
    assert isinstance(functions["first"].result, Number)
    assert functions["first"].result.members == (3, 4, -1)
    assert "mean" not in functions
    assert "strange" not in functions
    assert header().constants["PLUM"] == -1


@pytest.mark.parametrize(
    "text",
    ["int f(", "typedef struct a b; c d;", "#define A A A A A A\nint f(A);", "(" * 5000, "int a[1 / 0];", "{" * 9],
)
def test_what_is_no_header_is_not_read(text: str) -> None:
    found = ends_within(1.0, lambda: read_header(text))
    assert found is None or not found.functions


def test_giant_structures_are_not_read() -> None:
    found = header("#define A 60000\ntypedef struct { char a[A][A]; } big; big f(void); int g(int a);")
    assert set(found.functions) == {"g"}


def test_names_that_stand_for_each_other_end() -> None:
    text = "".join(f"#define A{number} A{number + 1} A{number + 1} A{number + 1}\n" for number in range(60))
    assert ends_within(1.0, lambda: read_header(f"{text}int f(A0);")) in (None, Header({}, {}, {}))


@given(st.data(), st.integers(0, 1000))
@settings(max_examples=80, deadline=None)
def test_any_header_is_read_or_not(data: st.DataObject, number: int) -> None:
    ends_within(1.0, lambda: read_header(spliced(data, shuffled(HEADER, number, 4), ["#define", "[", "*", "{"], 20)))


TESTS = """
#include "shop.h"
static void check(const char *name, int count) { TEST_ASSERT_EQUAL(count, find(name, count)); }
static void test_one(void)
{
   int list[] = { 1, -2, 0x10 };
   add(make(4, 'x'), list, ELEMENTS(list), LARGEST); // add(9)
   add("a\\tb" "c", 2);
}
static void test_two(void)
{
   check("plum", 3);
}
"""


def test_tests_say_what_is_called_with_what() -> None:
    one, two = bodies_of(TESTS, ("add", "make", "find"), (("LARGEST", 7),))
    assert one.calls == (
        Mention("make", (4, ord("x"))),
        Mention("add", (None, (1, -2, 16), None, 7)),
        Mention("add", (b"a\tbc", 2)),
    )
    assert one.lists == ((1, -2, 16),)
    assert two.calls == (Mention("find", (b"plum", 3)),)
    assert two.texts == (b"plum",)


@given(st.data(), st.integers(0, 1000))
@settings(max_examples=60, deadline=None)
def test_any_tests_are_read(data: st.DataObject, number: int) -> None:
    text = spliced(data, shuffled(TESTS, number, 5), ['"', "{", "check(check(", "\\"], 30)
    assert ends_within(1.0, lambda: bodies_of(text, ("add", "make"), ()))


def test_helpers_that_call_each_other_end() -> None:
    calls = [f"h{(number + 1) % 9}(a); " * 40 for number in range(9)]
    text = "".join(f"void h{number}(int a)\n{{ {inside} }}\n" for number, inside in enumerate(calls))
    ends_within(1.0, lambda: bodies_of(f"{text}void test(void)\n{{ h0(1); }}\n", ("add",), ()))
