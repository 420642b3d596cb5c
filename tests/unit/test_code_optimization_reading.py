"""Reading assembly, listings, profiles and crashes; what is refused; what a verdict says. No tool is started."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.domain import DOMAIN
from resources.domains.code_optimization.execution.diagnostics import diagnostics
from resources.domains.code_optimization.execution.judging import judge_tests
from resources.domains.code_optimization.execution.rejection import reject, unknown_directives
from resources.domains.code_optimization.execution.stages.crash import describe, read_crash
from resources.domains.code_optimization.execution.stages.objects import (
    Instruction,
    allowed_imports,
    object_findings,
    read_disassembly,
    read_object,
)
from resources.domains.code_optimization.execution.stages.profile import (
    estimate,
    executions,
    extra_cycles,
    path_findings,
    read_profile,
)
from resources.domains.code_optimization.execution.stages.program import LinkedProgram
from resources.domains.code_optimization.execution.stages.run import TestRuns
from resources.domains.code_optimization.execution.test_suite import ProgramTest
from resources.domains.code_optimization.language.acceptance import imported_names
from resources.domains.code_optimization.language.assembly import Assembly, Kind
from resources.domains.code_optimization.language.debug_information import without_debug_information
from resources.domains.code_optimization.language.normal_text import normal_text
from resources.domains.code_optimization.prediction.cheap_checks import cheap_checks
from resources.domains.code_optimization.tasks.library import builtin_seeds
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

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


OBJDUMP = """\
0000000000401000 <add_all>:
add_all():
/place/kernel.s:4
  401000:\txor    %eax,%eax
/place/kernel.s:7
  401002:\tcall   401010 <helper>
  401007:\tdiv    %rcx
