"""Under which licence files of a folder are: what each says, else what the user said, else what lies nearest above."""

from collections.abc import Callable, Mapping
from pathlib import Path

from resources.domains.toolkit.file_licence import UNKNOWN, leading_comments, licence_in
from resources.domains.toolkit.licence_files import licence_above


class FileLicences:
    """Of the files below `root`; `said` is the user's word for those that say nothing themselves. `comments_of` gives
    what stands before a file's code."""

    def __init__(self, root: Path, said: str, comments_of: Callable[[str], str] = leading_comments) -> None:
        self._root, self._said, self._comments_of = root, said, comments_of
        self._of_folder: dict[Path, str] = {}

    def of(self, texts: Mapping[str, str]) -> str:
        """All of some files together, by their names in the folder; UNKNOWN where one is."""
        licences = {self._of(name, text) for name, text in texts.items()}
        if UNKNOWN in licences:
            return UNKNOWN
        return " AND ".join(sorted(f"({item})" if " " in item and len(licences) > 1 else item for item in licences))

    def _of(self, name: str, text: str) -> str:
        own = licence_in(text, self._comments_of)
        if own is not None or self._said:
            return own if own is not None else self._said
        folder = (self._root / name).parent
        if folder not in self._of_folder:
            self._of_folder[folder] = licence_above(folder, self._root)
        return self._of_folder[folder]
