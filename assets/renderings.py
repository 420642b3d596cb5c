"""Portraits: pictures of candidates, drawn by a domain's artist where it has one, and sheets of them for metadata.

How a part is drawn is the domain's; plots of figures are `pictures`. A drawing may come from a process that read an
untrusted shape, so it is only ever shown as an image: no script inside an SVG runs there.
"""

import base64
import contextlib
import html
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from resources.domains.domain import Domain
from resources.domains.pictures import Artist, Picture
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentFailure
from resources.execution.sandbox.selection import make_sandbox

MOST_PORTRAITS = 6
"""In one sheet or report: a picture takes about a second, and a sheet of six about 200 kB of metadata."""
_AT_ONCE = 2
_CELL, _LINE, _BASELINE = 240, 24, 15
"""Of a sheet, in pixels: a picture's side, the height of a line of text, and how far down it is written."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Subject:
    """Who is drawn: a bundle's reference, or a candidate beside it. `key` is the caller's name for it."""

    key: str
    caption: str
    bundle: EnvironmentBundle
    candidate: Candidate | None = None


@dataclass(frozen=True)
class Rendering:
    """What was drawn of a subject: the reference first, then the candidate and their difference where there are any."""

    key: str
    caption: str
    pictures: tuple[Picture, ...]


def draw_renderings(domain: Domain, subjects: Sequence[Subject]) -> list[Rendering]:
    """In the order of `subjects`, at most `MOST_PORTRAITS` of them; empty for a domain without an artist.

    People look at pictures and nothing depends on them, so what cannot be drawn is logged and left out.
    """
    if not subjects:
        return []
    with contextlib.closing(make_sandbox()) as sandbox, ThreadPoolExecutor(_AT_ONCE) as threads:
        artist = domain.artist(sandbox)
        if artist is None:
            return []
        drawn = list(threads.map(lambda subject: _drawn(artist, subject), subjects[:MOST_PORTRAITS]))
    return [rendering for rendering in drawn if rendering.pictures]


def _drawn(artist: Artist, subject: Subject) -> Rendering:
    try:
        pictures = tuple(artist.draw(subject.bundle, subject.candidate))
    except EnvironmentFailure as error:
        logger.warning("no picture of %s: %s", subject.key, error)
        pictures = ()
    return Rendering(subject.key, subject.caption, pictures)


def image_address(picture: Picture) -> str:
    """The picture as a data address for an <img>: shaded where it could be, else lines."""
    return data_address(picture.png, "png") if picture.png else data_address(picture.svg, "svg+xml")


def data_address(content: bytes, kind: str) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def contact_sheet(renderings: Sequence[Rendering], columns: int = 3) -> str:
    """One <svg> element: references in rows of `columns`, comparisons in a row each under their caption."""
    singles = [rendering for rendering in renderings if len(rendering.pictures) == 1]
    compared = [rendering for rendering in renderings if len(rendering.pictures) > 1]
    drawn, top = [], 0
    for start in range(0, len(singles), columns):
        row = singles[start : start + columns]
        drawn.append(_row([(rendering.caption, rendering.pictures[0]) for rendering in row], top))
        top += _CELL + _LINE
    for rendering in compared:
        drawn.append(_text(rendering.caption, 6, top + _BASELINE, "start"))
        drawn.append(_row([(picture.title, picture) for picture in rendering.pictures], top + _LINE))
        top += _CELL + 2 * _LINE
    wide = max([min(columns, len(singles)), *(len(rendering.pictures) for rendering in compared)])
    size = f'width="{wide * _CELL}" height="{top}" viewBox="0 0 {wide * _CELL} {top}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">{"".join(drawn)}</svg>'


def _row(cells: Sequence[tuple[str, Picture]], top: int) -> str:
    """Pictures side by side, each with its text below."""
    return "".join(
        f'<image x="{left}" y="{top}" width="{_CELL}" height="{_CELL}" href="{image_address(picture)}"/>'
        + _text(text, left + _CELL // 2, top + _CELL + _BASELINE, "middle")
        for left, (text, picture) in zip(range(0, _CELL * len(cells), _CELL), cells, strict=True)
    )


def _text(text: str, left: int, baseline: int, anchor: str) -> str:
    return f'<text x="{left}" y="{baseline}" font-size="11" text-anchor="{anchor}">{html.escape(text)}</text>'
