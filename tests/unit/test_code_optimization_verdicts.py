"""Reading disassemblies, profiles and crashes; what a verdict says of runs, and its log's lines. No tool is started."""

import pytest

from resources.domains.code_optimization.domain import DOMAIN
from resources.domains.code_optimization.execution.diagnostics import diagnostics
from resources.domains.code_optimization.execution.judging import judge_tests
from resources.domains.code_optimization.execution.stages.crash import describe, read_crash
from resources.domains.code_optimization.execution.stages.objects import Instruction, read_disassembly
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
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

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
