-- What each kind of fault leads to: a kind that always leads to one outcome gives that outcome away.
-- Key: domain, fault_kind
-- Columns:
--   dominant_share: the share of the kind's most frequent outcome, in turns with that fault alone
with single as (
    select execution_turns.domain, execution_turns.fault_kinds[1] as fault_kind, execution_turns.outcome
    from execution_turns
    where len(execution_turns.fault_kinds) = 1
), counted as (
    select single.domain, single.fault_kind, single.outcome, count(*) as turns
    from single
    group by single.domain, single.fault_kind, single.outcome
)
select
    counted.domain,
    counted.fault_kind,
    sum(counted.turns)::bigint as turns,
    max_by(counted.outcome, counted.turns) as dominant_outcome,
    max(counted.turns) / sum(counted.turns) as dominant_share,
    count(*) as outcomes
from counted
group by counted.domain, counted.fault_kind
