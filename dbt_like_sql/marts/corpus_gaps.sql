-- What failures on tasks of the training split say that the corpus lacks: labels, topics and tiers, ranked by domain.
-- Key: domain, kind, value
-- Columns:
--   domain: the domain of the tasks
--   kind: label (what failed), topic (a tag of the task) or tier
--   value: the label, tag or tier
--   failures: first answers that failed so, at tasks of this topic or tier, in exams of train-DOMAIN
--   failure_share: of all first answers there that failed
--   turns: failed turns of the corpus' training split with this label, or its rows with this topic or tier
--   corpus_share: of all such turns, or rows
--   lack: failure_share minus corpus_share; above 0 the corpus shows less of it than goes wrong
--   place: rank by lack within domain and kind, 1 for what is lacked most
with tasks as (
    select
        task_seeds.domain, task_seeds.seed_id, task_seeds.tier::varchar as tier, unnest(task_seeds.tags) as topic
    from task_seeds
), failed as (
    select exam_samples.domain, exam_samples.seed_id, exam_samples.outcome
    from exam_samples
    where exam_samples.benchmark = 'train-' || exam_samples.domain and exam_samples.sitting <> 'control'
        and exam_samples.turn = 0 and exam_samples.fate = 'judged' and exam_samples.outcome <> 'PASS'
), trained as (
    select reasoning_corpus.domain, reasoning_corpus.seed_id, reasoning_corpus.tier::varchar as tier,
        reasoning_corpus.provenance
    from reasoning_corpus
    where reasoning_corpus.split = 'train'
), turns as (
    select trained.domain, unnest(trained.provenance) as turn
    from trained
), wrong as (
    select failed.domain, 'label' as kind, failed.outcome as value from failed
    union all
    select failed.domain, 'topic' as kind, tasks.topic as value
    from failed join tasks on tasks.domain = failed.domain and tasks.seed_id = failed.seed_id
    union all
    select failed.domain, 'tier' as kind, task_seeds.tier::varchar as value
    from failed join task_seeds on task_seeds.domain = failed.domain and task_seeds.seed_id = failed.seed_id
), shown as (
    select turns.domain, 'label' as kind, turns.turn.outcome as value from turns where turns.turn.outcome <> 'PASS'
    union all
    select trained.domain, 'topic' as kind, tasks.topic as value
    from trained join tasks on tasks.domain = trained.domain and tasks.seed_id = trained.seed_id
    union all
    select trained.domain, 'tier' as kind, trained.tier as value from trained
), counts as (
    select facets.domain, facets.kind, facets.value,
        count(*) filter (where facets.is_wrong) as failures, count(*) filter (where not facets.is_wrong) as turns
    from (
        select wrong.domain, wrong.kind, wrong.value, true as is_wrong from wrong
        union all
        select shown.domain, shown.kind, shown.value, false as is_wrong from shown
    ) as facets
    group by facets.domain, facets.kind, facets.value
), totals as (
    select failed.domain, count(*) as failures from failed group by failed.domain
), rows_trained as (
    select trained.domain, count(*) as rows_of_corpus from trained group by trained.domain
), turns_failed as (
    select turns.domain, count(*) as failed_turns from turns where turns.turn.outcome <> 'PASS' group by turns.domain
), shares as (
    select counts.domain, counts.kind, counts.value, counts.failures, counts.turns,
        counts.failures / totals.failures as failure_share,
        coalesce(counts.turns / if(counts.kind = 'label', turns_failed.failed_turns, rows_trained.rows_of_corpus), 0)
            as corpus_share
    from counts
    join totals on totals.domain = counts.domain
    left join rows_trained on rows_trained.domain = counts.domain
    left join turns_failed on turns_failed.domain = counts.domain
)
select
    shares.domain,
    shares.kind,
    shares.value,
    shares.failures,
    shares.failure_share,
    shares.turns,
    shares.corpus_share,
    shares.failure_share - shares.corpus_share as lack,
    rank() over (
        partition by shares.domain, shares.kind order by shares.failure_share - shares.corpus_share desc
    ) as place
from shares
