"""Wording: what prompts always say, as Markdown files in `templates/`. Which values go in is the renderers'."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Template

FOLDER = Path(__file__).parent / "templates"


@cache
def _template(name: str) -> Template:
    return Template((FOLDER / f"{name}.md").read_text(encoding="utf-8").strip())


def filled(name: str, values: Mapping[str, str]) -> str:
    """The template with its values; what looks like a placeholder inside a value stays as it is. Raises KeyError."""
    return _template(name).substitute(values)
