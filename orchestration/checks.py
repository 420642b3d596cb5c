"""Asset checks: what must hold of a partition before anything downstream in the same run reads it.

A gate that holds across runs is asked again by the stage that must not go on (`assets.trust.gate`).
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import polars as pl

from assets.amplification.asset import amplified_trajectories
from assets.audits.asset import audit_reports
from assets.audits.drift import DRIFT_LEVEL
from assets.bundles.asset import environment_bundles
from assets.bundles.reading import certified_bundles
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.check import FITS_ITS_SCHEMA, asset_check
from assets.corpus.asset import reasoning_corpus
from assets.corpus.leaks import leaks
from assets.corpus.reasoning_measures import reasoning_measures
from assets.corpus.schema import REASONING_CORPUS, REASONING_MEASURES
from assets.corpus.splits import CorpusSplit
from assets.exam.asset import benchmark_scores, exam_samples
from assets.exam.exam_set import exam_sets
from assets.exam.judging import CONTROL, EMPTY, REFERENCE
from assets.exam.pass_at_k import pass_at
from assets.exam.rows import exams
from assets.exam.schema import BENCHMARK_SCORES, EXAM_SAMPLES
from assets.grounding.asset import grounded_trajectories
from assets.grounding.schema import GROUNDED_TRAJECTORIES
from assets.hindsight.asset import hindsight_reasoning
from assets.hindsight.schema import HINDSIGHT_REASONING
from assets.home_resource import HomeResource
from assets.partitions import DOMAIN_PARTITIONS
from assets.profile_resource import ProfileResource
from assets.scenarios.asset import failure_scenarios
from assets.scenarios.label_balance import balance
from assets.scenarios.label_quotas import RARE
from assets.scenarios.schema import FAILURE_SCENARIOS
from assets.seeds.asset import task_seeds
from assets.seeds.purposes import Purpose
from assets.seeds.schema import TASK_SEEDS
from assets.trajectories.asset import real_trajectories
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, REAL_TRAJECTORIES
from assets.trust.audit_history import audits
from assets.trust.audit_tables import AUDIT_REPORTS
from assets.world_model.examples import EXECUTION_TURNS
from assets.world_model.fidelity_asset import icwm_fidelity
from assets.world_model.schema import ICWM_FIDELITY
from resources.domains.registry import get_domain
from resources.execution.outcome import Outcome
from resources.generation.recorded.generator import PREFIX as RECORDED
from resources.generation.trajectory import TURN_ID_FORMAT
from resources.storage.dagster_resource import LakeResource
from resources.storage.schema import TableSchema


@asset_check(environment_bundles, blocking=True)
def enough_bundles_certified(
    context: dg.AssetCheckExecutionContext, lake: LakeResource, profile: ProfileResource
) -> dg.AssetCheckResult:
    """The share of bundles that certify reaches the profile's minimum, for the built-in library and overall."""
    rows = lake.lake().read(ENVIRONMENT_BUNDLES.name, context.partition_key)
    share, minimum = int(rows["certified"].sum()) / max(len(rows), 1), profile.get().certified_share_minimum
    failing = rows.filter(~pl.col("certified")).select("seed_id", "reason").head(20).to_dicts()
    said = "; ".join(f"{row['seed_id']}: {row['reason']}" for row in failing[:3])
    return dg.AssetCheckResult(
        passed=share >= minimum,
        description=f"{share:.0%} of {len(rows)} bundles are certified, {minimum:.0%} must be. {said}".strip(),
        metadata={"certified share": share, "minimum": minimum, "not certified": failing},
    )


@asset_check(real_trajectories, blocking=True)
def every_turn_has_an_outcome_of_its_domain(
    context: dg.AssetCheckExecutionContext, lake: LakeResource
) -> dg.AssetCheckResult:
    """No turn is an environment's failure: each carries one of the domain's labels, a stage and a toolchain."""
    allowed = {label.value for label in get_domain(context.partition_key).outcomes}
    rows = lake.lake().read(REAL_TRAJECTORIES.name, context.partition_key)
    with_turns = rows.filter(pl.col("turn_count") > 0)
    turns = with_turns.select("trajectory_id", "toolchain", "turns").explode("turns").unnest("turns")
    wrong = turns.filter(~pl.col("outcome").is_in(allowed) | (pl.col("stage") == "") | (pl.col("toolchain") == ""))
    return dg.AssetCheckResult(
        passed=wrong.is_empty() and not rows.is_empty(),
        metadata={"turns": len(turns), "wrong": len(wrong), "labels": sorted(set(turns["outcome"]))},
    )


