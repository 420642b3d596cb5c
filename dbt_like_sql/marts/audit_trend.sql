-- The audits of each domain in time: figures with intervals, drift, gate, corrections, cost, changes against the one before.
-- Key: audit_id
-- Columns:
--   outcome_accuracy: of all simulated turns, estimated by strata
--   accuracy_change: outcome accuracy minus that of the domain's audit before
--   agreement_change: trajectory agreement minus that of the domain's audit before
--   drift: outcome accuracy minus that of up to seven audits before together; null where there was none
--   new_checkpoint: another checkpoint answered than in the domain's audit before
--   failed_in_a_row: failed audits of the domain up to this one since the last that passed
--   cached_share: of the executions, the share that the result cache answered
--   tool_seconds: what the executions took when they were first run
with streaks as (
    select
        audit_reports.audit_id,
        audit_reports.domain,
        audit_reports.created_at,
        audit_reports.passed_gate,
        count(*) filter (where audit_reports.passed_gate) over (
            partition by audit_reports.domain order by audit_reports.created_at, audit_reports.audit_id
        ) as passed_so_far
    from audit_reports
)
select
    audit_reports.domain,
    audit_reports.created_at,
    audit_reports.audit_id,
    audit_reports.checkpoint,
    audit_reports.checkpoint <> lag(audit_reports.checkpoint) over nights as new_checkpoint,
    audit_reports.turns,
    audit_reports.population,
    audit_reports.strata,
    audit_reports.outcome_accuracy,
    audit_reports.outcome_low,
    audit_reports.outcome_high,
    audit_reports.minimum_accuracy,
    audit_reports.outcome_accuracy - lag(audit_reports.outcome_accuracy) over nights as accuracy_change,
    audit_reports.balanced_accuracy,
    audit_reports.false_pass_rate,
    audit_reports.calibration_error,
    audit_reports.trajectories,
    audit_reports.trajectory_agreement,
    audit_reports.agreement_low,
    audit_reports.agreement_high,
    audit_reports.minimum_agreement,
    audit_reports.trajectory_agreement - lag(audit_reports.trajectory_agreement) over nights as agreement_change,
    audit_reports.drift,
    audit_reports.drift_low,
    audit_reports.drift_high,
    audit_reports.drift_p_value,
    audit_reports.passed_gate,
    count(*) filter (where not streaks.passed_gate) over (
        partition by streaks.domain, streaks.passed_so_far order by streaks.created_at, streaks.audit_id
    ) as failed_in_a_row,
    audit_reports.corrections,
    audit_reports.executions,
    audit_reports.cached / nullif(audit_reports.executions, 0) as cached_share,
    audit_reports.tool_seconds,
    audit_reports.seconds,
    audit_reports.report_path
from audit_reports
join streaks on streaks.audit_id = audit_reports.audit_id
window nights as (partition by audit_reports.domain order by audit_reports.created_at, audit_reports.audit_id)
