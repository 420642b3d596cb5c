"""What following firmware makes of types and scopes, and texts that the board's compiler refuses: these are not
followed. What gcc says of each was asked with the task's flags.
"""

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.embedded_systems.execution.mcu.scenario import Scenario
from resources.domains.embedded_systems.prediction.simulator.scenarios import board_of, read_program, run
from resources.domains.embedded_systems.prediction.simulator.tokens import Unlinked
from resources.domains.embedded_systems.tasks.library import builtin_seeds
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

HEADER = '#include "stm32f405.h"\n#include <stdbool.h>\n#include <string.h>\n'
LOOP = " for (;;) { } }"
BOARD = board_of(bundle_from_seed(builtin_seeds()[0]))
SCENARIO = Scenario("a run", 1_000_000, 8192, (), (), ("found",), 0)


def found(body: str, before: str = "", kind: str = "int64_t", header: str = HEADER) -> int:
    """What a program leaves in `found`."""
    code = f"{header}{kind} found;\n{before}\nint main(void) {{ {body}{LOOP}"
    report = run(read_program(code, BOARD), SCENARIO, 50_000)
    assert report["ended"] == "duration", report["ended"]
    return int.from_bytes(bytes.fromhex(report["memory"]["found"]), "little", signed=True)


def refused(before: str, body: str = "", header: str = HEADER) -> bool:
    try:
        read_program(f"{header}{before}\nint main(void) {{ {body}{LOOP}", BOARD)
    except UnsupportedConstruct as error:
        return not isinstance(error, Unlinked)
    return False


@pytest.mark.parametrize(
    ("before", "body", "expected"),
    [
        ("int count = 3; void up(void) { extern int count; count++; }", "up(); found = count;", 4),
        ("int count = 3;", "int count = 9; { extern int count; found = count; } found += 10 * count;", 93),
        ("void up(void) { extern int later; later = 5; } int later;", "up(); found = later;", 5),
        ("typedef struct { uint8_t a; uint32_t b; uint16_t c; } __attribute__((packed)) frame;",
         "frame f = {1, 2, 3}; uint8_t *p = (uint8_t *)&f; found = sizeof f * 100 + p[1] * 10 + p[5];", 723),
        ("struct __attribute__((packed)) in { uint16_t a; }; struct out { char x; struct in i; };",
         "found = sizeof(struct out);", 3),
        ("union u { char a; uint32_t b; } __attribute__((packed)); struct s { char x; union u y; };",
         "found = sizeof(struct s);", 5),
        ("static int low(uint8_t x) { return x; } int (*f)(uint8_t) = low; int x = 300;", "found = f(x);", 44),
        ("static int64_t up(int64_t x) { return x >> 32; } int64_t (*f)(int64_t) = up; int x = -1;",
         "found = f(x);", -1),
        ("static int signs(uint32_t x) { return x > 5U; }", "int (*f)(int) = (int (*)(int))signs; found = f(-1);", 1),
        ("static int one(void) { return 1; }", "int (*f)() = one; found = f();", 1),
        ("", "typedef int8_t t; { typedef uint8_t t; t x = (t)255; found = x; } t y = (t)255; found += 10 * y;", 245),
        ("enum { Q = 3 }; static int f(void) { enum { Q = 5 }; return Q; }", "found = f() * 10 + Q;", 53),
        ("struct s { int a; }; static int f(void) { struct s { char b; }; return sizeof(struct s); }",
         "found = f() * 10 + (int)sizeof(struct s);", 14),
        ("volatile uint32_t word = 0xFFFFFFFFU;", "switch (word) { case -1: found = 7; break; default: found = 8; }",
         7),
        ("volatile int8_t byte = -1;", "switch (byte) { case 255: found = 7; break; case -1: found = 9; }", 9),
        ("enum state { IDLE, BUSY }; struct s { enum state a; enum state b; };", "found = sizeof(struct s);", 2),
        ("enum state { LOW = -1, HIGH = 200 };", "enum state x = LOW; found = sizeof x * 10 + (x < 0);", 21),
        ("enum state { IDLE, BUSY };", "enum state x = IDLE; x--; found = x;", 255),
        ("enum { TOP = 0x80000000 };", "found = TOP / 2;", 0x40000000),
    ],
)  # fmt: skip
def test_types_are_those_of_the_target(before: str, body: str, expected: int) -> None:
    assert found(body, before) == expected