@asset_check(icwm_fidelity)
def figures_are_of_turns_new_to_the_champion(
    context: dg.AssetCheckExecutionContext, lake: LakeResource
) -> dg.AssetCheckResult:
    """Some held-out turns are new to the champion. One that came from elsewhere may have learned from all of a small
    home's; then audits alone say what it is worth here. A warning: nothing downstream reads the figures."""
    rows = len(lake.lake().read(ICWM_FIDELITY.name, context.partition_key))
    return dg.AssetCheckResult(passed=rows > 0, severity=dg.AssetCheckSeverity.WARN, metadata={"figures": rows})


@asset_check(amplified_trajectories, blocking=True)
def every_last_turn_was_executed(context: dg.AssetCheckExecutionContext, lake: LakeResource) -> dg.AssetCheckResult:
    """Point 8 of the specification: no amplified trajectory without a real observation of its last turn.

    Where the generator failed at once there is no turn.
    """
    rows = lake.lake().read(AMPLIFIED_TRAJECTORIES.name, context.partition_key).filter(pl.col("turn_count") > 0)
    last = rows.select(pl.col("turns").list.last().struct.field("verified_outcome").alias("verified"))
    missing = int(last["verified"].null_count())
    return dg.AssetCheckResult(passed=missing == 0, metadata={"trajectories": len(rows), "not executed": missing})


@asset_check(audit_reports)
def outcome_accuracy_reaches_its_minimum(
    context: dg.AssetCheckExecutionContext, lake: LakeResource
) -> dg.AssetCheckResult:
    """The last audit's outcome accuracy reaches the profile's minimum, or no turn was simulated.

    Does not stop the run: the corpus goes on with what was really executed, and leaves this checkpoint's out.
    """
    return _reaches(lake, context.partition_key, "outcome_accuracy", "outcome", "minimum_accuracy", "turns")


@asset_check(audit_reports)
def trajectory_agreement_reaches_its_minimum(
    context: dg.AssetCheckExecutionContext, lake: LakeResource
) -> dg.AssetCheckResult:
    """The last audit's trajectory agreement reaches the profile's minimum, or no trajectory could be made again."""
    return _reaches(
        lake, context.partition_key, "trajectory_agreement", "agreement", "minimum_agreement", "trajectories"
    )


def _reaches(lake: LakeResource, domain: str, figure: str, ends: str, minimum: str, count: str) -> dg.AssetCheckResult:
    last = audits(lake.lake(), domain)[-1]
    shown = {name: last[name] for name in (figure, f"{ends}_low", f"{ends}_high", minimum, count, "audit_id")}
    return dg.AssetCheckResult(passed=not last[count] or last[figure] >= last[minimum], metadata=shown)


@asset_check(audit_reports)
def no_drift_against_the_last_nights(context: dg.AssetCheckExecutionContext, lake: LakeResource) -> dg.AssetCheckResult:
    """Outcome accuracy is not below that of the last audits by more than chance (p < 1 %). A warning: the gate asks
    for the minima alone."""
    last = audits(lake.lake(), context.partition_key)[-1]
    worse = last["drift"] is not None and last["drift"] < 0 and last["drift_p_value"] < DRIFT_LEVEL
    names = ("drift", "drift_low", "drift_high", "drift_p_value", "drift_nights", "audit_id")
    return dg.AssetCheckResult(
        passed=not worse,
        severity=dg.AssetCheckSeverity.WARN,
        metadata={name: last[name] for name in names if last[name] is not None},
    )


@asset_check(hindsight_reasoning)
def every_corrected_turn_was_asked_about(
    context: dg.AssetCheckExecutionContext, lake: LakeResource
) -> dg.AssetCheckResult:
    """Each corrected turn of a solved trajectory has a text, accepted or refused; recorded answers have no writer.

    Does not stop the run: a turn without one keeps the reasoning it was written with.
    """
    store = lake.lake()
    written = ~pl.col("generator").str.starts_with(RECORDED)
    solved = store.read(REAL_TRAJECTORIES.name, context.partition_key).filter(pl.col("passed") & written)
    turns = solved.select("trajectory_id", pl.int_ranges(1, "turn_count").alias("index")).explode("index").drop_nulls()
    expected = turns.select(pl.format(TURN_ID_FORMAT, "trajectory_id", "index").alias("turn_id"))
    asked = store.read(HINDSIGHT_REASONING.name, context.partition_key)
    missing = expected.join(asked, on="turn_id", how="anti")
    return dg.AssetCheckResult(
        passed=missing.is_empty(),
        metadata={"corrected turns": len(expected), "not asked about": len(missing)},
    )


