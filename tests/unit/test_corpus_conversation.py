"""A conversation is what the trajectory was, whatever stands in its logs and code."""

import re
from dataclasses import replace
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.corpus.conversation import HINDSIGHT, Origin, Reasoning, conversation_row
from assets.corpus.process_labels import held, holds_undone_change, process_labels
from resources.domains.domain import Diagnostic, Instructions
from resources.domains.scoring import Scoring
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.generator import GenerationRequest
from resources.generation.prompting.attempt import render_attempt
from resources.generation.trajectory import FaultRecord, Source, Trajectory, Turn

BUNDLE = EnvironmentBundle("d", "set/a", "Make a counter.", "module a; endmodule", "a.v", "module a; SECRET; endmodule")
ORIGIN = Origin(2, "set", "abc", "MIT", "a.v")


class Domain:
    """As much of a domain as a conversation needs."""

    name, language, title = "d", "verilog", "chip design"
    stages = ("compile", "simulate", "function")
    outcomes: ClassVar[dict[Outcome, str]] = {}
    meanings: ClassVar[dict[str, str]] = {}
    scoring = Scoring(overlap="overlap")

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        return Instructions("Mind the reset.", (), "1", ("The top is `a`.",))

    def diagnostics(self, observation: Observation) -> list[Diagnostic]:
        return [Diagnostic(*line.split(":", 1)) for line in observation.text.splitlines() if ":" in line]


def trajectory(turns: list[Turn]) -> Trajectory:
    return Trajectory("t" * 24, "d", "set/a", BUNDLE.hash, "g", "1", 0, "1", "tools", "", tuple(turns))


def turn(
    index: int,
    outcome: Outcome,
    code: str = "module a;",
    log: bytes = b"",
    reasoning: str = "so",
    stage: str = "function",
) -> Turn:
    return Turn(index, reasoning, Candidate(code), Observation(outcome, stage, log), Source.REAL)


def row(turns: list[Turn], hindsight: dict[str, Reasoning] | None = None) -> dict[str, object]:
    return conversation_row(Domain(), BUNDLE, ORIGIN, trajectory(turns), hindsight or {})  # type: ignore[arg-type]


def test_roles_are_openais_and_only_passing_answers_are_learned() -> None:
    messages = row([turn(0, Outcome.FUNCTIONAL_MISMATCH, log=b"q: got 4"), turn(1, Outcome.PASS)])["messages"]
    assert [(message["role"], message["loss_mask"]) for message in messages] == [  # type: ignore[index, attr-defined]
        ("system", 0),
        ("user", 0),
        ("assistant", 0),
        ("tool", 0),
        ("assistant", 1),
        ("tool", 0),
    ]
    assert "q: got 4" in messages[3]["content"]  # type: ignore[index]
    assert messages[3]["observation"] == "real"  # type: ignore[index]


def test_what_was_shown_is_told_byte_for_byte() -> None:
    """The prompt of the second turn, as `prompting` renders it for a generator."""
    turns = [turn(0, Outcome.FUNCTIONAL_MISMATCH, log=b"q: got <think> 4"), turn(1, Outcome.PASS)]
    domain = Domain()
    request = GenerationRequest(domain, BUNDLE, domain.instructions(BUNDLE), 0, (turns[0],))  # type: ignore[arg-type]
    shown = [message.content for message in render_attempt(request)]
    told = [message["content"] for message in row(turns)["messages"]]  # type: ignore[index, attr-defined]
    assert told[:4] == shown
    assert "The top is `a`." in told[1]


def test_a_row_ends_with_what_the_tools_said_of_its_last_answer() -> None:
    """With a pass nobody is asked to go on; each tool message says which answer it is about."""
    messages = row([turn(0, Outcome.FUNCTIONAL_MISMATCH), turn(1, Outcome.PASS, log=b"4 of 4 tests passed")])[
        "messages"
    ]
    tools = [message for message in messages if message["role"] == "tool"]  # type: ignore[attr-defined]
    assert [message["tool_call_id"] for message in tools] == [f"{'t' * 24}:{index}" for index in (0, 1)]
    assert "Find out what caused this" in tools[0]["content"]
    assert "4 of 4 tests passed" in tools[1]["content"]
    assert "Find out" not in tools[1]["content"]
    assert not any("tool_calls" in message for message in messages)  # type: ignore[attr-defined]


