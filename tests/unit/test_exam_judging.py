"""Bench: which judgements and beliefs stand when an exam is judged again, under these tools or others."""

import asyncio
from collections.abc import Sequence

from assets.bundles.build import bundle_from_seed
from assets.exam.exam_set import ExamSet, ExamTask
from assets.exam.judging import CONTROL, Bench, Row
from assets.exam.recorded import hand_in
from resources.domains.recorded_answer import RecordedAnswer
from resources.domains.registry import get_domain
from resources.execution.backend import Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.pool import ExecutionPool
from resources.world_model.model import Prediction, Query

SET = ExamSet("rtllm", "chip_design", "rtllm")
BUNDLE = bundle_from_seed(get_domain("chip_design").builtin_seeds()[0])
ANSWERS = hand_in(
    SET, [ExamTask(BUNDLE)], [RecordedAnswer(BUNDLE.seed_id, "me", (code,)) for code in ("right", "wrong")]
).rows


class Tools:
    """In a backend's place: what is right passes. `version` is its toolchain's."""

    domain = "chip_design"

    def __init__(self, version: str) -> None:
        self._version = version
        self.executed: list[str] = []

    def toolchain(self) -> Toolchain:
        return Toolchain({"tool": self._version})

    def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        self.executed.append(candidate.code)
        return Observation(Outcome.PASS if "wrong" not in candidate.code else Outcome.FUNCTIONAL_MISMATCH, "simulate")


class Believer:
    """A world model of a name; notes what it is asked."""

    def __init__(self, checkpoint_id: str) -> None:
        self.checkpoint_id = checkpoint_id
        self.asked: list[str] = []

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        self.asked += [query.candidate.code for query in queries]
        return [Prediction(Observation(Outcome.PASS, ""), 0.75, {Outcome.PASS: 0.75}) for _ in queries]


def judge(tools: Tools, model: Believer | None, before: Sequence[Row] = ()) -> list[Row]:
    """The authors' rows."""
    with ExecutionPool(tools, 1) as pool:
        bench = Bench(SET, get_domain("chip_design"), [ExamTask(BUNDLE)], pool)
        rows = asyncio.run(bench.judge(ANSWERS, {row["answer_id"]: row for row in before}, model))
    return [row for row in rows if row["sitting"] != CONTROL]


def test_what_was_judged_and_believed_under_the_same_tools_stands() -> None:
    first = judge(Tools("1"), Believer("icwm-1"))
    tools, same, other = Tools("1"), Believer("icwm-1"), Believer("icwm-2")
    assert judge(tools, same, first) == first
    assert not {"right\n", "wrong\n"} & {*tools.executed, *same.asked}
    assert {row["checkpoint"] for row in judge(Tools("1"), other, first)} == {"icwm-2"}
    assert other.asked == ["right\n", "wrong\n"]
    assert judge(Tools("1"), None, first) == first


def test_under_other_tools_all_is_judged_anew_and_keeps_a_belief() -> None:
    first, tools = judge(Tools("1"), Believer("icwm-1")), Tools("2")
    again = judge(tools, Believer("icwm-1"), first)
    assert {"right\n", "wrong\n"} < {*tools.executed}
    assert [(row["belief"], row["checkpoint"], row["outcome"]) for row in again] == [
        (0.75, "icwm-1", "PASS"),
        (0.75, "icwm-1", "FUNCTIONAL_MISMATCH"),
    ]
