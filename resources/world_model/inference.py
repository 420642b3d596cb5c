"""Forward passes of a causal language model: label scores in one pass, and greedy continuations.

Imports torch: only imported by modules that train or predict, never by what the code location loads.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from resources.world_model.encoding import padded
from resources.world_model.tokenizer import Vocabulary

Array = NDArray[Any]
BATCH = 32


def by_length(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """Places of `rows` in batches of alike length: little padding."""
    order = sorted(range(len(rows)), key=lambda place: (len(rows[place]), place))
    return [order[start : start + BATCH] for start in range(0, len(order), BATCH)]


@contextmanager
def one_thread() -> Iterator[None]:
    """Decoding a token is many tiny operations: a second thread waits at barriers more than it works."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def label_logits(model: Any, prompts: Sequence[list[int]], labels: Sequence[int], padding: int) -> Array:
    """(prompts, labels), float32: scores of the label ids right after each prompt. Order is kept."""
    found = np.zeros((len(prompts), len(labels)), dtype=np.float32)
    with torch.inference_mode():
        for places in by_length(prompts):
            rows = [prompts[place] for place in places]
            ids = torch.from_numpy(padded(rows, padding))
            hidden = model.model(input_ids=ids).last_hidden_state
            last = hidden[torch.arange(len(rows)), torch.tensor([len(row) - 1 for row in rows])]
            found[places] = model.lm_head(last)[:, list(labels)].float().numpy()
    return found


def continuations(model: Any, prompts: Sequence[list[int]], vocabulary: Vocabulary, limit: int) -> list[list[int]]:
    """Greedy continuation of each prompt, up to its end token (left out) or `limit` tokens."""
    found: list[list[int]] = [[] for _ in prompts]
    with torch.inference_mode(), one_thread():
        for places in by_length(prompts):
            rows = [prompts[place] for place in places]
            ids = torch.from_numpy(padded(rows, vocabulary.padding, left=True))
            mask = torch.from_numpy(padded([[1] * len(row) for row in rows], 0, left=True))
            written = model.generate(
                input_ids=ids,
                attention_mask=mask,
                do_sample=False,
                max_new_tokens=limit,
                eos_token_id=vocabulary.end,
                pad_token_id=vocabulary.padding,
            )[:, ids.shape[1] :].tolist()
            for place, row in zip(places, written, strict=True):
                found[place] = row[: row.index(vocabulary.end)] if vocabulary.end in row else row
    return found
