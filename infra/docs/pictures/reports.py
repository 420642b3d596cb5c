"""Pictures of the pages that a home writes: an audit report, an exam."""

from pathlib import Path

from PIL import Image

from infra.docs.pictures.studio import NothingToShow, Shot, Studio


def _audit(studio: Studio) -> Image.Image:
    return studio.picture(_newest(studio.home / "reports", "*.html").as_uri(), height=900)


def _exam(studio: Studio) -> Image.Image:
    return studio.picture(_newest(studio.home / "reports" / "exam", "*/index.html").as_uri(), height=700)


def _newest(folder: Path, pattern: str) -> Path:
    pages = sorted(folder.glob(pattern), key=lambda page: page.stat().st_mtime)
    if not pages:
        raise NothingToShow(f"no page {pattern} in {folder}")
    return pages[-1]


SHOTS = (
    Shot("audit-report", "An audit report: figures with intervals, the gate, real against predicted", _audit),
    Shot("exam-page", "An exam: scores side by side, and every sample", _exam),
)
