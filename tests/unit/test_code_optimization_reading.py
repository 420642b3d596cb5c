"""Reading assembly and object files; what is refused. No tool is started. Runs are in `…_verdicts.py`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.execution.rejection import reject, unknown_directives
from resources.domains.code_optimization.execution.stages.objects import (
    allowed_imports,
    object_findings,
    read_object,
)
from resources.domains.code_optimization.language.acceptance import imported_names
from resources.domains.code_optimization.language.assembly import Assembly, Kind
from resources.domains.code_optimization.language.normal_text import normal_text, without_debug_information
from resources.domains.code_optimization.prediction.cheap_checks import cheap_checks
from resources.domains.code_optimization.tasks.library import builtin_seeds
from resources.execution.bundle import Candidate

SAMPLE = """\
\t.text
\t.globl\tadd_all # the entry
add_all:
\txorl\t%eax, %eax ; testq %rsi, %rsi
\tje\t.L2 /* nothing
 to add */
.L3: addl\t(%rdi,%rsi,4), %eax
\trep stosq
\tsubq\t$1, %rsi
\tjne\t.L3
.L2:
\tret
\t.string "a # b; c, (d"
limit = 5
"""


def test_statements_are_read_with_their_places() -> None:
    source = Assembly(SAMPLE)
    names = [(item.kind.value[0], item.name) for item in source.statements]
    assert names == [
        ("d", ".text"), ("d", ".globl"), ("l", "add_all"), ("i", "xorl"), ("i", "testq"), ("i", "je"), ("l", ".L3"),
        ("i", "addl"), ("i", "stosq"), ("i", "subq"), ("i", "jne"), ("l", ".L2"), ("i", "ret"), ("d", ".string"),
        ("d", ".set"),
    ]  # fmt: skip
    add = source.instructions[3]
    assert [operand.text for operand in add.operands] == ["(%rdi,%rsi,4)", "%eax"]
    assert SAMPLE[add.operands[0].start : add.operands[0].end] == "(%rdi,%rsi,4)"
    assert source.instructions[4].prefixes == ("rep",)
    assert (add.line, source.exported, source.block(add.start)) == (7, ("add_all",), ("add_all", ".L3"))


@given(
    st.text(alphabet=st.characters(codec="utf-8"), max_size=300)
    | st.text(alphabet=' \n;:#/*"\\%$(),.=aLx1', max_size=200)
)
def test_any_text_is_read_and_places_hold(text: str) -> None:
    for item in Assembly(text).statements:
        assert 0 <= item.start <= item.end <= len(text)
        if item.kind is Kind.INSTRUCTION:
            assert text[item.name_start : item.name_end].lower() == item.name
        for operand in item.operands:
            assert text[operand.start : operand.end] == operand.text


@pytest.mark.parametrize(
    "line",
    [
        '.incbin "/etc/passwd"', '.INCBIN "x"', '.include "x"', ".macro m", "syscall", "SYSCALL", "rep; syscall",
        "int $0x80", "cpuid", "rdtsc", "movq %fs:0, %rax", "movq %gs:(%rax), %rax", '.section .init_array,"aw"',
        ".section .init", '.section "evil","awx"', ".type f, @gnu_indirect_function", ".weak exit", ".symver a, b@c",
        ".byte 0xf3, 0x0f, 0xb8, 0xc7", ".att_syntax noprefix", ".zero 4",
        ".pushsection .text", "nop; syscall", "a: b: syscall", "/* */ syscall", ".rept 9",
    ],
)  # fmt: skip
def test_forbidden_constructs_are_named_with_their_line(line: str) -> None:
    findings = reject(f"\t.text\nf:\n\t{line}\n\tret\n")
    assert findings
    assert findings[0].line == 3


@pytest.mark.parametrize(
    "line",
    [
        "# syscall",
        '.section .rodata\n\t.string "syscall .incbin"\n\t.text',
        ".data\n\t.zero 8\n\t.text",
        ".att_syntax",
        ".att_syntax prefix",
        ".code64",
        ".extern memset",
        ".nops 7",
        "/* cpuid */ nop",
        "call int_sum",
        ".section .rodata.str1.1",
        "interrupt:",
    ],
)
def test_harmless_lines_are_not_refused(line: str) -> None:
    assert reject(f"f:\n\t{line}\n\tret\n") == ()


def test_unreadable_texts_are_refused() -> None:
    assert "NUL" in reject("ret\0")[0].what
    assert "Unicode" in reject("ret \udcff")[0].what
    assert "characters" in reject("#" * (513 << 10))[0].what


def test_unknown_directives_are_found() -> None:
    assert [item.what for item in unknown_directives(Assembly(".text\n.vfp_odd 3\n.p2align 4"))] == [".vfp_odd"]


READELF = """\
  [ 1] .note.GNU-stack   PROGBITS        0000000000000000 000040 000000 00      0   0  1
  [ 2] candidate_text    PROGBITS        0000000000000000 000040 000020 00  AX  0   0 16
  [ 3] .relacandidate_text RELA          0000000000000000 000140 000018 18   I 10   2  8
  [ 4] .evil             PROGBITS        0000000000000000 000060 000000 00  WA  0   0  1
     3: 0000000000000000     0 NOTYPE  LOCAL  DEFAULT    3 .L1
     4: 0000000000000000    18 FUNC    GLOBAL DEFAULT    2 add_all
     5: 0000000000000000     0 FUNC    GLOBAL DEFAULT    2 exit
     6: 0000000000000000     0 NOTYPE  GLOBAL DEFAULT  UND system
     7: 0000000000000000     0 IFUNC   GLOBAL DEFAULT    2 puts
