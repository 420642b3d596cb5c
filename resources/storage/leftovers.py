"""What crashes and later commits leave in a partition's folder, and when it may go."""

from resources.storage.folders import LOCK_FILE, Folder
from resources.storage.manifest import MANIFEST_FILE, manifest_from_json

LEFTOVER_S = 3600.0


def remove_leftovers(folder: Folder, older_than_s: float) -> list[str]:
    """Remove temporary files and parts in no manifest that have been so for `older_than_s` seconds.

    The caller holds the folder's lock. Returns the names that were removed.
    """
    ages = {entry.name: entry.age_s for entry in folder.entries()}
    kept = {MANIFEST_FILE, LOCK_FILE}
    if MANIFEST_FILE in ages:
        manifest = manifest_from_json(folder.read(MANIFEST_FILE), folder.location(MANIFEST_FILE))
        kept |= {part.file for part in manifest.parts}
    # A part that is in no manifest now may have been in the one before, until this one replaced it.
    since_commit = ages.get(MANIFEST_FILE, float("inf"))
    leftovers = [name for name, age in ages.items() if name not in kept and min(age, since_commit) > older_than_s]
    for name in leftovers:
        folder.remove(name)
    return leftovers