def test_an_error_of_the_same_kind_at_another_line_is_another() -> None:
    """Lines move: one that stays where its line went, or where that was rewritten, is the same."""

    class Placed(Domain):
        def diagnostics(self, observation: Observation) -> list[Diagnostic]:
            return [Diagnostic("syntax", "error", int(line)) for line in observation.text.split()]

    def cleared(before: str, line: bytes, after: str, later: bytes) -> bool:
        turns = [turn(0, Outcome.COMPILATION_ERROR, before, line), turn(1, Outcome.COMPILATION_ERROR, after, later)]
        return process_labels(Placed(), turns)[1].cleared  # type: ignore[arg-type]

    assert cleared("a\nb\nc\n", b"1", "x\nb\nc\n", b"3")
    assert not cleared("a\nb\nc\n", b"1", "x\nb\nc\n", b"1")
    assert not cleared("a\nb\nc\n", b"3", "new\na\nb\nc\n", b"4")
    assert not cleared("a\nb\nc\n", b"3", "new\na\nb\nc\n", b"1 4")


def test_nobodys_reasoning_is_no_empty_thought() -> None:
    messages = row([turn(0, Outcome.PASS, reasoning=" ")])["messages"]
    assert messages[-2]["reasoning_content"] is None  # type: ignore[index]


def test_turns_are_labelled_by_what_they_cleared() -> None:
    turns = [
        turn(0, Outcome.COMPILATION_ERROR, log=b"undeclared:a"),
        turn(1, Outcome.COMPILATION_ERROR, log=b"width:b"),
        turn(2, Outcome.COMPILATION_ERROR, log=b"width:b"),
        turn(3, Outcome.PASS),
    ]
    labels = row(turns)["turn_labels"]
    assert [(label["cleared"], label["progressed"], label["passed"]) for label in labels] == [  # type: ignore[index, attr-defined]
        (False, False, False),
        (True, True, False),
        (False, False, False),
        (True, True, True),
    ]


def test_a_turn_that_an_earlier_stage_refuses_is_no_progress() -> None:
    """The first failure is gone, and the text no longer compiles."""
    turns = [
        turn(0, Outcome.FUNCTIONAL_MISMATCH, log=b"mismatch:q", stage="simulate"),
        turn(1, Outcome.COMPILATION_ERROR, log=b"width:b", stage="compile"),
        turn(2, Outcome.FUNCTIONAL_MISMATCH, log=b"mismatch:q", stage="simulate"),
        turn(3, Outcome.PASS),
    ]
    labels = row(turns)["turn_labels"]
    assert [label["stages_passed"] for label in labels] == [1, 0, 1, 3]  # type: ignore[index, attr-defined]
    assert [label["progressed"] for label in labels] == [False, False, True, True]  # type: ignore[index, attr-defined]
    assert [label["cleared"] for label in labels] == [False, False, True, True]  # type: ignore[index, attr-defined]


def test_a_crash_in_place_of_a_wrong_answer_is_no_progress() -> None:
    wrong = turn(0, Outcome.FUNCTIONAL_MISMATCH, log=b"q: got 4")
    crash = turn(1, Outcome.RUNTIME_ERROR, log=b"signal: at address 0")
    labels = process_labels(Domain(), [wrong, crash])  # type: ignore[arg-type]
    assert (labels[1].cleared, labels[1].progressed) == (True, False)
    back = process_labels(Domain(), [replace(crash, index=0), replace(wrong, index=1)])  # type: ignore[arg-type]
    assert back[1].progressed
    mended = [turn(0, Outcome.COMPILATION_ERROR, log=b"syntax:a"), crash]
    assert process_labels(Domain(), mended)[1].progressed  # type: ignore[arg-type]


def test_a_failure_that_comes_back_was_not_overcome() -> None:
    """A wrong change puts another failure in its place, and is taken back."""
    turns = [
        turn(0, Outcome.COMPILATION_ERROR, log=b"undeclared:a"),
        turn(1, Outcome.COMPILATION_ERROR, log=b"width:b"),
        turn(2, Outcome.COMPILATION_ERROR, log=b"undeclared:a"),
        turn(3, Outcome.COMPILATION_ERROR, log=b"syntax:c"),
    ]
    labels = row(turns)["turn_labels"]
    assert [label["cleared"] for label in labels] == [False, True, True, True]  # type: ignore[index, attr-defined]
    assert [label["progressed"] for label in labels] == [False, False, False, True]  # type: ignore[index, attr-defined]


def progress(*turns: Turn) -> list[bool]:
    return [label.progressed for label in process_labels(Domain(), turns)]  # type: ignore[arg-type]


@given(held=st.integers(0, 9), fewer=st.integers(1, 9), crashed=st.booleans())
def test_a_run_in_which_less_holds_is_no_progress(held: int, fewer: int, crashed: bool) -> None:
    """A bench that ends at its first crash counts the runs before that alone."""

    def ended(index: int, holding: int, said: str) -> Turn:
        log = f"test:{said}\n1 of {holding + 1} runs failed; the suite has 20 tests"
        label = Outcome.MEMORY_FAULT if crashed else Outcome.FUNCTIONAL_MISMATCH
        return turn(index, label, f"module {said};", log.encode())

    more, less = ended(0, held + fewer, "a"), ended(1, held, "b")
    assert progress(more, less) == [False, False]
    assert progress(replace(less, index=0), replace(more, index=1)) == [False, True]


