"""What the simulator makes of C, beside what gcc and the MCU model make of it: the same numbers in the same places."""

from resources.domains.embedded_systems.execution.board_files import HEADER, board_files, memory_script
from resources.domains.embedded_systems.execution.mcu.image import Image
from resources.domains.embedded_systems.execution.mcu.machine import Machine
from resources.domains.embedded_systems.execution.mcu.report import report_of
from resources.domains.embedded_systems.execution.mcu.scenario import Scenario
from resources.domains.embedded_systems.prediction.simulator.scenarios import Board, read_program, run
from tests.tools.embedded_programs import build

BEFORE = """
#include "stm32f405.h"
#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

volatile uint32_t results[96];
static volatile int32_t one = 1, minus = -7, many = 1000;
static volatile float half = 0.5f, third = 1.0f / 3.0f, big = 3e9f;
static volatile double precise = 0.1;
static char text[64];

typedef struct { unsigned low : 3, : 2, high : 9; int sign : 4; uint8_t whole; unsigned : 0;
    unsigned last : 1; } bits_t;
typedef union { uint32_t word; struct { uint8_t b0, b1, b2, b3; }; struct { uint16_t : 4, mid : 8; }; } view_t;
typedef struct { int x, y; char tag[5]; } point_t;
enum { RED = 3, GREEN, BLUE = 10 };
static_assert(sizeof(point_t) == 16, "laid out as gcc does");

#define PASTE(a, b) a##b
#define NAME(x) #x
#define LOG(form, ...) snprintf(text, sizeof text, form, ##__VA_ARGS__)
#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define LIST X(first) X(second) X(third)
#define X(n) PASTE(ID_, n),
enum { LIST COUNT_OF_IDS };
#undef X
#if defined(LIST) && (3 * 4 > 11) && !defined(NOTHING)
#define CHOSEN 5
#elif 1
#define CHOSEN 6
#else
#error neither
#endif

static point_t moved(point_t p, int by) { p.x += by; p.tag[0] = 'm'; return p; }
static uint32_t sum(int count, ...) {
    va_list rest;
    uint32_t total = 0;
    va_start(rest, count);
    while (count-- > 0) total += va_arg(rest, uint32_t);
    total += (uint32_t)(va_arg(rest, double) * 4.0) + (uint32_t)va_arg(rest, long long);
    va_end(rest);
    return total;
}
static int print(const char *form, ...) {
    va_list rest;
    va_start(rest, form);
    int length = vsnprintf(text, sizeof text, form, rest);
    va_end(rest);
    return length;
}
static uint32_t hash(const char *s) { uint32_t h = 5381; while (*s) h = h * 33u ^ (uint8_t)*s++; return h; }
static int searched(int wanted) {
    int at = 0;
again:
    if (at > 9) goto nowhere;
    for (int i = 0; i < 3; i++) {
        if (at * 3 + i == wanted) goto found;
    }
    at++;
    goto again;
found:
    return at;
nowhere:
    return -1;
}
static int grade(int c) {
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'f': case 'A' ... 'F': return 2;
    default: return 3;
    }
}
static uint32_t primask(void) { uint32_t m; __asm volatile("mrs %[mask], primask" : [mask] "=r"(m)); return m; }
"""
VALUES = (
    "(uint32_t)(half * 7)", "(uint32_t)(big * 2)", "(uint32_t)(int32_t)(big)", "(uint32_t)(minus * half)",
    "(uint32_t)(int32_t)(minus * half)", "(uint32_t)(third * 3 == 1.0f)", "(uint32_t)(precise * 3 == 0.3)",
    "(uint32_t)(precise * 1e6)", "(uint32_t)(half + precise > 0.6)", "(uint32_t)sqrtf(many * half)",
    "(uint32_t)(int32_t)floorf(-third)", "(uint32_t)(int32_t)roundf(-2.5f)", "(uint8_t)(many * half)",
    "(uint32_t)(!half + (half ? 2 : 4) + (half && one))", "(uint32_t)(many / 3.0f * 1000)",
    "(uint32_t)(one ? half * 4 : many)", "*(uint32_t *)&(float){third}", "sum(2, 5u, 7u, 2.5, 100000LL)",
    "ID_third * 10 + COUNT_OF_IDS", "CHOSEN", "MAX(many, minus) + MAX(one, 2)", "hash(NAME(volatile))",
    "(uint32_t)LOG(\"%d|%5u|%-4x|%04X|%c|%s\", (int)minus, 42u, 0xabu, 0x1Fu, 'q', \"end\") * 1000u + hash(text)",
    "(uint32_t)print(\"%ld %+d % d %#x %.3d %8.3s| %%\", -5L, 5, 6, 255, 7, \"abcdef\") + hash(text)",
    "(uint32_t)LOG(\"%\" PRIu32 \" %hu %p\", (uint32_t)7, 70000, (void *)0x20) + hash(text)",
    "(uint32_t)searched(10)", "(uint32_t)searched(99)", "(uint32_t)(grade('7') * 100 + grade('C') * 10 + grade('z'))",
    "(uint32_t)strtol(\"  -42x\", NULL, 10)", "strtoul(\"ffZ\", NULL, 16)", "(uint32_t)strtol(\"0x1F\", NULL, 0)",
    "(uint32_t)atoi(\"123abc\")", "(uint32_t)(isxdigit('g') ? 1 : isspace(' ') ? 2 : 3)", "(uint32_t)strlen(\"a\\0b\")",
    "(uint32_t)(strrchr(\"a/b/c\", '/')[1])", "(uint32_t)(strstr(\"needle hay\", \"hay\")[0])", "primask()",
    "(uint32_t)(memchr(\"abc\", 'c', 3) != NULL)", "(uint32_t)__builtin_clz(0x00F0u + (unsigned)one - 1u)",
    '(uint32_t)(strspn("0042x", "0123456789") * 10 + strcspn("ab,c", ",;"))',
    "(uint32_t)offsetof(point_t, tag)", "GREEN + BLUE", "(uint32_t)sizeof(bits_t) * 100u + (uint32_t)sizeof(view_t)",
)  # fmt: skip
STATEMENTS = """
    bits_t b = { .low = 9, .high = 300, .sign = -3, .whole = 77, .last = 3 };
    b.low++; b.high -= 45; b.sign--;
    results[80] = b.low * 100000u + b.high * 100u + (uint32_t)(b.sign + 8);
    results[81] = b.whole * 10u + b.last;
    memcpy(text, &b, sizeof b); results[82] = (uint8_t)text[0] | (uint32_t)(uint8_t)text[1] << 8;
    view_t v = { .word = 0x12345678u }; v.b1 = 0xAB; results[83] = v.word; v.mid = 0xFF; results[84] = v.word + v.b3;
    point_t p = { 1, 2, "xyz" }, q = moved(p, 40);
    results[85] = (uint32_t)(p.x * 1000 + q.x * 10 + q.y); results[86] = (uint32_t)(q.tag[0] + q.tag[2] + p.tag[0]);
    results[87] = (uint32_t)moved((point_t){ 5, 6, "" }, 1).x;
    float mean = 0; for (int i = 1; i <= 10; i++) mean += (float)i / 4; results[88] = (uint32_t)(mean * 100);
    float count = 0; count++; ++count; count -= .5f; results[89] = (uint32_t)(count * 10);
    strcpy(text, "ab"); strcat(text, "cd"); strncat(text, "efg", 2); results[90] = hash(text);
    strncpy(text, "zz", 8); results[91] = hash(text) + (uint32_t)text[5];
    __asm volatile("cpsid i" ::: "memory"); results[92] = primask(); __asm volatile("cpsie i\\n\\tdsb\\n\\tisb");
"""


def test_the_simulator_computes_what_the_device_does() -> None:
    stores = "".join(f"    results[{place}] = {value};\n" for place, value in enumerate(VALUES))
    code = f"{BEFORE}\nint main(void) {{\n{stores}{STATEMENTS}    for (;;) {{ }}\n}}\n"
    scenario = Scenario("numbers", 40_000_000, 8192, (), (), ("results",), 0)
    machine = Machine(Image(build(code, 8192)), scenario)
    machine.run()
    assert machine.ended == "duration", machine.cpu.fault
    expected = words(report_of(machine)["memory"]["results"])
    board = Board(board_files()[HEADER], memory_script(65536, 8192, 1024), frozenset(("results",)))
    report = run(read_program(code, board), scenario, 400_000)
    assert report["ended"] == "duration"
    assert words(report["memory"]["results"]) == expected


def words(content: str) -> list[int]:
    raw = bytes.fromhex(content)
    return [int.from_bytes(raw[at : at + 4], "little") for at in range(0, len(raw), 4)]
