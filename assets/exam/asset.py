"""The assets `exam_samples` and `benchmark_scores`, and the external asset `exam_answers` that sittings add to.

Partitioned by set. Answering and judging are two steps: a sitting only adds answers, and a file of recorded ones needs
no sitting.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import dagster as dg
from pydantic import Field

from assets.bundles.asset import environment_bundles
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.corpus.asset import reasoning_corpus
from assets.corpus.schema import REASONING_CORPUS
from assets.exam.exam_set import EXAM_PARTITIONS, FROM_DOMAIN, ExamSet, NothingToSit, exam_sets, exam_tasks
from assets.exam.exposure import exposed_tasks
from assets.exam.judging import CONTROL, Bench
from assets.exam.report import write_pages
from assets.exam.rows import exams, score_rows
from assets.exam.schema import BENCHMARK_SCORES, EXAM_ANSWERS, EXAM_SAMPLES
from assets.exam.score_sheet import KS, score_sheet
from assets.execution import ExecutionResource
from assets.home import Home
from assets.home_resource import HomeResource
from assets.materialize import committed, data_version, definition_metadata
from assets.profile import Profile
from assets.profile_resource import ProfileResource
from assets.stages import Stage, Work, work
from assets.world_model.checkpoints import NoCheckpoint, knows
from assets.world_model.shipped import answering
from resources.domains.registry import get_domain
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake
from resources.storage.schema import TableSchema
from resources.world_model.model import WorldModel

Row = dict[str, Any]

exam_answers = dg.AssetSpec(
    EXAM_ANSWERS.name,
    partitions_def=EXAM_PARTITIONS,
    group_name=Stage.EXAM.value,
    kinds={"parquet"},
    owners=["team:data-engine"],
    tags=work(Work.FED),
    description=EXAM_ANSWERS.description,
    metadata=definition_metadata(EXAM_ANSWERS),
)


@dg.asset(
    deps=[exam_answers, dg.AssetDep(environment_bundles, partition_mapping=FROM_DOMAIN)],
    partitions_def=EXAM_PARTITIONS,
    group_name=Stage.EXAM.value,
    kinds={"python", "parquet"},
    owners=["team:data-engine"],
    tags=work(Work.EXECUTES),
    metadata=definition_metadata(EXAM_SAMPLES),
    pool="execution",
    code_version="1",
)
def exam_samples(
    context: dg.AssetExecutionContext,
    lake: LakeResource,
    execution: ExecutionResource,
    home: HomeResource,
    profile: ProfileResource,
) -> dg.MaterializeResult[Any]:
    """Every answer to the set's tasks, judged by the real tools; references and empty answers beside them."""
    store, exam_set = lake.lake(), exam_sets()[context.partition_key]
    try:
        tasks = exam_tasks(store, home.get(), exam_set)
    except NothingToSit as nothing:
        return _no_exam(context, store, EXAM_SAMPLES, exam_set, nothing)
    answers = rows_of(store, EXAM_ANSWERS.name, exam_set)
    judged = {row["answer_id"]: row for row in rows_of(store, EXAM_SAMPLES.name, exam_set)}
    with execution.pool(exam_set.domain) as pool:
        bench = Bench(exam_set, get_domain(exam_set.domain), tasks, pool)
        model = _model(store, home.get(), profile.get(), exam_set.domain) if _several(answers) else None
        rows = asyncio.run(bench.judge(answers, judged, model))
    inputs = {
        EXAM_ANSWERS.name: data_version(store, EXAM_ANSWERS.name, exam_set.name),
        ENVIRONMENT_BUNDLES.name: data_version(store, ENVIRONMENT_BUNDLES.name, exam_set.domain),
    }
    rows.sort(key=lambda row: (row["sitting"], row["author"], row["seed_id"], row["number"], row["turn"]))
    commit = store.write(EXAM_SAMPLES, exam_set.name, EXAM_SAMPLES.from_rows(rows), inputs=inputs)
    return committed(store, EXAM_SAMPLES, commit, _summary(rows, len(tasks), len(answers)))


def _no_exam(
    context: dg.AssetExecutionContext, store: Lake, table: TableSchema, exam_set: ExamSet, nothing: NothingToSit
) -> dg.MaterializeResult[Any]:
    """What stands there, or an empty table. Who materialises everything meets sets that this home does not have: a
    failure, or nothing, would keep all that waits for the exams from being made."""
    context.log.warning(f"no exam: {nothing}")
    rows = rows_of(store, table.name, exam_set)
    commit = store.write(table, exam_set.name, table.from_rows(rows), inputs={})
    return committed(store, table, commit, {"no exam": str(nothing)})