@asset_check(reasoning_corpus, blocking=True)
def no_row_holds_hidden_text(
    context: dg.AssetCheckExecutionContext, lake: LakeResource, home: HomeResource
) -> dg.AssetCheckResult:
    """No row shows or thinks a line of a bench, an oracle or a hidden reference, or a path of this machine."""
    store, domain = lake.lake(), get_domain(context.partition_key)
    bundles = {bundle.seed_id: bundle for bundle in certified_bundles(store, domain.name)}
    rows = store.arrow(REASONING_CORPUS.name, [domain.name]).to_pylist()
    paths = (home.get().root, Path.home(), Path(__file__).resolve().parent.parent)
    found = leaks(domain, bundles, rows, paths)
    shown = [f"{leak.conversation_id}, message {leak.message}: {leak.text}" for leak in found[:20]]
    return dg.AssetCheckResult(passed=not found, metadata={"rows": len(rows), "leaks": len(found), "first": shown})


@asset_check(reasoning_corpus, blocking=True)
def no_benchmark_is_trained_on(context: dg.AssetCheckExecutionContext, lake: LakeResource) -> dg.AssetCheckResult:
    """No task of a source that is for evaluation stands in a split that is trained on."""
    store, domain = lake.lake(), context.partition_key
    seeds = store.read(TASK_SEEDS.name, domain).filter(pl.col("purpose") == Purpose.EVALUATE.value)
    rows = store.read(REASONING_CORPUS.name, domain).filter(pl.col("split") != CorpusSplit.BENCHMARK.value)
    wrong = rows.join(seeds, on="seed_id", how="semi")["seed_id"].unique().to_list()
    return dg.AssetCheckResult(passed=not wrong, metadata={"tasks for evaluation": len(seeds), "trained on": wrong})


@asset_check(reasoning_corpus, blocking=True)
def every_turn_has_provenance(context: dg.AssetCheckExecutionContext, lake: LakeResource) -> dg.AssetCheckResult:
    """Each assistant message leads back to bundle, toolchain, seed source, commit, licence and generator."""
    rows = lake.lake().read(REASONING_CORPUS.name, context.partition_key)
    answers = rows.select(
        pl.col("messages").list.eval(pl.element().struct.field("role") == "assistant").list.sum().alias("answers"),
        pl.col("provenance").list.len().alias("entries"),
    )
    entries = rows.select(pl.col("provenance").explode()).unnest("provenance")
    required = ["turn_id", "bundle_hash", "toolchain", "seed_source", "commit", "licence", "generator", "source"]
    required += ["reasoning_source", "reasoning_writer"]
    empty = entries.filter(pl.any_horizontal(pl.col(name).fill_null("") == "" for name in required))
    unmatched = answers.filter(pl.col("answers") != pl.col("entries"))
    return dg.AssetCheckResult(
        passed=empty.is_empty() and unmatched.is_empty(),
        metadata={"turns": len(entries), "without provenance": len(empty), "conversations unmatched": len(unmatched)},
    )


@asset_check(EXECUTION_TURNS, partitions_def=DOMAIN_PARTITIONS)
def labels_are_in_balance(context: dg.AssetCheckExecutionContext, lake: LakeResource) -> dg.AssetCheckResult:
    """PASS is 25 to 45 % of the turns and no failure of the domain is certainly below 5 %. Warns, stops nothing."""
    rows = lake.lake().read(EXECUTION_TURNS, context.partition_key)
    counts = Counter(Outcome(label) for label in rows["outcome"])
    shares = balance(counts, get_domain(context.partition_key).outcomes)
    rare = ", ".join(f"{label.value} {share.value:.1%}" for label, share in shares.rare.items())
    return dg.AssetCheckResult(
        passed=shares.passes_in_range and not shares.rare,
        severity=dg.AssetCheckSeverity.WARN,
        description=f"PASS {shares.passes.value:.1%}; certainly below {RARE:.0%}: {rare or 'none'}",
        metadata={
            "PASS": str(shares.passes),
            "rare": dg.MetadataValue.json({label.value: str(share) for label, share in shares.rare.items()}),
        },
    )


