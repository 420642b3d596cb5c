"""The corpus as a folder that `datasets`, polars and DuckDB open in a line: shards, card, Croissant metadata."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import jinja2
import pyarrow.parquet as pq

from assets.column_meanings import described
from assets.corpus.schema import REASONING_CORPUS
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


_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_PLAIN = {"conversation_id": "sc:Text", "domain": "sc:Text", "seed_id": "sc:Text", "tier": "sc:Integer",
          "split": "sc:Text", "licence": "sc:Text", "solved": "sc:Boolean", "turns": "sc:Integer"}  # fmt: skip
"""Columns of conversations that are no lists; the others are described on the card."""


def croissant(name: str, summary: str, description: Description, version: str) -> dict[str, Any]:
    """JSON-LD. Every config is a file set, and each domain's conversations a record set."""
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"],
        "name": name,
        "description": summary,
        "version": version,
        "license": [f"https://spdx.org/licenses/{licence}.html" for licence in description.licences],
        **_responsible(description),
        "distribution": [_folder(), *map(_file_set, sorted({split.config for split in description.splits}))],
        "recordSet": [_records(figures.domain) for figures in description.domains],
    }


def _responsible(description: Description) -> dict[str, Any]:
    generators = sorted({name for figures in description.domains for name in figures.generators})
    return {
        "rai:dataCollection": "Programs were written by the generators named here and executed by real tools; what the "
        "tools said is kept word for word, with paths, times and addresses made alike.",
        "rai:dataCollectionType": ["Software Collection", "Synthetic data"],
        "rai:dataAnnotationProtocol": "Labels are outcomes of executions, never opinions. A simulated observation is "
        "told only where audits bear its text out; each tool message says which it is.",
        "rai:dataLimitations": "Tasks are small, in five industrial domains, in English. Verdicts are as good as each "
        "task's bench; what no bench looks at is not judged.",
        "rai:dataBiases": f"Programs are by: {', '.join(generators)}. Injected faults are simpler than people's.",
        "rai:personalSensitiveInformation": ["None is collected."],
        "rai:dataUseCases": ["Training models that repair code from tool output", "Preference and process rewards"],
    }


def _folder() -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": "repository",
        "name": "repository",
        "description": "The folder that holds this file.",
        "contentUrl": ".",
        "encodingFormat": "git+https",
        "sha256": "0" * 64,
    }


def _file_set(config: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileSet",
        "@id": config,
        "name": config,
        "containedIn": {"@id": "repository"},
        "encodingFormat": "application/vnd.apache.parquet",
        "includes": f"data/{config}/*.parquet",
    }


def _records(domain: str) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": f"{domain}_conversations",
        "name": f"{domain}_conversations",
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{domain}_conversations/{column}",
                "name": f"{domain}_conversations/{column}",
                "dataType": kind,
                "source": {"fileSet": {"@id": domain}, "extract": {"column": column}},
            }
            for column, kind in _PLAIN.items()
        ],
    }
