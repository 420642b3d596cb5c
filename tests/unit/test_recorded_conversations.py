"""Recorded conversations: read in the form of exports and in the short one, replayed as far as tools say the same."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.corpus.splits import CorpusSplit, split_of
from assets.generation.mixture import Mixture, Replay
from assets.seeds.purposes import Purpose
from assets.trajectories.campaign_plan import AMPLIFIED_SEEDS_FROM, plan
from assets.trajectories.loop import Answer, Attempt, run_attempt
from resources.domains.families import made_name
from resources.domains.recorded_answer import RecordedAnswer, task_hash
from resources.domains.registry import get_domain, load_domains
from resources.domains.toolkit.conversation import BrokenConversation, conversation, read_conversations
from resources.domains.toolkit.seed_folder import BrokenSeedError
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.prompting.attempt import result
from resources.generation.recorded.generator import RecordedGenerator
from resources.generation.recorded.samples import UnreadableSamples, read_samples
from resources.generation.trajectory import Ended, Trajectory, Turn

DOMAIN = get_domain("chip_design")
BUNDLE = EnvironmentBundle(
    "chip_design", "set/one", "p", "module top; endmodule", "top.v", "r", settings={"top": "top"}
)
LOG = b"bench: q: expected 3, got 4 at cycle 7\n"
MESSAGES = [
    {"role": "system", "content": "how to answer"},
    {"role": "user", "content": "the task"},
    {"role": "assistant", "content": "```verilog\nwrong\n```", "reasoning_content": "a counter"},
    {"role": "tool", "content": "FUNCTIONAL_MISMATCH\n```text\nbench: q: expected 3, got 4 at cycle 7\n```"},
    {"role": "assistant", "content": [{"type": "text", "text": "```verilog\nright\n```"}], "reasoning": "one too many"},
]
TURNS = [
    {"reasoning": "a counter", "code": "wrong", "observation": LOG.decode()},
    {"reasoning": "one too many", "code": "right"},
]


class Saying:
    """An environment in which what holds "right" passes, and all else has one log."""

    toolchain, checkpoint = "t", ""

    def __init__(self, log: bytes = LOG) -> None:
        self.log = log

    async def answer(
        self, bundle: EnvironmentBundle, candidate: Candidate, history: tuple[Turn, ...], author: str
    ) -> Answer:
        passes = "right" in candidate.code
        outcome = Outcome.PASS if passes else Outcome.FUNCTIONAL_MISMATCH
        return Answer(Observation(outcome, "function", b"" if passes else self.log))


def replayed(answer: RecordedAnswer, log: bytes = LOG) -> Trajectory:
    generator = RecordedGenerator(answer.author, [answer])
    return asyncio.run(run_attempt(Attempt(DOMAIN, BUNDLE, generator, answer.number, 4), Saying(log)))


def told(trajectory: Trajectory) -> list[tuple[str, str]]:
    return [(turn.candidate.code, turn.reasoning) for turn in trajectory.turns]


@pytest.mark.parametrize("form", [{"messages": MESSAGES}, {"turns": TURNS}])
def test_both_forms_are_replayed_with_their_thoughts(tmp_path: Path, form: dict[str, Any]) -> None:
    file = tmp_path / "someone.jsonl"
    file.write_text(json.dumps({"seed_id": "set/one", **form}))
    (answer,) = read_samples(file)
    assert answer.author == "someone"
    assert told(replayed(answer)) == [("wrong\n", "a counter"), ("right\n", "one too many")]


def test_what_another_log_was_answered_with_is_not_told() -> None:
    answer = conversation({"seed_id": "set/one", "turns": TURNS}, "a")
    other = replayed(answer, b"bench: q: expected 3, got 5 at cycle 7\n")
    assert told(other) == [("wrong\n", "a counter")]
    assert other.ended is Ended.EXHAUSTED
    assert other.turns[0].observation.text.count("got 5") == 1


def test_the_message_of_an_export_is_the_same_log_and_white_space_is_no_difference() -> None:
    seen = Turn(0, "", Candidate("wrong\n"), Observation(Outcome.FUNCTIONAL_MISMATCH, "function", LOG))
    said = result(DOMAIN, BUNDLE, DOMAIN.instructions(BUNDLE), seen)
    for text in (said, f"{said}\n\nCorrect the file.", f"  {LOG.decode()}\n\n"):
        answer = conversation({"seed_id": "set/one", "turns": [{**TURNS[0], "observation": text}, TURNS[1]]}, "a")
        assert len(replayed(answer).turns) == 2
    for text in (said.replace("got 4", "got 40"), "FUNCTIONAL_MISMATCH", "PASS"):
        answer = conversation({"seed_id": "set/one", "turns": [{**TURNS[0], "observation": text}, TURNS[1]]}, "a")
        assert len(replayed(answer).turns) == 1


def test_a_task_that_is_worded_in_another_way_by_now_is_not_answered() -> None:
    answer = conversation({"seed_id": "set/one", "turns": TURNS, "task": task_hash("p", BUNDLE.interface)}, "a")
    assert len(replayed(answer).turns) == 2
    assert "in other words" in replayed(replace(answer, task=task_hash("q", BUNDLE.interface))).failure


def test_conversations_are_executed_whatever_the_share_and_counted_apart_from_answers() -> None:
    answers = [conversation({"seed_id": "set/one", "turns": TURNS, "author": "a"}, "a")]
    answers += [RecordedAnswer("set/one", "a", (f"code {number}",)) for number in range(6)]
    numbers = frozenset(answer.number for answer in answers)
    generator = RecordedGenerator("a", answers)
    mixture = Mixture(DOMAIN, (), (Replay(generator, 0.0),))
    (real,) = plan(mixture, [BUNDLE], range(1), max_corrections=4)
    assert real.seed == answers[0].number
    later = range(AMPLIFIED_SEEDS_FROM, AMPLIFIED_SEEDS_FROM + 1)
    assert real.seed not in {attempt.seed for attempt in plan(mixture, [BUNDLE], later, max_corrections=4)}
    shipped = Mixture(DOMAIN, (), (Replay(generator, 1.0, numbers),))
    for most, talks in ((2, 1), (0, 1), (2, 0)):
        planned = plan(
            shipped, [BUNDLE], range(1), max_corrections=4, shipped_answers=most, shipped_conversations=talks
        )
        assert len(planned) == most + talks
        assert (real.seed in {attempt.seed for attempt in planned}) is bool(talks)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"messages": MESSAGES}, "seed_id or task_id: has to be a text"),
        ({"seed_id": "s", "messages": {}}, "messages: has to be a list"),
        ({"seed_id": "s", "messages": MESSAGES[:2]}, "messages: holds no answer"),
        ({"seed_id": "s", "messages": [{"role": "assistant"}]}, r"messages\[0\].content: has to be a text"),
        ({"seed_id": "s", "messages": [{"role": "robot"}]}, r"messages\[0\].role"),
        ({"seed_id": "s", "messages": ["x"]}, r"messages\[0\]: has to hold fields"),
        ({"seed_id": "s", "turns": []}, "turns: holds no answer"),
        ({"seed_id": "s", "turns": [{"code": "a"}, {"answer": 3}]}, r"turns\[1\].answer or content: has to be a text"),
        ({"seed_id": "s", "turns": [{"code": "a\0"}]}, r"turns\[0\].code: holds NUL"),
        ({"seed_id": "s", "turns": [{"code": "a", "reasoning": ["x"]}]}, r"turns\[0\].reasoning: has to be a text"),
    ],
)
def test_a_broken_conversation_names_line_and_field(tmp_path: Path, row: dict[str, Any], said: str) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_text(json.dumps({"seed_id": "s", "turns": TURNS}) + "\n" + json.dumps(row))
    with pytest.raises(UnreadableSamples, match=f"lines.jsonl:2: {said}"):
        read_samples(file)
    with pytest.raises(BrokenSeedError, match=f"line 2.*{said}"):
        read_conversations(tmp_path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["role", "content", "text", "code", "answer", "reasoning", "observation"])
            | st.text(max_size=3),
            inner | st.sampled_from(["assistant", "tool", "user"]),
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.sampled_from(["messages", "turns"]), JSON, JSON)
def test_any_json_is_a_conversation_or_says_what_is_wrong(form: str, entries: Any, author: Any) -> None:
    try:
        answer = conversation({"seed_id": "s", form: entries, "author": author}, "a")
    except BrokenConversation:
        return
    assert len(answer.texts) == len(answer.thoughts) == len(answer.observed) > 0
    assert all(isinstance(text, str) for text in (*answer.texts, *answer.thoughts, *answer.observed))


def test_an_answer_alone_keeps_its_number() -> None:
    assert RecordedAnswer("s", "a", ("x",)).number == 190908139771353


@pytest.mark.parametrize("name", sorted(load_domains()))
def test_conversations_that_ship_are_of_training_tasks_and_all_is_thought_through(name: str) -> None:
    domain = get_domain(name)
    builtin = {seed.seed_id for seed in domain.builtin_seeds()}
    shipped = [answer for answer in domain.recorded_answers() if answer.is_conversation]
    assert shipped
    for answer in shipped:
        made = made_name(answer.seed_id)
        assert answer.seed_id in builtin or (made and not made.is_exam)
        assert split_of(answer.seed_id, Purpose.TRAIN) is CorpusSplit.TRAIN
        assert answer.task
        assert all(answer.thoughts[1:])
        assert answer.thoughts[0] or len(answer.texts) > 1, "nothing is thought"
        assert all(answer.observed)
        assert not any("Result: PASS" in said for said in answer.observed[:-1]), "what passes is not corrected"
        assert not answer.is_solution
