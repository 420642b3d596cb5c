"""What a card says of a corpus in figures: rows, labels, sources with licences, where observations came from.

Counted from the rows that are published, so that a card cannot say what its files do not hold.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assets.publication.shards import ShardedSplit


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


def domain_figures(domain: str, title: str, rows: Sequence[Mapping[str, Any]]) -> DomainFigures:
    answers = [entry for row in rows for entry in row["provenance"]]
    messages = [message for row in rows for message in row["messages"]]
    sources = Counter(
        (row["provenance"][0]["seed_source"], row["provenance"][0]["commit"], row["licence"]) for row in rows
    )
    by_name: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for (name, commit, licence), count in sorted(sources.items()):
        by_name.setdefault((name, licence), []).append((commit, count))
    return DomainFigures(
        domain,
        title,
        rows=len(rows),
        tasks=len({row["seed_id"] for row in rows}),
        answers=len(answers),
        labels=_counted(entry["outcome"] for entry in answers),
        observations=_counted(message["observation"] for message in messages if message["role"] == "tool"),
        generators=_counted(entry["generator"] for entry in answers),
        reasoned=sum(message["reasoning_content"] is not None for message in messages),
        sources=tuple(
            SeedSource(name, commits[0][0] if len(commits) == 1 else f"{len(commits)} revisions", licence,
                       sum(count for _, count in commits))
            for (name, licence), commits in by_name.items()
        ),
    )  # fmt: skip


def _counted(names: Any) -> dict[str, int]:
    return dict(Counter(names).most_common())
