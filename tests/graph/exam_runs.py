"""Judges a small exam through the graph, for test_exam: two designs, three authors, real tools; prints what came of it.

A process of its own, so that it can be killed half way.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import dagster as dg

from assets.bundles.build import bundle_from_seed
from assets.bundles.certification import Certificate
from assets.bundles.schema import ENVIRONMENT_BUNDLES, bundle_row
from assets.corpus.schema import REASONING_CORPUS
from assets.exam.asset import benchmark_scores, exam_samples
from assets.exam.exam_set import ExamTask, exam_sets
from assets.exam.recorded import hand_in
from assets.exam.schema import BENCHMARK_SCORES, EXAM_ANSWERS, EXAM_SAMPLES
from assets.seeds.schema import TASK_SEEDS, seed_to_row
from orchestration.checks import no_exam_task_is_in_the_training_split, references_score_all_and_empty_answers_nothing
from orchestration.definitions import build_resources
from resources.domains.recorded_answer import RecordedAnswer
from resources.domains.registry import get_domain
from resources.execution.backend import Toolchain
from resources.storage.lake import Lake
from tests.home import settings_in

SET = exam_sets()["rtllm"]
SOUND = Certificate(True, "", False, 1.0, 8, 8, (), 0, 0, "")


def prepare(root: Path) -> None:
    """Two built-in designs as tasks of an imported set, and answers to them: right, mended later, cut off, wrong."""
    lake, domain = Lake(settings_in(root).lake), get_domain(SET.domain)
    small = sorted(domain.builtin_seeds(), key=lambda seed: len(seed.reference))[:2]
    seeds = [
        replace(seed, seed_id=f"rtllm/{name}", origin=replace(seed.origin, source="rtllm"))
        for name, seed in zip(("one", "two"), small, strict=True)
    ]
    bundles = [bundle_from_seed(seed) for seed in seeds]
    rows = [bundle_row(seed, bundle, SOUND, Toolchain({}), "1") for seed, bundle in zip(seeds, bundles, strict=True)]
    lake.write(
        TASK_SEEDS, SET.domain, TASK_SEEDS.from_rows(seed_to_row(seed) | {"purpose": "evaluate"} for seed in seeds)
    )
    lake.write(ENVIRONMENT_BUNDLES, SET.domain, ENVIRONMENT_BUNDLES.from_rows(rows))
    answers = [answer for bundle in bundles for answer in _answers(bundle.seed_id, bundle.reference)]
    handed = hand_in(SET, map(ExamTask, bundles), answers)
    lake.write(EXAM_ANSWERS, SET.name, EXAM_ANSWERS.from_rows(handed.rows))


def _answers(seed: str, right: str) -> list[RecordedAnswer]:
    broken = right.replace("endmodule", "", 1)
    return [
        RecordedAnswer(seed, "knows", (f"Here:\n```verilog\n// mine\n{right}```\n",), whole_reply=True),
        RecordedAnswer(seed, "learns", (broken, f"// again\n{right}")),
        RecordedAnswer(seed, "hasty", (f"```verilog\n{right}",), whole_reply=True),
        RecordedAnswer(seed, "hasty", (broken,)),
    ]


def expose(root: Path) -> None:
    """One of the tasks enters the training split."""
    row = {field.name: [] for field in REASONING_CORPUS.arrow_schema} | dict.fromkeys(
        ("conversation_id", "domain", "split", "licence", "cluster"), "train"
    )
    numbers = {"tier": 1, "solved": True, "turns": 1, "thinking_characters": 1, "contaminated_by": None}
    message = {"role": "assistant", "content": "```verilog\nmodule m;\n```"}
    row |= numbers | {"seed_id": "rtllm/two", "messages": [message]}
    Lake(settings_in(root).lake).write(REASONING_CORPUS, SET.domain, REASONING_CORPUS.from_rows([row]))


def judge(root: Path) -> dict[str, Any]:
    settings = settings_in(root)
    checks = [references_score_all_and_empty_answers_nothing, no_exam_task_is_in_the_training_split]
    resources = build_resources(settings)
    result = dg.materialize(
        [exam_samples, benchmark_scores, *checks],  # type: ignore[list-item]
        partition_key=SET.name,
        resources=resources,
        raise_on_error=False,
        run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
    )
    lake = Lake(settings.lake)
    checked = {evaluation.check_name: evaluation.passed for evaluation in result.get_asset_check_evaluations()}
    page = settings.home.reports / "exam" / SET.name / "index.html"
    return {
        "success": result.success,
        "checks": checked,
        "samples": lake.read(EXAM_SAMPLES.name, SET.name).drop("log").to_dicts(),
        "scores": lake.read(BENCHMARK_SCORES.name, SET.name).to_dicts(),
        "page": page.read_text(encoding="utf-8"),
    }


def main(root: str) -> None:
    """Judges twice, and a third time when a task was trained on."""
    home = Path(root)
    first, second = judge(home), judge(home)
    expose(home)
    print(json.dumps({"first": first, "second": second, "exposed": judge(home)}, default=str))


if __name__ == "__main__":
    main(*sys.argv[1:])
