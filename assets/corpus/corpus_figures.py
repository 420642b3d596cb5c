"""What the corpus's page says of a materialisation, counted row by row while rows are written."""

import statistics
from array import array
from collections import Counter
from collections.abc import Mapping
from typing import Any

import dagster as dg


class CorpusFigures:
    """Of one domain's rows."""

    def __init__(self) -> None:
        self._rows = self._contaminated = self._learned = self._unsolved = 0
        self._clusters: set[str] = set()
        self._thinking = array("L")
        self._counts: dict[str, Counter[str]] = {
            name: Counter() for name in ("alike by", "rows by split", "turns by source", "turns by reasoning")
        }

    def add(self, row: Mapping[str, Any]) -> None:
        self._rows += 1
        self._contaminated += row["contaminated_by"] is not None
        self._learned += sum(message["loss_mask"] for message in row["messages"])
        self._unsolved += not row["solved"]
        self._clusters.add(row["cluster"])
        self._thinking.append(row["thinking_characters"])
        self._counts["alike by"].update(row["alike_by"])
        self._counts["rows by split"][row["split"]] += 1
        self._counts["turns by source"].update(turn["source"] for turn in row["provenance"])
        self._counts["turns by reasoning"].update(turn["reasoning_source"] for turn in row["provenance"])

    def metadata(self, before: int) -> dict[str, Any]:
        """`before` is how many rows there were before near duplicates were capped."""
        return {
            "left out as near duplicates": before - self._rows,
            "clusters of final code": len(self._clusters),
            "contaminated": self._contaminated,
            "answers that are learned from": self._learned,
            "rows that were not solved": self._unsolved,
            **{name: dg.MetadataValue.json(dict(counts)) for name, counts in self._counts.items()},
            "median thinking characters": statistics.median(self._thinking) if self._thinking else 0,
        }
