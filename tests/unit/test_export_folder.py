"""The folder of an export: what is not an export is left alone, what was broken off is not in the way."""

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
