"""Links and pictures lead to files and headings that exist; a link whose text is a name, to its definition."""

import ast
import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent.parent
PAGES = sorted([*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")])
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_NAME = re.compile(r"`([A-Za-z_]\w*)`")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def _anchors(path: Path) -> set[str]:
    """Headings as GitHub names them."""
    headings = _HEADING.findall(re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_links_lead_somewhere(page: Path) -> None:
    for text, target in _LINK.findall(re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)):
        if "://" in target or target.startswith("mailto:"):
            continue
        file, _, anchor = target.partition("#")
        path = (page.parent / file).resolve() if file else page
        assert path.exists(), f"{page.name}: {text} leads to {target}"
        assert not anchor or anchor in _anchors(path), f"{page.name}: {target} has no such heading"


def test_the_walkthrough_names_functions_that_are_where_it_says() -> None:
    page = PROJECT / "docs" / "walkthrough.md"
    named = [(text, target) for text, target in _LINK.findall(page.read_text(encoding="utf-8")) if ".py" in target]
    assert len(named) > 25
    for text, target in named:
        name = _NAME.fullmatch(text)
        assert name, f"{text} is no name"
        tree = ast.parse((page.parent / target).read_text(encoding="utf-8"))
        defined = {
            node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        }
        assert name[1] in defined, f"{target} does not define {name[1]}"
