"""What is foreseen of a firmware's text, held to gcc's words, written down from its runs."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.embedded_systems.execution.board_files import HEADER, STARTUP
from resources.domains.embedded_systems.language.headers import OFFERED_HEADERS
from resources.domains.embedded_systems.prediction.static_diagnostics import static_diagnostic
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome

REFERENCE = f"""\
#include "{HEADER}"

static void send(char letter)
{{
    GPIOA->ODR = letter;
}}

int main(void)
{{
    char text[3] = "ab";
    send(text[0]);
    for (;;) {{
    }}
}}
"""
FILES = {
    HEADER: "typedef struct { unsigned MODER, ODR; } GPIO_TypeDef;\n#define GPIOA ((GPIO_TypeDef *)0x40020000U)\n",
    STARTUP: "int main(void);\nvoid Reset_Handler(void)\n{\n    main();\n}\n",
}
BUNDLE = EnvironmentBundle("embedded_systems", "x/y", "", "", "main.c", REFERENCE, FILES)


@pytest.mark.parametrize(
    ("before", "after", "log"),
    [
        ("letter;", "letter", "main.c: In function 'send':\nmain.c:5:24: error: expected ';' before '}' token\n"),
        ("letter;", ";", "main.c: In function 'send':\nmain.c:5:18: error: expected expression before ';' token\n"),
        (
            "->ODR",
            "->ODD",
            "main.c: In function 'send':\nmain.c:5:12: error: 'GPIO_TypeDef' has no member named 'ODD'\n",
        ),
        (
            "    send(",
            "    transmit(",
            "main.c: In function 'main':\nmain.c:11:5: error: implicit declaration of function 'transmit'"
            " [-Werror=implicit-function-declaration]\n",
        ),
        (
            "send(text[0])",
            "send()",
            "main.c: In function 'main':\nmain.c:11:5: error: too few arguments to function 'send'\n",
        ),
        (
            '"ab"',
            "abc",
            "main.c: In function 'main':\nmain.c:10:20: error: 'abc' undeclared (first use in this function)\n"
            "main.c:10:20: note: each undeclared identifier is reported only once for each function it appears in\n",
        ),
        (
            "    }\n}\n",
            "    }\n",
            "main.c: In function 'main':\nmain.c:13:5: error: expected declaration or statement at end of input\n",
        ),
    ],
)
def test_the_compiler_s_first_words(before: str, after: str, log: str) -> None:
    assert before in REFERENCE
    found = static_diagnostic(BUNDLE, Candidate(REFERENCE.replace(before, after)))
    assert found is not None
    assert (found.outcome, found.stage, found.text) == (Outcome.COMPILATION_ERROR, "compile", log)


def test_without_main_the_board_s_start_misses_it() -> None:
    found = static_diagnostic(BUNDLE, Candidate(f'#include "{HEADER}"\nint main(void);\n'))
    assert found is not None
    assert (found.outcome, found.stage) == (Outcome.LINK_ERROR, "link")
    assert found.text.splitlines()[1] == f"{STARTUP}:4: undefined reference to `main'"


def test_what_is_forbidden_comes_first() -> None:
    found = static_diagnostic(BUNDLE, Candidate("#include <sys/stat.h>\nint main(void) { return missing; }\n"))
    assert found is not None
    assert found.text == f"main.c:1: forbidden: #include of sys/stat.h: {OFFERED_HEADERS}\n"


@pytest.mark.parametrize("code", [REFERENCE, REFERENCE.replace('"ab"', "{'\\r'}"), REFERENCE.replace("[0]", "[1]")])
def test_nothing_is_said_of_what_compiles(code: str) -> None:
    assert static_diagnostic(BUNDLE, Candidate(code)) is None


@given(st.text(alphabet=st.sampled_from("{}()[];,.\"'\\ \t\n=+-*&|#/0xab\0é")), st.integers(0, len(REFERENCE)))
def test_any_text_is_read(text: str, place: int) -> None:
    for code in (text, REFERENCE[:place], REFERENCE[:place] + text + REFERENCE[place + len(text) :]):
        found = static_diagnostic(BUNDLE, Candidate(code))
        assert found is None or (not found.outcome.passed and found.log)


ORDINARY = dict(
    part.split(" */\n", 1)
    for part in Path(__file__).with_name("ordinary_firmware.c").read_text(encoding="utf-8").split("/* ")[1:]
)
"""Spellings that a parser without a preprocessor, or one that knows no types, takes for mistakes. gcc takes all."""


@pytest.mark.parametrize("name", ORDINARY)
def test_ordinary_c_is_no_mistake(name: str) -> None:
    code = f'#include "{HEADER}"\n{ORDINARY[name]}'
    assert static_diagnostic(BUNDLE, Candidate(code)) is None
