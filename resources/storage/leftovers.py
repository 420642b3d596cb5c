"""What crashes and later commits leave behind, and when it may go: temporary files, past commits, parts that no commit
names, and uploads that were never finished.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from resources.storage.commits import PAST_PREFIX, last_commit, past_commit
from resources.storage.folders import LOCK_FILE, Entry, Folder
from resources.storage.manifest import MANIFEST_FILE
from resources.storage.object_folders import LOCAL_PREFIX, ObjectFolder, S3Folder

RETENTION_S = 7 * 86_400.0
"""For how long what a commit replaced can still be read. Less than an hour would take parts from readers that opened
the commit before, and from writers that are about to commit."""


class Leftover(NamedTuple):
    """A file or upload that nobody needs any more: where it is, and its bytes as far as the place says them."""

    location: str
    bytes: int


def leftovers(folder: Folder, older_than_s: float, *, remove: bool) -> list[Leftover]:
    """Temporary files, past commits and parts in no kept commit that have been so for `older_than_s` seconds.

    A part that a writer publishes anew is young again: the ages are asked twice, so that only a writer which publishes
    between the second look and the removal, milliseconds later, the very bytes that were superfluous for so long would
    miss its part. Past commits go before their parts.
    """
    first = {entry.name for entry in _superfluous(folder, older_than_s)}
    found = [entry for entry in _superfluous(folder, older_than_s) if entry.name in first] if first else []
    for entry in sorted(found, key=lambda entry: not entry.name.startswith(PAST_PREFIX)) if remove else ():
        folder.remove(entry.name)
    return [Leftover(folder.location(entry.name), entry.bytes) for entry in found]


def _superfluous(folder: Folder, older_than_s: float) -> list[Entry]:
    kept = {MANIFEST_FILE, LOCK_FILE}
    current = last_commit(folder).manifest
    entries = folder.entries()
    # Whose file is younger was replaced within that time: it is written just before the replacement.
    past = [past_commit(folder, entry) for entry in entries if _is_past(entry) and entry.age_s <= older_than_s]
    for manifest in [current, *past]:
        kept |= {part.file for part in manifest.parts} if manifest else set()
    return [entry for entry in entries if entry.name not in kept and entry.age_s > older_than_s]


def _is_past(entry: Entry) -> bool:
    return entry.name.startswith(PAST_PREFIX)


def unfinished_uploads(root: Folder, older_than_s: float, *, remove: bool) -> list[Leftover]:
    """Uploads in pieces below `root` whose writer was killed, and parts that it left on this machine on their way."""
    found = list(_unsent(older_than_s, remove=remove)) if isinstance(root, ObjectFolder) else []
    if isinstance(root, S3Folder):
        found += _unfinished(root, older_than_s, remove=remove)
    return found


def _unfinished(root: S3Folder, older_than_s: float, *, remove: bool) -> Iterator[Leftover]:
    for upload in root.partial_uploads():
        if upload.age_s > older_than_s:
            if remove:
                root.give_up(upload)
            yield Leftover(f"{root.location(upload.name)}, upload {upload.upload_id}", 0)


def _unsent(older_than_s: float, *, remove: bool) -> Iterator[Leftover]:
    """However old, a part is left to a writer that lives: it may be sending it, for another lake."""
    unsent = Path(tempfile.gettempdir()).glob(f"{LOCAL_PREFIX}*")
    for path in sorted(path for path in unsent if not _lives(path)):
        with suppress(FileNotFoundError, PermissionError):
            state = path.stat()
            if time.time() - state.st_mtime > older_than_s:
                if remove:
                    path.unlink()
                yield Leftover(str(path), state.st_size)


def _lives(part: Path) -> bool:
    writer = part.name.removeprefix(LOCAL_PREFIX).partition("-")[0]
    return writer.isdigit() and Path("/proc", writer).is_dir()
