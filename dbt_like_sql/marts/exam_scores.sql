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
--   place: rank among the authors of the set by this metric, 1 for the highest value
--   best: the highest value of the set
--   behind_best: the highest value minus this one
--   apart_from_best: this interval ends below that of the highest value; null where one of them has none
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
        benchmark_scores.exposed_tasks
    from benchmark_scores
    where benchmark_scores.value is not null and benchmark_scores.sitting <> 'control'
)
select
    scored.benchmark,
    scored.domain,
    scored.metric,
    scored.part,
    scored.author,
    scored.sitting,
    scored.model,
    scored.value,
    scored.low,
    scored.high,
    scored.tasks,
    scored.samples,
    scored.exposed_tasks,
    rank() over (partition by scored.benchmark, scored.metric, scored.part order by scored.value desc) as place,
    max(scored.value) over metrics as best,
    max(scored.value) over metrics - scored.value as behind_best,
    scored.high < first_value(scored.low) over (
        partition by scored.benchmark, scored.metric, scored.part order by scored.value desc, scored.author, scored.sitting
    ) as apart_from_best
from scored
window metrics as (partition by scored.benchmark, scored.metric, scored.part)
