"""The world model's own tokenizer: byte-level BPE over rendered turns, and the ids of its labels.

A vocabulary of its own costs 1–2 s to train and keeps prompts short: code of one domain repeats itself.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from resources.execution.outcome import Outcome
from resources.world_model import markup

TOKENIZER_FILE = "tokenizer.json"


class Vocabulary:
    """A tokenizer with the ids that training and prediction need. Encoding adds no tokens of its own."""

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer
        self.padding: int = self.id_of(markup.PADDING)
        self.end: int = self.id_of(markup.END)
        self.labels: dict[Outcome, int] = {outcome: self.id_of(markup.label_token(outcome)) for outcome in Outcome}

    def __len__(self) -> int:
        return int(self.tokenizer.get_vocab_size())

    def id_of(self, token: str) -> int:
        """ValueError for a token that was not in training."""
        found = self.tokenizer.token_to_id(token)
        if found is None:
            raise ValueError(f"the tokenizer has no {token}")
        return int(found)

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        return [list(item.ids) for item in self.tokenizer.encode_batch(list(texts), add_special_tokens=False)]

    def decode(self, ids: Sequence[int]) -> str:
        """The text with its special tokens; byte sequences that are not UTF-8 become U+FFFD."""
        return str(self.tokenizer.decode(list(ids), skip_special_tokens=False))

    def save(self, directory: Path) -> None:
        self.tokenizer.save(str(directory / TOKENIZER_FILE))


def train_vocabulary(texts: Iterable[str], *, size: int, domains: Iterable[str]) -> Vocabulary:
    """Byte-level BPE with at most `size` tokens, special tokens and the 256 bytes included. Deterministic."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=markup.special_tokens(domains),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        min_frequency=3,
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return Vocabulary(tokenizer)


def load_vocabulary(directory: Path) -> Vocabulary:
    from tokenizers import Tokenizer

    return Vocabulary(Tokenizer.from_file(str(directory / TOKENIZER_FILE)))


def fit_prompt(ids: list[int], limit: int) -> list[int]:
    """At most `limit` ids, the middle dropped: domain and interface stay, and checks, hint and answer."""
    if len(ids) <= limit:
        return ids
    return ids[: limit // 2] + ids[len(ids) - (limit - limit // 2) :]
