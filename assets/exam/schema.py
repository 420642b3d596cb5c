"""The tables of exams: `exam_answers` as they were given, `exam_samples` as they were judged, `benchmark_scores`.

Partitioned by set. Answers are only ever added to; the other two follow from them.
"""

import hashlib
import json

import pyarrow as pa

from resources.storage.schema import TableSchema

_WHOSE = [
    pa.field("answer_id", pa.string(), nullable=False),
    pa.field("benchmark", pa.string(), nullable=False),
    pa.field("domain", pa.string(), nullable=False),
    pa.field("seed_id", pa.string(), nullable=False),
    pa.field("bundle_hash", pa.string(), nullable=False),
    pa.field("author", pa.string(), nullable=False),
    pa.field("sitting", pa.string(), nullable=False),
    pa.field("model", pa.string(), nullable=False),
    pa.field("number", pa.int32(), nullable=False),
    pa.field("turn", pa.int32(), nullable=False),
]
_TOOK = [
    pa.field("prompt_tokens", pa.int64()),
    pa.field("completion_tokens", pa.int64()),
    pa.field("cost", pa.float64()),
    pa.field("generation_seconds", pa.float64()),
]
_ANSWER = {
    "answer_id": "hash of set, bundle, author, sitting, number and turn",
    "number": "which of an author's answers to the task, from 0",
    "turn": "0 for the first answer; later ones were given after the tools' words on the one before",
    "prompt_tokens": "tokens read; null where nobody counts them",
    "completion_tokens": "tokens written, reasoning included; null where nobody counts them",
    "cost": "in the currency of the configured prices; null without prices",
    "generation_seconds": "from the request to the answer, waiting between retries included",
}
_EXAMINEE = {
    "benchmark": "the set that is sat: an importer's name, or builtin-, families- or train- and a domain",
    "domain": "the domain of the set's tasks",
    "author": "who answered: a model's name, or what the recorded answers say",
    "sitting": "version of prompts, reading and sampling, or `recorded`; answers of two sittings are never mixed",
    "model": "the model behind an endpoint; empty for recorded answers",
}

EXAM_ANSWERS = TableSchema(
    "exam_answers",
    pa.schema(
        [
            *_WHOSE,
            pa.field("form", pa.string(), nullable=False),
            pa.field("reply", pa.string(), nullable=False),
            pa.field("reasoning", pa.string(), nullable=False),
            pa.field("finish_reason", pa.string(), nullable=False),
            pa.field("trouble", pa.string(), nullable=False),
            *_TOOK,
        ]
    ),
    ("answer_id",),
    "What authors answered to a set's tasks, as it was given: nothing is judged here.",
    {
        **_ANSWER,
        **_EXAMINEE,
        "form": "reply: a model's whole reply, its program in a fenced block; text: the same, or the program alone; "
        "program: the program",
        "reply": "the whole text; empty where there is none",
        "reasoning": "what the server marks as thinking",
        "finish_reason": "as the server says: length where it was cut off; empty where nobody says",
        "trouble": "why there is no reply; empty where there is one",
    },
)

EXAM_SAMPLES = TableSchema(
    "exam_samples",
    pa.schema(
        [
            *_WHOSE,
            pa.field("fate", pa.string(), nullable=False),
            pa.field("reason", pa.string(), nullable=False),
            pa.field("code", pa.string(), nullable=False),
            pa.field("outcome", pa.string()),
            pa.field("stage", pa.string(), nullable=False),
            pa.field("log", pa.binary(), nullable=False),
            pa.field("stages_passed", pa.list_(pa.string()), nullable=False),
            pa.field("metrics", pa.map_(pa.string(), pa.float64())),
            pa.field("timings", pa.map_(pa.string(), pa.float64())),
            pa.field("belief", pa.float64()),
            pa.field("checkpoint", pa.string(), nullable=False),
            pa.field("toolchain", pa.string(), nullable=False),
            *_TOOK,
            pa.field("execution_seconds", pa.float64()),
        ]
    ),
    ("answer_id",),
    "Each answer of an exam as the real tools judged it; references and empty answers beside them, as a control",
    {
        **_ANSWER,
        **_EXAMINEE,
        "fate": "judged; truncated, refused or unparsable where there is no program; environment where the tools could "
        "not judge it",
        "reason": "why there is no label; empty where there is one",
        "code": "the program that was read from the answer; empty where there is none, and of a reference",
        "outcome": "the label; null where nothing was judged",
        "stage": "the stage that decided the label; empty where nothing was judged",
        "log": "what the tools said",
        "stages_passed": "stages that let the program through, in order",
        "timings": "numbers read off a clock, which differ from run to run",
        "belief": "the world model's probability that it passes, before it was executed; null where none was asked",
        "checkpoint": "world model that was asked; empty where none was",
        "toolchain": "fingerprint of the tools that judged",
        "execution_seconds": "wall seconds of the execution; null where nothing was executed",
    },
)

BENCHMARK_SCORES = TableSchema(
    "benchmark_scores",
    pa.schema(
        [
            pa.field("benchmark", pa.string(), nullable=False),
            pa.field("domain", pa.string(), nullable=False),
            pa.field("author", pa.string(), nullable=False),
            pa.field("sitting", pa.string(), nullable=False),
            pa.field("model", pa.string(), nullable=False),
            pa.field("metric", pa.string(), nullable=False),
            pa.field("part", pa.string(), nullable=False),
            pa.field("value", pa.float64()),
            pa.field("low", pa.float64()),
            pa.field("high", pa.float64()),
            pa.field("tasks", pa.int32(), nullable=False),
            pa.field("samples", pa.int32(), nullable=False),
            pa.field("note", pa.string(), nullable=False),
            pa.field("exposed_tasks", pa.int32(), nullable=False),
        ]
    ),
    ("benchmark", "author", "sitting", "metric", "part"),
    "Scores of exams, each with its 95 % interval by task",
    {
        **_EXAMINEE,
        "metric": "the name of the metric; docs/exam.md defines each",
        "part": "which of several numbers a metric has, such as k=5, turn 2 or level1",
        "value": "the score; shares are between 0 and 1; null where there is no number, and note says why",
        "low": "lower bound at 95 %, tasks drawn again; null where no interval makes sense",
        "high": "upper bound at 95 %",
        "tasks": "tasks that the score is of",
        "samples": "answers that the score is of",
        "note": "what was left out, or why there is no number",
        "exposed_tasks": "tasks that no score is of, since the home's training split holds them",
    },
)


def answer_id(benchmark: str, bundle_hash: str, author: str, sitting: str, number: int, turn: int) -> str:
    """Stable across machines and runs, so that a resumed exam knows what it has."""
    parts = [benchmark, bundle_hash, author, sitting, number, turn]
    return hashlib.sha256(json.dumps(parts).encode("utf-8", "surrogatepass")).hexdigest()[:24]
