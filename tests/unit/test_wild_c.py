"""`wild-c`: how C files are cut at their items, what of a folder a function needs, and what a harness can give it."""

import time
from contextlib import suppress

import pytest

from resources.domains.code_optimization.tasks.importers.wild.arguments import ALL, function_of, narrowings
from resources.domains.code_optimization.tasks.importers.wild.cut import CannotCut, CutFunction, cut
from resources.domains.code_optimization.tasks.importers.wild.items import CFile, ItemKind, file_of
from tests.wild_c import REASONS, SUMS, TYPES, WIDE

FILES = {"src/sums.c": file_of(SUMS), "src/types.h": file_of(TYPES), "src/wide.c": file_of(WIDE)}
RUN_ALONE = {"function always", "function beyond"}
"""What only a run of the original can tell."""


def function(name: str, home: str = "src/sums.c", files: dict[str, CFile] = FILES) -> CutFunction:
    entry = next(item for item in files[home].items if item.kind is ItemKind.FUNCTION and item.names == (name,))
    return cut(files, home, entry)


def of(text: str, name: str) -> CutFunction:
    return function(name, "a.c", {"a.c": file_of(text)})


def test_a_file_is_cut_at_its_items() -> None:
    kinds = {item.names[0]: item.kind for item in FILES["src/sums.c"].items if item.names}
    assert kinds["ROUNDS"] is kinds["STEP"] is ItemKind.MACRO
    assert kinds["order"] is kinds["calls"] is ItemKind.VALUE
    assert kinds["checksum"] is ItemKind.FUNCTION
    assert FILES["src/sums.c"].local == ("types.h",)
    guarded = {item.names[0]: item.is_conditional for item in FILES["src/types.h"].items}
    assert guarded == {"u8": False, "u32": False, "POLYNOMIAL": False, "word": True}


def test_strings_comments_and_initialisers_hide_nothing() -> None:
    text = """static const char *const words[] = { "}", "/*", "x;" }; /* { */
struct pair { int one, other; };
enum { RED, GREEN = 3 };
typedef int (*call)(int);
#define LONG(x) do { \\
    (x)++; } while (0)
int f(int one) { char c = '{'; return c + one; } // }
__attribute__((noinline, aligned(16))) int g(int);
"""
    names = [(item.kind, item.names) for item in file_of(text).items]
    assert names == [
        (ItemKind.VALUE, ("words",)),
        (ItemKind.TYPE, ("pair",)),
        (ItemKind.TYPE, ("RED", "GREEN")),
        (ItemKind.TYPE, names[3][1]),
        (ItemKind.MACRO, ("LONG",)),
        (ItemKind.FUNCTION, ("f",)),
        (ItemKind.PROTOTYPE, ("g",)),
    ]


def test_a_function_comes_with_what_it_needs_and_no_more() -> None:
    checksum = function("checksum")
    assert checksum.files == ("src/sums.c", "src/types.h")
    assert "#define POLYNOMIAL" in checksum.program
    assert "typedef uint8_t u8;" in checksum.program
    assert "// bit by bit" in checksum.program
    assert "order" not in checksum.program
    assert "eight rounds" in checksum.comment
    assert "static u32 turned(" in function("scramble").program
    assert function("bit_of").program.endswith(
        "unsigned bit_of(unsigned number, unsigned at) { return number >> at & 1; }\n"
    )


@pytest.mark.parametrize("name", sorted(REASONS.keys() - RUN_ALONE))
def test_what_cannot_be_a_task_says_why(name: str) -> None:
    with pytest.raises(CannotCut) as refusal:
        function_of(function(name.removeprefix("function ")), ())
    assert str(refusal.value) == REASONS[name]


def test_what_stands_under_a_condition_is_not_taken() -> None:
    with pytest.raises(CannotCut, match="needs word, which stands under a condition"):
        function("widened", "src/wide.c")


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        ("int main(int n) { return n; }", "main", "a name of the C library or of a program"),
        ("int f(int n) { return g(n); } int g(int);", "f", "calls g, which is not in the folder"),
        ("struct s { int a; }; int f(struct s *p) { return p->a; }", "f", "nothing says how long p is"),
        ("struct s { int a; }; int f(struct s *p, int n) { return p[n].a; }", "f", "its argument p is no integer"),
        ("int f(mystery *p, int n) { return n; }", "f", "its signature has a type that is not known"),
        ("void f(const int *p, int n) { }", "f", "nothing that can be observed"),
        ("int f(int a, int b, int c, int d, int e) { return a; }", "f", "over a size limit: 5 numbers"),
    ],
)
def test_other_refusals(text: str, name: str, reason: str) -> None:
    with pytest.raises(CannotCut, match=reason):
        list(narrowings(of(text, name)))


def test_arguments_are_given_as_their_types_say() -> None:
    made = function_of(of("long f(char *data, const short *b, unsigned char len) { return 0; }", "f"), ())
    assert made.prototype == "int64_t f(int8_t *data_, const int16_t *b, uint8_t len)"
    assert made.most == {"`len`": 255}


def test_numbers_are_narrowed_one_by_one() -> None:
    chosen = list(narrowings(of("int f(int a, int b) { return a << b; }", "f")))
    assert chosen[0] == (ALL, ALL)
    assert len(chosen) == 1 + 3 * 4
    assert all(spans[0] == ALL for spans in chosen[5:9])
    assert list(narrowings(of("void f(int *a, int n) { a[0] = n; }", "f"))) == [()]


HOSTILE = ("/*", "{", "#", '"', "(\n", "a ", "a", "a[", "static ", "typedef ", "= {", "a(", "\\\n", "#if x\n")


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("end", ["", ";", "}", ") { }"])
def test_long_texts_take_no_time(piece: str, end: str) -> None:
    began = time.process_time()
    for item in file_of(piece * 20_000 + end + "\nint f(int a) { static x; return a; }").items:
        with suppress(CannotCut, StopIteration):
            of(item.text, "f")
    assert time.process_time() - began < 5
