"""Jobs: named selections of the graph that schedules and sensors request. Partitioned by domain."""

import dagster as dg

NIGHTLY_AUDIT = "nightly_audit"
PROBATION_AUDIT = "probation_audit"
RETRAINING = "retraining"

nightly_audit = dg.define_asset_job(
    NIGHTLY_AUDIT,
    selection=dg.AssetSelection.assets("audit_reports"),
    description="Re-run a sample of the night's simulated turns and trajectories of one domain with real tools",
    tags={"icwm/purpose": "audit"},
)

probation_audit = dg.define_asset_job(
    PROBATION_AUDIT,
    selection=dg.AssetSelection.assets("amplified_trajectories", "audit_reports"),
    description="Amplify one domain as far as an audit of a checkpoint on probation needs it, and audit that",
    tags={"icwm/purpose": "audit"},
)

retraining = dg.define_asset_job(
    RETRAINING,
    selection=dg.AssetSelection.assets("execution_turns", "icwm_checkpoint", "champion_log", "icwm_fidelity"),
    description="Bring one domain's corrections into the turns and train the world model again",
    tags={"icwm/purpose": "retraining"},
)
