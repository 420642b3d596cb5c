-- Every turn, real and simulated, with all that it came from: bundle, toolchain, seed's source and licence.
-- Key: turn_id
-- Columns:
--   source: real, simulated, or simulated and verified
--   seed_source: null, as the other columns of the seed, where the bundle is no longer among the bundles
with every_turn as (
    select
        execution_turns.turn_id, execution_turns.domain, execution_turns.seed_id, execution_turns.bundle_hash,
        execution_turns.candidate_hash, execution_turns.outcome, execution_turns.toolchain, execution_turns.generator,
        'real' as turn_source, '' as checkpoint
    from execution_turns
    union all
    select
        simulated_turns.turn_id, simulated_turns.domain, simulated_turns.seed_id, simulated_turns.bundle_hash,
        simulated_turns.candidate_hash, simulated_turns.outcome, simulated_turns.toolchain, simulated_turns.generator,
        simulated_turns.source as turn_source, simulated_turns.checkpoint
    from simulated_turns
)
select
    every_turn.turn_id,
    every_turn.domain,
    every_turn.outcome,
    every_turn.turn_source as source,
    every_turn.candidate_hash,
    every_turn.bundle_hash,
    every_turn.toolchain,
    every_turn.generator,
    every_turn.checkpoint,
    every_turn.seed_id,
    environment_bundles.source as seed_source,
    environment_bundles."commit" as seed_commit,
    environment_bundles.licence as seed_licence,
    environment_bundles.path as seed_path
from every_turn
left join environment_bundles on environment_bundles.bundle_hash = every_turn.bundle_hash
