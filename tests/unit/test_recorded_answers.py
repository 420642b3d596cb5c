"""Recorded answers: read from folders and JSON lines, replayed attempt by attempt, each exactly once."""

import asyncio
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.generation.mixture import Mixture, Replay
from assets.trajectories.campaign_plan import AMPLIFIED_SEEDS_FROM, plan
from assets.trajectories.loop import Answer, Attempt, run_attempt
from resources.domains.recorded_answer import RecordedAnswer
from resources.domains.registry import get_domain, load_domains
from resources.domains.toolkit.answer_folder import answer_line, read_answers
from resources.domains.toolkit.seed_folder import BrokenSeedError
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.generator import GenerationRequest, GeneratorFailed
from resources.generation.recorded.generator import RecordedGenerator
from resources.generation.recorded.samples import UnreadableSamples, read_samples
from resources.generation.trajectory import Ended, Turn

BUNDLE = EnvironmentBundle(
    "chip_design", "set/one", "p", "module top; endmodule", "top.v", "r", settings={"top": "top"}
)


class Refusing:
    """An environment in which nothing passes but what says so."""

    toolchain, checkpoint = "t", ""

    async def answer(
        self, bundle: EnvironmentBundle, candidate: Candidate, history: tuple[Turn, ...], author: str
    ) -> Answer:
        return Answer(
            Observation(Outcome.PASS if "right" in candidate.code else Outcome.FUNCTIONAL_MISMATCH, "function")
        )


def replayed(answer: RecordedAnswer, max_corrections: int = 4) -> list[str] | str:
    """The codes of the trajectory's turns, or why the generator gave up."""
    generator = RecordedGenerator(answer.author, [answer])
    attempt = Attempt(get_domain("chip_design"), BUNDLE, generator, answer.number, max_corrections)
    trajectory = asyncio.run(run_attempt(attempt, Refusing()))
    if trajectory.ended is Ended.GENERATOR_FAILED:
        return trajectory.failure
    return [turn.candidate.code for turn in trajectory.turns]


def test_attempts_follow_each_other_until_one_passes_or_none_is_left() -> None:
    assert replayed(RecordedAnswer("set/one", "a", ("wrong", "right", "never asked"))) == ["wrong\n", "right\n"]
    assert replayed(RecordedAnswer("set/one", "a", ("wrong", "worse"))) == ["wrong\n", "worse\n"]
    assert replayed(RecordedAnswer("set/one", "a", ("wrong", "right")), max_corrections=0) == ["wrong\n"]


def test_the_program_of_a_whole_reply_is_its_last_block() -> None:
    reply = "Here:\n```verilog\nmodule draft;\n```\nor rather\n```verilog\nmodule right;\n```\n"
    assert replayed(RecordedAnswer("set/one", "a", (reply,), whole_reply=True)) == ["module right;\n"]
    assert replayed(RecordedAnswer("set/one", "a", ("module right;",), whole_reply=True)) == ["module right;\n"]


@pytest.mark.parametrize("reply", ["", "  \n", "```verilog\nmodule cut", "```python\nprint()\n```"])
def test_a_reply_without_a_program_is_no_candidate(reply: str) -> None:
    assert "recorded answer" in replayed(RecordedAnswer("set/one", "a", (reply,), whole_reply=True))


def test_an_answer_that_is_gone_is_said_so() -> None:
    request = GenerationRequest(get_domain("chip_design"), BUNDLE, get_domain("chip_design").instructions(BUNDLE), 7)
    with pytest.raises(GeneratorFailed, match="a has no answer 7 to set/one"):
        asyncio.run(RecordedGenerator("a", []).generate(request))


def test_both_forms_of_json_lines(tmp_path: Path) -> None:
    rows = [
        {"seed_id": "set/one", "author": "gpt", "answer": "```verilog\nx\n```", "domain": "passed over"},
        {"seed_id": "set/one", "author": "gpt", "code": "module"},
        {"task_id": "set/two", "completion": "  return 1"},
        {"task_id": "set/two", "completion": "  return 1"},
    ]
    file = tmp_path / "someone.jsonl"
    file.write_text("\n\n".join(map(json.dumps, rows)))
    assert read_samples(file) == (
        RecordedAnswer("set/one", "gpt", ("```verilog\nx\n```",), whole_reply=True),
        RecordedAnswer("set/one", "gpt", ("module",)),
        RecordedAnswer("set/two", "someone", ("  return 1",), whole_reply=True),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no answer"),
        ("{", "lines.jsonl:1: is no JSON"),
        ("[1]", "is no JSON object"),
        ('\n{"author": "a", "answer": "b"}', "lines.jsonl:2: seed_id or task_id"),
        ('{"seed_id": "s", "answer": 3}', "answer or completion: has to be a text"),
        ('{"seed_id": "s", "code": "a\\u0000"}', "NUL"),
        ('{"seed_id": "s", "code": "\\ud800"}', "half a character"),
    ],
)
def test_a_broken_file_names_line_and_field(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_text(text)
    with pytest.raises(UnreadableSamples, match=said):
        read_samples(file)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSamples, match="is no file"):
        read_samples(tmp_path)


