"""From answers to judged samples: what is read and told apart, what an exam shares with training, and the pages."""

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from assets.exam.exam_set import BUILTIN, FAMILIES, OF_EACH_DOMAIN, ExamSet, ExamTask, NoSuchSet, exam_sets, named_sets
from assets.exam.exposure import found_in
from assets.exam.figure import Figure
from assets.exam.judging import CONTROL, REFERENCE
from assets.exam.reading import read
from assets.exam.recorded import hand_in
from assets.exam.report import INDEX, shown, task_pages, write_pages
from assets.exam.rows import exams, score_rows
from assets.exam.sample import Fate
from assets.exam.schema import BENCHMARK_SCORES, EXAM_ANSWERS, EXAM_SAMPLES
from orchestration.command_line import app
from resources.domains.recorded_answer import RecordedAnswer
from resources.domains.registry import load_domains
from resources.domains.scoring import Scoring
from resources.execution.bundle import EnvironmentBundle
from resources.generation.recorded.samples import read_every_sample, read_samples

SET = ExamSet("rtllm", "chip_design", "rtllm")
REFERENCE_CODE = "".join(
    f"assign y[{place}] = a[{place}] ^ (b[{place}] & c[{(place + 1) % 7}]);\n" for place in range(9)
)
BUNDLE = EnvironmentBundle(
    "chip_design", "rtllm/gate", "Nine gates of a kind.", "module gate", "gate.v", REFERENCE_CODE
)
TASK = ExamTask(BUNDLE)


def answer(reply: str, form: str = "reply", finish_reason: str = "stop", trouble: str = "") -> dict[str, str]:
    return {"reply": reply, "form": form, "finish_reason": finish_reason, "trouble": trouble, "reasoning": ""}


BLOCK = "Here:\n```verilog\nmodule m; endmodule\n```\n"


@pytest.mark.parametrize(
    ("given_answer", "fate"),
    [
        (answer(BLOCK), Fate.JUDGED),
        (answer(BLOCK, finish_reason="length"), Fate.JUDGED),
        (answer("```verilog\nmodule m;", finish_reason="length"), Fate.TRUNCATED),
        (answer("<think>Let me see", finish_reason="length"), Fate.TRUNCATED),
        (answer("```verilog\nmodule m;"), Fate.UNPARSABLE),
        (answer("```verilog\nmodule m;", "text", ""), Fate.TRUNCATED),
        (answer("I'm sorry, but I can't help with that."), Fate.REFUSED),
        (answer("I cannot write this.", "text", ""), Fate.REFUSED),
        (answer("Half a word", finish_reason="content_filter"), Fate.REFUSED),
        (answer("", trouble="the server answers 400: content_filter"), Fate.REFUSED),
        (answer("", trouble="the prompt is too long"), Fate.UNPARSABLE),
        (answer("I would rather talk about it."), Fate.UNPARSABLE),
        (answer(f"I'm sorry for the confusion. {BLOCK}"), Fate.JUDGED),
        (answer("module m; endmodule", "text", ""), Fate.JUDGED),
        (answer("```python\nprint()\n```\n", "text", ""), Fate.UNPARSABLE),
        (answer("I'm sorry // a comment", "program", ""), Fate.JUDGED),
        (answer(" \n", "program", ""), Fate.UNPARSABLE),
    ],
)
def test_no_program_is_told_apart_from_a_wrong_one(given_answer: dict[str, str], fate: Fate) -> None:
    reading = read(given_answer, "verilog")
    assert reading.fate is fate
    assert bool(reading.code) == (fate is Fate.JUDGED)
    assert bool(reading.reason) == (fate is not Fate.JUDGED)


@given(st.text(), st.sampled_from(["reply", "text", "program"]), st.sampled_from(["", "stop", "length"]))
def test_whatever_is_answered_is_read(text: str, form: str, finish_reason: str) -> None:
    reading = read(answer(text, form, finish_reason), "verilog")
    assert bool(reading.code.strip()) == (reading.fate is Fate.JUDGED)