def rows_of(store: Lake, table: str, exam_set: ExamSet) -> list[Row]:
    """[] before anything was written."""
    if store.manifest(table, exam_set.name) is None:
        return []
    rows: list[Row] = store.arrow(table, [exam_set.name]).to_pylist()
    return rows


def _several(answers: Iterable[Row]) -> bool:
    """Whether a world model has anything to choose from."""
    return any(row["number"] > 0 for row in answers)


def _model(store: Lake, home: Home, profile: Profile, domain: str) -> WorldModel | None:
    """The champion, or the one that ships; None where there is neither, or where it never saw the domain."""
    from resources.world_model.prediction import CheckpointWorldModel

    try:
        checkpoint = answering(store, home.checkpoints)
    except NoCheckpoint:
        return None
    return CheckpointWorldModel(checkpoint, limits=profile.limits) if knows(checkpoint, domain) else None


def _summary(rows: Sequence[Row], tasks: int, answers: int) -> dict[str, Any]:
    given = [row for row in rows if row["sitting"] != CONTROL]
    return {
        "tasks": tasks,
        "authors": len({(row["author"], row["sitting"]) for row in given}),
        "answers to other versions of the tasks": answers - len(given),
        "environment failed": sum(row["fate"] == "environment" for row in given),
    }


class ScoringConfig(dg.Config):
    """For which k the scores are given."""

    ks: list[int] = Field(default=list(KS), description="of pass@k, Syn@k and Func@k")


@dg.asset(
    deps=[exam_samples, dg.AssetDep(reasoning_corpus, partition_mapping=FROM_DOMAIN)],
    partitions_def=EXAM_PARTITIONS,
    group_name=Stage.EXAM.value,
    kinds={"python", "parquet", "html"},
    owners=["team:data-engine"],
    tags=work(Work.READS),
    metadata=definition_metadata(BENCHMARK_SCORES),
    code_version="1",
)
def benchmark_scores(
    context: dg.AssetExecutionContext, lake: LakeResource, home: HomeResource, config: ScoringConfig
) -> dg.MaterializeResult[Any]:
    """The field's metrics for each author, of tasks that the home's training split does not hold; and the page."""
    store, exam_set = lake.lake(), exam_sets()[context.partition_key]
    domain = get_domain(exam_set.domain)
    try:
        tasks = exam_tasks(store, home.get(), exam_set)
    except NothingToSit as nothing:
        return _no_exam(context, store, BENCHMARK_SCORES, exam_set, nothing)
    exposed = dict.fromkeys((task.seed_id for task in tasks), "") if exam_set.is_trained_on else {}
    exposed = exposed or exposed_tasks(store, domain, tasks)
    samples = rows_of(store, EXAM_SAMPLES.name, exam_set)
    sat = exams(samples, tasks, domain.scoring, exposed)
    rows = [
        row
        for who, exam in sat.items()
        for row in score_rows(exam_set, who, score_sheet(exam, domain.scoring, config.ks), len(exposed))
    ]
    inputs = {
        EXAM_SAMPLES.name: data_version(store, EXAM_SAMPLES.name, exam_set.name),
        REASONING_CORPUS.name: data_version(store, REASONING_CORPUS.name, exam_set.domain),
    }
    commit = store.write(BENCHMARK_SCORES, exam_set.name, BENCHMARK_SCORES.from_rows(rows), inputs=inputs)
    replies = _unread(rows_of(store, EXAM_ANSWERS.name, exam_set), samples)
    page = write_pages(home.get().reports / "exam" / exam_set.name, exam_set, rows, samples, replies, exposed)
    figures = {
        "report": dg.MetadataValue.path(str(page)),
        "authors": len({who for who in sat if who.sitting != CONTROL}),
        "tasks in the training split": dg.MetadataValue.json(exposed),
    }
    return committed(store, BENCHMARK_SCORES, commit, figures)


def _unread(answers: Iterable[Row], samples: Iterable[Row]) -> dict[str, str]:
    """Answers in which no program was found, as they were given."""
    unread = {row["answer_id"] for row in samples if not row["code"]}
    return {row["answer_id"]: row["reply"] for row in answers if row["answer_id"] in unread}
