"""Manifest: the small file whose replacement is a commit, and what it says of one partition.

Frozen wire data and its JSON. Replacing it on disk is `lake`.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any

from resources.storage.errors import LakeCorrupt

MANIFEST_FILE = "_manifest.json"
_FORMAT = 1
_PART_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*\.parquet")
"""A plain name: no path leads out of the partition's folder."""


@dataclass(frozen=True)
class Part:
    """One Parquet file of a partition: its name (content hash), rows, SHA-256 and size.

    `merged` are the SHA-256 of the parts whose rows compaction put into this one, in their order; () where it was
    written as it is.
    """

    file: str
    rows: int
    sha256: str
    bytes: int
    merged: tuple[str, ...] = ()

    @property
    def written(self) -> tuple[str, ...]:
        """The parts as they were once written."""
        return self.merged or (self.sha256,)


@dataclass(frozen=True)
class Manifest:
    """What one partition of a table holds, and from what it was made.

    `inputs` maps upstream names to the data versions that were read, `fingerprint` names code, toolchain
    and model: a stage compares both to know whether there is anything to do. `created_at` is ISO 8601, UTC.
    """

    table: str
    partition: str
    schema: str
    parts: tuple[Part, ...]
    inputs: Mapping[str, str] = field(default_factory=dict)
    fingerprint: str = ""
    created_at: str = field(default="", compare=False)

    @property
    def rows(self) -> int:
        return sum(part.rows for part in self.parts)

    @cached_property
    def data_version(self) -> str:
        """Dagster's data version: a hash over what a reader can see, the schema and the parts as they were written.

        So compaction leaves it as it was. Time, inputs and fingerprint are left out: a step that ran again and made
        the same rows leaves what is downstream fresh.
        """
        seen = [self.table, self.partition, self.schema, [sha256 for part in self.parts for sha256 in part.written]]
        return hashlib.sha256(json.dumps(seen).encode()).hexdigest()[:32]

    def at_version(self, data_version: str) -> "Manifest | None":
        """This, or the first parts of this, where they are what `data_version` was; None where they are not."""
        beginnings = (replace(self, parts=self.parts[:count]) for count in range(len(self.parts), 0, -1))
        return next((manifest for manifest in beginnings if manifest.data_version == data_version), None)

    def is_current(self, *, inputs: Mapping[str, str], fingerprint: str, schema: str = "") -> bool:
        """Whether this was made from the same inputs, code and (where given) schema fingerprint."""
        return (
            dict(self.inputs) == dict(inputs)
            and self.fingerprint == fingerprint
            and (not schema or self.schema == schema)
        )


def manifest_to_json(manifest: Manifest) -> bytes:
    parts = [{name: value for name, value in asdict(part).items() if value != ()} for part in manifest.parts]
    raw = {"format": _FORMAT, "data_version": manifest.data_version} | asdict(manifest) | {"parts": parts}
    return (json.dumps(raw, indent=1, sort_keys=True) + "\n").encode()


def manifest_from_json(text: bytes, place: str) -> Manifest:
    """`place` is named in the LakeCorrupt error that unreadable or inconsistent text raises."""
    try:
        raw = json.loads(text)
        stated = raw.pop("data_version")
        if raw.pop("format") != _FORMAT:
            raise ValueError("written by a newer version of this project")
        manifest = Manifest(**{**raw, "parts": tuple(map(_part, raw["parts"]))})
        if strange := [part.file for part in manifest.parts if not _PART_FILE.fullmatch(str(part.file))]:
            raise ValueError(f"{strange[0]!r} is no part of this folder")
        if manifest.data_version != stated:
            raise ValueError("its content does not match its data version")
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise LakeCorrupt(
            f"{place} is not a manifest ({error}). Delete it and materialise the partition again "
            "(for `imported_seeds`: import its sets again)."
        ) from error
    return manifest


def _part(raw: Mapping[str, Any]) -> Part:
    return Part(**{**raw, "merged": tuple(raw.get("merged", ()))})