def test_equal_answers_of_one_author_are_two_samples(tmp_path: Path) -> None:
    line = '{"task_id": "rtllm/gate", "completion": "module gate; endmodule"}\n'
    (tmp_path / "model.jsonl").write_text(2 * line + '{"seed_id": "rtllm/other", "code": "x"}\n')
    answers = read_every_sample(tmp_path / "model.jsonl")
    assert len(read_samples(tmp_path / "model.jsonl")) == 2
    handed = hand_in(SET, [TASK], answers)
    assert [(row["author"], row["number"], row["form"]) for row in handed.rows] == [
        ("model", 0, "text"),
        ("model", 1, "text"),
    ]
    assert len({row["answer_id"] for row in handed.rows}) == 2
    assert handed.passed_over == {"rtllm/other": 1}
    assert not EXAM_ANSWERS.check(EXAM_ANSWERS.from_rows(handed.rows))


def test_several_attempts_of_an_answer_are_turns() -> None:
    handed = hand_in(SET, [TASK], [RecordedAnswer("rtllm/gate", "me", ("first", "second"))])
    assert [(row["number"], row["turn"], row["reply"]) for row in handed.rows] == [(0, 0, "first"), (0, 1, "second")]


def test_every_imported_set_and_every_domain_can_be_sat() -> None:
    sets = exam_sets()
    for domain in load_domains().values():
        assert {importer.name for importer in domain.importers} <= sets.keys()
        assert sets[f"{BUILTIN}-{domain.name}"].domain == domain.name
    for name in OF_EACH_DOMAIN:
        able = {domain.name for domain in load_domains().values() if name != FAMILIES or domain.families}
        assert {one.domain for one in named_sets(name)} == able
    with pytest.raises(NoSuchSet, match="rtllm"):
        named_sets("cooking")


def sample(author: str, outcome: str | None = "PASS", **more: Any) -> dict[str, Any]:
    name = author.strip("<>").partition(">")[0]
    row = {"answer_id": f"{name}-{more.get('number', 0)}-{more.get('turn', 0)}", "benchmark": "rtllm"}
    row |= {"domain": "chip_design", "seed_id": "rtllm/gate", "bundle_hash": BUNDLE.hash, "author": author}
    numbers = {"number": 0, "turn": 0, "metrics": [], "timings": [], "stages_passed": []}
    took = dict.fromkeys(
        ("belief", "prompt_tokens", "completion_tokens", "cost", "generation_seconds", "execution_seconds")
    )
    told = {"sitting": "s", "model": "", "fate": "judged" if outcome else "truncated", "reason": "", "code": "code"}
    rest = {"outcome": outcome, "stage": "simulate", "log": b"", "checkpoint": "", "toolchain": "t"}
    return {**row, **numbers, **took, **told, **rest, **more}


def test_rows_become_samples_with_their_turns_and_exposed_tasks_count_nowhere() -> None:
    rows = [
        sample("a", "FUNCTIONAL_MISMATCH"),
        sample("a", turn=1, stages_passed=["gpu"]),
        sample("a", None, number=1),
        sample(REFERENCE, sitting=CONTROL, metrics=[("checks", 8.0)]),
        sample("a", seed_id="rtllm/known"),
    ]
    assert not EXAM_SAMPLES.check(EXAM_SAMPLES.from_rows(rows[:4]))
    found = exams(rows, [ExamTask(BUNDLE, frozenset({"repair"}))], Scoring(device="gpu"), ["rtllm/known"])
    (whose,) = [who for who in found if who.sitting != CONTROL]
    exam = found[whose]
    assert [(one.number, len(one.turns), one.solved_by(2)) for one in exam.samples] == [(0, 2, True), (1, 1, False)]
    assert (exam.device, exam.repairs, exam.references) == (True, {"rtllm/gate"}, {"rtllm/gate": {"checks": 8.0}})
    table = BENCHMARK_SCORES.from_rows(score_rows(SET, whose, [Figure("m", "", 0.5, None, None, 1, 2)], 1))
    assert not BENCHMARK_SCORES.check(table)


