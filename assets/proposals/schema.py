"""The table `task_proposals`: one row for each task that a model was asked to propose, whatever became of it."""

import hashlib
import json
from enum import StrEnum

import pyarrow as pa

from resources.storage.schema import TableSchema


class Fate(StrEnum):
    """`OPEN`: asked for, and not decided yet."""

    OPEN = "open"
    KEPT = "kept"
    DROPPED = "dropped"


SOLVER = pa.struct(
    [
        pa.field("round", pa.int32()),
        pa.field("author", pa.string()),
        pa.field("model", pa.string()),
        pa.field("outcome", pa.string()),
        pa.field("tests_passed", pa.list_(pa.string())),
        pa.field("agrees", pa.bool_()),
        pa.field("code", pa.string()),
    ]
)

TASK_PROPOSALS = TableSchema(
    "task_proposals",
    pa.schema(
        [
            pa.field("proposal_id", pa.string(), nullable=False),
            pa.field("domain", pa.string(), nullable=False),
            pa.field("number", pa.int32(), nullable=False),
            pa.field("topic", pa.string(), nullable=False),
            pa.field("tier_asked", pa.int32(), nullable=False),
            pa.field("told", pa.list_(pa.string()), nullable=False),
            pa.field("proposer", pa.string(), nullable=False),
            pa.field("model", pa.string(), nullable=False),
            pa.field("prompt_version", pa.string(), nullable=False),
            pa.field("fate", pa.string(), nullable=False),
            pa.field("fault", pa.string(), nullable=False),
            pa.field("reason", pa.string(), nullable=False),
            pa.field("rounds", pa.int32(), nullable=False),
            pa.field("returned_for", pa.string(), nullable=False),
            pa.field("returned_because", pa.string(), nullable=False),
            pa.field("seed_id", pa.string(), nullable=False),
            pa.field("title", pa.string(), nullable=False),
            pa.field("tests", pa.list_(pa.string()), nullable=False),
            pa.field("reference_outcome", pa.string(), nullable=False),
            pa.field("solvers", pa.list_(SOLVER), nullable=False),
            pa.field("agreement_score", pa.int32(), nullable=False),
            pa.field("mutation_score", pa.float64()),
            pa.field("executions", pa.int32(), nullable=False),
            pa.field("seconds", pa.float64(), nullable=False),
            pa.field("requests", pa.int64(), nullable=False),
            pa.field("prompt_tokens", pa.int64(), nullable=False),
            pa.field("completion_tokens", pa.int64(), nullable=False),
            pa.field("cost", pa.float64()),
            pa.field("reply", pa.string(), nullable=False),
        ]
    ),
    ("proposal_id",),
    "Tasks that models proposed: what independent solvers and the tests made of each, and whether it is kept",
    {
        "proposal_id": "hash of domain, proposer, model, prompt version and number",
        "number": "which of the proposer's proposals, from 0; it decides topic and tier",
        "topic": "what the task was to be about",
        "tier_asked": "how hard it was to be, 1 to 5; a kept task's own tier is measured",
        "told": "titles of tasks that the proposer was told are there already",
        "proposer": "the endpoint's name",
        "model": "the model that proposed, as its server names it",
        "prompt_version": "changes with what every proposal is told",
        "fate": "open (asked for, not decided), kept, dropped",
        "fault": "what was found last: unreadable, broken, unsolved, ambiguous_prompt, wrong_test, wrong_reference, "
        "known, contaminated, not_certified; empty where kept",
        "reason": "the same in words; empty where kept",
        "rounds": "how often it was written: 2 where it went back",
        "returned_for": "the fault for which it went back; empty where it did not",
        "returned_because": "the reason that the proposer was given then",
        "seed_id": "the task in `task_seeds`; empty where there is none",
        "title": "as proposed; empty where nothing could be read",
        "tests": "names of the tests that any program reached, in the last round",
        "reference_outcome": "the reference's label under its own tests, in the last round; empty where it was not run",
        "solvers": "each answer to the prompt alone; without a program or a verdict its label is empty",
        "agreement_score": "solutions of that set, times tests that they pass and one",
        "mutation_score": "of certification; null where it was not reached",
        "executions": "programs that were run for it: reference, solutions, comparisons, certification",
        "seconds": "what these executions took together, each as long as when it was run first",
        "requests": "answers that servers gave for it; one from the reply cache counts as none",
        "prompt_tokens": "tokens read, by proposer and solvers together",
        "completion_tokens": "tokens written by them, reasoning included",
        "cost": "in the currency of the prices; null without prices",
        "reply": "the proposer's last answer, whole",
    },
)


def proposal_id(domain: str, proposer: str, model: str, version: str, number: int) -> str:
    return hashlib.sha256(json.dumps([domain, proposer, model, version, number]).encode()).hexdigest()[:16]
