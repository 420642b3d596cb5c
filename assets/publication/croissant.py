"""Croissant metadata (MLCommons, 1.1) with responsible-AI fields: what the Hub's own does not have."""

from typing import Any

from assets.publication.description import Description

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