def corpus_row(name: str, seed: str, code: str) -> dict[str, Any]:
    return {
        "conversation_id": name,
        "seed_id": seed,
        "messages": [{"role": "assistant", "content": f"```verilog\n{code}```"}],
    }


def test_a_training_row_that_holds_the_task_exposes_it() -> None:
    seeds = {"mine/other": {"prompt": "Something else.", "reference": "module other; endmodule"}}
    renamed = REFERENCE_CODE.replace("y[", "out[")
    assert found_in([corpus_row("r1", "mine/other", renamed)], seeds, [TASK], "verilog") == {"rtllm/gate": "r1"}
    assert found_in([corpus_row("r2", "rtllm/gate", "module m; endmodule\n")], seeds, [TASK], "verilog") == {
        "rtllm/gate": "r2"
    }
    assert found_in([corpus_row("r3", "mine/other", "module m; endmodule\n")], seeds, [TASK], "verilog") == {}


HOSTILE = "<script>alert('x')</script>"


def test_each_failing_sample_is_one_click_from_its_transcript_and_everything_is_escaped(tmp_path: Path) -> None:
    rows = [
        sample(HOSTILE, "COMPILATION_ERROR", code=HOSTILE, log=HOSTILE.encode() + b"\xff", seed_id=f"rtllm/{HOSTILE}"),
        sample(HOSTILE, turn=1, seed_id=f"rtllm/{HOSTILE}"),
        sample("mute", None, code="", reason="it was cut off"),
        sample(REFERENCE, sitting=CONTROL),
    ]
    scores = score_rows(
        SET, next(iter(exams(rows[:1], [], Scoring(), ()))), [Figure("pass@k", "k=1", 0.5, 0.25, 0.75, 2, 4)], 0
    )
    index = write_pages(tmp_path, SET, scores, rows, {"mute-0-0": f"half {HOSTILE}"}, {"rtllm/seen": "r"})
    assert index == tmp_path / INDEX
    text = index.read_text()
    assert "50.0 % (25.0–75.0 %)" in text
    assert "rtllm/seen" in text
    for page in task_pages(rows):
        transcripts = (tmp_path / page.file).read_text()
        for one in page.transcripts:
            assert f'href="{page.file}#{one.anchor}"' in text
            assert f'<section id="{one.anchor}">' in transcripts
            assert all(HOSTILE not in part for part in (text, transcripts))
        assert f'href="http://127.0.0.1:3080/?{urlencode({"task": page.seed_id})}"' in transcripts
    everything = "".join(path.read_text() for path in tmp_path.glob("*.html"))
    assert "half &lt;script&gt;" in everything
    assert "turn 2" in everything
    assert REFERENCE not in "".join(page.seed_id for page in task_pages(rows))


def test_scores_are_told_in_their_unit() -> None:
    def told(metric: str, value: float | None, part: str = "", note: str = "") -> str:
        return shown({"metric": metric, "part": part, "value": value, "low": None, "high": None, "note": note})

    assert told("pass@k", 0.123) == "12.3 %"
    assert told("speed-up", 1.456) == "1.46"
    assert told("prompt tokens", 1234.0) == "1,234"
    assert told("ArchXBench", 3.1, "n") == "3.10"
    assert told("ArchXBench", 0.46, "t") == "46.0 %"
    assert told("fast_p", None, note="needs a device") == "needs a device"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nosuch"], "rtllm"),
        (["rtllm", "-k", "one"], "no list of numbers"),
        (["rtllm", "--endpoint", "http://127.0.0.1:1/v1"], "--model"),
        (["rtllm", "--endpoint", "no address", "--model", "m"], "base_url"),
        (["rtllm", "--samples", "/nowhere.jsonl"], "is no file"),
    ],
)
def test_mistakes_at_the_command_line_are_told_before_anything_runs(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ICWM_HOME", str(tmp_path / "home"))
    answer = CliRunner().invoke(app, ["eval", *arguments])
    assert answer.exit_code == 2
    assert said in answer.output
    assert not (tmp_path / "home").exists()
