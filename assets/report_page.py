"""Pages of HTML that stages write: how templates are read. Colours, light and dark, are `templates/palette.css.j2`."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import jinja2

_SHARED = Path(__file__).parent / "templates"


def page_templates(folder: Path) -> "jinja2.Environment":
    """A jinja2 environment over a stage's own templates and those that all share. Everything is escaped."""
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader([folder, _SHARED]), autoescape=True, undefined=jinja2.StrictUndefined
    )
