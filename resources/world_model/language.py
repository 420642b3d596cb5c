"""The LanguageModel protocol: the part of a world model that a server may do. Token ids in, scores and ids out.

In this process it is `inference`, behind a vLLM `served`. What is made of the scores is the same for both.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from numpy.typing import NDArray


class LanguageModel(Protocol):
    def label_logits(self, prompts: Sequence[list[int]], labels: Sequence[int]) -> NDArray[Any]:
        """(prompts, labels): scores of the label ids right after each prompt, up to a constant for each prompt."""
        ...

    def continuations(self, prompts: Sequence[list[int]], limit: int) -> list[list[int]]:
        """Greedy continuation of each prompt, up to its end token (left out) or `limit` tokens."""
        ...
