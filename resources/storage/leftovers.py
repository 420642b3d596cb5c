"""What crashes and later commits leave in a partition's folder, and when it may go."""

from resources.storage.folders import LOCK_FILE, Folder
from resources.storage.manifest import MANIFEST_FILE, manifest_from_json

LEFTOVER_S = 3600.0


def remove_leftovers(folder: Folder, older_than_s: float) -> list[str]:
    """Remove temporary files and parts in no manifest that have been so for `older_than_s` seconds.

    Returns the names that were removed. A part that a writer publishes anew is young again: the age is asked before
    the manifest, and once more for all that would go, so that only a writer which publishes between that look and
    the removal, milliseconds later, the very bytes that were superfluous for an hour would miss its part.
    """
    superfluous = _superfluous(folder, older_than_s)
    leftovers = [name for name in _superfluous(folder, older_than_s) if name in superfluous] if superfluous else []
    for name in leftovers:
        folder.remove(name)
    return leftovers


def _superfluous(folder: Folder, older_than_s: float) -> list[str]:
    ages = {entry.name: entry.age_s for entry in folder.entries()}
    kept = {MANIFEST_FILE, LOCK_FILE}
    if (text := folder.stamped(MANIFEST_FILE).data) is not None:
        kept |= {part.file for part in manifest_from_json(text, folder.location(MANIFEST_FILE)).parts}
    # A part that is in no manifest now may have been in the one before, until this one replaced it.
    since_commit = ages.get(MANIFEST_FILE, float("inf"))
    return [name for name, age in ages.items() if name not in kept and min(age, since_commit) > older_than_s]
