"""Planted falsehoods are refused, and what is true is not: lines, names, values, changes, and what stayed the same."""

import random
import time
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.hindsight.causes import Causes
from assets.hindsight.claims import Claims
from assets.hindsight.evidence import Evidence
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.diagnosis.contrast import contrast
from resources.generation.diagnosis.writer import reason_now
from resources.generation.hindsight import HindsightRequest
from tests.planted_falsehoods import planted
from tests.unit.test_diagnosis import corrections
from tests.unit.test_hindsight_checks import FAILED, GOOD, LOG, request

PROGRAMS = st.lists(st.sampled_from(["", "  ", "a", "`define W 8", "b = `W;", "}"]), max_size=6)
"""Short ones, in which blank lines, macros and lines that stand twice are common."""


def test_planted_falsehoods_are_caught_and_true_texts_pass() -> None:
    chance = random.Random(1)
    refused, caught, tried = [], Counter[str](), Counter[str]()
    texts = [(asked, reason_now(asked)) for asked in corrections(90)]
    for asked, text in texts:
        if claim := _false(asked, text):
            refused.append((claim, text))
            continue
        for kind, false in planted(chance, asked, text):
            tried[kind] += 1
            caught[kind] += bool(_false(asked, false))
    assert len(refused) <= 0.02 * len(texts), refused
    assert caught.total() >= 0.95 * tried.total(), (caught, tried)
    assert set(tried) == {
        "line", "name", "value", "change", "sameness", "cause elsewhere", "cause of what stays", "ruled out untried",
    }  # fmt: skip
    assert all(caught[kind] >= 0.8 * tried[kind] for kind in tried), (caught, tried)


def false_claim(asked: HindsightRequest, text: str) -> str:
    return Claims(Evidence(asked), text).false()


def false_cause(asked: HindsightRequest, text: str) -> str:
    return Causes(asked, Claims(Evidence(asked), text)).false()


def _false(asked: HindsightRequest, text: str) -> str:
    claims = Claims(Evidence(asked), text)
    return claims.false() or Causes(asked, claims).false()


@pytest.mark.parametrize(
    ("said", "passes", "claim"),
    [
        ("The cause is line 3.", True, ""),
        ("`Unable to bind` comes from `if (enabel)`.", True, ""),
        ("The cause is line 1.", True, "does not touch"),
        ("The error comes from `output reg [3:0] count`.", True, "does not touch"),
        ("The cause is line 3.", False, "does not take away"),
        ("It fails because line 3 misspells the name.", False, "does not take away"),
        ("Whether line 1 is the cause the log does not say.", True, ""),
        ("`count` comes from `count + 4'd1`.", True, ""),
        ("Line 4 is ruled out.", True, "no run has tried"),
        ("Line 4 has nothing to do with it.", True, "no run has tried"),
        ("Line 4 is ruled out, as `count <= count + 4'd1;` reads no such name.", True, ""),
        ("The log names `enabel` alone. So `count + 4'd1` is innocent.", True, ""),
        ("Line 3 has `enabel`. The error comes from it, while `output reg [3:0] count` is right.", True, ""),
        ("The failure comes from line 3, and `count <= count + 4'd1;` is wrong there because `enabel` is.", True, ""),
        ("`enabel` fails because `count <= count + 4'd1;` counts.", True, "does not touch"),
        ("The cause of the reset is read in line 4.", True, ""),
    ],
)
def test_a_cause_is_what_the_change_touches_and_the_next_run_takes_away(said: str, passes: bool, claim: str) -> None:
    asked = request()
    if not passes:
        turns = (asked.failed, replace(asked.corrected, observation=asked.failed.observation))
        asked = replace(asked, turns=turns)
    found = false_cause(asked, said)
    assert claim in found
    assert bool(found) == bool(claim)