"""


def test_odd_sections_and_symbols_are_found() -> None:
    found = read_object(READELF)
    assert found.exported == {"add_all", "exit"}
    assert found.imported == {"system"}
    what = [item.what for item in object_findings(found, frozenset({"add_all"}), Assembly("exit:\n"))]
    assert len(what) == 3
    assert what[0].startswith("section .evil")
    assert "IFUNC" in what[1]
    assert what[2] == "global symbol exit"


def test_imports_follow_the_baseline() -> None:
    assert "memcpy" in allowed_imports(frozenset())
    assert "printf" not in allowed_imports(frozenset({"malloc"}))
    assert {"printf", "puts"} <= allowed_imports(frozenset({"putchar"}))
    assert "system" not in allowed_imports(frozenset({"putchar", "malloc"}))
    assert imported_names(
        Assembly("f:\n call strlen\n movl tab(,%rax,4), %eax\n jmp .L1\n.L1: ret\n.comm tab,8\n")
    ) == {"strlen"}


@pytest.mark.parametrize(
    ("text", "alignment", "room"),
    [
        ("\t.p2align 4,,10\n\t.p2align 20\n", 20.0, 0.0),
        ("\t.balign 64\n", 6.0, 0.0),
        ("\t.p2align 64\n", 64.0, 0.0),
        ("\t.skip 1023\n", 0.0, 10.0),
        ("\t.local scratch\n\t.comm scratch, 1048575, 64\n", 0.0, 20.0),
        ("\t.fill 1024, 4, -1\n", 0.0, 12.0),
        ("\t.skip ends - starts\n\t.p2align\n\t.balign 0\n", 0.0, 0.0),
        (f"\t.skip {'9' * 5000}\n", 0.0, 62.0),
    ],
)
def test_what_a_text_asks_for_without_writing_it_down_is_counted(text: str, alignment: float, room: float) -> None:
    task = bundle_from_seed(builtin_seeds()[0])
    found = cheap_checks(task, Candidate(text))
    assert found["alignment_bits"] == alignment
    assert found["room_bits"] == pytest.approx(room, abs=0.01)


DEBUGGED = """\
\t.file\t"kernel.c"
\t.file 1 "kernel.c"
\t.text
f:
\t.loc 1 5 1 view -0
\tret
\t.section\t.debug_info,"",@progbits
.Ldebug_info0:
\t.long\t0x15d
\t.section\t".debug_str","MS",@progbits,1
\t.string\t".text"
\t.section\t.rodata
.LC0:\t.string\t"a.loc b.file 1"
\t.section\t.debug_line
\t.text
g:\tret
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_debug_information_is_blanked_line_by_line(end: str) -> None:
    lines = without_debug_information(DEBUGGED.replace("\n", end)).split("\n")
    left = {number: line.strip() for number, line in enumerate(lines, 1) if line.strip()}
    kept = {1: '.file\t"kernel.c"', 3: ".text", 4: "f:", 6: "ret", 12: ".section\t.rodata"}
    assert left == kept | {13: '.LC0:\t.string\t"a.loc b.file 1"', 15: ".text", 16: "g:\tret"}


@given(st.text(alphabet='\n\t;".:floc1 _debugstxn', max_size=200))
def test_blanking_keeps_lines_and_finds_nothing_twice(text: str) -> None:
    blanked = without_debug_information(text)
    assert blanked.count("\n") == text.count("\n")
    assert without_debug_information(blanked) == blanked


@pytest.mark.parametrize(
    "line",
    [
        '.stabs\t"f:F(0,1)=r(0,1);-8;\\"7;",36,0,0,f',
        "\t.stabn\t68,0,5,.LM0-.LFBB1",
        ".stabd 46,0,0",
        '# 7 "other.c"',
        ' #line 7 "other.c" 1 3',
        '\t# 27 "f.c" 1',
        "\t.line 7",
        ".line\t7 # seven",
    ],
)
def test_line_markers_are_blanked(line: str) -> None:
    assert without_debug_information(f"f:\n{line}\n\tret\n") == "f:\n\n\tret\n"
    assert without_debug_information("f: # 7 times\n\tret\n") == "f: # 7 times\n\tret\n"


def test_calls_through_the_offset_table_are_read_as_direct_ones() -> None:
    """What another instruction takes from the table stays, and so does what stands in a string."""
    text = "f:\tcall *memset@GOTPCREL(%rip)\n\tjmpq\t*g@GOTPCREL(%rip) # away\n\tmovq g@GOTPCREL(%rip), %rax\n"
    text += '\t.string "call *g@GOTPCREL(%rip)"\n'
    changed = normal_text(text).split("\n")
    assert changed[:2] == ["f:\tcall memset", "\tjmpq\tg # away"]
    assert changed[2:] == text.split("\n")[2:]


@pytest.mark.parametrize(("directive", "is_refused"), [
    (".p2align 4", False), (".p2align 4,,10", False), (".align 16, 0x90", False), (".balign 16, 0xc5", True),
])  # fmt: skip
def test_alignment_in_code_has_no_bytes_of_its_own(directive: str, is_refused: bool) -> None:
    assert bool(reject(f"f:\n\tret\n\t{directive}\n")) is is_refused
    assert not reject(f"\t.section .rodata\n\t{directive}\n\t.byte 1\n")
