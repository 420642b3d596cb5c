"""What is said of an assembly text before it runs, held to the words of the GNU assembler and linker in their runs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.code_optimization.prediction.static_diagnostics import static_diagnostic
from resources.domains.code_optimization.prediction.static_diagnostics.refusals import words_of
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome

REFERENCE = """\
\t.text
\t.globl add_up
\t.type add_up, @function
add_up:
\tmovl $0, %eax
.L1:
\taddl (%rdi), %eax
\tjne .L1
\tret
\t.size add_up, .-add_up
"""
BUNDLE = EnvironmentBundle("code_optimization", "x/y", "", "", "kernel.s", REFERENCE, {}, {"entry": "add_up"})


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("adrq 1(%rdx, %rdx), %rcx", "no such instruction: `adrq 1(%rdx,%rdx),%rcx'"),
        ("testq %rsi", "number of operands mismatch for `test'"),
        ("testq %esi, %rsi", "register type mismatch for `test'"),
        ("movq %rcx, %eax", "operand type mismatch for `movq'"),
        ("addq $1, %ecx", "incorrect register `%ecx' used with `q' suffix"),
        ("movb $1, %eax", "`%eax' not allowed with `movb'"),
        ("pushq %ebx", "invalid instruction suffix for `push'"),
        ("movl (%rsi), (%rcx)", "operand size mismatch for `mov'"),
        ("testq %rsi  %rsi", "junk `%rsi' after register"),
        ("xorl %ecxx, %ecx", "bad register name `%ecxx'"),
        ("movl 8(%raxx), %ebx", "bad register name `%raxx)'"),
        ("movl %eax, (%r8", "unbalanced parenthesis in operand 2."),
        ("leaq (%rax,%rdi,3), %rcx", "expecting scale factor of 1, 2, 4, or 8: got `3'"),
        ("movl (%eax,%rbx,4), %ebx", "`(%eax,%rbx,4)' is not a valid base/index expression"),
        ("movb $1  (%rdi,%rax)", "junk `(%rdi,%rax)' after expression"),
        ("addl %eax,", "expecting operand after ','; got nothing"),
        ("addl %ecx, /r10", "invalid char '/' beginning operand 2 `/r10'"),
        ("rep addl $1, %eax", "invalid instruction `add' after `rep'"),
        ("lsll $2, %esi", "operand type mismatch for `lsl'"),
        ("addl $1, %eax", ""),
    ],
)
def test_the_assembler_s_words_for_an_instruction(statement: str, words: str) -> None:
    source = Assembly(statement)
    assert words_of(source.instructions[0], statement) == words


def said(before: str, after: str) -> tuple[Outcome, str, str] | None:
    assert before in REFERENCE
    found = static_diagnostic(BUNDLE, Candidate(REFERENCE.replace(before, after)))
    return None if found is None else (found.outcome, found.stage, found.text)


def test_statements_are_refused_in_order_and_sizes_behind_them() -> None:
    assert said("add_up:\n\tmovl $0, %eax\n.L1:", ".L1:\n\tmvol $0, %eax\n.L1:") == (
        Outcome.COMPILATION_ERROR,
        "assemble",
        "kernel.s: Assembler messages:\n"
        "kernel.s:5: Error: no such instruction: `mvol $0,%eax'\n"
        "kernel.s:6: Error: symbol `.L1' is already defined\n"
        "kernel.s: Error: invalid operands (.text and *UND* sections) for `-'\n"
        "kernel.s: Error: .size expression for add_up does not evaluate to a constant\n",
    )


def test_a_missing_label_is_the_linker_s_and_jumps_are_met_last() -> None:
    assert said(".L1:\n\taddl (%rdi), %eax", "\taddl .L2(%rip), %eax") == (
        Outcome.LINK_ERROR,
        "link",
        "candidate.o: in function `add_up':\n"
        "kernel.s:6: undefined reference to `.L2'\n"
        "kernel.s:7: undefined reference to `.L1'\n",
    )
    hidden = said("\t.globl add_up\n", "")
    assert hidden is not None
    assert hidden[2].startswith("harness.o: in function `__wrap_add_up':\n(.text+0x")


def test_what_is_forbidden_comes_first_or_behind_the_link() -> None:
    assert said("ret", "mvol\n\tsyscall") == (Outcome.REJECTED, "reject", "kernel.s:10: forbidden: syscall\n")
    assert said("ret", "jmp puts") == (Outcome.REJECTED, "reject", "kernel.s:9: forbidden: use of puts\n")
    extra = said("ret", "ret\n\t.globl other\nother:\tret")
    assert extra == (Outcome.REJECTED, "reject", "kernel.s:11: forbidden: global symbol other\n")


def test_nothing_is_said_where_a_run_decides_or_a_library_may() -> None:
    assert said("movl $0", "movl $1") is None
    assert said("ret", "jmp sincos") is None


def test_a_text_without_its_last_line_s_end_is_said_before_all() -> None:
    found = static_diagnostic(BUNDLE, Candidate(REFERENCE.replace("$0", "$").rstrip()))
    assert found is not None
    assert found.text.splitlines()[1] == "kernel.s: Warning: end of file not at end of a line; newline inserted"
    assert found.text.splitlines()[2] == "kernel.s:5: Error: missing or invalid immediate expression `'"


@given(st.text(alphabet=st.sampled_from("%$(),.:;#/*'\"\\ \t\n=+-0x1abLjmp\0é")), st.integers(0, len(REFERENCE)))
def test_any_text_is_read(text: str, place: int) -> None:
    for code in (text, REFERENCE[:place], REFERENCE[:place] + text + REFERENCE[place + len(text) :]):
        found = static_diagnostic(BUNDLE, Candidate(code))
        assert found is None or (not found.outcome.passed and found.log)
