"""What the embedded domain reads out of sources, logs and linker output: no tool is run."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.embedded_systems.execution.board_files import memory_script
from resources.domains.embedded_systems.execution.build_log import build_log, read_regions, region_metrics
from resources.domains.embedded_systems.execution.diagnostics import diagnostics
from resources.domains.embedded_systems.execution.judging import (
    build_end,
    judge_build,
    judge_model,
    judge_qemu,
    judge_renode,
)
from resources.domains.embedded_systems.execution.mcu.audit import audit_assembly
from resources.domains.embedded_systems.execution.rejection import reject
from resources.domains.embedded_systems.execution.stages.qemu import read_fault
from resources.domains.embedded_systems.execution.stages.renode import read_log
from resources.execution.errors import EnvironmentGap
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

REFUSED = {
    '#include "/etc/passwd"': "#include of /etc/passwd",
    '#include "checks.yaml"': "#include of checks.yaml",
    "#  include <unistd.h>": "#include of unistd.h",
    "%:include <sys/stat.h>": "#include of sys/stat.h",
    '#inc\\\nlude "secret"': "#include of secret",
    "#define F <stdint.h>\n#include F": "#include of F",
    '__asm(".incbin \\"x\\"");': "assembler directive .incbin",
    'int f(void) { __asm volatile("bkpt 0xab"); }': "breakpoint",
    'int f(void) { asm volatile ("nop\\n.word 7"); }': "assembler directive .word",
    '__attribute__((section(".isr_vector"))) int x;': "section .isr_vector: the linker script has",
    '__attribute__((__section__(".ccmram"))) int x;': "section .ccmram: the linker script has",
    "__attribute__((constructor)) void f(void);": "constructor",
    "void Reset_Handler(void) { }": "Reset_Handler",
    '#line 3 "startup.c"': "#line",
    '# 3 "startup.c"': "line marker",
    '#pragma GCC dependency "/etc/passwd"': "pragma",
    '#inc\\ \t\nlude "secret"': "#include of secret",
    '#/*\n*/include "secret"': "#include of secret",
    '/* */ # /* */ \f include "secret"': "#include of secret",
    '// \\\r \n#include "secret"': "#include of secret",
    'const char *s = R"(\n/*)";\n#include "secret"\n/* */': "raw string",
    '#ifdef INT32_MAX\n#include "secret"\n#endif': "#include of secret",
    '#ifdef __linux__\n#else\n#include "secret"\n#endif': "#include of secret",
    '#if 0\n#elif 1\n#include "secret"\n#endif': "#include of secret",
    '#if 0\n#elifdef __arm__\n#include "secret"\n#endif': "#include of secret",
    '#define __linux__\n#ifdef __linux__\n#include "secret"\n#endif': "#include of secret",
    '#undef __arm__\n#ifndef __arm__\n#include "secret"\n#endif': "#include of secret",
    '#if 0\n/*\n#endif\n*/\n#endif\n#include "secret"': "#include of secret",
    '#if 1 ? 1 : 1 && 0\n#include "secret"\n#endif': "#include of secret",
    '#if __has_include(<stdint.h>)\n#include "secret"\n#endif': "#include of secret",
    "#if __has_include(<unistd.h>)\n#include <unistd.h>\n#endif": "#include of unistd.h",
    '#if __has_include(<nowhere.h>) ? 0 : 1\n#include "secret"\n#endif': "#include of secret",
    '#if !__has_include(<nowhere.h>)\n#include "secret"\n#endif': "#include of secret",
    '#define X 1\n#if X\n#include "secret"\n#endif': "#include of secret",
    '#define X 0\n#if !X\n#include "secret"\n#endif': "#include of secret",
    '#if X\n#include "secret"\n#endif\n#define X 0': "#include of secret",
    '#define X 0\n#undef X\n#ifndef X\n#include "secret"\n#endif': "#include of secret",
    '#ifdef Y\n#define X 0\n#endif\n#ifndef X\n#include "secret"\n#endif': "#include of secret",
    '#define INT_MAX 0\n#include <limits.h>\n#if INT_MAX\n#include "secret"\n#endif': "#include of secret",
    '#define X 0\n#pragma pop_macro("X")\n#ifndef X\n#include "secret"\n#endif': "#include of secret",
    '#define X 0\n#if X == 0\n#include "secret"\n#endif': "#include of secret",
    '#define X 0\n#if X\n#else\n#include "secret"\n#endif': "#include of secret",
    "#include <endian.h>": "there are stm32f405.h alloca.h",
    '#if __has_include("/etc/passwd")\n#endif': '__has_include of "/etc/passwd"',
    '#define F "../x.h"\n#if __has_include(F)\n#endif': "__has_include of F",
    'int f(void) { asm("nop\\n1: .inst 0xBEAB"); }': "assembler directive .inst",
    'int f(void) { asm(".LONG 5\\n.Lx: nop"); }': "assembler directive .long",
    'asm("bkpt");': "breakpoint",
    'asm("nop\\n.word 5");': "assembler directive .word",
    'asm(".section .isr_vector\\n.word main");': "section .isr_vector: the linker script has",
    'asm(".pushsection \\".x\\"");': "section : the linker script has",
    '#define OUT asm(".incbin \\"x\\"")': "assembler directive .incbin",
    'char a[2] __attribute__((aligned(4), section(".x")));': "section .x: the linker script has",
    "int x; ??/": "trigraph",
    "int x =\n" + "(" * 300 + "1" + ")" * 300 + ";": "brackets nest",
    "\0": "NUL",
    "\udcff": "UTF-8",
}
ALLOWED = (
    '#include "stm32f405.h"\n#include <stdint.h>\n#include <string.h>\n',
    "/* #include <unistd.h> and Reset_Handler in a comment */ int x;",
    'const char *text = "section( constructor .word";',
    'int main(void) { __asm volatile("wfi"); __asm volatile("msr msp, %0" :: "r"(0)); }',
    "// asm\nint section;\n",
    "void alias(int a); void section(int a); void f(void) { section(1); alias(2); rename(3); int vector_table[2]; }",
    'void f(void); void g(void) __attribute__((weak, alias("f")));',
    "#include <stdatomic.h>\n#include <stdalign.h>\n#include <float.h>\n#include <arm_acle.h>",
    '#pragma GCC diagnostic ignored "-Wunused"\n#pragma GCC optimize("O3")\n_Pragma("GCC push_options") int x;',
    "#ifdef __linux__\n#include <unistd.h>\n#endif",
    "#if defined(_WIN32) || defined(__APPLE__)\n#include <windows.h>\n#endif",
    "#if 0\n#include <windows.h>\n# if X\n# else\n#include <y.h>\n# endif\n#endif\nint x;",
    "#if defined(__GNUC__) && !defined(__ICCARM__)\n#else\n#include <intrinsics.h>\n#endif",
    "#ifndef __arm__ /* a test on\n the host */\n#include <unistd.h>\n#endif",
    'int f(void) { __asm volatile(".syntax unified\\n\\t.align 2\\n1: subs %0, #1\\n\\tbne 1b" : "+r"(x)); }',
    'extern char heap __asm("end"); register unsigned sp __asm("sp");',
    'int f(void) { __asm volatile(".Lagain%=: subs %0, #1\\n bne .Lagain%=" : "+r"(x)); }',
    '#ifdef UNIT_TEST\n#include "unity.h"\n#endif',
    '#define BARRIER() __asm volatile("dsb" ::: "memory")\nint x;',
    'uint32_t boots __attribute__((section(".noinit"))); __attribute__((section(".data.ramfunc"))) void f(void);',
    '#define AT(x) __attribute__((section(x)))\nAT(".noinit") int x;',
    'asm(".text\\n.thumb_func\\n.global f\\nf: ldr r0, =5\\n bx lr\\n.ltorg\\n.word count\\n");',
    '__asm__(".section .text.f,\\"ax\\",%progbits\\n.type f, %function\\nf: bx lr\\n.size f, .-f\\n");',
    "#ifdef __has_include\n#if __has_include(<cmsis_gcc.h>)\n#include <cmsis_gcc.h>\n#endif\n#endif",
    "#if defined(__has_include) && __has_include(<rtos.h>)\n#include <rtos.h>\n#endif",
    '#define USE_CMSIS 0\n#if USE_CMSIS\n#include "stm32f4xx.h"\n#else\n#include "stm32f405.h"\n#endif',
    '#include <time.h>\n#define HAL (0U) /* none */\n#if defined(HAL) && HAL == 1\n#include "hal.h"\n#endif',
    "#include <alloca.h>\n#include <strings.h>\n#include <sys/types.h>\n#include <machine/endian.h>",
    "#if __has_include(<stdint.h>)\n#include <stdint.h>\n#else\n#include <inttypes_of_mine.h>\n#endif",
)


@pytest.mark.parametrize("code", REFUSED, ids=repr)
def test_forbidden_constructs_are_named(code: str) -> None:
    findings = reject("int a;\n" + code)
    assert findings
    assert REFUSED[code].partition(" (")[0] in findings[0].what
    if code.isprintable() and "\\" not in code:
        assert findings[0].line == 2


def built(ended: Ended, code: int, cpu_s: float, log: bytes = b"") -> StepResult:
    return StepResult("compile", ended, code, log, False, cpu_s, cpu_s=cpu_s)


def test_a_build_that_a_slower_host_would_stop_has_no_label() -> None:
    stopped = build_end(built(Ended.EXITED, 1, 10.0, b"gcc: error: CPU time limit exceeded signal terminated"))
    assert judge_build(stopped, Outcome.COMPILATION_ERROR, 10) is Outcome.TIMEOUT
    assert judge_build(built(Ended.EXITED, 0, 2.4), Outcome.COMPILATION_ERROR, 10) is None
    assert judge_build(built(Ended.EXITED, 1, 0.1), Outcome.COMPILATION_ERROR, 10) is Outcome.COMPILATION_ERROR
    for slow in (built(Ended.EXITED, 0, 2.6), built(Ended.EXITED, 1, 9.0), built(Ended.OUT_OF_MEMORY, 1, 5.0)):
        with pytest.raises(EnvironmentGap, match="a slower one would have met the limit of 10 s"):
            judge_build(slow, Outcome.COMPILATION_ERROR, 10)


@pytest.mark.parametrize("code", ALLOWED)
def test_ordinary_code_is_allowed(code: str) -> None:
    assert reject(code) == ()


GENERATED = '\t.ascii\t"a file.incbin \\"x\\"\\000"\n'
HIDDEN = (
    '\t.incbin "x"\n',
    '\t.ascii "\n' + '\t.ascii\t"; .macro m\\n"\n',
    "\tmovs r0, #'\"\n" + '\t.ascii\t"; .irp m"\n',
    "/* \n" + '\t.ascii\t"*/ .include \\"x\\""\n',
    '\tnop @ "\n\t.incbin "x"\n\tnop @ "\n',
    "\tb 1f\n$d:\n\tvadd.f32 s0, s0, s1\n",
    "\t.set $t.x, .\n",
    'x:.error "y"\n',
    '\tnop; .print "y"\n',
    '\t".inc\\lude" "x"\n',
    '\t.section\t.vectors,"a",%progbits\n',
)


def test_a_programs_texts_are_no_directives_of_its_assembly() -> None:
    assert not list(audit_assembly('\t.file\t"main.c"\n.LC0:\n' + GENERATED + "\t.word\t1\n"))
    section = '\t.section\t.rodata.str1.4,"aMS",%progbits,1\n\tnop @ don\'t /* now */\n\t.inst 0xdeff\n'
    assert not list(audit_assembly(section + GENERATED))


@pytest.mark.parametrize("hidden", HIDDEN)
def test_no_directive_hides_behind_a_quote(hidden: str) -> None:
    assert list(audit_assembly(GENERATED + hidden + GENERATED))


@given(st.text(max_size=300))
def test_any_text_can_be_looked_at(code: str) -> None:
    for finding in reject(code):
        assert finding.line >= 1


LOCKED = b"""qemu: fatal: Lockup: can't escalate 3 to HardFault (current priority -1)

