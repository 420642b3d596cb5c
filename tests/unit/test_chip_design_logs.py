"""Normalised logs, verdicts, disguises and diagnostics: what holds for any bytes."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.chip_design.execution.diagnostics import diagnostics
from resources.domains.chip_design.execution.log_text import normalise
from resources.domains.chip_design.execution.stages.bench import Disguise, fresh_disguise, read_bench
from resources.domains.chip_design.execution.stages.cocotb_bench import normalise_cocotb
from resources.domains.chip_design.execution.stages.simulate import Verdict, read_verdict, shortfall
from resources.domains.chip_design.execution.stages.synthesis_report import DRIVERS, LATCH, LOOP, read_report
from resources.domains.toolkit.log_text import first_lines, shorten
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

PIECES = st.sampled_from(
    [
        b"/icwm-job/",
        b"./",
        b"a.v:3: error",
        b"\n",
        b"\r\n",
        b"  ",
        b"$auto$x.cc:12:y$34",
        b"3.00ns INFO ",
        b"** t.a PASS 1 2",
        b"*********\n",
        b"/usr/lib/x.py",
        b" at 0x7f",
        b"TESTS=1 PASS=1",
        b"\xff\x00",
        b" " * 56,
    ]
)
LOGS = st.one_of(st.binary(max_size=200), st.lists(PIECES, max_size=20).map(b"".join))
SECRET = Disguise("_s3cr3t", "n0nc3", "<b3n:", ":b3n>")


@given(LOGS)
def test_normalising_is_idempotent(log: bytes) -> None:
    assert normalise(normalise(log)) == normalise(log)


@given(LOGS)
def test_normalising_a_cocotb_log_is_idempotent(log: bytes) -> None:
    once = normalise_cocotb(log)
    assert normalise_cocotb(once) == once


@given(st.binary(max_size=500), st.integers(min_value=0, max_value=600))
def test_shortened_logs_keep_to_the_limit(log: bytes, limit: int) -> None:
    short = shorten(log, limit)
    assert len(short) <= limit
    assert short == log or len(log) > limit
    assert log.startswith(first_lines(log, limit))
    assert len(first_lines(log, limit)) <= max(limit, 0) or len(log) <= limit


@given(st.integers(10, 60), st.integers(620, 900))
def test_a_shortened_log_has_whole_lines(length: int, limit: int) -> None:
    log = b"".join(b"%04d%s\n" % (number, b"." * (length - 5)) for number in range(100))
    kept = [line for line in shorten(log, limit).splitlines() if line and b"log shortened" not in line]
    assert kept
    assert set(kept) <= set(log.splitlines())


@given(st.binary(max_size=200))
def test_nothing_a_candidate_prints_is_a_verdict(printed: bytes) -> None:
    read = read_verdict(printed + b"\n@VERDICT@ checks=9 errors=0\n", fresh_disguise())
    assert read.verdict == Verdict(0)


@given(st.binary(max_size=100).filter(lambda text: b"n0nc3" not in text), st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_verdict_is_read_and_taken_out(printed: bytes, checks: int, errors: int) -> None:
    read = read_verdict(printed + b"\nn0nc3 checks=%d errors=%d\nafter tb_s3cr3t.dut" % (checks, errors), SECRET)
    assert read.verdict == Verdict(1, checks, errors)
    assert b"n0nc3" not in read.text
    assert read.text.endswith(b"after tb.dut")


@pytest.mark.parametrize(
    ("log", "verdict", "words"),
    [
        (b"", Verdict(0), "before the bench reported"),
        (b"n0nc3 checks=4 errors=0\nn0nc3 checks=4 errors=0\n", Verdict(2), "2 times"),
        (b"n0nc3 checks=x errors=x\n", Verdict(1), "only 0 of 4"),
        (b"n0nc3 checks=4 errors=1\n", Verdict(1, 4, 1), "1 of 4 checks failed"),
        (b"n0nc3 checks=3 errors=0\n", Verdict(1, 3, 0), "only 3 of 4"),
        (b"n0nc3 checks=0 errors=0\n", Verdict(1), "only 0 of 4"),
        (b"x n0nc3 checks=    4 errors=    0\n", Verdict(1, 4, 0), ""),
    ],
)
def test_verdicts(log: bytes, verdict: Verdict, words: str) -> None:
    read = read_verdict(log, SECRET)
    assert read.verdict == verdict
    assert words in shortfall(read.verdict, 4)
    assert bool(words) == bool(shortfall(read.verdict, 4)) or verdict == Verdict(1)


BENCH = """`define TOP tb
module helper(input x); endmodule
module tb; wire helper_out; helper helper(.x(1'b0)); dut d(.helper(helper_out)); mem m();
  initial begin $display("%m helper tb"); `TOP .go; $display("@VERDICT@ checks=1 errors=0"); end
  task go; ; endtask
