"""Greedy answers of one model to all prompts, in batches of like length, padded on the left."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq


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
    import torch

    end, device = int(tokenizer.eos_token_id), next(model.parameters()).device
    model.eval()
    ordered = sorted(prompts, key=lambda one: -len(one.ids))
    for start in range(0, len(ordered), at_once):
        part = ordered[start : start + at_once]
        longest = max(len(one.ids) for one in part)
        ids = torch.tensor([[end] * (longest - len(one.ids)) + one.ids for one in part], device=device)
        mask = torch.tensor([[0] * (longest - len(one.ids)) + [1] * len(one.ids) for one in part], device=device)
        with torch.inference_mode():
            made = model.generate(
                input_ids=ids,
                attention_mask=mask,
                max_new_tokens=new_tokens,
                do_sample=False,
                num_beams=1,
                repetition_penalty=1.0,
                eos_token_id=end,
                pad_token_id=end,
            )
        for one, row in zip(part, made[:, longest:].tolist(), strict=True):
            stops = end in row
            own = row[: row.index(end)] if stops else row
            text = tokenizer.decode(own, skip_special_tokens=False, clean_up_tokenization_spaces=False)
            yield Written(one.prompt_id, text, "stop" if stops else "length", len(own))
