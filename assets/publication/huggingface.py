"""The corpus as a folder that `datasets`, polars and DuckDB open in a line: shards, card, Croissant metadata."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import jinja2
import pyarrow.parquet as pq

from assets.column_meanings import described
from assets.corpus.schema import REASONING_CORPUS
from assets.publication.croissant import croissant
from assets.publication.description import COUNTED, Description, DomainFigures, domain_figures
from assets.publication.folder import with_file, written_anew
from assets.publication.published_rows import NothingToPublish, PublishedRows
from assets.publication.shards import ShardedSplit, write_splits
from resources.domains.domain import Domain
from resources.storage.lake import Lake

TITLE = "Industrial code with real tool feedback"
SUMMARY = (
    "Conversations in which programs for chips, GPUs, microcontrollers, CAD and CPUs fail, real tools say why, and the "
    "programs are repaired, most until they pass."
)
VIEWS = {"completions": "turn_completions", "preferences": "preference_pairs"}
"""The suffix of a config, and its table."""
_AT_ONCE = 500
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def export_huggingface(lake: Lake, domains: Mapping[str, Domain], folder: Path, version: str) -> Description:
    """Writes `folder` anew. Raises NothingToPublish, and FolderTaken where it holds anything else."""
    rows = {name: PublishedRows(lake, REASONING_CORPUS.name, name, "conversation_id") for name in domains}
    rows = {name: own for name, own in rows.items() if own.has_rows()}
    if not rows:
        raise NothingToPublish("the corpus has no row yet that may be published: `icwm run` makes some")
    with written_anew(folder, with_file("croissant.json")):
        return _written(folder, domains, lake, rows, version)


def _written(
    folder: Path, domains: Mapping[str, Domain], lake: Lake, rows: Mapping[str, PublishedRows], version: str
) -> Description:
    splits: list[ShardedSplit] = []
    figures: list[DomainFigures] = []
    for name, own in rows.items():
        conversations = write_splits(folder, name, own)
        figures.append(domain_figures(name, domains[name].title, _rows(folder, conversations)))
        splits += conversations
        for suffix, view in VIEWS.items():
            splits += write_splits(folder, f"{name}-{suffix}", PublishedRows(lake, view, name))
    description = Description(tuple(splits), tuple(figures))
    (folder / "README.md").write_text(_card(description, folder), encoding="utf-8")
    metadata = croissant("icwm-corpus", SUMMARY, description, version)
    (folder / "croissant.json").write_text(json.dumps(metadata, indent=2) + "\n", encoding="utf-8")
    return description


def _rows(folder: Path, splits: Iterable[ShardedSplit]) -> Iterator[dict[str, Any]]:
    """As they were written, a few in memory at once."""
    for file in (folder / name for split in splits for name in split.files):
        for batch in pq.ParquetFile(file).iter_batches(_AT_ONCE, columns=list(COUNTED)):
            yield from batch.to_pylist()


def _card(description: Description, folder: Path) -> str:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent), undefined=jinja2.StrictUndefined, autoescape=False
    )
    environment.filters["counted"] = _counted
    configs: dict[str, list[ShardedSplit]] = {}
    for split in description.splits:
        configs.setdefault(split.config, []).append(split)
    columns = {column.name: column.description for column in described(REASONING_CORPUS)}
    template = environment.get_template("card.md.j2")
    size = next((name for most, name in _SIZES if description.rows < most), "n>1M")
    return template.render(
        title=TITLE, folder=folder.name, description=description, configs=configs, columns=columns, size=size
    )


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"
