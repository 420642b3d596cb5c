"""The wheel's layout: one name, the same text but for imports, and nothing that a home needs left out."""

import re
from pathlib import Path

import pytest

from infra.wheel.backend import write_layout
from infra.wheel.imports import PACKAGES, CannotNest, nested
from resources.domains.toolkit import source_version
from tests.home import PROJECT


@pytest.fixture(scope="module")
def layout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("layout")
    write_layout(PROJECT, folder)
    return folder


def test_no_module_imports_a_package_of_ours_by_its_bare_name(layout: Path) -> None:
    statement = re.compile(rf"^[ \t]*(?:from|import) (?:{'|'.join(PACKAGES)})\b".encode(), re.MULTILINE)
    files = [file for file in (layout / "icwm").rglob("*.py") if "answers" not in file.parts]
    assert len(files) > 1000
    assert not [file for file in files if statement.search(file.read_bytes())]


def test_it_holds_what_a_home_and_the_domains_read(layout: Path) -> None:
    root = layout / "icwm"
    assert {path.name for path in layout.iterdir()} == {"icwm", "pyproject.toml", "README.md", "LICENSE"}
    for name in ("dbt_like_sql/marts", "infra/dagster", "infra/serving", "orchestration/profiles"):
        assert any((root / name).iterdir())
    ours = {path.relative_to(PROJECT) for name in PACKAGES for path in (PROJECT / name).rglob("*") if path.is_file()}
    there = {path.relative_to(root) for path in root.rglob("*") if path.is_file()}
    assert {path for path in ours if "__pycache__" not in path.parts} <= there


def test_the_version_of_rules_is_the_repository_s(layout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a home holds is not made again because the program was installed in another way."""
    monkeypatch.setattr(source_version, "_ABOVE", "icwm.")
    monkeypatch.setattr(source_version, "_OURS", source_version.ours("icwm."))
    for file in sorted((layout / "icwm" / "resources").rglob("*.py")):
        original = PROJECT / file.relative_to(layout / "icwm")
        assert source_version.source_text(file) == original.read_bytes()


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("from assets import home\n", "from icwm.assets import home\n"),
        ("if x:\n    from resources.a import b, c\n", "if x:\n    from icwm.resources.a import b, c\n"),
        ("import resources.a as a, os\n", "import icwm.resources.a as a, os\n"),
        ("import os; from assets.x import y  # é\n", "import os; from icwm.assets.x import y  # é\n"),
        ("é = 1; from assets.x import y\n", "é = 1; from icwm.assets.x import y\n"),
        ('"""from assets.x import y"""\n', '"""from assets.x import y"""\n'),
        ("from .assets import x\nfrom assets_of import y\n", "from .assets import x\nfrom assets_of import y\n"),
        ("resources = {}\nresources.get('resources')\n", "resources = {}\nresources.get('resources')\n"),
    ],
)
def test_imports_alone_change(given: str, written: str) -> None:
    assert nested(given.encode(), "a.py").decode() == written


@pytest.mark.parametrize(
    "text",
    [
        "import resources.domains\n",
        "from \\\n    assets.x import y\n",
        "start('from resources.execution import reader')\n",
        "module = 'orchestration.definitions'\n",
        "ours = re.compile(r'resources(\\.x)+')\n",
        "f'{name}'.startswith('resources.')\n",
    ],
)
def test_what_would_mean_another_s_package_is_refused(text: str) -> None:
    with pytest.raises(CannotNest, match=r"a\.py:1"):
        nested(text.encode(), "a.py")
