"""What a checkpoint and its ancestors have seen: codes of turns, seeds, fault kinds and generators, beside its weights.

So that a checkpoint of any age can be measured on what it never saw, whatever the splits are by now.
How turns are divided is `assets.world_model.split_rule`.
"""

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from resources.world_model.model import Query, TurnExample

RECORD_FILE = "icwm/trained_on.safetensors"


@dataclass(frozen=True)
class Seen:
    """`pairs` are codes of (bundle, candidate), `groups` of seeds, fault kinds and generators."""

    pairs: frozenset[int] = frozenset()
    groups: frozenset[int] = frozenset()

    def __or__(self, other: "Seen") -> "Seen":
        return Seen(self.pairs | other.pairs, self.groups | other.groups)


def code_of(*texts: str) -> int:
    """64 bits of a hash: a million of them collide once in ten million checkpoints."""
    return int.from_bytes(hashlib.sha256(" ".join(texts).encode("utf-8", "replace")).digest()[:8], "big")


def pair_code(query: Query) -> int:
    return code_of(query.bundle.hash, query.candidate.hash)


def seed_code(example: TurnExample) -> int:
    return code_of("seed", example.query.domain.name, example.query.bundle.seed_id)


def kind_code(domain: str, kind: str) -> int:
    return code_of("fault kind", domain, kind)


def generator_code(example: TurnExample) -> int:
    return code_of("generator", example.query.domain.name, example.generator)


def seen_in(examples: Iterable[TurnExample]) -> Seen:
    pairs, groups = set(), set()
    for example in examples:
        pairs.add(pair_code(example.query))
        groups |= {seed_code(example), generator_code(example)}
        groups |= {kind_code(example.query.domain.name, kind) for kind in example.fault_kinds}
    return Seen(frozenset(pairs), frozenset(groups))


def save_record(seen: Seen, directory: Path) -> None:
    from safetensors.numpy import save_file

    def column(codes: Collection[int]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
        return np.array(sorted(codes), dtype=np.uint64)

    (directory / RECORD_FILE).parent.mkdir(exist_ok=True)
    save_file({"pairs": column(seen.pairs), "groups": column(seen.groups)}, directory / RECORD_FILE)


def load_record(directory: Path) -> Seen:
    """A file of before groups were kept has none."""
    from safetensors.numpy import load_file

    found = load_file(directory / RECORD_FILE)
    return Seen(*(frozenset(int(code) for code in found.get(name, ())) for name in ("pairs", "groups")))
