-- How often each outcome occurs among a domain's real turns, by generator.
-- Key: domain, generator, outcome
-- Columns:
--   share: of all turns of that domain and generator
with counted as (
    select execution_turns.domain, execution_turns.generator, execution_turns.outcome, count(*) as turns
    from execution_turns
    group by execution_turns.domain, execution_turns.generator, execution_turns.outcome
)
select
    counted.domain,
    counted.generator,
    counted.outcome,
    counted.turns,
    counted.turns / sum(counted.turns) over (partition by counted.domain, counted.generator) as share
from counted
