"""Turns → token ids and padded batches with a loss weight for each kind of token.

numpy only; the model is `training`'s, its optimiser `optimisation`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from resources.world_model.model import Query, TurnExample
from resources.world_model.rendering import Evidence, render_prompt, render_target
from resources.world_model.settings import TrainingSettings
from resources.world_model.tokenizer import Vocabulary, fit_prompt

Integers = NDArray[np.int64]
PROMPT, LABEL, DIAGNOSTIC = 1, 2, 3
"""Kinds of a predicted token; 0 is padding, and the first token, which nothing predicts."""
BATCHES_IN_POOL = 8
"""Batches are cut from pools of this many, sorted by length: less padding, order still random."""


@dataclass(frozen=True)
class Encoded:
    """One turn: its prompt in both modes, and its target, label token first."""

    hybrid: list[int]
    pure: list[int]
    target: list[int]


@dataclass(frozen=True)
class Batch:
    """`ids` and `kinds`, each (rows, tokens), padded on the right."""

    ids: Integers
    kinds: Integers


def encode_prompts(
    queries: Sequence[Query], evidence: Sequence[Evidence | None], vocabulary: Vocabulary, settings: TrainingSettings
) -> list[list[int]]:
    """The ids of each prompt, with `evidence` the hybrid mode's, capped at `max_prompt_tokens`."""
    texts = [render_prompt(query, settings.render, shown) for query, shown in zip(queries, evidence, strict=True)]
    return [fit_prompt(ids, settings.max_prompt_tokens) for ids in vocabulary.encode(texts)]


def encode_examples(
    examples: Sequence[TurnExample], evidence: Sequence[Evidence], vocabulary: Vocabulary, settings: TrainingSettings
) -> list[Encoded]:
    queries = [example.query for example in examples]
    hybrid = encode_prompts(queries, evidence, vocabulary, settings)
    pure = encode_prompts(queries, [None] * len(queries), vocabulary, settings)
    texts = [render_target(example.query, example.observation, settings.render) for example in examples]
    targets = [ids[: settings.max_target_tokens] for ids in vocabulary.encode(texts)]
    return [Encoded(*parts) for parts in zip(hybrid, pure, targets, strict=True)]


def padded(rows: Sequence[Sequence[int]], filler: int, *, left: bool = False) -> Integers:
    """(rows, longest)."""
    width = max(len(row) for row in rows)
    table = np.full((len(rows), width), filler, dtype=np.int64)
    for index, row in enumerate(rows):
        table[index, width - len(row) if left else 0 : width if left else len(row)] = row
    return table


def make_batch(rows: Sequence[tuple[list[int], list[int]]], padding: int) -> Batch:
    """From pairs of prompt and target ids."""
    ids = padded([prompt + target for prompt, target in rows], padding)
    kinds = [[0] + [PROMPT] * (len(prompt) - 1) + [LABEL] + [DIAGNOSTIC] * (len(target) - 1) for prompt, target in rows]
    return Batch(ids, padded(kinds, 0))


def batches(encoded: Sequence[Encoded], padding: int, settings: TrainingSettings) -> Iterator[Batch]:
    """Endless. Each epoch shuffles, and draws anew which turns are rendered in the pure mode."""
    random: Any = np.random.default_rng(settings.seed)
    pool_size = settings.batch_size * BATCHES_IN_POOL
    while True:
        pure = random.random(len(encoded)) < settings.pure_share
        order = random.permutation(len(encoded))
        rows = [(encoded[i].pure if pure[i] else encoded[i].hybrid, encoded[i].target) for i in order]
        for start in range(0, len(rows), pool_size):
            pool = sorted(rows[start : start + pool_size], key=lambda row: len(row[0]) + len(row[1]))
            cuts = list(range(0, len(pool), settings.batch_size))
            for cut in random.permutation(cuts):
                yield make_batch(pool[cut : cut + settings.batch_size], padding)
