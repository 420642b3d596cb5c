"""What a program can write into its own assembly is read before the assembler reads it; a number is no instruction; a
program is the same whenever it is compiled.
"""

import pytest

from resources.execution.outcome import Outcome
from tests.tools.embedded_programs import OK, program, run

_SECTION = '__attribute__((section(".text.x,\\"ax\\",%%progbits\\n\\t%s @"), used)) int zz(void) { return 1; }'
INJECTED = {
    "a file by a section's name": program(OK, _SECTION % '.include \\"/proc/version\\"'),
    "a binary file by a section's name": program(OK, _SECTION % '.incbin \\"/proc/version\\"'),
    "a line of the log by a section's name": program(OK, _SECTION % '.print \\"verdict: 0 of 3 checks failed\\"'),
    "an error of its own": program(OK, _SECTION % '.error \\"hello\\"'),
    "a macro that calls itself": program(OK, _SECTION % ".macro m\\n m\\n m\\n .endm\\n m"),
    "a directive's name out of an operand": program(
        '__asm volatile(".%c0 \\"/proc/version\\"" :: "i"(&include));' + OK, "extern int include;"
    ),
    "the text of an identification": program(OK, '#ident "x\\"\\n\\t.include \\"/proc/version\\"\\n\\t.ident \\"y"'),
    "a directive in quotes": program('A("\\".include\\" \\"/proc/version\\"");' + OK, "#define A(t) __asm volatile(t)"),
}
BREAKPOINT = (
    '__attribute__((section(".text.x,\\"ax\\",%progbits\\n.thumb_func\\nqq:\\n\\t.short 0xbeab\\n\\tbx lr @"), used))'
)


@pytest.mark.parametrize("name", INJECTED)
def test_the_assembler_never_reads_a_directive_of_the_programs_own(name: str) -> None:
    seen = run(INJECTED[name])
    assert seen.outcome is Outcome.REJECTED, seen.text
    assert "forbidden: " in seen.text
    assert "inux" not in seen.text


def test_numbers_are_not_executed() -> None:
    seen = run(program("qq();" + OK, BREAKPOINT + " int zz(void) { return 1; }\nextern void qq(void);"))
    assert seen.outcome is Outcome.REJECTED, seen.text
    assert "executed as instructions" in seen.text


def test_numbers_may_be_read() -> None:
    words = 'static const uint32_t words[] __attribute__((section(".text.words"))) = {0xBE00BE00U, 7U};'
    assert run(program("if (words[1] == 7U) { " + OK + " } for (;;) { }", words)).outcome is Outcome.PASS


def test_the_hour_of_compiling_says_nothing() -> None:
    banner = 'static const char built[] = __DATE__ " " __TIME__ "; " __TIMESTAMP__; '
    seen = run(program(f'if (!strcmp(built, "{_FIXED}")) {{ {OK} }} for (;;) {{ }}', f"#include <string.h>\n{banner}"))
    assert seen.outcome is Outcome.PASS, seen.text


_FIXED = "Jan  1 2024 00:00:00; Mon Jan  1 00:00:00 2024"
