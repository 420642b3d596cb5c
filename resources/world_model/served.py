"""A checkpoint's weights behind a vLLM server: the label by constrained decoding, then the diagnostic.

Prompts go as token ids, so that the server splits no text its own way, and begin with what a bundle's queries
share, so that it caches that prefix. Rendering, hint, calibration and trust stay here (`prediction`).
Starting a server is `resources.serving`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
SHOWN = 20
"""Alternatives to a token that vLLM returns at most, unless it is told otherwise; there are 13 labels."""
BATCH = 64
LEAST = -30.0
"""The logarithm of a label's probability that is not among those shown."""


class ServedLanguageModel:
    """Passes `resources.world_model.language.LanguageModel`. `base_url` ends in /v1; `name` is the served model's.

    `end` is the id of the end token. Raises openai's errors where the server does not answer: its own retries,
    twice, are over by then.

    The label is constrained by `allowed_token_ids` rather than by a grammar (`structured_outputs`): a label is one
    special token, which grammars over text do not produce, and one id costs the server no grammar.
    """

    def __init__(self, base_url: str, name: str, end: int, *, key: str = "none", timeout_s: float = 120.0) -> None:
        from openai import OpenAI

        self.client = OpenAI(base_url=base_url, api_key=key, timeout=timeout_s)
        self.name, self.end = name, end

    def label_logits(self, prompts: Sequence[list[int]], labels: Sequence[int]) -> Array:
        """Log-probabilities; (prompts, labels)."""
        constrained = {"allowed_token_ids": list(labels), "return_tokens_as_token_ids": True}
        choices = self.complete(prompts, 1, constrained, logprobs=SHOWN)
        rows = [label_scores(choice.logprobs.top_logprobs[0], labels) for choice in choices]
        return np.array(rows, dtype=np.float32).reshape(len(prompts), len(labels))

    def continuations(self, prompts: Sequence[list[int]], limit: int) -> list[list[int]]:
        choices = self.complete(prompts, limit, {"stop_token_ids": [self.end], "return_token_ids": True})
        return [[int(token) for token in choice.token_ids if token != self.end] for choice in choices]

    def complete(
        self, prompts: Sequence[list[int]], limit: int, further: Mapping[str, Any], **options: Any
    ) -> list[Any]:
        """One choice for each prompt, in order, greedily decoded."""
        found: list[Any] = []
        for start in range(0, len(prompts), BATCH):
            reply = self.client.completions.create(
                model=self.name,
                prompt=list(prompts[start : start + BATCH]),
                max_tokens=limit,
                temperature=0,
                extra_body=dict(further),
                **options,
            )
            found += sorted(reply.choices, key=lambda choice: choice.index)
        return found


def label_scores(shown: Mapping[str, float], labels: Sequence[int]) -> list[float]:
    """From the alternatives of one token, named "token_id:<id>": the labels' log-probabilities, in order."""
    found = {int(name.removeprefix("token_id:")): score for name, score in shown.items()}
    return [max(found.get(label, LEAST), LEAST) for label in labels]