@pytest.mark.parametrize(
    ("before", "body"),
    [
        ("", "int a = 1; int a = 2;"),
        ("int f(int a) { int a = 1; return a; }", ""),
        ("int f(int a, int a) { return a; }", ""),
        ("int x; char x;", ""),
        ("int x = 1; int x = 2;", ""),
        ("int f(int); int f(char c) { return c; }", ""),
        ("int f; int f(void) { return 1; }", ""),
        ("struct s { int a; }; struct s { int b; };", ""),
        ("typedef int t; typedef char t;", ""),
        ("enum { A }; int A;", ""),
        ("static int late(void) { typedef int t; t x = 1; return x; } t other;", ""),
        ("static int f(void) { enum { Q }; return Q; }", "int x = Q;"),
        ("", "switch (RCC->CR) { case 1: break; case 1: break; }"),
        ("", "switch (RCC->CR) { case -1: break; case 0xFFFFFFFFU: break; }"),
        ("", "switch (RCC->CR) { default: break; default: break; }"),
        ("", "break;"),
        ("", "switch (1) { case 1: continue; }"),
        ("", "const int k = 1; k = 2;"),
        ("const struct { int a; } k = {1};", "k.a = 2;"),
        ("", "int *p = 5;"),
        ("", "uint32_t x = &RCC->CR;"),
        ("", "uint8_t b[4]; uint16_t *w = b;"),
        ("static void f(int x) { (void)x; } void (*g)(void) = f;", ""),
        ("static void f(int x) { (void)x; } void (*g)(int) = f;", "g();"),
        ("", "uint8_t c = 256;"),
        ("static uint8_t f(void) { return 300; }", ""),
        ("", "int c = 2147483647 + 1;"),
        ("", "uint64_t c = 1 << 32;"),
        ("", "int c = 5; c = c / 0;"),
        ("", "int c = __NOP();"),
        ("struct s { int a; } v;", "if (v) { }"),
        ("", "int x = 1; int *p = &x; p = -p;"),
        ("int f(void) { return; }", ""),
        ("static int f(void) { for (;;) { } }", ""),
        ("", "unsigned char long x;"),
        ("uint8_t t[3] = {[3] = 1};", ""),
        ("", "struct lost x;"),
        ('#include "lost.h"', ""),
        ("#pragma pack(1)", ""),
    ],
)
def test_what_the_compiler_refuses_is_not_followed(before: str, body: str) -> None:
    assert refused(before, body)


@pytest.mark.parametrize("body", ["memcpy((void *)0x20000000, 0, 0);", "size_t n = 1;", "int x = INT_MAX;"])
def test_what_no_header_gives_is_not_followed(body: str) -> None:
    assert refused("", body, '#include "stm32f405.h"\n')


@pytest.mark.parametrize(
    ("before", "body"),
    [
        ("", "int *p = 0; char *q = NULL; void *r = p; q = r;"),
        ("", "uint8_t b[2]; char *p = (char *)b; int8_t *q = b; (void)q; (void)p;"),
        ("", "uint8_t c = -1; int8_t d = 200; uint8_t e = ~0; uint32_t g = 1 << 31;"),
        ("int x; int x; extern int x; int x = 1;", ""),
        ("int f(); int f(int c) { return c; }", "f(1);"),
        ("", "int a = 1; { int a = 2; a++; } for (int a = 0; a < 2; a++) { int a = 3; a++; }"),
        ("", "bool b = 300; b = &b; int c = b ? 1 : 2;"),
        ("static void f(void) { }", "int x = 1; x ? f() : f();"),
        ("struct node; struct node { struct node *next; }; struct node a; struct node *p = &a;", "p->next = p;"),
    ],
)
def test_what_the_compiler_takes_is_followed(before: str, body: str) -> None:
    assert not refused(before, body)


def test_a_variable_that_no_file_has_is_not_linked() -> None:
    with pytest.raises(Unlinked):
        read_program(f"{HEADER}extern int lost; int main(void) {{ lost = 1;{LOOP}", BOARD)
    read_program(f"{HEADER}extern int lost; int main(void) {{ {LOOP}", BOARD)


def test_a_function_called_as_another_is_not_followed() -> None:
    code = "static int f(uint8_t x) { return x; } int found; int main(void) { found = ((int (*)(int))f)(300);"
    report = run(read_program(HEADER + code + LOOP, BOARD), SCENARIO, 50_000)
    assert report["ended"] == "unknown"
