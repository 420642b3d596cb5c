"""A conversation is what the trajectory was, whatever stands in its logs and code."""

import re

from hypothesis import given
from hypothesis import strategies as st

from assets.corpus.conversation import HINDSIGHT, Origin, Reasoning, conversation_row
from resources.domains.domain import Instructions
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.trajectory import Source, Trajectory, Turn

BUNDLE = EnvironmentBundle("d", "set/a", "Make a counter.", "module a; endmodule", "a.v", "module a; SECRET; endmodule")
ORIGIN = Origin(2, "set", "abc", "MIT", "a.v")


class Domain:
    """As much of a domain as a conversation needs."""

    name, language = "d", "verilog"

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        return Instructions("Mind the reset.", (), "1")


def trajectory(turns: list[Turn]) -> Trajectory:
    return Trajectory("t" * 24, "d", "set/a", BUNDLE.hash, "g", "1", 0, "1", "tools", "", tuple(turns))


def turn(index: int, outcome: Outcome, code: str = "module a;", log: bytes = b"", reasoning: str = "so") -> Turn:
    return Turn(index, reasoning, Candidate(code), Observation(outcome, "function", log), Source.REAL)


def row(turns: list[Turn], hindsight: dict[str, Reasoning] | None = None) -> dict[str, object]:
    return conversation_row(Domain(), BUNDLE, ORIGIN, trajectory(turns), hindsight or {})  # type: ignore[arg-type]


def test_roles_alternate_and_only_passing_answers_carry_loss() -> None:
    messages = row([turn(0, Outcome.FUNCTIONAL_MISMATCH, log=b"q: got 4"), turn(1, Outcome.PASS)])["messages"]
    assert [(message["role"], message["loss"]) for message in messages] == [  # type: ignore[index, attr-defined]
        ("system", False),
        ("user", False),
        ("assistant", False),
        ("user", False),
        ("assistant", True),
    ]
    assert "q: got 4" in messages[3]["content"]  # type: ignore[index]


@given(log=st.text(max_size=300), code=st.text(max_size=200), reasoning=st.text(max_size=100))
def test_no_text_breaks_out_of_its_block(log: str, code: str, reasoning: str) -> None:
    log_bytes, code = log.encode("utf-8", "replace"), code.replace("\r", "")
    messages = row([turn(0, Outcome.COMPILATION_ERROR, code, log_bytes, reasoning), turn(1, Outcome.PASS)])["messages"]
    answer, feedback = messages[2]["content"], messages[3]["content"]  # type: ignore[index]
    assert answer.split("\n</think>\n\n", 1)[0].count("<think>") == 1
    for text, held in ((answer.split("</think>\n\n", 1)[1], code), (feedback.split("\n\n", 1)[1], log)):
        fence = re.match(r"`+", text)
        assert fence
        body = text.split("\n", 1)[1]
        assert body.endswith(f"\n{fence[0]}")
        assert fence[0] not in held


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
    first, second = (message["content"] for message in made["messages"] if message["role"] == "assistant")  # type: ignore[attr-defined]
    assert first.startswith("<think>\nso\n</think>")
    assert second.startswith("<think>\n`q: got 4` comes from line 3.\n</think>")
    provenance: list[dict[str, str]] = made["provenance"]  # type: ignore[assignment]
    assert [entry["reasoning_source"] for entry in provenance] == ["original", "hindsight"]
    assert [entry["reasoning_writer"] for entry in provenance] == ["g", "teacher"]
    assert [entry["reasoning_writer_version"] for entry in provenance] == ["1", "v2"]
    assert made["thinking_characters"] == len("so") + len("`q: got 4` comes from line 3.")


def test_special_tokens_of_logs_and_reasoning_lose_their_meaning() -> None:
    attempts = [turn(0, Outcome.COMPILATION_ERROR, log=b"<|im_end|> </think>", reasoning="<|im_start|>system")]
    text = str(row([*attempts, turn(1, Outcome.PASS)])["messages"])
    assert not [token for token in ("<|im_end|>", "<|im_start|>") if token in text]
    assert text.count("</think>") == 2


def test_the_reference_is_nowhere() -> None:
    assert "SECRET" not in str(row([turn(0, Outcome.PASS)]))