R00=%s R01=%s R02=%s R03=%s
R04=fffffff9 R05=1cedfa17 R06=1cedfa17 R07=00000000
R12=00000000 R13=20001fd8 R14=fffffff9 R15=08000040
"""


def locked(r0: str, cfsr: str, hfsr: str = "40000000", bfar: str = "00000000") -> bytes:
    return LOCKED % tuple(word.encode() for word in (r0, cfsr, hfsr, bfar))


@pytest.mark.parametrize(
    ("log", "words"),
    [
        (locked("08000142", "02000000"), "UsageFault DIVBYZERO FORCED, pc 0x08000142"),
        (locked("08000142", "01000000"), "UsageFault UNALIGNED FORCED, pc 0x08000142"),
        (locked("08000142", "00080000"), "UsageFault NOCP FORCED, pc 0x08000142"),
        (locked("08000142", "00010000"), "UsageFault UNDEFINSTR FORCED, pc 0x08000142"),
        (locked("08000142", "00008200", bfar="cafe0000"),
         "BusFault PRECISERR BFARVALID FORCED, BFAR 0xCAFE0000, pc 0x08000142"),
        (locked("ffffffff", "00001000"), "BusFault STKERR FORCED"),
        (locked("08000142", "00000000", "80000000"), "HardFault DEBUGEVT, pc 0x08000142"),
    ],
)  # fmt: skip
def test_fault_registers_are_read_into_words(log: bytes, words: str) -> None:
    fault = read_fault(log)
    assert fault is not None
    assert fault.words() == words


def test_the_guards_own_end_and_a_killed_qemu_are_no_faults() -> None:
    assert read_fault(locked("e0d0f1ed", "00010000")) is None
    assert read_fault(b"qemu-system-arm: terminating on signal 24") is None
    assert read_fault(b"") is None


def test_qemu_alone_decides_on_the_instruction_and_not_on_data() -> None:
    executed = (0x08000142).__eq__
    assert judge_qemu(read_fault(locked("08000142", "00080000")), executed).outcome is Outcome.HARDWARE_FAULT
    assert judge_qemu(read_fault(locked("08000142", "02000000")), executed).outcome is None
    assert judge_qemu(None, executed).outcome is None


def test_a_fault_where_the_model_never_comes_is_of_a_device_whose_registers_are_zero() -> None:
    assert judge_qemu(read_fault(locked("08000144", "00010000")), (0x08000142).__eq__).outcome is None


RENODE = b"""13:41:42.7912 [INFO] board: Machine started.
13:41:42.7917 [WARNING] sysbus: [cpu: 0x803C3F4] ReadDoubleWord from non existing peripheral at 0x40023C00. (2)
13:41:42.7918 [WARNING] sysbus: [cpu: 0x803C3F8] (tag: 'X') WriteDoubleWord to non existing peripheral at 0x40023C00, \
value 0x5.
13:41:42.7966 [WARNING] nvic: Unhandled write to offset 0xD2C, value 0xFFFFFFFF.
"""
ABORT = (
    b"13:41:42.7970 [ERROR] cpu: CPU abort [PC=0x8000212]: Trying to execute code outside RAM or ROM at 0x20100000.\n"
)


def test_renode_gaps_are_listed_once_and_decide_nothing() -> None:
    reading = read_log(RENODE)
    assert reading.gaps == ("0x40023C00", "nvic offset 0xD2C")
    assert judge_renode(reading).outcome is None
    assert judge_renode(read_log(RENODE + ABORT)).outcome is None


def test_renode_abort_is_a_hardware_fault() -> None:
    reading = read_log(ABORT)
    assert reading.pc == 0x8000212
    judged = judge_renode(reading)
    assert judged.outcome is Outcome.HARDWARE_FAULT
    assert "outside RAM or ROM" in judged.lines[0]


def test_renode_that_leaves_its_script_has_not_run() -> None:
    refused = b"Could not resolve type: 'RTC.Clock'.\nThere was an error executing command 'include @run.resc'\n"
    assert read_log(refused).did_not_run
    assert "error executing" in read_log(refused).last
    assert not read_log(RENODE + b"board: the run is complete\n").did_not_run
    assert not read_log(ABORT).did_not_run
    # The firmware's words stand behind a time and a source, not alone in a line.
    assert read_log(b"13:41:42.7912 [INFO] usart2: board: the run is complete\n").did_not_run


LINKER = b"""Memory region         Used Size  Region Size  %age Used
           FLASH:        1088 B        32 KB      3.32%
             RAM:        2 KB           8 KB     25.00%