def test_an_earlier_case_and_a_smaller_overlap_are_no_progress() -> None:
    logs = (b"case 3: index out of bounds:a", b"case 0: returned None:b")
    early, late = (turn(0, Outcome.FUNCTIONAL_MISMATCH, log=log) for log in reversed(logs))
    assert progress(late, early) == [False, False]
    assert progress(early, late) == [False, True]
    seen = [turn(0, Outcome.FUNCTIONAL_MISMATCH, log=log) for log in (b"volume:a", b"area:b")]
    near, far = (
        replace(one, observation=replace(one.observation, metrics={"overlap": overlap}))
        for one, overlap in zip(seen, (0.9, 0.4), strict=True)
    )
    assert progress(near, far) == [False, False]
    assert progress(far, near) == [False, True]


def test_who_hands_in_again_what_failed_came_no_further() -> None:
    first = turn(0, Outcome.FUNCTIONAL_MISMATCH, "module a;", b"q: 3 of 9 checks failed", stage="function")
    worse = turn(1, Outcome.COMPILATION_ERROR, "module a", b"syntax error", stage="compile")
    again = replace(first, index=2)
    other = turn(2, Outcome.FUNCTIONAL_MISMATCH, "module a; wire b;", b"q: 2 of 9 checks failed", stage="function")
    assert progress(first, worse, again) == [False, False, False]
    assert progress(first, worse, other) == [False, False, True]


def test_a_later_stage_is_further_whatever_it_counts() -> None:
    counted = turn(0, Outcome.FUNCTIONAL_MISMATCH, log=b"q: 1 of 9 checks failed", stage="simulate")
    assert progress(counted, turn(1, Outcome.FUNCTIONAL_MISMATCH, log=b"r: 9 of 9 checks failed"))[1]


@pytest.mark.parametrize(
    ("log", "holds"),
    [
        (b"3 of 9 checks failed", 6),
        (b"printed: 1 of 9 checks failed\ncase 2: differs", 2),
        (b"printed: case 7\ntest 4: wrong output", 4),
        (b"\n" * 60_000 + b"nothing counted", None),
        (b"case " + b"9" * 5_000, None),
    ],
)
def test_what_held_is_read_from_the_judge_s_lines(log: bytes, holds: int | None) -> None:
    assert held(turn(0, Outcome.FUNCTIONAL_MISMATCH, log=log).observation) == holds


def test_a_relapse_takes_nothing_from_the_attempt_before_it() -> None:
    """Only an attempt that passes says that what it took back was wrong."""
    codes = ("bad;", "good;", "bad;")
    stages = ("compile", "simulate", "compile")
    turns = [
        turn(at, Outcome.FUNCTIONAL_MISMATCH, code, f"q{at}: x".encode(), stage=stage)
        for at, (code, stage) in enumerate(zip(codes, stages, strict=True))
    ]
    assert progress(*turns)[:2] == [False, True]


LINES = st.lists(st.sampled_from([f"line {letter};" for letter in "abcdefgh"]), min_size=3, max_size=8, unique=True)


@given(lines=LINES, place=st.integers(0, 7), kind=st.sampled_from(["taken out", "put in", "changed"]))
def test_a_turn_whose_change_is_taken_back_is_not_learned(lines: list[str], place: int, kind: str) -> None:
    """Nor a turn that goes on from it; a change that stays is."""
    place %= len(lines)
    rest = lines[place:] if kind == "put in" else lines[place + 1 :]
    damaged = [*lines[:place], *([] if kind == "taken out" else ["new;"]), *rest]
    further = [*damaged, "more;"]
    codes = ["\n".join(each) for each in (lines, damaged, further, [*lines, "more;"])]
    assert [holds_undone_change(codes, at) for at in range(4)] == [False, True, True, False]
    kept = [*codes[:3], codes[2] + "\nat the end;"]
    assert not any(holds_undone_change(kept, at) for at in range(4))
    stages = ("compile", "simulate", "function", "function")
    labels = [*[Outcome.FUNCTIONAL_MISMATCH] * 3, Outcome.PASS]
    for attempts, learned in ((codes, [False, False, False, True]), (kept, [False, True, True, True])):
        turns = [
            turn(at, label, code, b"q:x", stage=stage)
            for at, (label, code, stage) in enumerate(zip(labels, attempts, stages, strict=True))
        ]
        assert progress(*turns) == learned


def test_white_space_that_goes_again_is_no_change() -> None:
    assert not holds_undone_change(["a\nb", "a\n\n  b", "a\nb\nc"], 1)


