-- One row for each failed answer of the corpus with a sound one under the same prompt, in TRL's preference form.
-- Stage: corpus
-- Key: rejected_id
-- Columns:
--   split: train, validation or test, drawn from the task's name; benchmark for tasks that are for evaluation
--   rejected_id: the failed turn
--   chosen_id: the turn that passed, with no planted fault; of several the one that a hash picks, so that no answer is chosen for all
--   prompt: role and content of every message before either answer
--   chosen: one assistant message
--   rejected: one assistant message
--   outcome: the label of the failed answer
with failed as (
    select
        turn_completions.example_id, turn_completions.domain, turn_completions.seed_id, turn_completions.split,
        turn_completions.licence, turn_completions.prompt, turn_completions.completion, turn_completions.outcome
    from turn_completions
    where not turn_completions.passed
), right_answers as (
    select turn_completions.example_id, turn_completions.prompt, turn_completions.completion
    from turn_completions
    where turn_completions.passed and turn_completions.progressed
)
select
    failed.example_id as rejected_id,
    right_answers.example_id as chosen_id,
    failed.domain,
    failed.seed_id,
    failed.split,
    failed.licence,
    failed.prompt,
    right_answers.completion as chosen,
    failed.completion as rejected,
    failed.outcome
from failed
join right_answers on right_answers.prompt = failed.prompt
qualify row_number() over (
    partition by failed.example_id order by md5(failed.example_id || right_answers.example_id)
) = 1
