"""Staging: parts of one partition that several writers have finished and nobody has committed yet.

A writer names its part after the work that it holds. Whoever commits asks for the names, makes one content of their
rows, and drops them. Readers of the table never see them; `vacuum` drops what was left.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from resources.storage.errors import LakeCorrupt
from resources.storage.folders import Folder
from resources.storage.manifest import Part
from resources.storage.parquet import PartReader, write_part
from resources.storage.schema import TableSchema

STAGED_PREFIX = "_staged-"


@dataclass(frozen=True)
class StagedPart:
    """`said` is what the writer has to say beside its rows: JSON's own types."""

    name: str
    schema: str
    part: Part
    said: Mapping[str, Any]


class Staging:
    """One partition's. A part is there once its record is, which is written last."""

    def __init__(self, folder: Folder, reader: PartReader, schema: TableSchema) -> None:
        self._folder, self._reader, self._schema = folder, reader, schema

    def put(self, name: str, rows: pa.Table, said: Mapping[str, Any]) -> None:
        """Whoever puts the same name later replaces what was there. SchemaMismatch where rows do not fit."""
        temporary = self._folder.temporary()
        try:
            part = write_part(temporary, self._schema, rows)
            # Not named like a committed part: one may hold the same rows, and is not to be dropped with this.
            part = replace(part, file=f"{STAGED_PREFIX}{name}-{part.sha256[:16]}.parquet")
            self._folder.publish(temporary, part.file)
        finally:
            temporary.unlink(missing_ok=True)
        record = {"schema": self._schema.fingerprint, "part": asdict(part), "said": dict(said)}
        self._folder.write(_record(name), json.dumps(record, sort_keys=True).encode())

    def get(self, name: str) -> StagedPart | None:
        """None where it was not put, under this schema and whole: then it has to be made again."""
        try:
            raw = json.loads(self._folder.read(_record(name)))
            staged = StagedPart(name, raw["schema"], Part(**{**raw["part"], "merged": ()}), raw["said"])
            self._reader.source(self._folder, staged.part)
        except (FileNotFoundError, LakeCorrupt, ValueError, KeyError, TypeError):
            return None
        return staged if staged.schema == self._schema.fingerprint else None

    def rows(self, staged: StagedPart) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = pq.ParquetFile(self._reader.source(self._folder, staged.part)).read().to_pylist()
        return rows

    def drop(self, parts: Iterable[StagedPart]) -> None:
        """The record goes first, so that no crash leaves one without its part."""
        for staged in parts:
            self._folder.remove(_record(staged.name))
            self._folder.remove(staged.part.file)


def _record(name: str) -> str:
    return f"{STAGED_PREFIX}{name}.json"
