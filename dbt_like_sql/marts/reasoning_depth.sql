-- Characters of reasoning and of answer by domain and turn (the paper's figure 6), as written and in hindsight.
-- Key: domain, turn_index, reasoning_source
-- Columns:
--   turn_index: 0 is the first attempt
--   reasoning_source: original for what was written with the turn; after PASS, hindsight if accepted, else refused
--   turns: how many have such a reasoning
--   characters_p25: quartiles, as the shaded bands of the paper's figure
--   answer_median: characters of the code
with attempts as (
    select
        real_trajectories.trajectory_id, real_trajectories.domain, unnest(real_trajectories.turns) as turn
    from real_trajectories
    union all
    select
        amplified_trajectories.trajectory_id, amplified_trajectories.domain,
        unnest(amplified_trajectories.turns) as turn
    from amplified_trajectories
), answers as (
    select
        turn_id(attempts.trajectory_id, attempts.turn."index") as turn_id,
        attempts.domain,
        attempts.turn."index" as turn_index,
        length(attempts.turn.reasoning) as characters,
        length(attempts.turn.code) as answer
    from attempts
), reasonings as (
    select
        answers.domain, answers.turn_index, 'original' as reasoning_source, answers.characters, answers.answer
    from answers
    union all
    select
        hindsight_reasoning.domain, hindsight_reasoning.turn_index,
        if(hindsight_reasoning.accepted, 'hindsight', 'refused') as reasoning_source,
        hindsight_reasoning.characters, answers.answer
    from hindsight_reasoning
    join answers on answers.turn_id = hindsight_reasoning.turn_id
    where hindsight_reasoning.characters > 0
)
select
    reasonings.domain,
    reasonings.turn_index,
    reasonings.reasoning_source,
    count(*) as turns,
    quantile_cont(reasonings.characters, 0.1) as characters_p10,
    quantile_cont(reasonings.characters, 0.25) as characters_p25,
    median(reasonings.characters) as characters_median,
    quantile_cont(reasonings.characters, 0.75) as characters_p75,
    quantile_cont(reasonings.characters, 0.9) as characters_p90,
    quantile_cont(reasonings.answer, 0.25) as answer_p25,
    median(reasonings.answer) as answer_median,
    quantile_cont(reasonings.answer, 0.75) as answer_p75
from reasonings
group by reasonings.domain, reasonings.turn_index, reasonings.reasoning_source
