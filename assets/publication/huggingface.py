"""The corpus as a folder that `datasets`, polars and DuckDB open in a line: shards, card, Croissant metadata."""

import json
from collections.abc import Mapping
from pathlib import Path

import jinja2
import pyarrow as pa

from assets.column_meanings import described
from assets.corpus.schema import REASONING_CORPUS
from assets.corpus.splits import CorpusSplit
from assets.publication.croissant import croissant
from assets.publication.description import Description, domain_figures
from assets.publication.folder import cleared, with_file
from assets.publication.shards import ShardedSplit, write_splits
from resources.domains.domain import Domain
from resources.storage.lake import Lake

TITLE = "Industrial code with real tool feedback"
SUMMARY = (
    "Conversations in which programs for chips, GPUs, microcontrollers, CAD and CPUs fail, real tools say why, and the "
    "programs are repaired, most until they pass."
)
PUBLISHED = tuple(split.value for split in CorpusSplit if split is not CorpusSplit.BENCHMARK)
VIEWS = {"completions": "turn_completions", "preferences": "preference_pairs"}
"""The suffix of a config, and its table."""
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


class NothingToPublish(Exception):
    """No domain has a row that may be published. The message says what to do."""


def export_huggingface(lake: Lake, domains: Mapping[str, Domain], folder: Path, version: str) -> Description:
    """Writes `folder` anew. Raises NothingToPublish, and FileExistsError where it holds anything else."""
    tables = {name: _published(lake, REASONING_CORPUS.name, name) for name in domains}
    tables = {name: table for name, table in tables.items() if table.num_rows}
    if not tables:
        raise NothingToPublish("the corpus has no row yet that may be published; materialise reasoning_corpus first")
    cleared(folder, with_file("croissant.json"))
    splits: list[ShardedSplit] = []
    for name, table in tables.items():
        splits += write_splits(folder, name, table.sort_by("conversation_id"), PUBLISHED)
        for suffix, view in VIEWS.items():
            splits += write_splits(folder, f"{name}-{suffix}", _published(lake, view, name), PUBLISHED)
    figures = tuple(domain_figures(name, domains[name].title, table.to_pylist()) for name, table in tables.items())
    description = Description(tuple(splits), figures)
    (folder / "README.md").write_text(_card(description, folder), encoding="utf-8")
    metadata = croissant("icwm-corpus", SUMMARY, description, version)
    (folder / "croissant.json").write_text(json.dumps(metadata, indent=2) + "\n", encoding="utf-8")
    return description


def _published(lake: Lake, table: str, domain: str) -> pa.Table:
    """An empty table where there is none."""
    if lake.manifest(table, domain) is None:
        return REASONING_CORPUS.empty()
    rows = lake.arrow(table, [domain])
    return rows.filter(pa.compute.is_in(rows["split"], pa.array(PUBLISHED)))


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
