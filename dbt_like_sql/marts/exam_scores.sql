-- Scores of exams side by side: each author's beside the best of the set, and whether the two can be told apart.
-- Key: benchmark, metric, part, author, sitting
-- Columns:
--   benchmark: the set that was sat: an importer's name, or builtin-, families- or train- and a domain
--   domain: the domain of the set's tasks
--   metric: the name of the metric; docs/exam.md defines each
--   part: which of several numbers a metric has, such as k=5, turn 2 or level1
--   author: who answered: a model's name, or what the recorded answers say
--   sitting: version of prompts, reading and sampling, or recorded
--   model: the model behind an endpoint; empty for recorded answers
--   value: the score; shares are between 0 and 1
--   low: lower bound at 95 %, tasks drawn again; null where no interval makes sense
--   high: upper bound at 95 %
--   tasks: tasks that the score is of
--   samples: answers that the score is of
--   exposed_tasks: tasks that no score is of, since the home's training split holds them
--   place: rank among the authors of the set by this metric, 1 for the best value
--   best: the best value of the set: the lowest of what an exam took and of answers without a verdict, else the highest
--   behind_best: by how much this value is worse than the best, never below 0
--   apart_from_best: this interval is wholly worse than that of the best value; null where one of them has none
with scored as (
    select
        benchmark_scores.benchmark,
        benchmark_scores.domain,
        benchmark_scores.metric,
        benchmark_scores.part,
        benchmark_scores.author,
        benchmark_scores.sitting,
        benchmark_scores.model,
        benchmark_scores.value,
        benchmark_scores.low,
        benchmark_scores.high,
        benchmark_scores.tasks,
        benchmark_scores.samples,
        benchmark_scores.exposed_tasks,
        benchmark_scores.metric in (
            'truncated', 'refused', 'unparsable', 'environment failed',
            'prompt tokens', 'completion tokens', 'cost', 'seconds of generation', 'seconds of execution'
        ) as low_is_good
    from benchmark_scores
    where benchmark_scores.value is not null and benchmark_scores.sitting <> 'control'
), directed as (
    select
        scored.*,
        if(scored.low_is_good, -scored.value, scored.value) as worth,
        if(scored.low_is_good, -scored.high, scored.low) as least_worth,
        if(scored.low_is_good, -scored.low, scored.high) as most_worth
    from scored
)
select
    directed.benchmark,
    directed.domain,
    directed.metric,
    directed.part,
    directed.author,
    directed.sitting,
    directed.model,
    directed.value,
    directed.low,
    directed.high,
    directed.tasks,
    directed.samples,
    directed.exposed_tasks,
    rank() over (partition by directed.benchmark, directed.metric, directed.part order by directed.worth desc) as place,
    if(directed.low_is_good, min(directed.value) over metrics, max(directed.value) over metrics) as best,
    max(directed.worth) over metrics - directed.worth as behind_best,
    directed.most_worth < first_value(directed.least_worth) over (
        partition by directed.benchmark, directed.metric, directed.part
        order by directed.worth desc, directed.author, directed.sitting
    ) as apart_from_best
from directed
window metrics as (partition by directed.benchmark, directed.metric, directed.part)
