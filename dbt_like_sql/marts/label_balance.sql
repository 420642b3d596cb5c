-- The share of each label among the turns of a domain, for each generator and for all ("all"), against what is aimed at.
-- Key: domain, generator, outcome
-- Columns:
--   generator: all, or who made the candidates; with " scenario" where they were executed for the sake of a label
--   share: of the turns of that domain and generator
--   low: lower end of the 95 % Wilson interval
--   high: upper end of the 95 % Wilson interval
--   verdict: PASS is aimed at from 25 to 45 %, a failure at 5 % or more; labels that never occurred have no row
with every as (
    select execution_turns.domain, execution_turns.generator, execution_turns.outcome from execution_turns
    union all
    select execution_turns.domain, 'all' as generator, execution_turns.outcome from execution_turns
), counted as (
    select every.domain, every.generator, every.outcome, count(*) as turns
    from every
    group by every.domain, every.generator, every.outcome
), shared as (
    select
        counted.domain,
        counted.generator,
        counted.outcome,
        counted.turns,
        sum(counted.turns) over (partition by counted.domain, counted.generator)::double as total,
        counted.turns / total as share
    from counted
), bounded as (
    select
        shared.domain,
        shared.generator,
        shared.outcome,
        shared.turns,
        shared.share,
        (shared.share + 1.9208 / shared.total) / (1 + 3.8416 / shared.total) as centre,
        1.96 * sqrt(shared.share * (1 - shared.share) / shared.total + 0.9604 / (shared.total * shared.total))
            / (1 + 3.8416 / shared.total) as half
    from shared
)
select
    bounded.domain,
    bounded.generator,
    bounded.outcome,
    bounded.turns,
    bounded.share,
    greatest(0.0, bounded.centre - bounded.half) as low,
    least(1.0, bounded.centre + bounded.half) as high,
    case
        when bounded.outcome = 'PASS' and bounded.share < 0.25 then 'few passes'
        when bounded.outcome = 'PASS' and bounded.share > 0.45 then 'many passes'
        when bounded.outcome <> 'PASS' and bounded.share < 0.05 then 'rare'
        else 'in range'
    end as verdict
from bounded
