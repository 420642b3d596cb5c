-- One row for each turn of an amplified trajectory: what the world model said, and what was verified.
-- Stage: amplification
-- Key: turn_id
-- Columns:
--   source: real, simulated, or simulated and verified
--   confidence: the calibrated probability of the outcome
--   novelty: 0 to 1, how unlike anything executed; null where the row is older than the column
--   verified_outcome: the real label, where the turn was executed
with turns as (
    select trajectory_id, domain, seed_id, bundle_hash, generator, toolchain, checkpoint, unnest(turns) as turn
    from amplified_trajectories
)
select
    turn_id(turns.trajectory_id, turns.turn."index") as turn_id,
    turns.domain,
    turns.seed_id,
    turns.bundle_hash,
    turns.turn.candidate_hash as candidate_hash,
    turns.turn.outcome as outcome,
    turns.turn.source as source,
    turns.turn.confidence as confidence,
    turns.turn.novelty as novelty,
    turns.turn.verified_outcome as verified_outcome,
    turns.generator,
    turns.toolchain,
    turns.checkpoint
from turns
