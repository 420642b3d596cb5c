"""Clusters of programs that are nearly the same: MinHash over runs of five normalised tokens.

Rows of one cluster are capped and not deleted: several answers to one question teach more than one does.
"""

import hashlib
from collections.abc import Mapping, Sequence

from assets.corpus.code_tokens import code_tokens, shingles

SHINGLE = 5
SIMILAR = 0.8
"""Jaccard similarity of the runs, estimated, from which on two programs are of one cluster."""
PERMUTATIONS, BANDS = 128, 16
"""Programs of similarity .8 share a band in 96 of 100 cases, those of .5 in 6."""


def clusters(programs: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """`programs` maps an id to code and its language. Each id → the smallest id of its cluster."""
    from rensa import RMinHash, RMinHashLSH

    names = sorted(programs)
    index = RMinHashLSH(threshold=SIMILAR, num_perm=PERMUTATIONS, num_bands=BANDS)
    hashes = []
    for place, name in enumerate(names):
        code, language = programs[name]
        hashed = RMinHash(num_perm=PERMUTATIONS, seed=1)
        hashed.update(sorted(shingles(code_tokens(code, language), SHINGLE)))
        hashes.append(hashed)
        index.insert(place, hashed)
    parents = list(range(len(names)))
    for place, hashed in enumerate(hashes):
        for other in index.query(hashed):
            if hashed.jaccard(hashes[other]) >= SIMILAR:
                _join(parents, place, other)
    return {name: names[_root(parents, place)] for place, name in enumerate(names)}


def capped(cluster_of: Mapping[str, str], most: int) -> set[str]:
    """The ids that stay: of each cluster at most `most`, those whose hashes are the smallest."""
    members: dict[str, list[str]] = {}
    for name, cluster in cluster_of.items():
        members.setdefault(cluster, []).append(name)
    return {name for own in members.values() for name in sorted(own, key=_drawn)[:most]}


def _drawn(name: str) -> str:
    return hashlib.sha256(f"corpus cap {name}".encode()).hexdigest()


def _root(parents: list[int], place: int) -> int:
    while parents[place] != place:
        parents[place] = parents[parents[place]]
        place = parents[place]
    return place


def _join(parents: list[int], one: int, other: int) -> None:
    first, second = _root(parents, one), _root(parents, other)
    parents[max(first, second)] = min(first, second)


def sizes(cluster_of: Mapping[str, str]) -> Sequence[int]:
    """Of the clusters, the largest first."""
    counts: dict[str, int] = {}
    for cluster in cluster_of.values():
        counts[cluster] = counts.get(cluster, 0) + 1
    return sorted(counts.values(), reverse=True)
