"""A commit: the manifest is replaced by one that was made from it, and made again where another writer came first."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from resources.storage.folders import Folder
from resources.storage.manifest import MANIFEST_FILE, Manifest, Part, manifest_from_json, manifest_to_json

LONGEST_PAUSE_S = 2.0


@dataclass(frozen=True)
class Commit:
    """What a partition holds after a write. `changed` is False where that is what it held before."""

    table: str
    partition: str
    data_version: str
    rows: int
    parts: tuple[Part, ...]
    changed: bool


class LastCommit(NamedTuple):
    """A partition's manifest, None before the first commit, and the stamp by which its file is compared."""

    manifest: Manifest | None
    stamp: str


def last_commit(folder: Folder) -> LastCommit:
    data, stamp = folder.stamped(MANIFEST_FILE)
    return LastCommit(None if data is None else manifest_from_json(data, folder.location(MANIFEST_FILE)), stamp)


def commit(folder: Folder, change: Callable[[Manifest | None], Manifest]) -> Commit:
    """Replaces the manifest by `change` of it. Somebody's commit succeeds in each round, so this ends."""
    pause_s = 0.01
    while True:
        current, stamp = last_commit(folder)
        new = change(current)
        if current == new or folder.replace(MANIFEST_FILE, manifest_to_json(new), stamp):
            changed = current is None or current.data_version != new.data_version
            return Commit(new.table, new.partition, new.data_version, new.rows, new.parts, changed)
        time.sleep(random.uniform(0, pause_s))
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
