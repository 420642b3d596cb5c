"""The tables `reasoning_corpus`, one conversation a row in the chat form that training frameworks read, and
`reasoning_measures`, one writer of its reasoning a row."""

import pyarrow as pa

from resources.storage.schema import TableSchema

MESSAGE = pa.struct(
    [
        ("role", pa.string()),
        ("content", pa.string()),
        ("reasoning_content", pa.string()),
        ("loss_mask", pa.int8()),
        ("observation", pa.string()),
        ("tool_call_id", pa.string()),
    ]
)

TURN_LABEL = pa.struct(
    [
        ("outcome", pa.string()),
        ("passed", pa.bool_()),
        ("progressed", pa.bool_()),
        ("cleared", pa.bool_()),
        ("stages_passed", pa.int32()),
    ]
)

PROVENANCE = pa.struct(
    [
        ("turn_id", pa.string()),
        ("index", pa.int32()),
        ("outcome", pa.string()),
        ("source", pa.string()),
        ("candidate_hash", pa.string()),
        ("bundle_hash", pa.string()),
        ("toolchain", pa.string()),
        ("seed_source", pa.string()),
        ("commit", pa.string()),
        ("licence", pa.string()),
        ("path", pa.string()),
        ("generator", pa.string()),
        ("generator_version", pa.string()),
        ("generator_model", pa.string()),
        ("checkpoint", pa.string()),
        ("reasoning_source", pa.string()),
        ("reasoning_writer", pa.string()),
        ("reasoning_writer_version", pa.string()),
    ]
)

REASONING_CORPUS = TableSchema(
    "reasoning_corpus",
    pa.schema(
        [
            pa.field("conversation_id", pa.string(), nullable=False),
            pa.field("domain", pa.string(), nullable=False),
            pa.field("seed_id", pa.string(), nullable=False),
            pa.field("tier", pa.int32(), nullable=False),
            pa.field("split", pa.string(), nullable=False),
            pa.field("licence", pa.string(), nullable=False),
            pa.field("cluster", pa.string(), nullable=False),
            pa.field("alike_by", pa.list_(pa.string()), nullable=False),
            pa.field("contaminated_by", pa.string()),
            pa.field("messages", pa.list_(MESSAGE), nullable=False),
            pa.field("provenance", pa.list_(PROVENANCE), nullable=False),
            pa.field("turn_labels", pa.list_(TURN_LABEL), nullable=False),
            pa.field("solved", pa.bool_(), nullable=False),
            pa.field("turns", pa.int32(), nullable=False),
            pa.field("thinking_characters", pa.int32(), nullable=False),
        ]
    ),
    ("conversation_id",),
    "Trajectories with a turn to learn from, as conversations; other turns stay in context and carry no loss",
    {
        "conversation_id": "the trajectory's id",
        "split": "train, validation or test, drawn from the task's name; benchmark for tasks that are for evaluation",
        "licence": "SPDX expression over all that the row derives from",
        "cluster": "the first row whose last answer is nearly the same program: names, layout or style aside",
        "alike_by": "by what it is of one cluster with others: exact (the text), minhash (the tokens), semantic (the "
        "fingerprint); empty where it is alone",
        "contaminated_by": "the benchmark task or held-out text that its prompt or last answer holds; null where none",
        "messages": "OpenAI's form: content is what was shown or answered, byte for byte; reasoning_content the "
        "thinking, null where nobody reasoned; loss_mask is 1 where an answer is learned from (the profile's "
        "corpus_learned); observation says of a tool message whether it is real, simulated (audited), or simulated and "
        "replaced by the real one, and tool_call_id which answer it is about (its turn_id)",
        "provenance": "one entry for each assistant message, in order; reasoning_source is original or hindsight",
        "turns": "attempts in the conversation, the first one included",
        "turn_labels": "one entry for each assistant message: its label, whether it passed, came further than the one "
        "before, cleared the failure that was named first, and how many stages let it through",
        "solved": "the last turn passes; other rows hold a turn that is learned from all the same",
        "thinking_characters": "characters of all reasoning_content",
    },
    group_rows=4_096,
)

MEASURED_SHARES = ("templates", "distinct", "masked_distinct", "self_bleu", "quoted", "length_by_difficulty")
REASONING_MEASURES = TableSchema(
    "reasoning_measures",
    pa.schema(
        [
            pa.field("domain", pa.string(), nullable=False),
            pa.field("writer", pa.string(), nullable=False),
            pa.field("reasoning_source", pa.string(), nullable=False),
            pa.field("texts", pa.int64(), nullable=False),
            pa.field("sentences", pa.int64(), nullable=False),
            *(pa.field(name, pa.float64(), nullable=False) for name in MEASURED_SHARES),
        ]
    ),
    ("domain", "writer", "reasoning_source"),
    "How the reasoning of the corpus is written, by writer and source",
    {
        "writer": "the reasoning's writer, without the author of the code that it works on",
        "reasoning_source": "original for what was written with the turn, hindsight for what was written after PASS",
        "texts": "different texts",
        "sentences": "sentences of those texts, outside blocks of code",
        "templates": "share of the first 500 sentences that another text has as well, with quotations, labels and "
        "numbers made alike",
        "distinct": "different runs of four words by all of them, in 10,000 words",
        "masked_distinct": "the same with quotations, labels and numbers made alike",
        "self_bleu": "how well a text is foretold by ninety-nine others: the mean BLEU-4",
        "quoted": "share of characters that are quotation or code",
        "length_by_difficulty": "rank correlation of length with the turn's difficulty; 0 for what is no hindsight",
    },
)
