-- How often each outcome occurs among a domain's real turns, by generator.
-- Key: domain, generator, outcome
-- Columns:
--   share: of all turns of that domain and generator
select
    execution_turns.domain,
    execution_turns.generator,
    execution_turns.outcome,
    count(*) as turns,
    count(*) / sum(count(*)) over (partition by execution_turns.domain, execution_turns.generator) as share
from execution_turns
group by all
order by execution_turns.domain, execution_turns.generator, turns desc
