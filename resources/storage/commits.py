"""A commit: the manifest is replaced by one that was made from it, and made again where another writer came first.

What a commit replaces is kept beside it as a past commit, until `leftovers` drops it by age.
"""

import hashlib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from resources.storage.folders import Entry, Folder
from resources.storage.manifest import MANIFEST_FILE, Manifest, Part, manifest_from_json, manifest_to_json

LONGEST_PAUSE_S = 2.0
PAST_PREFIX = "_past-"


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
        if current and not _holds(new, current):
            _keep(folder, current)
        if current == new or folder.replace(MANIFEST_FILE, manifest_to_json(new), stamp):
            changed = current is None or current.data_version != new.data_version
            return Commit(new.table, new.partition, new.data_version, new.rows, new.parts, changed)
        time.sleep(random.uniform(0, pause_s))
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


def past_commits(folder: Folder) -> list[Manifest]:
    """What later commits replaced and did not contain, the latest first."""
    entries = [entry for entry in folder.entries() if entry.name.startswith(PAST_PREFIX)]
    found = (past_commit(folder, entry) for entry in sorted(entries, key=lambda entry: entry.age_s))
    return [manifest for manifest in found if manifest]


def past_commit(folder: Folder, entry: Entry) -> Manifest | None:
    """None where it was dropped since it was listed."""
    data, _ = folder.stamped(entry.name)
    return None if data is None else manifest_from_json(data, folder.location(entry.name))


def _holds(new: Manifest, current: Manifest) -> bool:
    """Whether `current` can be read from `new`, since nothing but parts at the end were added to it."""
    return new.schema == current.schema and new.parts[: len(current.parts)] == current.parts


def _keep(folder: Folder, current: Manifest) -> None:
    """Before the replacement, so that no crash leaves parts that only a lost manifest named. Kept for a replacement
    that did not happen, it says what was once committed all the same."""
    data = manifest_to_json(current)
    folder.write(f"{PAST_PREFIX}{hashlib.sha256(data).hexdigest()[:32]}.json", data)
