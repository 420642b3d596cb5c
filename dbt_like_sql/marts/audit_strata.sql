-- Where the world model is wrong: accuracy in each stratum of an audit's sample, and the likeliest mistake there.
-- Key: audit_id, stratum
-- Columns:
--   stratum: predicted label, confidence and novelty, as this audit's sample told them apart
--   simulated: turns that the stratum stands for
--   share: of all simulated turns
--   mistaken_for: the real label most often met where the prediction was wrong; null where it never was
select
    audited_turns.domain,
    audited_turns.audit_id,
    any_value(audited_turns.created_at) as created_at,
    any_value(audited_turns.checkpoint) as checkpoint,
    audited_turns.stratum,
    round(sum(audited_turns.weight)) as simulated,
    sum(audited_turns.weight) / sum(sum(audited_turns.weight)) over (partition by audited_turns.audit_id) as share,
    count(*) as turns,
    avg(case when audited_turns.predicted_outcome = audited_turns.outcome then 1.0 else 0.0 end) as accuracy,
    avg(audited_turns.confidence) as mean_confidence,
    avg(audited_turns.novelty) as mean_novelty,
    mode(audited_turns.outcome) filter (where audited_turns.predicted_outcome <> audited_turns.outcome) as mistaken_for
from audited_turns
group by audited_turns.domain, audited_turns.audit_id, audited_turns.stratum
