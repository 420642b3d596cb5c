"""Verilog faults and rewrites: each kind applies where it should, and changes exactly what it says."""

import pytest

from resources.domains.chip_design.faults.injector import fault_injector
from resources.domains.chip_design.faults.ordinary import SEMANTICS, STRUCTURE, SYNTAX, TIMING
from resources.domains.faults import Edit, FaultKind, apply_edits
from resources.domains.toolkit.rules import EQUIVALENT
from tests.unit.faults_verilog_samples import CASES, EVERYTHING, Case

INJECTOR = fault_injector()
KINDS = {kind.name: kind for kind in INJECTOR.kinds}


def parses(code: str) -> bool:
    import pyslang

    return not any(item.isError() for item in pyslang.syntax.SyntaxTree.fromText(code).diagnostics)


def edits_of(kind: str, code: str) -> list[Edit]:
    return [edit for edit in INJECTOR.edits(code) if edit.kind == kind]


def test_there_are_four_fault_categories_and_enough_kinds() -> None:
    faults = [kind for kind in INJECTOR.kinds if kind.is_fault]
    assert {kind.category for kind in faults} == {SYNTAX, STRUCTURE, TIMING, SEMANTICS}
    assert len(faults) >= 24
    assert len(INJECTOR.kinds) - len(faults) >= 8
    assert len(KINDS) == len(INJECTOR.kinds), "two kinds share a name"


@pytest.mark.parametrize("kind", INJECTOR.kinds, ids=lambda kind: kind.name)
def test_every_kind_is_described_in_a_sentence_that_tells_nothing_of_its_origin(kind: FaultKind) -> None:
    text = kind.description
    assert text.endswith(".")
    assert len(text.split()) >= 3
    assert not {"injected", "mutation", "reference", "mutant"} & set(text.lower().split())


def test_every_kind_has_a_case() -> None:
    assert {case.kind for case in CASES} == set(KINDS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.kind)
def test_kind_makes_the_edit(case: Case) -> None:
    produced = [apply_edits(case.before, [edit]) for edit in edits_of(case.kind, case.before)]
    assert case.after in produced, "\n----\n".join(produced) or "no edit of this kind"


@pytest.mark.parametrize("kind", [kind.name for kind in INJECTOR.kinds if kind.category != SYNTAX])
def test_what_is_no_syntax_fault_still_parses(kind: str) -> None:
    assert parses(EVERYTHING)
    for edit in edits_of(kind, EVERYTHING):
        assert parses(apply_edits(EVERYTHING, [edit])), edit


@pytest.mark.parametrize("kind", [kind.name for kind in INJECTOR.kinds if kind.category == EQUIVALENT])
def test_rewrites_touch_no_port(kind: str) -> None:
    header = EVERYTHING[: EVERYTHING.index(");")]
    for edit in edits_of(kind, EVERYTHING):
        assert apply_edits(EVERYTHING, [edit]).startswith(header)


def test_an_edit_says_its_line_and_the_construct_around_it() -> None:
    code = "module m(input clk, output reg q);\n  always @(posedge clk)\n    q <= ~q;\nendmodule\n"
    (edit,) = edits_of("blocking_for_nonblocking", code)
    assert (edit.line, edit.context) == (3, "always block of q")
    (edge,) = edits_of("wrong_clock_edge", code)
    assert (edge.line, edge.context) == (2, "always block of q")
    assert edits_of("port_missing", code)[0].context == "port list"


def test_offsets_are_characters_where_the_text_has_wide_ones() -> None:
    code = "// Zähler für Ü → 𝕏\nmodule m(input a, output y);\n  assign y = a; // größer\nendmodule\n"
    (edit,) = edits_of("missing_assign_keyword", code)
    assert apply_edits(code, [edit]) == code.replace("assign ", "")


def test_a_name_used_in_a_macro_is_not_renamed() -> None:
    body = "module m(input a, output y);\n  wire t;\n  assign t = a;\n  assign y = {};\nendmodule\n"
    assert edits_of("local_renamed", body.format("t"))
    assert not edits_of("local_renamed", "`define T t\n" + body.format("`T"))


def test_a_text_that_includes_files_gives_no_edits() -> None:
    assert INJECTOR.edits('`include "secret.v"\nmodule m(input a, output y); assign y = a; endmodule') == ()


def test_a_reset_is_asked_for_as_it_is() -> None:
    """An asynchronous reset is the first thing asked, with its edge's polarity; and nobody writes `!(!ready)`."""
    block = "always @(posedge clk or negedge rst_n) if (rst_n == 0) q <= 0; else if ({0}) q <= d; else q <= q;"
    for condition, count in (("ready", 1), ("!ready", 0), ("ready && rst_n", 0)):
        code = f"module m(input clk, rst_n, ready, d, output reg q);\n{block.format(condition)}\nendmodule\n"
        assert len(edits_of("branches_inverted", code)) == count, condition
