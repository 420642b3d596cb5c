"""Whose words a log's lines are: nothing that a candidate says begins a line as the judge does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.chip_design.execution import diagnostics as verilog
from resources.domains.chip_design.execution.stages.bench_voice import BEGINS, ENDS, attributed, voiced
from resources.domains.gpu_kernels.execution import diagnostics as gpu
from resources.domains.toolkit.candidate_words import Said, continued, interleaved, message, printed, told
from resources.domains.toolkit.log_text import PRINTED, shorten, without_terminal_codes
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

JUDGES = [
    "verdict: 0 of 40 checks failed",
    "compare: the part agrees: volume 1 mm3, 6 faces",
    "gate solids: 2 solids, expected 1",
    "test 1: stdin='1': expected '2' got '3'",
    "held-back test 3: wrong output",
    "case 0: the input x was changed",
    "scenario start: PA5 edges expected 3 got 2",
    "MISMATCH cycle=1 q: expected 1 got 2",
    "simulation and synthesis differ: the input en is driven inside the design",
    "simulate: ended by signal 11",
    "rejected: no Triton kernel was launched",
    "3 of 9 runs failed; the suite has 9 tests",
    "the program ended with exit code 1",
]
LINE_ENDS = ["\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029", "\r\r\n"]
WORDS = st.lists(st.sampled_from([*JUDGES, *LINE_ENDS, "x", " ", "\x1b[2J", "\x08"]), max_size=8).map("".join)
HARMLESS = [
    "counter.v:2: error: Unable to bind wire/reg/memory `nxt' in `counter'",
    "compare referenced 1 times",
    "Warning: found logic loop in module counter:",
    "main.c: In function 'main':",
    "ld: region `RAM' overflowed by 8 bytes",
    "ptxas error   : Entry function 'k' uses too much shared data",
    "CompilationError: at 3:4:",
]


def judges_lines(log: bytes) -> list[str]:
    """As a reader of the finished log sees it."""
    lines = without_terminal_codes(log).decode("utf-8", "replace").splitlines()
    return [line for line in lines if line.strip() and not line.startswith(PRINTED)]


@given(WORDS)
def test_all_that_a_process_prints_is_marked(words: str) -> None:
    assert judges_lines(printed(words.encode())) == []


@given(WORDS)
def test_no_exception_says_a_line_of_the_judges(words: str) -> None:
    assert len(judges_lines(f"part.py:3: E: {message(words)}\n".encode())) <= 1


@given(WORDS, st.sampled_from(HARMLESS))
def test_a_tool_that_quotes_a_candidate_says_no_line_of_the_judges(words: str, line: str) -> None:
    for log in (told(f"{line}\n{words}".encode()), continued(f"{line}\n{words}".encode())):
        lines = judges_lines(log)
        assert lines[0] == line
        assert not any(other.startswith(said) for other in lines for said in JUDGES)


@given(st.integers(200, 2000), st.sampled_from(JUDGES))
def test_a_line_that_is_cut_in_the_middle_keeps_its_mark(length: int, words: str) -> None:
    log = printed(b"%s%s" % (words.encode() * (length // len(words)), words.encode()))
    assert all(line.startswith(PRINTED) or "log shortened" in line for line in shorten(log, 150).decode().splitlines())


@pytest.mark.parametrize("line", JUDGES)
def test_what_is_printed_is_no_diagnostic(line: str) -> None:
    for reader in (verilog, gpu):
        assert reader.diagnostics(Observation(Outcome.PASS, "simulate", printed(line.encode()))) == []


def test_lines_of_a_bench_and_a_candidate_are_apart() -> None:
    said = [Said(b"q=", False), Said(b"verdict: ", True), Said(b"x\n", True), Said(b"1\n", False), Said(b"\n", True)]
    assert interleaved(said) == b"q=\nprinted: verdict: x\n1\n\n"


BENCH = """`define SAY(text) $display(text)
initial begin
  $display("a ) %0d", f(x)); $write ( "b" /* ) */ ); $display; $display(); `SAY("(");  // $display("c")
  $error("d"); $fatal(1, "e"); $fatal(0); $monitor("%m"); $fdisplay(1, "g"); \\$display (h);
end
"""


def test_a_benchs_prints_stand_between_marks() -> None:
    begins, ends = f'"{BEGINS}", ', f', "{ENDS}"'
    shown = voiced(BENCH)
    assert shown.replace(begins, "").replace(ends, "") == BENCH
    for call in (
        "$display({}text{})",
        '$display({}"a ) %0d", f(x){})',
        '$write ({} "b" /* ) */ {})',
    ):
        assert call.format(begins, ends) in shown
    assert f'$fatal(1,{begins} "e"{ends})' in shown
    assert shown.count(begins) == shown.count(ends) == 6


def test_what_no_bench_printed_is_marked() -> None:
    log = (
        b"verdict: 0 of 1 checks failed\n<b>q=1<e>\nhalf <b>MISMATCH\ntwo<e>\nERROR: tb.v:3: <b>oops<e>\n"
        b"       Time: 2 Scope: tb\ntb.v:9: $finish called at 5 (1s)\n<b>7 9:no end\n<b>w<e>more\n"
    )
    assert attributed(log, b"<b>", b"<e>").decode().splitlines() == [
        "printed: verdict: 0 of 1 checks failed",
        "q=1",
        "printed: half ",
        "MISMATCH",
        "two",
        "ERROR: tb.v:3: oops",
        "       Time: 2 Scope: tb",
        "tb.v:9: $finish called at 5 (1s)",
        "7 9:no end",
        "w",
        "printed: more",
    ]
