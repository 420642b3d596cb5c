"""What a card says of a corpus in figures: rows, labels, sources with licences, where observations came from.

Counted from the rows that are published, so that a card cannot say what its files do not hold.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from assets.publication.shards import ShardedSplit

COUNTED = ("seed_id", "licence", "provenance", "messages")
"""Columns of the corpus that figures are counted from."""


@dataclass(frozen=True)
class SeedSource:
    """Where tasks came from, and how many rows have one of it."""

    name: str
    commit: str
    licence: str
    rows: int


@dataclass(frozen=True)
class DomainFigures:
    """Of one domain's published conversations."""

    domain: str
    title: str
    rows: int
    tasks: int
    answers: int
    labels: Mapping[str, int]
    observations: Mapping[str, int]
    generators: Mapping[str, int]
    reasoned: int
    sources: tuple[SeedSource, ...]


@dataclass(frozen=True)
class Description:
    """Everything that card and Croissant metadata say of one export."""

    splits: tuple[ShardedSplit, ...]
    domains: tuple[DomainFigures, ...]

    @property
    def rows(self) -> int:
        return sum(figures.rows for figures in self.domains)

    @property
    def licences(self) -> list[str]:
        return sorted({source.licence for figures in self.domains for source in figures.sources})


def domain_figures(domain: str, title: str, rows: Iterable[Mapping[str, Any]]) -> DomainFigures:
    """Rows, of which the columns in `COUNTED` are needed, are gone through once."""
    labels, observations, generators = Counter[str](), Counter[str](), Counter[str]()
    tasks, sources, reasoned = set[str](), Counter[tuple[str, str, str]](), 0
    for row in rows:
        first, messages = row["provenance"][0], row["messages"]
        tasks.add(row["seed_id"])
        sources[first["seed_source"], first["commit"], row["licence"]] += 1
        labels.update(entry["outcome"] for entry in row["provenance"])
        generators.update(entry["generator"] for entry in row["provenance"])
        observations.update(message["observation"] for message in messages if message["role"] == "tool")
        reasoned += sum(message["reasoning_content"] is not None for message in messages)
    return DomainFigures(
        domain,
        title,
        rows=sources.total(),
        tasks=len(tasks),
        answers=labels.total(),
        labels=dict(labels.most_common()),
        observations=dict(observations.most_common()),
        generators=dict(generators.most_common()),
        reasoned=reasoned,
        sources=_sources(sources),
    )


def _sources(counts: Mapping[tuple[str, str, str], int]) -> tuple[SeedSource, ...]:
    by_name: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for (name, commit, licence), count in sorted(counts.items()):
        by_name.setdefault((name, licence), []).append((commit, count))
    return tuple(
        SeedSource(name, commits[0][0] if len(commits) == 1 else f"{len(commits)} revisions", licence,
                   sum(count for _, count in commits))
        for (name, licence), commits in by_name.items()
    )  # fmt: skip
