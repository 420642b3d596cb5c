-- One row for each turn that real tools judged: turns of real trajectories, predictions that audits corrected, and
-- candidates that were executed for the sake of rare labels.
-- Stage: real_execution
-- Key: turn_id
-- Columns:
--   turn_id: the trajectory and the index with a colon between, or what begins with correction: or scenario:
--   origin: trajectory, correction or scenario
--   fault_kinds: kinds of faults that stand in the code, where the generator knows
with turns as (
    select trajectory_id, domain, seed_id, bundle_hash, generator, generator_version, toolchain, unnest(turns) as turn
    from real_trajectories
)
select
    turn_id(turns.trajectory_id, turns.turn."index") as turn_id,
    turns.domain,
    turns.seed_id,
    turns.bundle_hash,
    turns.turn.candidate_hash as candidate_hash,
    turns.turn.code as code,
    turns.turn.outcome as outcome,
    turns.turn.stage as stage,
    turns.turn.log as log,
    turns.turn.log_truncated as log_truncated,
    turns.turn.metrics as metrics,
    turns.turn.seconds as seconds,
    list_transform(turns.turn.faults, lambda fault: fault.kind) as fault_kinds,
    turns.generator,
    turns.generator_version,
    turns.toolchain,
    'trajectory' as origin
from turns
union all
select
    'correction:' || correction_log.audit_id || ':' || correction_log.turn_id as turn_id,
    correction_log.domain,
    correction_log.seed_id,
    correction_log.bundle_hash,
    correction_log.candidate_hash,
    correction_log.code,
    correction_log.outcome,
    correction_log.stage,
    correction_log.log,
    correction_log.log_truncated,
    correction_log.metrics,
    0.0 as seconds,
    []::varchar[] as fault_kinds,
    'audit' as generator,
    correction_log.audit_id as generator_version,
    correction_log.toolchain,
    'correction' as origin
from correction_log
union all
select
    scenario_log.turn_id,
    scenario_log.domain,
    scenario_log.seed_id,
    scenario_log.bundle_hash,
    scenario_log.candidate_hash,
    scenario_log.code,
    scenario_log.outcome,
    scenario_log.stage,
    scenario_log.log,
    scenario_log.log_truncated,
    scenario_log.metrics,
    scenario_log.seconds,
    scenario_log.fault_kinds,
    scenario_log.generator,
    scenario_log."round" as generator_version,
    scenario_log.toolchain,
    'scenario' as origin
from scenario_log
