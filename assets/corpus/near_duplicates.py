"""Clusters of programs that are nearly the same: the same text, nearly the same tokens, or the same fingerprint.

Near the same are tokens whose runs of five, names made alike, MinHash finds alike. Rows of one cluster are capped and
not deleted: several answers to one question teach more than one does. Programs are places of a `ProgramTable`, so that
a million of them cost numbers and not objects.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import Any, NamedTuple

from assets.corpus.code_tokens import code_tokens, shingles
from assets.corpus.program_table import ProgramTable

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
    """By a program's place: the smallest row of its cluster, and whether a measure joins it to others."""

    names: Sequence[str]
    exact: Sequence[bool]
    minhash: Sequence[bool]
    semantic: Sequence[bool]

    def alike_by(self, place: int) -> tuple[Likeness, ...]:
        said = zip(Likeness, (self.exact, self.minhash, self.semantic), strict=True)
        return tuple(kind for kind, joined in said if joined[place])


def signature_of(tokens: list[str]) -> bytes:
    """MinHash's, of runs of five tokens."""
    import numpy as np
    from rensa import RMinHash

    hashed = RMinHash(num_perm=PERMUTATIONS, seed=1)
    hashed.update(sorted(shingles(tokens, SHINGLE)))
    return np.array(hashed.digest(), dtype=np.uint32).tobytes()


def clusters(table: ProgramTable) -> Clusters:
    """The same whatever the order in which the table met its rows."""
    count = len(table.first)
    order = sorted(range(count), key=table.first.__getitem__)
    rank = [0] * count
    for place, program in enumerate(order):
        rank[program] = place
    joined = _Union(count)
    minhash = _join_alike_in_tokens(joined, table, order)
    semantic = _join_of_one_form(joined, table, rank)
    return Clusters(
        [table.first[order[joined.root(place)]] for place in rank],
        [rows > 1 for rows in table.rows],
        [bool(minhash[place]) for place in rank],
        [bool(semantic[place]) for place in rank],
    )


class NamedClusters(NamedTuple):
    """Of a few programs by id: the smallest id of each one's cluster, and the measures that join it to others."""

    cluster_of: dict[str, str]
    alike_by: dict[str, tuple[Likeness, ...]]

    def shares(self) -> dict[str, int]:
        """How many programs each measure joins to another."""
        return {kind.value: sum(kind in own for own in self.alike_by.values()) for kind in Likeness}


def named_clusters(programs: Mapping[str, Program], fingerprints: Mapping[str, Collection[str]]) -> NamedClusters:
    """Programs that share one of the keys in `fingerprints` are of one cluster."""
    table = ProgramTable()
    for name, program in programs.items():
        if table.add(name, program.code, fingerprints.get(name, ())):
            table.read(signature_of(code_tokens(*program)))
    found = clusters(table)
    places = dict(zip(table.names, table.program_of, strict=True))
    return NamedClusters(
        {name: found.names[place] for name, place in places.items()},
        {name: found.alike_by(place) for name, place in places.items()},
    )


def _join_alike_in_tokens(joined: "_Union", table: ProgramTable, order: Sequence[int]) -> bytearray:
    """Marks those that are alike. Of those that share a band all are compared with the first, and what is unlike it
    once more among themselves, so that a thousand copies cost a thousand comparisons. Places are ranks in `order`."""
    import numpy as np

    marks = bytearray(len(order))
    if not order:
        return marks
    matrix = np.frombuffer(table.signatures, dtype=np.uint32).reshape(len(order), -1)
    ranked = np.array(order, dtype=np.int64)
    for start in range(0, PERMUTATIONS, PERMUTATIONS // BANDS):
        for members in _sharing(matrix[ranked, start : start + PERMUTATIONS // BANDS]):
            while len(members) > 1:
                first, members = int(members[0]), members[1:]
                same = matrix[ranked[members]] == matrix[ranked[first]]
                alike = np.count_nonzero(same, axis=1) >= SIMILAR * PERMUTATIONS
                for other in members[alike].tolist():
                    joined.join(first, other)
                    marks[first] = marks[other] = 1
                members = members[~alike]
    return marks


def _sharing(band: Any) -> Iterator[Any]:
    """Places of rows that are equal in a band, in ascending order, wherever there are two. Rows are told apart by a
    hash: of two that share it without being equal, comparing whole signatures says so."""
    import numpy as np

    hashed = np.zeros(len(band), dtype=np.uint64)
    for column in band.T:
        hashed = (hashed ^ column) * np.uint64(0x9E3779B97F4A7C15)
        hashed ^= hashed >> np.uint64(29)
    order = np.argsort(hashed, kind="stable")
    ends = np.flatnonzero(hashed[order[1:]] != hashed[order[:-1]]) + 1
    bounds = [0, *ends.tolist(), len(order)]
    yield from (order[start:end] for start, end in pairwise(bounds) if end - start > 1)


def _join_of_one_form(joined: "_Union", table: ProgramTable, rank: Sequence[int]) -> bytearray:
    """Marks those that share a fingerprint's key."""
    marks = bytearray(len(rank))
    owners: dict[str, int] = {}
    for program, keys in table.forms.items():
        for key in keys:
            owner = owners.setdefault(key, rank[program])
            if owner != rank[program]:
                joined.join(owner, rank[program])
                marks[owner] = marks[rank[program]] = 1
    return marks


class _Union:
    """Sets of places that grow together; a set is known by its smallest."""

    def __init__(self, count: int) -> None:
        self._parents = list(range(count))

    def root(self, place: int) -> int:
        parents = self._parents
        while parents[place] != place:
            parents[place] = parents[parents[place]]
            place = parents[place]
        return place

    def join(self, one: int, other: int) -> None:
        first, second = self.root(one), self.root(other)
        if first < second:
            self._parents[second] = first
        else:
            self._parents[first] = second
