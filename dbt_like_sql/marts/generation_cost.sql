-- What each generator's trajectories cost and how many are solved, by domain.
-- Key: domain, generator, generator_model, origin
-- Columns:
--   origin: real or amplified
--   failed: trajectories that the generator did not finish: no answer with code
--   solved_low: lower end of the 95 % Wilson interval of the share
--   solved_high: upper end of it
--   prompt_tokens: null, as all measures, where the generator does not count
--   cached_share: of the prompt tokens whose server says how many were in its prefix cache
--   cost: in the currency of the configured prices, unusable answers included; replies from the local cache cost nothing
--   cost_per_solved: null where nothing is solved or nothing has a price
--   seconds_per_trajectory: waiting for the generator, not for tools
with every_trajectory as (
    select
        real_trajectories.domain, real_trajectories.generator, real_trajectories.generator_model,
        real_trajectories.passed, real_trajectories.ended, real_trajectories.turn_count,
        real_trajectories.prompt_tokens, real_trajectories.cached_tokens, real_trajectories.completion_tokens,
        real_trajectories.requests, real_trajectories.retries, real_trajectories.generation_seconds,
        real_trajectories.cost, 'real' as origin
    from real_trajectories
    union all
    select
        amplified_trajectories.domain, amplified_trajectories.generator, amplified_trajectories.generator_model,
        amplified_trajectories.passed, amplified_trajectories.ended, amplified_trajectories.turn_count,
        amplified_trajectories.prompt_tokens, amplified_trajectories.cached_tokens,
        amplified_trajectories.completion_tokens, amplified_trajectories.requests, amplified_trajectories.retries,
        amplified_trajectories.generation_seconds, amplified_trajectories.cost, 'amplified' as origin
    from amplified_trajectories
), counted as (
    select
        every_trajectory.domain,
        every_trajectory.generator,
        coalesce(every_trajectory.generator_model, '') as generator_model,
        every_trajectory.origin,
        count(*) as trajectories,
        count(*) filter (every_trajectory.passed) as solved,
        count(*) filter (every_trajectory.ended = 'generator_failed') as failed,
        sum(every_trajectory.turn_count)::bigint as turns,
        count(*) filter (every_trajectory.passed) / count(*) as solved_share,
        sum(every_trajectory.prompt_tokens)::bigint as prompt_tokens,
        sum(every_trajectory.cached_tokens)::bigint as cached_tokens,
        sum(every_trajectory.prompt_tokens) filter (every_trajectory.cached_tokens is not null) as told_tokens,
        sum(every_trajectory.completion_tokens)::bigint as completion_tokens,
        sum(every_trajectory.requests)::bigint as requests,
        sum(every_trajectory.retries)::bigint as retries,
        sum(every_trajectory.cost) as cost,
        avg(every_trajectory.generation_seconds) as seconds_per_trajectory
    from every_trajectory
    group by
        every_trajectory.domain, every_trajectory.generator, coalesce(every_trajectory.generator_model, ''),
        every_trajectory.origin
), measured as (
    select
        counted.*,
        1.959964 ^ 2 / counted.trajectories as z2n
    from counted
)
select
    measured.domain,
    measured.generator,
    measured.generator_model,
    measured.origin,
    measured.trajectories,
    measured.solved,
    measured.failed,
    measured.turns,
    measured.solved_share,
    greatest(0, (measured.solved_share + measured.z2n / 2
        - sqrt(measured.z2n * (measured.solved_share * (1 - measured.solved_share) + measured.z2n / 4)))
        / (1 + measured.z2n)) as solved_low,
    least(1, (measured.solved_share + measured.z2n / 2
        + sqrt(measured.z2n * (measured.solved_share * (1 - measured.solved_share) + measured.z2n / 4)))
        / (1 + measured.z2n)) as solved_high,
    measured.prompt_tokens,
    measured.completion_tokens,
    measured.cached_tokens / nullif(measured.told_tokens, 0) as cached_share,
    measured.requests,
    measured.retries,
    measured.seconds_per_trajectory,
    measured.cost,
    measured.cost / nullif(measured.solved, 0) as cost_per_solved
from measured
