"""Every table that a Python asset commits, by name: what SQL models may read before it was first written."""

from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.corpus.schema import REASONING_CORPUS, REASONING_MEASURES
from assets.exam.schema import BENCHMARK_SCORES, EXAM_ANSWERS, EXAM_SAMPLES
from assets.grounding.schema import GROUNDED_TRAJECTORIES
from assets.hindsight.schema import HINDSIGHT_REASONING
from assets.scenarios.schema import FAILURE_SCENARIOS, SCENARIO_LOG
from assets.seeds.schema import TASK_SEEDS
from assets.thinking_model.schema import THINKING_MODEL
from assets.traces.schema import EXECUTION_TRACES
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, REAL_TRAJECTORIES
from assets.trust.audit_tables import AUDIT_REPORTS, AUDITED_TURNS, CORRECTION_LOG
from assets.world_model.schema import CHAMPION_LOG, ICWM_CHECKPOINT, ICWM_FIDELITY
from resources.storage.schema import TableSchema

TABLES: dict[str, TableSchema] = {
    schema.name: schema
    for schema in (
        TASK_SEEDS,
        ENVIRONMENT_BUNDLES,
        REAL_TRAJECTORIES,
        ICWM_CHECKPOINT,
        CHAMPION_LOG,
        ICWM_FIDELITY,
        AMPLIFIED_TRAJECTORIES,
        AUDIT_REPORTS,
        AUDITED_TURNS,
        CORRECTION_LOG,
        FAILURE_SCENARIOS,
        SCENARIO_LOG,
        GROUNDED_TRAJECTORIES,
        HINDSIGHT_REASONING,
        REASONING_CORPUS,
        REASONING_MEASURES,
        EXECUTION_TRACES,
        THINKING_MODEL,
        EXAM_ANSWERS,
        EXAM_SAMPLES,
        BENCHMARK_SCORES,
    )
}
