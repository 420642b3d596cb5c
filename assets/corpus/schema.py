"""The table `reasoning_corpus`: one conversation a row, in the chat form that training frameworks read."""

import pyarrow as pa

from resources.storage.schema import TableSchema

MESSAGE = pa.struct([("role", pa.string()), ("content", pa.string()), ("loss", pa.bool_())])

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
            pa.field("messages", pa.list_(MESSAGE), nullable=False),
            pa.field("provenance", pa.list_(PROVENANCE), nullable=False),
            pa.field("turns", pa.int32(), nullable=False),
            pa.field("thinking_characters", pa.int32(), nullable=False),
        ]
    ),
    ("conversation_id",),
    "Solved trajectories as conversations; erroneous turns stay in context and carry no loss",
    {
        "conversation_id": "the trajectory's id",
        "messages": "role, content and loss; assistant content is <think>…</think> and a fenced code block",
        "provenance": "one entry for each assistant message, in order; reasoning_source is original or hindsight",
        "turns": "attempts in the conversation, the first one included",
        "thinking_characters": "characters inside all <think> blocks",
    },
)