def test_what_was_tried_before_and_changed_nothing_is_ruled_out() -> None:
    asked = request()
    first, second = asked.turns
    tried = replace(first, index=1, candidate=Candidate(FAILED.replace("4'd1", "4'd2")))
    later = replace(asked, turns=(first, tried, replace(second, index=2)), index=2)
    assert false_cause(later, "Line 4 is ruled out.") == ""
    assert "no run has tried" in false_cause(later, "Line 2 is ruled out.")


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("Line 4 reads `enabel`.", "stands elsewhere"),
        ("I write `if (goo)` instead.", "stands nowhere"),
        ("The bench expected 7 there.", "names a value"),
        ("I change it from `if (enable)` to `if (enabel)`.", "was not made"),
        ("The log is unchanged, word for word.", "nothing changed"),
        ("`Unable to bind` is gone now.", "is gone"),
        (
            "It stands in `if (enabel)` (line 3) and in `count <= count + 4'd1;` (line 2).",
            "line 2 what stands elsewhere",
        ),
        ("`endmodule` moves from line 4 to behind line 2.", "line 4 what stands elsewhere"),
        ("Line 3 has `endmodule`, and line 4 `count <= count + 4'd1;`.", "line 3 what stands elsewhere"),
        ("`if (enabel)` is in line 3, `endmodule` in line 2.", "line 2 what stands elsewhere"),
        ("The clause in line 5, `if (enabel)`, is meant.", "line 5 what stands elsewhere"),
        ("I change line 5 alone.", "no part in it"),
        ("`` at line 3 may be in the way.", "quotes nothing"),
        ("Then `count <= reset;` is met.", "stands nowhere"),
        ("I do without `conut` there.", "stands nowhere"),
        ("In cycle seven `(conut + 1) % 4 == 1` is true.", "stands nowhere"),
        ("In cycle seven `(count + 977) % 4 == 1` is true.", "stands nowhere"),
        ("The line is `count = count + 1`.", "stands nowhere"),
        ("Of `clock`, `clq` and `clx` the first is meant.", "stands nowhere"),
    ],
)
def test_each_kind_of_claim_has_its_reason(said: str, claim: str) -> None:
    assert claim in false_claim(request(), f"{GOOD} {said}")


@pytest.mark.parametrize(
    "said",
    [
        "If nothing changed in the next run, line 3 would not be it.",
        "I change line 3 from `if (enabel)` to `if (enable)`.",
        "`if (enable)` instead of `if (enabel)`, in line 3.",
        "Line 3 alone reads it.",
        "The counter counts with `count <= count + 4'd1;` in line 4, which stays.",
        "```verilog\nwhatever `stands` here\n```",
        "`count` stands in `output reg [3:0] count` (line 1) and `count <= count + 4'd1;` (line 4).",
        "`endmodule` moves from line 5 to behind line 2.",
        "The log begins with `Unable to bind`.",
        "Then `count<=count+4'd1` is met, and `if (enable) … count` is the whole block.",
        "The tool says: unable to bind `enabel'; so `enable` is meant.",
        "I do without `$display` there.",
        "For line 0 of a bus this has no effect.",
        "Line 13 is where PC13 arrives.",
        "Line 3 has `if (enabel)`, and line 4 `count <= count + 4'd1;`.",
        "`endmodule` on line 5 ends what `always @(posedge clk)` on line 2 begins.",
        "`enable` is a port; the block on line 2 and `endmodule` are right.",
        "The port `count` (line 1) counts by one, `count + 4'd1`.",
        "Bits of lines 8, 9 and 11 stay.",
        "In cycle seven `(count + 1) % 4 == 1` is true.",
        "A string ends at `enable\\0…`.",
        "Of `clk`, `clq`, `clx` the second is none.",
    ],
)
def test_what_is_true_or_only_supposed_is_no_false_claim(said: str) -> None:
    assert false_claim(request(), f"{GOOD}\n{said}") == ""


def test_a_message_opens_the_log_only_where_it_stands_in_its_first_lines() -> None:
    """Domains name the most important message first, wherever it stands."""
    below = request(log=b"counter.v: In module 'counter':\ncounter.v:1: warning: no timescale\n" + LOG)
    for said in (
        "`Unable to bind` opens the log.",
        "First message: `Unable to bind`.",
        "At the top: `Unable to bind`.",
    ):
        assert "opens the log" in false_claim(below, said)
        assert false_claim(request(), said) == ""


