"""Forward passes of a causal language model in this process: label scores, and greedy continuations.

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
BATCH_ON_CPU = 8
"""Of prompts that are read at once where nothing is written: what lies between two layers of 8 stays in a core's cache,
and they take a fifth less time than 32."""


def by_length(rows: Sequence[Sequence[int]], most: int = BATCH) -> list[list[int]]:
    """Places of `rows` in batches of alike length: little padding."""
    order = sorted(range(len(rows)), key=lambda place: (len(rows[place]), place))
    return [order[start : start + most] for start in range(0, len(order), most)]


@contextmanager
def one_thread() -> Iterator[None]:
    """Decoding a token is many tiny operations: a second thread waits at barriers more than it works."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


class LocalLanguageModel:
    """A transformers model, on whatever device it is. Passes `resources.world_model.language.LanguageModel`."""

    def __init__(self, model: Any, vocabulary: Vocabulary) -> None:
        self.model, self.vocabulary = model, vocabulary

    def label_logits(self, prompts: Sequence[list[int]], labels: Sequence[int]) -> Array:
        """float32; the order of prompts is kept."""
        found = np.zeros((len(prompts), len(labels)), dtype=np.float32)
        most = BATCH_ON_CPU if self.model.device.type == "cpu" else BATCH
        with torch.inference_mode():
            for places in by_length(prompts, most):
                rows = [prompts[place] for place in places]
                ids = self.tensor(padded(rows, self.vocabulary.padding))
                hidden = self.model.base_model(input_ids=ids, use_cache=False).last_hidden_state
                last = hidden[torch.arange(len(rows)), torch.tensor([len(row) - 1 for row in rows])]
                scores = self.model.get_output_embeddings()(last)[:, list(labels)]
                found[places] = scores.float().cpu().numpy()
        return found

    def continuations(self, prompts: Sequence[list[int]], limit: int) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in prompts]
        with torch.inference_mode(), one_thread():
            for places in by_length(prompts):
                rows = [prompts[place] for place in places]
                for place, row in zip(places, self.generate(rows, limit), strict=True):
                    end = self.vocabulary.end
                    found[place] = row[: row.index(end)] if end in row else row
        return found

    def generate(self, rows: Sequence[list[int]], limit: int) -> list[list[int]]:
        ids = self.tensor(padded(rows, self.vocabulary.padding, left=True))
        written = self.model.generate(
            input_ids=ids,
            attention_mask=self.tensor(padded([[1] * len(row) for row in rows], 0, left=True)),
            do_sample=False,
            max_new_tokens=limit,
            eos_token_id=self.vocabulary.end,
            pad_token_id=self.vocabulary.padding,
        )
        ids_of: list[list[int]] = written[:, ids.shape[1] :].tolist()
        return ids_of

    def tensor(self, table: Array) -> Any:
        return torch.from_numpy(table).to(self.model.device)