def test_a_folder_of_answers(tmp_path: Path) -> None:
    for name in ("ann/adder.v", "ann/adder.2.v", "bob/adder.v"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    assert read_answers(tmp_path, ["adder"]) == (
        RecordedAnswer("builtin/adder", "ann", ("ann/adder.v", "ann/adder.2.v")),
        RecordedAnswer("builtin/adder", "bob", ("bob/adder.v",)),
    )
    assert read_answers(tmp_path / "nowhere", ["adder"]) == ()
    (tmp_path / "bob" / "unsolved").mkdir()
    (tmp_path / "bob" / "adder.v").rename(tmp_path / "bob" / "unsolved" / "adder.v")
    (solved, given_up) = read_answers(tmp_path, ["adder"])
    assert (solved.is_solution, given_up) == (
        True,
        RecordedAnswer("builtin/adder", "bob", ("bob/adder.v",), is_solution=False),
    )


@pytest.mark.parametrize("name", ["unknown.v", "adder.3.v", "adder.txt.bak"])
def test_a_file_that_answers_nothing_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann" / "adder.v").write_text("x")
    (tmp_path / "ann" / name).write_text("x")
    with pytest.raises(BrokenSeedError, match=name.replace(".", r"\.")):
        read_answers(tmp_path, ["adder"])


@given(st.lists(st.text(min_size=1), unique=True, min_size=1, max_size=30), st.floats(0, 1))
def test_each_answer_is_executed_or_left_for_amplification(texts: list[str], share: float) -> None:
    answers = [RecordedAnswer("set/one", "a", (text,)) for text in texts]
    mixture = Mixture(get_domain("chip_design"), (), (Replay(RecordedGenerator("a", answers), share),))
    real = plan(mixture, [BUNDLE], range(5), max_corrections=4)
    left = plan(mixture, [BUNDLE], range(AMPLIFIED_SEEDS_FROM, AMPLIFIED_SEEDS_FROM + 5), max_corrections=4)
    assert sorted(attempt.seed for attempt in [*real, *left]) == sorted(answer.number for answer in answers)
    assert {attempt.generator.name for attempt in real} <= {"recorded/a"}


@given(st.integers(0, 12))
def test_a_profile_takes_few_of_the_answers_that_ship_and_all_of_a_users(most: int) -> None:
    shipped = [RecordedAnswer("set/one", "a", (f"shipped {number}",)) for number in range(9)]
    own = [RecordedAnswer("set/one", "a", (f"own {number}",)) for number in range(4)]
    numbers = frozenset(answer.number for answer in shipped)
    mixture = Mixture(get_domain("chip_design"), (), (Replay(RecordedGenerator("a", [*shipped, *own]), 1.0, numbers),))
    planned = plan(mixture, [BUNDLE], range(5), max_corrections=4, shipped_answers=most)
    fewer = plan(mixture, [BUNDLE], range(5), max_corrections=4, shipped_answers=max(0, most - 1))
    taken = {attempt.seed for attempt in planned}
    assert {answer.number for answer in own} <= taken
    assert len(taken) == len(own) + min(most, len(shipped))
    assert {attempt.seed for attempt in fewer} <= taken


def test_a_mechanical_authors_answers_are_lines_of_one_file(tmp_path: Path) -> None:
    lines = [answer_line("adder", "one", is_solution=True), answer_line("adder", "two", is_solution=False)]
    (tmp_path / "gcc-12-O1.jsonl").write_text("".join(lines))
    assert read_answers(tmp_path, ["adder"]) == (
        RecordedAnswer("builtin/adder", "gcc-12-O1", ("one",)),
        RecordedAnswer("builtin/adder", "gcc-12-O1", ("two",), is_solution=False),
    )


@pytest.mark.parametrize("line", ["{", '{"task": "adder"}', answer_line("other", "x", is_solution=True)])
def test_a_broken_line_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "gcc.jsonl").write_text(answer_line("adder", "one", is_solution=True) + line)
    with pytest.raises(BrokenSeedError, match="line 2"):
        read_answers(tmp_path, ["adder"])


def test_answers_that_come_with_the_project_are_of_its_tasks_and_unlike_each_other() -> None:
    for domain in load_domains().values():
        references = {seed.seed_id: seed.reference.split() for seed in domain.builtin_seeds()}
        texts = [" ".join(answer.texts[0].split()) for answer in domain.recorded_answers()]
        assert len(texts) == len(set(texts))
        answers = [answer for answer in domain.recorded_answers() if answer.seed_id in references]
        assert not any(answer.texts[0].split() == references[answer.seed_id] for answer in answers)