"""


def test_disassembly_keeps_lines_and_functions() -> None:
    code = read_disassembly(OBJDUMP)
    assert code[0x401002] == Instruction("call   401010 <helper>", 7, "add_all")
    assert code[0x401007].mnemonic == "div"


PROFILE = """\
# callgrind format
events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Bc Bcm Bi Bim
fn=(1) add_all
0x401000 4 10
0x401002 7 5 1 0 2
cfn=(2) abs
calls=5 0x402000 0
0x401002 7 5000 0 0 1
0x401007 7 100
fn=(2)
0x402000 0 4000
cfn=(1)
calls=5 0x401000 0
0x402000 0 1000
fn=(3) __wrap_add_all
0x403000 0 70
calls=5 0x401000 0
0x403000 0 9000
totals: 20000 7 6 5 4 3 2 1 0 9 8 7 6
"""
CODE = range(0x401000, 0x401010)
PROGRAM = LinkedProgram(CODE, {"abs": 0x402000}, frozenset({0x402000}), (), (CODE, range(0x402000, 0x404000)), ())


def test_what_is_charged_is_the_candidates_and_what_it_calls() -> None:
    """A library function that calls back is charged without the call; the harness and the guard are not charged."""
    profile = read_profile(PROFILE)
    assert profile is not None
    assert executions(profile, PROGRAM) == {0x401000: 10, 0x401002: 5, 0x401007: 100}
    found = estimate(profile, PROGRAM, read_disassembly(OBJDUMP))
    assert found.instructions == 115 + 5000 - 1000
    assert found.cycles == found.instructions + 10 * (2 + 1) + 100 * 35


def test_a_path_that_leaves_the_disassembly_is_found() -> None:
    profile, code = read_profile(PROFILE), read_disassembly(OBJDUMP)
    assert profile is not None
    assert not list(path_findings(profile, PROGRAM, code, frozenset(), frozenset({"abs"}), any_function=False))
    assert not list(path_findings(profile, PROGRAM, code, frozenset(), frozenset(), any_function=True))
    (unnamed,) = path_findings(profile, PROGRAM, code, frozenset(), frozenset(), any_function=False)
    assert (unnamed.what, unnamed.line) == ("a call of code by its address", 7)
    data = path_findings(profile, PROGRAM, code, frozenset({0x401002}), frozenset({"abs"}), any_function=False)
    assert {finding.what.partition(":")[0] for finding in data} == {"data that run"}
    inside = read_profile(PROFILE.replace("0x401007", "0x401008"))
    assert inside is not None
    (middle,) = path_findings(inside, PROGRAM, code, frozenset(), frozenset({"abs"}), any_function=False)
    assert middle.what == "a jump into the middle of an instruction"


@pytest.mark.parametrize("text", ["", "events: Ir\n", "totals: 5\n", "events: Ir\ncalls=\ntotals: 5\n"])
def test_incomplete_profiles_are_none(text: str) -> None:
    assert read_profile(text) is None


def test_slow_instructions_cost_more() -> None:
    assert extra_cycles("div    %r9d") < extra_cycles("div    %r9") == extra_cycles("idiv   %rcx") == 35
    assert extra_cycles("add    %eax,%eax") == 0
    assert extra_cycles("imul   $3,%eax,%eax") > 0


VOICE = b"@f0e1\n"
CRASH = (
    "noise\n@f0e1\n@crash 000000000000000b\naddress 0000000000000010\nrip 0000000000401000\nrsp 00007ffffffe0008\n"
    "rax 00007ffffffe0010\nrbx 0000000000000007\nstack 0000000000401007\nstack 0000000000000001\n"
)


def test_a_crash_is_told_in_the_candidates_lines() -> None:
    crash = read_crash(CRASH.encode(), VOICE)
    assert crash is not None
    text = describe(crash, read_disassembly(OBJDUMP), "kernel.s")
    assert "SIGSEGV at kernel.s:4: xor    %eax,%eax (in add_all)" in text
    assert "rax=rsp+0x8" in text
    assert "rsp is 8 modulo 16" in text
    assert "called from add_all at kernel.s:7" in text


@pytest.mark.parametrize("errors", [b"", b"@crash", b"@crash 000000000000000b\n", b"\xff@crash zz\n"])
def test_torn_crash_reports_are_none(errors: bytes) -> None:
    assert read_crash(errors, VOICE) is None
    assert read_crash(VOICE + errors, VOICE) is None


def test_a_report_without_the_harness_s_mark_is_the_candidate_s() -> None:
    assert read_crash(CRASH.encode(), b"@f0e2\n") is None


def step(log: str = "", ended: Ended = Ended.EXITED, code: int = 0) -> StepResult:
    return StepResult("test", ended, code, log.encode(), False, 0.0, len(log))


SHOWN, HIDDEN = ProgramTest("1 2\n", "3\n", shown=True), ProgramTest("secret in\n", "secret out\n", measured=True)


BROKEN = VOICE + b"calling convention: f does not restore %rbx\n"


@pytest.mark.parametrize(
    ("steps", "errors", "outcome"),
    [
        ([step("3\n"), step("secret out\n")], b"", None),
        ([step("4\n"), step("secret out\n")], b"", Outcome.FUNCTIONAL_MISMATCH),
        ([step("3\n"), step("3\n")], b"", Outcome.FUNCTIONAL_MISMATCH),
        ([step("3\n"), step("", Ended.SIGNALLED, 139)], CRASH.encode(), Outcome.MEMORY_FAULT),
        ([step("3\n"), step("", Ended.SIGNALLED, 136)], b"", Outcome.RUNTIME_ERROR),
        ([step("3\n", code=3), step("", Ended.NOT_RUN)], b"", Outcome.RUNTIME_ERROR),
        ([step("", code=120), step("", Ended.NOT_RUN)], BROKEN, Outcome.FUNCTIONAL_MISMATCH),
        ([step("", code=120), step("", Ended.NOT_RUN)], BROKEN[6:], Outcome.RUNTIME_ERROR),
        ([step("", Ended.TIMED_OUT, 152), step("", Ended.NOT_RUN)], b"", Outcome.TIMEOUT),
        ([step("", Ended.OUT_OF_MEMORY, 137), step("", Ended.NOT_RUN)], b"", Outcome.RESOURCE_EXCEEDED),
    ],
)  # fmt: skip
def test_verdicts(steps: list[StepResult], errors: bytes, outcome: Outcome | None) -> None:
    verdict = judge_tests((SHOWN, HIDDEN), TestRuns(tuple(steps), errors), {}, "kernel.s", VOICE)
    assert verdict.outcome is outcome
    assert "secret" not in verdict.log
    if outcome is not None:
        seen = Observation(outcome, "test", verdict.log.encode())
        assert diagnostics(seen)[0].category != "summary"


def test_a_shown_mismatch_tells_what_was_expected() -> None:
    log = judge_tests((SHOWN, HIDDEN), TestRuns((step("4\n"), step("x")), b""), {}, "kernel.s", VOICE).log
    assert "test 0: stdin='1 2\\n': expected '3\\n' got '4\\n'" in log
    assert "2 of 2 runs failed" in log


@pytest.mark.parametrize(
    ("line", "category", "number", "symbol"),
    [
        ("kernel.s:9: Error: no such instruction: `popcountl %r8d,%esi'", "mnemonic", 9, "popcountl"),
        ("kernel.s:9: Error: incorrect register `%rax' used with `l' suffix", "operand", 9, ""),
        ("kernel.s:12: undefined reference to `.L55'", "undefined", 12, ".L55"),
        ("kernel.s:3: forbidden: syscall", "forbidden", 3, "syscall"),
        ("  SIGSEGV at kernel.s:17: mov (%rdi),%eax (in f)", "crash place", 17, "f"),
        ("held-back test 7: wrong output", "mismatch", 0, ""),
        ("held-back test 7: wrong exit code", "exit code", 0, ""),
        ("measure: by callgrind's estimate as fast as the baseline", "speed", 0, ""),
    ],
)
def test_log_lines_are_classified(line: str, category: str, number: int, symbol: str) -> None:
    (found,) = diagnostics(Observation(Outcome.PASS, "test", line.encode()))
    assert (found.category, found.line) == (category, number)
    assert symbol in found.symbol


def test_every_outcome_of_the_domain_is_explained() -> None:
    assert len(DOMAIN.outcomes) == 9
    assert all(text for text in DOMAIN.outcomes.values())


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
    "line", ['# 7 "other.c"', ' #line 7 "other.c" 1 3', '\t# 27 "f.c" 1', "\t.line 7", ".line\t7 # seven"]
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