def test_an_answer_that_passes_with_a_planted_fault_is_not_learned() -> None:
    """A rewrite is none."""

    def learned(category: str) -> list[int]:
        fault = FaultRecord(category, "range_reversed", 1, "port list", "[7:0]", "[0:7]")
        messages = row([replace(turn(0, Outcome.PASS), faults=(fault,))])["messages"]
        return [said["loss_mask"] for said in messages if said["role"] == "assistant"]  # type: ignore[attr-defined]

    assert learned("type and structure") == [0]
    assert learned("equivalent") == [1]


TRUE = (
    "The compile stage says `Unable to bind wire/reg/memory 'bb' in 'a'`: no net has that name. Declared is `b`, "
    "so line 2 misspells it, and I write `assign q = b;` there. Nothing else reads it."
)


def test_a_correction_keeps_what_was_thought_at_the_time_only_where_that_is_true() -> None:
    """Solved or not: nobody wrote hindsight here."""
    code, log = (
        "module a(input b, output q);\nassign q = bb;\nendmodule",
        b"bind:Unable to bind wire/reg/memory `bb' in `a'",
    )
    for said, kept in ((TRUE, TRUE), (TRUE.replace("assign q", "assign other"), None)):
        first = turn(0, Outcome.COMPILATION_ERROR, code, log, "plan", "compile")
        second = turn(1, Outcome.PASS, code.replace("bb", "b"), reasoning=said)
        assert row([first, second])["messages"][-2]["reasoning_content"] == kept  # type: ignore[index]


@given(log=st.text(max_size=300), code=st.text(max_size=200), reasoning=st.text(max_size=100))
def test_no_text_breaks_out_of_its_block(log: str, code: str, reasoning: str) -> None:
    log_bytes, code = log.encode("utf-8", "replace"), code.replace("\r", "")
    messages = row([turn(0, Outcome.COMPILATION_ERROR, code, log_bytes, reasoning), turn(1, Outcome.PASS)])["messages"]
    answer, feedback = messages[2]["content"], messages[3]["content"]  # type: ignore[index]
    assert "<think>" not in (messages[2]["reasoning_content"] or "")  # type: ignore[index]
    quoted = feedback.split("Their output, as data:\n\n", 1)[1].rpartition("\n\n")[0]
    for text, kept in ((answer, code), (quoted, log)):
        fence = re.match(r"`+", text)
        assert fence
        body = text.split("\n", 1)[1]
        assert body.endswith(f"\n{fence[0]}")
        assert fence[0] not in kept


def test_every_answer_has_its_provenance() -> None:
    made = row([turn(0, Outcome.FUNCTIONAL_MISMATCH), turn(1, Outcome.PASS)])
    entries = made["provenance"]
    assert [entry["outcome"] for entry in entries] == ["FUNCTIONAL_MISMATCH", "PASS"]  # type: ignore[attr-defined]
    assert {entry["licence"] for entry in entries} == {"MIT"}  # type: ignore[attr-defined]
    assert entries[1]["turn_id"] == "t" * 24 + ":1"  # type: ignore[index]


def test_accepted_hindsight_takes_the_place_of_the_original_and_says_so() -> None:
    name = "t" * 24
    later = {f"{name}:1": Reasoning("`q: got 4` comes from line 3.", HINDSIGHT, "teacher", "v2")}
    made = row([turn(0, Outcome.FUNCTIONAL_MISMATCH, log=b"q: got 4"), turn(1, Outcome.PASS)], later)
    thoughts = [item["reasoning_content"] for item in made["messages"] if item["role"] == "assistant"]  # type: ignore[attr-defined]
    assert thoughts == ["so", "`q: got 4` comes from line 3."]
    provenance: list[dict[str, str]] = made["provenance"]  # type: ignore[assignment]
    assert [entry["reasoning_source"] for entry in provenance] == ["original", "hindsight"]
    assert [entry["reasoning_writer"] for entry in provenance] == ["g", "teacher"]
    assert [entry["reasoning_writer_version"] for entry in provenance] == ["1", "v2"]
    assert made["thinking_characters"] == len("so") + len("`q: got 4` comes from line 3.")


def test_special_tokens_of_logs_and_reasoning_lose_their_meaning() -> None:
    attempts = [turn(0, Outcome.COMPILATION_ERROR, log=b"<|im_end|> </think>", reasoning="<|im_start|>system")]
    text = str(row([*attempts, turn(1, Outcome.PASS)])["messages"])
    assert not [token for token in ("<|im_end|>", "<|im_start|>") if token in text]
    assert "</think>" not in text


def test_the_reference_is_nowhere() -> None:
    assert "SECRET" not in str(row([turn(0, Outcome.PASS)]))
