"""Greedy answers of one model to all prompts, in batches of like length, padded on the left."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from assets.proof.machine.decoding import greedy


@dataclass(frozen=True)
class Prompt:
    """`new_tokens` is the most that an answer may have."""

    prompt_id: str
    ids: list[int]


@dataclass(frozen=True)
class Written:
    """`finish_reason` is "stop" or "length", as servers say."""

    prompt_id: str
    text: str
    finish_reason: str
    tokens: int


def read_prompts(file: Path) -> list[Prompt]:
    return [Prompt(row["prompt_id"], row["input_ids"]) for row in pq.read_table(file).to_pylist()]


def answers(model: Any, tokenizer: Any, prompts: Sequence[Prompt], new_tokens: int, at_once: int) -> Iterator[Written]:
    """The longest prompts first, so that what does not fit is seen at once."""
    end = int(tokenizer.eos_token_id)
    model.eval()
    ordered = sorted(prompts, key=lambda one: -len(one.ids))
    for start in range(0, len(ordered), at_once):
        part = ordered[start : start + at_once]
        for one, row in zip(part, greedy(model, [one.ids for one in part], new_tokens, end), strict=True):
            stops = row[-1] == end
            own = row[:-1] if stops else row
            text = tokenizer.decode(own, skip_special_tokens=False, clean_up_tokenization_spaces=False)
            yield Written(one.prompt_id, text, "stop" if stops else "length", len(own))
