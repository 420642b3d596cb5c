"""Verilog faults on open input: any text is accepted, and edits can be applied and repeated."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from resources.domains.chip_design.faults.injector import all_rules, fault_injector
from resources.domains.chip_design.language.source import Source
from resources.domains.faults import Edit, apply_edits
from resources.domains.toolkit.rules import RuleInjector
from tests.unit.effort import ends_within
from tests.unit.faults_verilog_samples import EVERYTHING

INJECTOR = fault_injector()
PIECES = (
    "module m ( input [ 3 : 0 ] a , output reg y ) ; always @ * begin if else end case endcase = <= + ~ endmodule "
    "assign wire for 4'd3 'b 1'bz `define `T { } ? posedge // /* \" \\x function generate é"
)
WORDS = [*PIECES.split(), "\n"]


def edits_anew(code: str) -> Sequence[Edit]:
    """By an injector that remembers nothing."""
    return RuleInjector(Source, all_rules, "").edits(code)


def check(code: str) -> None:
    edits = INJECTOR.edits(code)
    for edit in edits[:400]:
        assert edit.changes
        assert all(code[change.start : change.end] == change.original for change in edit.changes)
        assert apply_edits(code, [edit]) != code
        assert 1 <= edit.line <= code.count("\n") + 1
        assert edit.context


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_accepted(code: str) -> None:
    check(code)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_any_order_of_words_is_accepted(words: list[str]) -> None:
    check(" ".join(words))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, len(EVERYTHING)), st.integers(0, 40), st.text(max_size=3))
def test_truncated_and_torn_sources_are_accepted(cut: int, gap: int, put: str) -> None:
    check(EVERYTHING[:cut])
    check(EVERYTHING[:cut] + put + EVERYTHING[cut + gap :])


def test_the_same_text_gives_the_same_edits() -> None:
    first = edits_anew(EVERYTHING)
    assert first == edits_anew(EVERYTHING)


def test_undoing_an_edit_gives_the_text_back() -> None:
    for edit in INJECTOR.edits(EVERYTHING):
        changed = apply_edits(EVERYTHING, [edit])
        for change in edit.changes:
            moved = sum(len(c.replacement) - len(c.original) for c in edit.changes if c.start < change.start)
            start = change.start + moved
            assert changed[start : start + len(change.replacement)] == change.replacement


def test_a_hundred_and_fifty_lines_take_well_under_a_tenth_of_a_second() -> None:
    """50 ms of processor time is the aim; eight times that is the bound, for a slow and busy machine."""
    code = "\n".join(EVERYTHING.replace("everything", f"part_{index}") for index in range(2))
    assert code.count("\n") >= 150
    edits_anew(code)
    ends_within(0.4, lambda: edits_anew(code))
