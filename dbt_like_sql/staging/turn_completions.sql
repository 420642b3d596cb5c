-- One row for each answer of the corpus: the prompt as it was shown, and what was answered, in TRL's conversational form.
-- Stage: corpus
-- Key: example_id
-- Columns:
--   split: train, validation or test, drawn from the task's name; benchmark for tasks that are for evaluation
--   example_id: the turn's id
--   prompt: role and content of every message before the answer
--   completion: one assistant message; reasoning_content is null where nobody reasoned
--   reasoning_writer: who wrote the reasoning
--   outcome: the answer's label
--   passed: the answer passed
--   progressed: it passed, with no planted fault, or came further than the answer before
--   cleared: the failure that the tools named first for the answer before is gone
--   solved: its conversation ends with a PASS
with answers as (
    select
        corpus.conversation_id, corpus.domain, corpus.seed_id, corpus.tier, corpus.split, corpus.licence,
        corpus.solved, corpus.messages, corpus.turn_labels, corpus.provenance,
        unnest(range(1, len(corpus.turn_labels) + 1)) as place
    from reasoning_corpus as corpus
)
select
    turn_id(answers.conversation_id, (answers.place - 1)::integer) as example_id,
    answers.domain,
    answers.seed_id,
    answers.tier,
    answers.split,
    answers.licence,
    list_transform(
        answers.messages[1:2 * answers.place],
        lambda said: {'role': said.role, 'content': said.content}
    ) as prompt,
    [{
        'role': 'assistant',
        'content': answers.messages[2 * answers.place + 1].content,
        'reasoning_content': answers.messages[2 * answers.place + 1].reasoning_content
    }] as completion,
    answers.provenance[answers.place].reasoning_writer as reasoning_writer,
    answers.turn_labels[answers.place].outcome as outcome,
    answers.turn_labels[answers.place].passed as passed,
    answers.turn_labels[answers.place].progressed as progressed,
    answers.turn_labels[answers.place].cleared as cleared,
    answers.solved
from answers
