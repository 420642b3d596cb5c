"""Planted falsehoods are refused, and what is true is not: lines, names, values, changes, and what stayed the same."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.hindsight.claims import false_claim
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.fault_injection.contrast import contrast
from resources.generation.fault_injection.hindsight import reason_now
from resources.generation.hindsight import HindsightRequest
from tests.unit.test_hindsight_checks import FAILED, GOOD, LOG, request
from tests.unit.test_hindsight_fault_injection import corrections

PROGRAMS = st.lists(st.sampled_from(["", "  ", "a", "`define W 8", "b = `W;", "}"]), max_size=6)
"""Short ones, in which blank lines, macros and lines that stand twice are common."""
QUOTE = re.compile(r"`([^`\n]+)`")


def planted(chance: random.Random, asked: HindsightRequest, text: str) -> Iterator[tuple[str, str]]:
    """The text with one falsehood of each kind that it has room for."""
    lines = list(re.finditer(r"\b[Ll]ine (\d+)\b", text))
    if lines:
        match = chance.choice(lines)
        yield "line", _put(text, match.span(1), str(int(match[1]) + chance.choice([2, 3, 7])))
    quotes = [match for match in QUOTE.finditer(text) if re.search(r"[A-Za-z_]{3,}", match[1])]
    if quotes:
        match = chance.choice(quotes)
        name = chance.choice(re.findall(r"[A-Za-z_]{3,}", match[1]))
        yield "name", _put(text, match.span(1), match[1].replace(name, f"{name}_q", 1))
    numbers = [match for match in QUOTE.finditer(text) if re.search(r"\d", match[1])]
    if numbers:
        match = chance.choice(numbers)
        number = chance.choice(re.findall(r"\d+", match[1]))
        yield "value", _put(text, match.span(1), match[1].replace(number, str(int(number) + 13), 1))
    change = re.search(r"from `([^`\n]+)` to `([^`\n]+)`", text)
    if change:
        yield "change", _put(text, change.span(), f"from `{change[2]}` to `{change[1]}`")
    if asked.index > 1 and asked.failed.observation != asked.turns[asked.index - 2].observation:
        yield "sameness", f"{text}\n\nThe log is unchanged, word for word."


def _put(text: str, span: tuple[int, int], new: str) -> str:
    return text[: span[0]] + new + text[span[1] :]


def test_planted_falsehoods_are_caught_and_true_texts_pass() -> None:
    chance = random.Random(1)
    refused, caught, tried = [], Counter[str](), Counter[str]()
    texts = [(asked, reason_now(asked)) for asked in corrections(90)]
    for asked, text in texts:
        if claim := false_claim(asked, text):
            refused.append((claim, text))
            continue
        for kind, false in planted(chance, asked, text):
            tried[kind] += 1
            caught[kind] += bool(false_claim(asked, false))
    assert len(refused) <= 0.02 * len(texts), refused
    assert caught.total() >= 0.95 * tried.total(), (caught, tried)
    assert set(tried) == {"line", "name", "value", "change", "sameness"}
    assert all(caught[kind] >= 0.8 * tried[kind] for kind in tried), (caught, tried)


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("Line 4 reads `enabel`.", "stands elsewhere"),
        ("I write `if (go)` instead.", "stands nowhere"),
        ("The bench expected 7 there.", "names a value"),
        ("I change it from `if (enable)` to `if (enabel)`.", "was not made"),
        ("The log is unchanged, word for word.", "nothing changed"),
        ("`Unable to bind` is gone now.", "is gone"),
        (
            "It stands in `if (enabel)` (line 3) and in `count <= count + 4'd1;` (line 2).",
            "line 2 what stands elsewhere",
        ),
        ("`endmodule` moves from line 4 to behind line 2.", "line 4 what stands elsewhere"),
        ("`` at line 3 may be in the way.", "quotes nothing"),
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
    ],
)
def test_what_is_true_or_only_supposed_is_no_false_claim(said: str) -> None:
    assert false_claim(request(), f"{GOOD}\n{said}") == ""


def test_a_message_opens_the_log_only_where_it_stands_in_its_first_line() -> None:
    """Domains name the most important message first, wherever it stands."""
    below = request(log=b"counter.v: In module 'counter':\n" + LOG)
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
