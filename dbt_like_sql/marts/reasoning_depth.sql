-- Characters of reasoning by domain and turn (the paper's figure 6).
-- Key: domain, turn_index
with turns as (
    select real_trajectories.domain, unnest(real_trajectories.turns) as turn
    from real_trajectories
)
select
    turns.domain,
    turns.turn."index" as turn_index,
    count(*) as turns,
    quantile_cont(length(turns.turn.reasoning), 0.1) as characters_p10,
    median(length(turns.turn.reasoning)) as characters_median,
    quantile_cont(length(turns.turn.reasoning), 0.9) as characters_p90
from turns
group by turns.domain, turns.turn."index"
