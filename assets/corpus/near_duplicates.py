"""Clusters of programs that are nearly the same: the same text, nearly the same tokens, or the same fingerprint.

Near the same are tokens whose runs of five, names made alike, MinHash finds alike. Rows of one cluster are capped and
not deleted: several answers to one question teach more than one does.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

from assets.corpus.code_tokens import code_tokens, shingles

Name = TypeVar("Name", str, int)
SHINGLE = 5
SIMILAR = 0.8
"""Jaccard similarity of the runs, estimated, from which on two programs are of one cluster."""
PERMUTATIONS, BANDS = 128, 16
"""Programs of similarity .8 share a band in 96 of 100 cases, those of .5 in 6."""


class Likeness(StrEnum):
    """By what a program is of one cluster with another."""

    EXACT = "exact"
    MINHASH = "minhash"
    SEMANTIC = "semantic"


class Program(NamedTuple):
    code: str
    language: str


class Clusters(NamedTuple):
    """`cluster_of` maps an id to the smallest id of its cluster, `alike_by` to the measures that join it to others."""

    cluster_of: dict[str, str]
    alike_by: dict[str, tuple[Likeness, ...]]

    def shares(self) -> dict[str, int]:
        """How many programs each measure joins to another."""
        return {kind.value: sum(kind in own for own in self.alike_by.values()) for kind in Likeness}


def clusters(
    programs: Mapping[str, Program],
    fingerprints: Mapping[str, Collection[str]] | None = None,
    signatures: Mapping[Program, bytes] | None = None,
) -> Clusters:
    """`fingerprints` has, by id, the keys of which two programs of one cluster share one; `signatures` are MinHash's,
    by program, where they are known."""
    groups: dict[Likeness, list[list[str]]] = {
        Likeness.EXACT: _groups((program, name) for name, program in programs.items())
    }
    first = {group[0]: programs[group[0]] for group in groups[Likeness.EXACT]}
    known = signatures or {}
    groups[Likeness.MINHASH] = _alike_in_tokens(
        {name: known.get(program) or signature_of(code_tokens(*program)) for name, program in first.items()}
    )
    groups[Likeness.SEMANTIC] = _groups((key, name) for name in first for key in (fingerprints or {}).get(name, ()))
    joined = _Union(sorted(programs))
    for group in (group for found in groups.values() for group in found):
        for name in group[1:]:
            joined.join(group[0], name)
    alike: dict[str, set[Likeness]] = {name: set() for name in programs}
    same = {group[0]: group for group in groups[Likeness.EXACT]}
    for kind, found in groups.items():
        for group in (group for group in found if len(group) > 1):
            for name in group:
                for member in (name,) if kind is Likeness.EXACT else same[name]:
                    alike[member].add(kind)
    return Clusters(
        {name: joined.root(name) for name in programs}, {name: tuple(sorted(own)) for name, own in alike.items()}
    )


def _groups(keyed: Iterable[tuple[object, str]]) -> list[list[str]]:
    """Ids that share a key; each group's first is its smallest."""
    groups: dict[object, list[str]] = {}
    for key, name in keyed:
        groups.setdefault(key, []).append(name)
    return [sorted(group) for group in groups.values()]


def signature_of(tokens: list[str]) -> bytes:
    """MinHash's, of runs of five tokens."""
    import numpy as np
    from rensa import RMinHash

    hashed = RMinHash(num_perm=PERMUTATIONS, seed=1)
    hashed.update(sorted(shingles(tokens, SHINGLE)))
    return np.array(hashed.digest(), dtype=np.uint32).tobytes()


def _alike_in_tokens(signatures: Mapping[str, bytes]) -> list[list[str]]:
    """Groups of programs, each alike to another of its group: of those that share a band, all are compared with the
    first, and what is unlike it once more among themselves, so that a thousand copies cost a thousand comparisons."""
    import numpy as np

    names = sorted(signatures)
    if not names:
        return []
    matrix = np.frombuffer(b"".join(signatures[name] for name in names), dtype=np.uint32).reshape(len(names), -1)
    joined = _Union(range(len(names)))
    for start in range(0, PERMUTATIONS, PERMUTATIONS // BANDS):
        for members in _sharing(matrix[:, start : start + PERMUTATIONS // BANDS]):
            while len(members) > 1:
                first, members = members[0], members[1:]
                alike = (matrix[members] == matrix[first]).mean(axis=1) >= SIMILAR
                for other in members[alike].tolist():
                    joined.join(int(first), other)
                members = members[~alike]
    return _groups((joined.root(place), name) for place, name in enumerate(names))


def _sharing(band: Any) -> Iterator[Any]:
    """Places of rows that are equal in a band, in ascending order, wherever there are two."""
    import numpy as np

    rows = np.ascontiguousarray(band).view(np.dtype((np.void, band.shape[1] * band.itemsize))).ravel()
    order = np.argsort(rows, kind="stable")
    ends = np.flatnonzero(rows[order[1:]] != rows[order[:-1]]) + 1
    yield from (places for places in np.split(order, ends) if len(places) > 1)


class _Union(Generic[Name]):
    """Sets of names that grow together; a set is known by its smallest."""

    def __init__(self, names: Iterable[Name]) -> None:
        self._parents: dict[Name, Name] = {name: name for name in names}

    def root(self, name: Name) -> Name:
        while self._parents[name] != name:
            self._parents[name] = self._parents[self._parents[name]]
            name = self._parents[name]
        return name

    def join(self, one: Name, other: Name) -> None:
        first, second = sorted((self.root(one), self.root(other)))
        self._parents[second] = first


def capped(cluster_of: Mapping[str, str], most: int) -> set[str]:
    """The ids that stay: of each cluster at most `most`, those whose hashes are the smallest."""
    members: dict[str, list[str]] = {}
    for name, cluster in cluster_of.items():
        members.setdefault(cluster, []).append(name)
    return {name for own in members.values() for name in sorted(own, key=_drawn)[:most]}


def _drawn(name: str) -> str:
    return hashlib.sha256(f"corpus cap {name}".encode()).hexdigest()
