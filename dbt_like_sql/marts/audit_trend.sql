-- The audits of each domain in time: both figures with their intervals, and the change against the one before.
-- Key: audit_id
-- Columns:
--   accuracy_change: outcome accuracy minus that of the domain's audit before
select
    audit_reports.domain,
    audit_reports.created_at,
    audit_reports.audit_id,
    audit_reports.checkpoint,
    audit_reports.turns,
    audit_reports.outcome_accuracy,
    audit_reports.outcome_low,
    audit_reports.outcome_high,
    audit_reports.trajectories,
    audit_reports.trajectory_agreement,
    audit_reports.agreement_low,
    audit_reports.agreement_high,
    audit_reports.passed_gate,
    audit_reports.outcome_accuracy - lag(audit_reports.outcome_accuracy) over (
        partition by audit_reports.domain order by audit_reports.created_at
    ) as accuracy_change
from audit_reports
