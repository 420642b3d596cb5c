"""`icwm eval SET…`: a model or a file of recorded answers sits an exam, and the scores beside those of others.

Answering and judging are two steps. What is answered stands in `exam_answers`, whatever becomes of the rest. Killed,
the command goes on where it was.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import dagster as dg
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from assets.exam.asset import rows_of
from assets.exam.exam_set import ExamSet, ExamTask, NoSuchSet, NothingToSit, exam_tasks, named_sets
from assets.exam.prospects import require_held_out, require_seeds
from assets.exam.recorded import RECORDED, hand_in
from assets.exam.report import INDEX, ScoreTable, shown
from assets.exam.schema import BENCHMARK_SCORES, EXAM_ANSWERS
from assets.exam.score_sheet import KS
from assets.exam.sitting import Plan, Sat, Sitting
from assets.execution import ExecutionResource
from assets.profile import Profile, load_profile
from orchestration.definitions import build_defs
from orchestration.instance import close_abandoned_runs, open_instance
from orchestration.log_output import NOTES
from orchestration.progress_display import ProgressDisplay
from orchestration.run_graph import launcher_tags, run_assets
from orchestration.run_lock import only_run
from orchestration.settings import Settings, read_settings
from orchestration.terminal_text import printable
from orchestration.termination import Termination, end_status
from resources.domains.recorded_answer import RecordedAnswer
from resources.domains.registry import get_domain
from resources.generation.endpoint.settings import EndpointSettings
from resources.generation.generator import GeneratorUnavailable
from resources.generation.recorded.samples import UnreadableSamples, read_every_sample
from resources.storage.lake import Lake

SHOWN_METRICS = (
    "pass@k", "Syn@k", "Func@k", "VeriScope score", "ArchXBench", "Fix %", "call accuracy", "execution accuracy",
    "fast_p", "Main %", "accuracy", "speed-up", "compile rate", "IoU", "solved by turn", "Fix % of failures",
    "best of n", "truncated", "refused", "unparsable", "environment failed",
)  # fmt: skip
"""What is printed; the page has the rest."""


@dataclass(frozen=True)
class Exam:
    """What the command was told: `endpoint` or `samples`, or neither, and then what was answered before is judged."""

    names: tuple[str, ...]
    endpoint: EndpointSettings | None = None
    samples: Path | None = None
    answers: int = 1
    turns: int = 1
    ks: tuple[int, ...] = KS
    resume: bool = True


@dataclass
class _Session:
    console: Console
    settings: Settings
    exam: Exam
    recorded: Sequence[RecordedAnswer] = ()
    failed: list[str] = field(default_factory=list)
    lacking: list[str] = field(default_factory=list)
    passed_over: list[Mapping[str, int]] = field(default_factory=list)
    """Of each set that was sat from a file: how many answers are to tasks that it does not have here."""

    @property
    def lake(self) -> Lake:
        return Lake(self.settings.lake)

    @property
    def profile(self) -> Profile:
        return load_profile(self.settings.profiles, self.settings.profile)


def evaluate(console: Console, exam: Exam) -> int:
    """The command's exit status: 0 where every set that was named has scores. Of a word for several, such as builtin,
    one is enough: a domain may have none. Raises HomeInUse."""
    try:
        sets = list(dict.fromkeys(one for name in exam.names for one in named_sets(name)))
        recorded = read_every_sample(exam.samples) if exam.samples else ()
    except (NoSuchSet, UnreadableSamples) as error:
        NOTES.error("no exam: %s", error)
        return 2
    session = _Session(console, read_settings(), exam, recorded)
    sets = _in_prospect(session, sets)
    if not sets or not _is_reached(session, sets):
        return 1
    with only_run(session.settings.home), Termination() as termination:
        sat = _sit_all(session, sets, termination)
    if termination.requested is not None:
        return end_status(termination.requested)
    _say_passed_over(session)
    for failure in session.failed:
        NOTES.error("failed: %s", failure)
    if session.lacking and sat:
        NOTES.error("no scores: %s; the other %d have theirs", ", ".join(session.lacking), len(sat))
    return 1 if session.failed or session.lacking or not sat else 0


def _sit_all(session: _Session, sets: Sequence[ExamSet], termination: Termination) -> list[ExamSet]:
    """Those that have scores now; cut short where the command is to end."""
    sat: list[ExamSet] = []
    interruptions = (KeyboardInterrupt, dg.DagsterExecutionInterruptedError)
    with suppress(*interruptions), open_instance(session.settings.home) as instance:
        close_abandoned_runs(instance)
        definitions = build_defs(settings=session.settings)
        for one in sets:
            if termination.requested is None and _sit(session, definitions, instance, one):
                sat.append(one)
        if sat and termination.requested is None:
            _materialise(session, definitions, instance, ["exam_scores", "corpus_gaps", "warehouse"], None)
    return sat


def _in_prospect(session: _Session, sets: Sequence[ExamSet]) -> list[ExamSet]:
    """Those that can have tasks here; what is in the way of others is said once."""
    possible: list[ExamSet] = []
    reasons: dict[str, bool] = {}
    for exam_set in sets:
        try:
            require_seeds(session.lake, session.profile, exam_set)
            possible.append(exam_set)
        except NothingToSit as nothing:
            reasons[str(nothing)] = _lacks(session, exam_set) or reasons.get(str(nothing), False)
    for reason, is_named in reasons.items():
        NOTES.log(logging.ERROR if is_named or not possible else logging.WARNING, "no exam: %s", reason)
    return possible


def _lacks(session: _Session, exam_set: ExamSet) -> bool:
    """Whether the set that cannot be sat was asked for by its own name; then it is missed in the end."""
    is_named = exam_set.name in session.exam.names
    session.lacking += [exam_set.name] if is_named else []
    return is_named


def _is_reached(session: _Session, sets: Sequence[ExamSet]) -> bool:
    """Whether the endpoint answers, where it may be asked: before minutes of certification, and not behind them."""
    endpoint = session.exam.endpoint
    if endpoint is None or all(_is_answered(session, one, endpoint.name) for one in sets):
        return True
    from resources.generation.endpoint.presence import require_endpoint

    NOTES.info("asking %s for %s", endpoint.base_url, printable(endpoint.model))
    try:
        require_endpoint(endpoint)
    except GeneratorUnavailable as unavailable:
        NOTES.error("no exam: %s", printable(str(unavailable)))
        return False
    return True


def _is_answered(session: _Session, exam_set: ExamSet, author: str) -> bool:
    """Whether the author has come as far as its last sample: then nothing may be left to ask, and no server is needed.
    What is left is asked all the same."""
    rows = rows_of(session.lake, EXAM_ANSWERS.name, exam_set) if session.exam.resume else []
    asked = (row for row in rows if row["author"] == author and row["sitting"] != RECORDED)
    return any(row["number"] + 1 >= session.exam.answers for row in asked)


def _sit(session: _Session, definitions: dg.Definitions, instance: dg.DagsterInstance, exam_set: ExamSet) -> bool:
    """Whether the set has scores now."""
    home = session.settings.home
    try:
        if not _materialise(session, definitions, instance, ["task_seeds"], exam_set.domain):
            return False
        require_held_out(session.lake, home, session.profile, exam_set)
        if not _materialise(session, definitions, instance, ["environment_bundles"], exam_set.domain):
            return False
        tasks = exam_tasks(session.lake, home, exam_set)
    except NothingToSit as nothing:
        NOTES.log(logging.ERROR if _lacks(session, exam_set) else logging.WARNING, "no exam: %s", nothing)
        return False
    _answer(session, exam_set, tasks)
    _report(session.lake, instance, exam_set)
    config = {"benchmark_scores": {"config": {"ks": list(session.exam.ks)}}}
    assets = ["exam_samples", "benchmark_scores"]
    if not _materialise(session, definitions, instance, assets, exam_set.name, config):
        return False
    _show(session, exam_set)
    return True


def _answer(session: _Session, exam_set: ExamSet, tasks: Sequence[ExamTask]) -> None:
    exam = session.exam
    if exam.samples:
        handed = hand_in(exam_set, tasks, session.recorded)
        session.passed_over.append(handed.passed_over)
        _keep(session.lake, exam_set, handed.rows, {(row["author"], True) for row in handed.rows})
    elif exam.endpoint:
        if not exam.resume:
            _keep(session.lake, exam_set, [], {(exam.endpoint.name, False)})
        _keep(session.lake, exam_set, _asked(session, exam_set, tasks, exam.endpoint), set())


def _asked(
    session: _Session, exam_set: ExamSet, tasks: Sequence[ExamTask], endpoint: EndpointSettings
) -> list[dict[str, Any]]:
    """What the model answered, all of it also where it could not go on."""
    from resources.generation.endpoint.endpoint import Endpoint
    from resources.generation.endpoint.generator import EndpointGenerator

    domain, home = get_domain(exam_set.domain), session.settings.home
    examinee = EndpointGenerator(domain, Endpoint(endpoint, home.reply_cache))
    plan = Plan(exam_set, domain, tasks, session.exam.answers, session.exam.turns)
    known = {row["answer_id"]: row for row in rows_of(session.lake, EXAM_ANSWERS.name, exam_set)}
    execution = ExecutionResource(cache_path=str(home.result_cache), workers=session.settings.workers)
    with ExitStack() as stack:
        stack.enter_context(ProgressDisplay())
        sitting = Sitting(plan, examinee, stack.enter_context(execution.pool(domain.name)).execute, known)
        try:
            asyncio.run(sitting.run())
        except BaseException:
            _keep(session.lake, exam_set, sitting.sat.rows, set())
            raise
    _say_unavailable(session, exam_set, sitting.sat)
    return sitting.sat.rows


def _keep(lake: Lake, exam_set: ExamSet, rows: Sequence[Mapping[str, Any]], anew: set[tuple[str, bool]]) -> None:
    """Adds answers to the table. `anew` are authors, each with whether its recorded answers or those of its endpoint
    take the place of all of that kind which it had. Whichever came first, the same answers are the same table."""
    new = {row["answer_id"]: row for row in rows}

    def with_new(before: list[dict[str, Any]]) -> Any:
        kept = (row for row in before if (row["author"], row["sitting"] == RECORDED) not in anew)
        stay = {row["answer_id"]: row for row in kept}
        return EXAM_ANSWERS.from_rows(sorted((stay | new).values(), key=_place))

    lake.rewrite(EXAM_ANSWERS, exam_set.name, with_new)


def _place(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return row["seed_id"], row["author"], row["sitting"], row["number"], row["turn"], row["answer_id"]


def _report(lake: Lake, instance: dg.DagsterInstance, exam_set: ExamSet) -> None:
    """What stands in the external asset now, so that Dagster knows what is stale behind it."""
    manifest = lake.manifest(EXAM_ANSWERS.name, exam_set.name)
    if manifest is not None:
        made = dg.AssetMaterialization(
            EXAM_ANSWERS.name,
            partition=exam_set.name,
            metadata={"dagster/row_count": manifest.rows},
            tags={"dagster/data_version": manifest.data_version},
        )
        instance.report_runless_asset_event(made)


def _say_passed_over(session: _Session) -> None:
    """Of the answers in the file, those that no set had a task for."""
    first, *others = session.passed_over or [{}]
    left = {seed: count for seed, count in first.items() if all(seed in other for other in others)}
    if left:
        few = ", ".join(map(printable, sorted(left)[:3]))
        asked = " or ".join(session.exam.names)
        NOTES.warning(
            "%d answers to %d tasks that %s does not have here (%s …)", sum(left.values()), len(left), asked, few
        )


def _say_unavailable(session: _Session, exam_set: ExamSet, sat: Sat) -> None:
    if sat.unavailable:
        kept = f"{exam_set.name}: {sat.unavailable}; {len(sat.rows)} new answers are kept, and the same command goes on"
        session.failed.append(kept)


def _materialise(
    session: _Session,
    definitions: dg.Definitions,
    instance: dg.DagsterInstance,
    assets: Sequence[str],
    partition: str | None,
    config: Mapping[str, Any] | None = None,
) -> bool:
    """An ordinary Dagster run. Whether it went through; what failed is kept in the session."""
    tags = launcher_tags()
    with ProgressDisplay():
        run = run_assets(definitions, instance, list(map(dg.AssetKey, assets)), partition, tags, config)
    session.failed += [*run.errors, *(f"check {check}" for check in run.failed_checks)]
    for warning in run.warnings:
        NOTES.warning("%s", warning)
    return not run.errors


def _show(session: _Session, exam_set: ExamSet) -> None:
    """Authors side by side, the controls last."""
    if exam_set.is_trained_on:
        said = f"{exam_set.name} is trained on and has no score; `icwm query 'from corpus_gaps'` says what is lacking"
        session.console.print(said, highlight=False, markup=False, soft_wrap=True)
    scores = ScoreTable(rows_of(session.lake, BENCHMARK_SCORES.name, exam_set))
    table = Table("", *(escape(printable(who.author)) for who in scores.examinees), title=exam_set.name)
    for metric, part in scores.metrics:
        if metric in SHOWN_METRICS:
            own = [shown(scores.cells.get((who, metric, part))) for who in scores.examinees]
            table.add_row(f"{metric} {part}", *map(escape, own))
    if scores.metrics:
        session.console.print(table)
    page = session.settings.home.reports / "exam" / exam_set.name / INDEX
    session.console.print(f"{page}", soft_wrap=True, highlight=False, markup=False)
