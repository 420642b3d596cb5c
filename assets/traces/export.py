"""`execution_traces` as a folder that `datasets`, polars and DuckDB open in a line: shards and a card."""

from collections.abc import Iterable
from pathlib import Path

import jinja2
import pyarrow as pa

from assets.column_meanings import described
from assets.publication.folder import with_card, written_anew
from assets.publication.published_rows import NothingToPublish, PublishedRows
from assets.publication.shards import ShardedSplit, write_splits
from assets.traces.schema import EXECUTION_TRACES
from resources.storage.lake import Lake

MARK = "icwm execution traces"
"""In the card's front matter: by it an earlier export is known."""


def export_traces(lake: Lake, domains: Iterable[str], folder: Path) -> list[ShardedSplit]:
    """Writes `folder` anew; rows of benchmarks' tasks are left out. Raises NothingToPublish, and FolderTaken where
    it holds other things."""
    rows = {name: PublishedRows(lake, EXECUTION_TRACES.name, name, "trace_id") for name in domains}
    rows = {name: own for name, own in rows.items() if own.has_rows()}
    if not rows:
        raise NothingToPublish("there is no execution trace yet that may be published: `icwm run` makes some")
    with written_anew(folder, with_card(MARK)):
        splits = [split for name, own in rows.items() for split in write_splits(folder, name, own)]
        (folder / "README.md").write_text(
            _card(splits, {name: own.columns(["kind", "outcome", "licence"]) for name, own in rows.items()}),
            encoding="utf-8",
        )
    return splits


def _card(splits: list[ShardedSplit], tables: dict[str, pa.Table]) -> str:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent), undefined=jinja2.StrictUndefined, autoescape=False
    )
    configs: dict[str, list[ShardedSplit]] = {}
    for split in splits:
        configs.setdefault(split.config, []).append(split)
    figures = {
        name: {
            "kinds": ", ".join(sorted(set(table["kind"].to_pylist()))),
            "labels": table["outcome"].value_counts().to_pylist(),
            "licences": sorted(set(table["licence"].to_pylist())),
        }
        for name, table in tables.items()
    }
    columns = {column.name: column.description for column in described(EXECUTION_TRACES)}
    return environment.get_template("card.md.j2").render(
        mark=MARK, configs=configs, figures=figures, columns=columns, rows=sum(split.rows for split in splits)
    )