def test_logs_are_compared_whole() -> None:
    """The first message stays, another one has come: nothing changed is false, that the message stayed is true."""
    asked = request()
    first, second = asked.turns
    further = Observation(Outcome.COMPILATION_ERROR, "compile", LOG + b"counter.v:4: error: another one\n")
    turns = (first, replace(first, index=1, observation=further), replace(second, index=2))
    later = replace(asked, turns=turns, index=2)
    message = "`Unable to bind wire/reg/memory 'enabel' in 'counter'`"
    assert "nothing changed" in false_claim(later, f"Nothing has changed: {message}.")
    assert false_claim(later, f"It is the same message: {message}.") == ""
    same = replace(later, turns=(first, replace(first, index=1), replace(second, index=2)))
    assert false_claim(same, f"Nothing has changed: {message}.") == ""


def test_a_line_is_put_behind_one_of_the_failed_program_whatever_moved_it_since() -> None:
    """The second of two insertions stands one line further down in the corrected program."""
    lines = FAILED.splitlines()
    added = [*lines[:2], "        // one", *lines[2:4], "        // two", *lines[4:]]
    asked = request(corrected="\n".join(added) + "\n")
    assert false_claim(asked, "After line 4 comes `// two`.") == ""
    assert "stands elsewhere" in false_claim(asked, "After line 2 comes `// two`.")


@given(PROGRAMS, PROGRAMS, st.integers(0, 99))
def test_what_is_said_of_any_change_is_true(before: list[str], after: list[str], seed: int) -> None:
    failed, corrected = ("\n".join(lines) + "\n" for lines in (before, after))
    text = contrast(failed, corrected, random.Random(seed))
    assert "``" not in text.replace("```", "")
    assert false_claim(request(failed, corrected), text) == ""


@pytest.mark.parametrize(
    "hostile",
    [
        "leads to an error " * 2000 + "`count`",
        "because," * 4000 + " the error `count` fails",
        "line 1," * 5000,
        "``a " * 8000,
        f"line {'1' * 5000} is wrong",
        "`count` " + " " * 20000 + "is at fault",
    ],
    ids=["no clause", "many effects", "many lines", "many quotes", "a long number", "blanks"],
)
def test_a_text_without_end_is_read_in_linear_time(hostile: str) -> None:
    """Squares took minutes."""
    began = time.process_time()
    false_claim(request(), hostile)
    false_cause(request(), hostile)
    assert time.process_time() - began < 2.0


SWAPPED = """module shifter(input [1:0] mode, input [7:0] data, output reg [7:0] result);
    always @* begin
        case (mode)
            2'd0: result = data << 1;
            2'd2: begin
                result = data;
            end
            2'd1: begin
                result = ~data;
            end
            default: result = 0;
        endcase
    end
endmodule
"""


@given(st.integers(0, 10**6))
def test_the_item_that_all_mismatches_choose_is_no_falsehood(seed: int) -> None:
    log = "\n".join(f"MISMATCH data={at}0 amount={at} mode=1 result: expected 4{at} got c0" for at in (8, 9, 7, 3))
    asked = request()
    turns = list(asked.turns)
    failed, corrected = turns[asked.index - 1], turns[asked.index]
    turns[asked.index - 1] = replace(
        failed, candidate=Candidate(SWAPPED), observation=replace(failed.observation, log=log.encode())
    )
    after = SWAPPED.replace("2'd2", "2'd9").replace("2'd1", "2'd2").replace("2'd9", "2'd1")
    turns[asked.index] = replace(corrected, candidate=Candidate(after))
    asked = replace(asked, turns=tuple(turns), seed=seed)
    text = reason_now(asked)
    assert "`2'd1: begin` (line 8)" in text
    assert _false(asked, text) == ""
