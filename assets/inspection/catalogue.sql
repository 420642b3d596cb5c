-- One row for each trajectory: what it is found, sorted and counted by. Columns of texts are not read.
-- `seen` is what audits saw of a turn, by index; a label is the real one where there is one.
with audited as (
    select turn_id, arg_max(outcome, created_at) as outcome from audited_turns group by turn_id
),
seen as (
    select
        split_part(turn_id, ':', 1) as trajectory_id,
        map(list(split_part(turn_id, ':', 2)::integer), list(outcome)) as outcomes
    from audited
    group by 1
),
made as (
    select 'real' as made, * from real_trajectories
    union all by name
    select 'amplified' as made, * from amplified_trajectories
),
judged as (
    select
        made.*,
        list_transform(
            turns,
            lambda turn, place: {
                'foretold': turn.outcome,
                'label': coalesce(turn.verified_outcome, seen.outcomes[(place - 1)::integer], turn.outcome),
                'source': turn.source,
                'confidence': turn.confidence
            }
        ) as judged
    from made
    left join seen using (trajectory_id)
)
select
    trajectory_id,
    made,
    domain,
    seed_id as task,
    generator,
    checkpoint,
    passed,
    turn_count as turns,
    list_transform(judged, lambda turn: turn.label) as labels,
    coalesce(judged[-1].label, 'no turn') as label,
    coalesce(list_sort(list_distinct(list_transform(judged, lambda turn: turn.source))), []) as sources,
    list_min(list_transform(judged, lambda turn: turn.confidence)) as confidence,
    len(list_filter(judged, lambda turn: turn.source <> 'real' and turn.label <> turn.foretold)) as disagreements
from judged