@asset_check(exam_samples, blocking=True)
def references_score_all_and_empty_answers_nothing(
    context: dg.AssetCheckExecutionContext, lake: LakeResource
) -> dg.AssetCheckResult:
    """By the exam's own metric, on every certified task of the set: pass@1 is 1 for the references and 0 for the empty
    answers. What the environment failed at is counted apart."""
    exam_set = exam_sets()[context.partition_key]
    rows = lake.lake().arrow(EXAM_SAMPLES.name, [exam_set.name]).to_pylist()
    if not rows:
        return dg.AssetCheckResult(passed=True, description="this home has no task of the set", metadata={"tasks": 0})
    sat = exams(rows, [], get_domain(exam_set.domain).scoring, ())
    controls = {who.author: exam for who, exam in sat.items() if who.sitting == CONTROL}
    (references,), (empty,) = pass_at(controls[REFERENCE], [1]), pass_at(controls[EMPTY], [1])
    broken = sum(sample.broken for exam in controls.values() for sample in exam.samples)
    return dg.AssetCheckResult(
        passed=references.value == 1.0 and empty.value == 0.0,
        metadata={
            "references": references.value or 0.0,
            "empty answers": empty.value or 0.0,
            "tasks": references.tasks,
            "not judged": broken,
        },
    )


@asset_check(benchmark_scores)
def no_exam_task_is_in_the_training_split(
    context: dg.AssetCheckExecutionContext, lake: LakeResource
) -> dg.AssetCheckResult:
    """No task of the set stands in the home's training split. A warning: those that do count in no score."""
    rows = lake.lake().read(BENCHMARK_SCORES.name, context.partition_key)
    most = rows["exposed_tasks"].max()
    exposed = int(most) if isinstance(most, int) else 0
    return dg.AssetCheckResult(
        passed=not exposed, severity=dg.AssetCheckSeverity.WARN, metadata={"tasks in the training split": exposed}
    )


def schema_check(asset: dg.AssetsDefinition, schema: TableSchema) -> dg.AssetChecksDefinition:
    """Blocking: the committed partition fits the table's one schema."""

    @asset_check(asset, name=f"{schema.name}_fits_its_schema", description=FITS_ITS_SCHEMA, blocking=True)
    def check(context: dg.AssetCheckExecutionContext, lake: LakeResource) -> dg.AssetCheckResult:
        partitions = [context.partition_key] if context.has_partition_key else None
        problems = schema.check(lake.lake().arrow(schema.name, partitions))
        return dg.AssetCheckResult(passed=not problems, metadata={"problems": [str(problem) for problem in problems]})

    return check


_SCHEMAS: dict[dg.AssetsDefinition, TableSchema] = {
    task_seeds: TASK_SEEDS,
    environment_bundles: ENVIRONMENT_BUNDLES,
    real_trajectories: REAL_TRAJECTORIES,
    amplified_trajectories: AMPLIFIED_TRAJECTORIES,
    audit_reports: AUDIT_REPORTS,
    failure_scenarios: FAILURE_SCENARIOS,
    grounded_trajectories: GROUNDED_TRAJECTORIES,
    hindsight_reasoning: HINDSIGHT_REASONING,
    reasoning_corpus: REASONING_CORPUS,
    reasoning_measures: REASONING_MEASURES,
    exam_samples: EXAM_SAMPLES,
    benchmark_scores: BENCHMARK_SCORES,
}


def all_checks() -> Iterator[dg.AssetChecksDefinition]:
    yield from (
        enough_bundles_certified,
        every_turn_has_an_outcome_of_its_domain,
        figures_are_of_turns_new_to_the_champion,
        every_last_turn_was_executed,
        outcome_accuracy_reaches_its_minimum,
        trajectory_agreement_reaches_its_minimum,
        no_drift_against_the_last_nights,
        every_corrected_turn_was_asked_about,
        every_turn_has_provenance,
        no_row_holds_hidden_text,
        no_benchmark_is_trained_on,
        labels_are_in_balance,
        references_score_all_and_empty_answers_nothing,
        no_exam_task_is_in_the_training_split,
    )
    for asset, schema in _SCHEMAS.items():
        yield schema_check(asset, schema)