endmodule : tb
"""


def bench_bundle(**changes: str) -> EnvironmentBundle:
    settings = {"top": "dut", "bench": "verilog", "bench_files": "tb.v", "bench_top": "tb"} | changes
    return EnvironmentBundle("chip_design", "test/x", "", "", "dut.v", "", {"tb.v": BENCH}, settings)


def test_a_disguise_renames_what_a_candidate_could_name_and_nothing_else() -> None:
    text = read_bench(bench_bundle()).files(SECRET)["tb.v"].decode()
    assert "`define TOP tb_s3cr3t" in text
    assert "module helper_s3cr3t(" in text
    assert "endmodule : tb_s3cr3t" in text
    assert ".helper(helper_out_s3cr3t)" in text
    assert ".x_s3cr3t(1'b0)" in text
    assert "dut d_s3cr3t(" in text
    assert "task go_s3cr3t;" in text
    assert '"%m helper tb"' in text
    assert '"n0nc3 checks=1 errors=0"' in text
    plain = text.replace("_s3cr3t", "").replace("n0nc3", "@VERDICT@")
    assert plain.replace('"<b3n:", ', "").replace(', ":b3n>"', "") == BENCH


def test_a_bench_takes_its_macros_back() -> None:
    bench = read_bench(bench_bundle())
    assert bench.surroundings.directives == b"`resetall\n`undef TOP\n`default_nettype wire\n"
    assert bench.macros == ("TOP",)
    assert bench.modules == ("helper", "tb")
    assert bench.reachable == {"mem"}  # a module that nothing declares


@pytest.mark.parametrize(
    ("connections", "named", "reachable"),
    [
        (".clk, .q(q)", ".clk(clk_s3cr3t ), .q(q_s3cr3t)", set()),
        (".*", ".*", {"clk", "q"}),
        (".clk(clk), .q(w)", ".clk(clk_s3cr3t), .q(w)", {"w"}),
    ],
)
def test_ports_keep_their_names_and_signals_of_the_bench_do_not(
    connections: str, named: str, reachable: set[str]
) -> None:
    """An implicit net and what `.*` connects are all that a candidate could still name."""
    text = f"module tb; reg clk; wire [3:0] q; dut d({connections}); initial clk = 0; endmodule\n"
    bundle = replace(bench_bundle(), files={"tb.v": text}, reference="module dut(input clk, output [3:0] q); endmodule")
    bench = read_bench(bundle)
    assert f"dut d_s3cr3t({named});" in bench.files(SECRET)["tb.v"].decode()
    assert bench.reachable == reachable


@pytest.mark.parametrize(
    "text",
    [
        '`include "more.vh"\nmodule tb; reg a; endmodule\n',
        "`define V(x) x``_v\nmodule tb; reg a_v = `V(a); endmodule\n",
    ],
)
def test_a_bench_whose_names_cannot_be_followed_hides_its_scopes(text: str) -> None:
    bench = read_bench(replace(bench_bundle(), files={"tb.v": text}))
    assert "module tb_s3cr3t;" in bench.files(SECRET)["tb.v"].decode()
    assert bench.reachable


@pytest.mark.parametrize("changes", [{"bench_files": "none.v"}, {"bench_files": ""}, {"bench_top": ""}])
def test_a_broken_bundle_is_the_environments_fault(changes: dict[str, str]) -> None:
    with pytest.raises(PermanentEnvironmentFailure, match="test/x"):
        read_bench(bench_bundle(**changes))


def test_disguises_differ() -> None:
    assert len({fresh_disguise() for _ in range(100)}) == 100


LOOP_ON_WORDS = b"Warning: found logic loop in module m:\n    cell $and$a.v:3$2 ($and)\n    wire \\a\n"


def test_a_loop_counts_only_where_bits_confirm_it() -> None:
    marked = LOOP_ON_WORDS + b"@bit-level@\n%s@checked@\n"
    unconfirmed = read_report(marked % b"", b"")
    assert unconfirmed.findings == {}
    assert unconfirmed.log == b""
    confirmed = read_report(marked % LOOP_ON_WORDS.replace(b"$and$a.v:3$2", b"$x"), b"")
    assert confirmed.findings == {LOOP: 1}
    assert confirmed.log == LOOP_ON_WORDS
    assert confirmed.checked


def test_latches_and_drivers_are_found_with_their_signals() -> None:
    drivers = b"Warning: multiple conflicting drivers for m.\\z:\n    port Q[0] of cell $a ($dff)\n"
    latch = b"Latch inferred for signal `\\m.\\q' from process `\\m.$proc$a.v:2$1': $auto$p.cc:4:proc_dlatch$23\n"
    report = read_report(drivers + b"@bit-level@\n" + drivers + b"@checked@\n", latch * 2)
    assert report.findings == {DRIVERS: 1, LATCH: 1}
    assert report.log.count(b"multiple conflicting") == report.log.count(b"Latch inferred") == 1


LINES = {
    "c.v:4: syntax error": ("syntax", 4, ""),
    "c.v:3: error: Unable to bind wire/reg/memory `nxt' in `counter'": ("undeclared", 3, "nxt"),
    "c.v:3: error: Unknown module type: sub": ("module", 3, "sub"),
    "c.v:5: error: port ``en'' is not a port of dut.": ("port", 5, "en"),
    # A bench's line is none of the candidate's.
    "tb.v:5: error: port ``en'' is not a port of dut.": ("port", 0, "en"),
    "tb.v:3: warning: Port 2 (b) of dut expects 4 bits, got 8.": ("port", 0, "b"),
    "bench.v:16: warning: Port 4 (result) of m expects 9 bits, got 8.": ("port", 0, "result"),
    "Latch inferred for signal `\\m.\\q' from process `\\m.$proc$c.v:2$1'": ("latch", 2, "q"),
    "Warning: multiple conflicting drivers for m.\\z:": ("multiple drivers", 0, "z"),
    "Warning: found logic loop in module m:": ("combinational loop", 0, "m"),
    "c.v:9: ERROR: syntax error, unexpected TOK_FINAL": ("syntax", 9, ""),
    "c.v:2: forbidden: $finish": ("forbidden", 2, "$finish"),
    "MISMATCH cycle=3 count: expected 4 got x": ("mismatch", 0, "count"),
    "Hint: Output 'out' has 12 mismatches. First mismatch occurred at time 5.": ("mismatch", 0, "out"),
}


@pytest.mark.parametrize("line", LINES)
def test_diagnostics_of_known_lines(line: str) -> None:
    log = f"something else\n{line}\n".encode()
    found = diagnostics(Observation(Outcome.COMPILATION_ERROR, "compile", log))
    assert [(item.category, item.line, item.symbol) for item in found] == [LINES[line]]


def test_nothing_said_gives_no_diagnostics_and_errors_come_first() -> None:
    assert diagnostics(Observation(Outcome.PASS, "simulate", b"all well\n")) == []
    log = b"Warning: x\nMISMATCH q: expected 1 got 0\nc.v:1: syntax error\nWarning: x\n"
    found = diagnostics(Observation(Outcome.PASS, "simulate", log))
    assert [item.category for item in found] == ["syntax", "mismatch", "warning"]


@given(st.binary(max_size=300))
def test_any_log_is_read(log: bytes) -> None:
    for item in diagnostics(Observation(Outcome.PASS, "simulate", log)):
        assert item.line >= 0
        assert re.fullmatch(r"[a-z ]+", item.category)
