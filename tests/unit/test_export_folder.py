"""The folder of an export: what is not an export is left alone, what was broken off is not in the way."""

import shutil
from pathlib import Path

import pytest

from assets.publication.folder import FolderTaken, with_file, written_anew

IS_OURS = with_file("card")


def written(folder: Path, *names: str, breaks: bool = False) -> list[str]:
    with written_anew(folder, IS_OURS):
        for name in names:
            (folder / name).write_text(name)
        if breaks:
            raise KeyboardInterrupt
    return sorted(path.name for path in folder.iterdir())


def test_an_earlier_export_goes(tmp_path: Path) -> None:
    assert written(tmp_path, "card", "old") == ["card", "old"]
    assert written(tmp_path, "card", "new") == ["card", "new"]


def test_one_that_was_broken_off_goes_too(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        written(tmp_path / "out", "data", breaks=True)
    assert written(tmp_path / "out", "card") == ["card"]


def test_somebodys_work_stays(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(FolderTaken, match="something else"):
        written(tmp_path, "card")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_what_an_interrupted_clearing_leaves_goes_with_the_next_export(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the interrupt comes: before each thing that is removed, whatever the folder's order."""
    removals = 0
    for allowed in range(4):
        folder = tmp_path / str(allowed)
        written(folder, "card", "data")
        (folder / "tables").mkdir()
        removals = allowed

        def count() -> None:
            nonlocal removals
            if not removals:
                raise KeyboardInterrupt
            removals -= 1

        with monkeypatch.context() as patch:
            for owner, name in ((Path, "unlink"), (shutil, "rmtree")):
                remove = getattr(owner, name)
                patch.setattr(owner, name, lambda path, remove=remove: (count(), remove(path)))
            with pytest.raises(KeyboardInterrupt):
                written(folder, "card")
        assert written(folder, "card") == ["card"]


def test_a_link_in_an_export_goes_and_not_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "thesis.tex").write_text("years of work")
    written(tmp_path / "out", "card")
    (tmp_path / "out" / "link").symlink_to(tmp_path / "work")
    assert written(tmp_path / "out", "card") == ["card"]
    assert (tmp_path / "work" / "thesis.tex").exists()


def test_a_file_is_no_folder_for_an_export(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("years of work")
    for folder in (tmp_path / "file", tmp_path / "file" / "out"):
        with pytest.raises(FolderTaken, match="is a file"):
            written(folder, "card")
    assert (tmp_path / "file").read_text() == "years of work"