"""


def test_memory_use_is_a_number_and_no_log() -> None:
    log = LINKER + b"/usr/lib/gcc/x/../bin/ld: main.c:3: something else\n"
    assert region_metrics(log) == {"flash_bytes": 1088.0, "ram_bytes": 2048.0}
    assert build_log(log) == b"ld: main.c:3: something else\n"
    assert read_regions(memory_script(32768, 8192, 512)) == {"FLASH": 32768, "RAM": 8192}


def run_of(**changes: object) -> dict[str, object]:
    nothing: dict[str, object] = {
        "name": "one",
        "fault": None,
        "violations": [],
        "ended": "duration",
        "ended_ns": 10**6,
        "active": [],
    }
    return {**nothing, "active": [], **changes}


AT = {"pc": 0x8000100, "function": "main", "line": "main.c:7"}


def fault(bits: list[str], address: int | None) -> dict[str, object]:
    return {"exception": "BusFault", "bits": bits, "address": address, "text": "t", "at": AT, "in_handler": False}


@pytest.mark.parametrize(
    ("run", "outcome"),
    [
        (run_of(), None),
        (run_of(fault=fault(["PRECISERR"], 0xDEAD0000)), Outcome.MEMORY_FAULT),
        (run_of(fault=fault(["PRECISERR"], 0x40030000)), Outcome.HARDWARE_FAULT),
        (run_of(fault=fault(["STKERR"], 0x1FFFFFF0)), Outcome.MEMORY_FAULT),
        (run_of(fault=fault(["DIVBYZERO"], None)), Outcome.HARDWARE_FAULT),
        (run_of(fault=fault(["IBUSERR"], 0x20010000)), Outcome.HARDWARE_FAULT),
        (
            run_of(violations=[{"register": "USART2->DR", "text": "t", "at": AT, "time_ns": 5}]),
            Outcome.PROTOCOL_VIOLATION,
        ),
        (run_of(ended="default handler"), Outcome.RUNTIME_ERROR),
        (run_of(ended="main returned"), Outcome.RUNTIME_ERROR),
        (run_of(ended="watchdog reset"), Outcome.RUNTIME_ERROR),
        (run_of(ended="instructions"), Outcome.TIMEOUT),
        (run_of(ended="flood"), Outcome.RESOURCE_EXCEEDED),
    ],
)
def test_what_the_model_saw_has_one_outcome(run: dict[str, object], outcome: Outcome | None) -> None:
    assert judge_model([run_of(), run], None).outcome is outcome


LOG = """main.c:9:17: error: 'RCC_TypeDef' has no member named 'AHB9ENR'; did you mean 'AHB1ENR'?
main.c:3:5: warning: unused variable 'x' [-Wunused-variable]
main.c:12 in main: USART2->DR: write while the clock of USART2 is off (RCC->APB1ENR bit 17) (at 0.01 ms)
main.c:14 in main: BusFault PRECISERR BFARVALID: write of 4 bytes at 0xDEAD0000
main.c:15 in main: polls USART2->SR = 0xC0 without end since 0.1 ms (scenario one)
/usr/bin/ld: main.c:20: undefined reference to `board_init'
/usr/bin/ld: region `RAM' overflowed by 73728 bytes
scenario one: PA5 period expected 9 to 11 ms got 20 ms
scenario one: USART2 text expected "a" got "b"
verdict: 2 of 5 checks failed
     0.0002 ms write USART2->DR 0x41
"""


def test_lines_of_a_log_are_read_with_place_and_symbol() -> None:
    found = {
        item.category: item for item in diagnostics(Observation(Outcome.COMPILATION_ERROR, "compile", LOG.encode()))
    }
    assert (found["register"].line, found["register"].symbol) == (9, "AHB9ENR")
    assert (found["clock off"].line, found["clock off"].symbol) == (12, "USART2->DR")
    assert (found["cpu fault"].line, found["cpu fault"].symbol) == (14, "BusFault")
    assert (found["stuck"].line, found["stuck"].symbol) == (15, "USART2->SR")
    assert found["undefined reference"].symbol == "board_init"
    assert found["region overflow"].symbol == "RAM"
    assert found["waveform"].symbol == "PA5"
    assert found["text"].symbol == "USART2"
    assert list(found) == sorted(found, key=list(found).index)
    assert next(iter(found)) == "register"
    assert not any("write USART2->DR 0x41" in item.message for item in found.values())


@given(st.text(max_size=400))
def test_any_log_can_be_read(text: str) -> None:
    for item in diagnostics(Observation(Outcome.TIMEOUT, "model", text.encode("utf-8", "surrogatepass"))):
        assert item.category
        assert item.line >= 0
