"""Which turns a checkpoint has seen: codes of (bundle, candidate) pairs, beside its weights.

So that a checkpoint of any age can be measured on turns that it never saw, whatever the splits are by now.
How turns are divided is `assets.world_model.splits`.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from resources.world_model.model import Query, TurnExample

TRAINED_ON_FILE = "icwm/trained_on.safetensors"


def pair_code(query: Query) -> int:
    """64 bits of a hash over bundle and candidate: a million pairs collide once in ten million checkpoints."""
    text = f"{query.bundle.hash} {query.candidate.hash}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def save_trained_on(examples: Iterable[TurnExample], directory: Path) -> None:
    from safetensors.numpy import save_file

    codes = sorted({pair_code(example.query) for example in examples})
    (directory / TRAINED_ON_FILE).parent.mkdir(exist_ok=True)
    save_file({"pairs": np.array(codes, dtype=np.uint64)}, directory / TRAINED_ON_FILE)


def load_trained_on(directory: Path) -> frozenset[int]:
    from safetensors.numpy import load_file

    return frozenset(int(code) for code in load_file(directory / TRAINED_ON_FILE)["pairs"])
