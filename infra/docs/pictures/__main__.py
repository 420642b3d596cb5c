"""Takes the pictures of README and of the documentation, of a home's own pages.

    python -m infra.docs.pictures --home HOME              # all, into docs/pictures
    python -m infra.docs.pictures --home HOME viewer-part --scheme dark --into /tmp/look

By hand, since pictures differ with each home. A page's module lists its shots; add the module to MODULES.
"""

import argparse
import sys
from pathlib import Path

from infra.docs.pictures import dagster_ui, reports, viewer
from infra.docs.pictures.studio import NothingToShow, Shot, save, studio

MODULES = (viewer, reports, dagster_ui)
SHOTS: tuple[Shot, ...] = tuple(shot for module in MODULES for shot in module.SHOTS)
PICTURES = Path(__file__).parent.parent.parent.parent / "docs" / "pictures"


def main() -> int:
    """Status 1: one of the pictures could not be taken."""
    told = _arguments()
    known = {shot.name: shot for shot in SHOTS}
    chosen = [known[name] for name in told.names] if told.names else list(SHOTS)
    missing = 0
    with studio(told.home.resolve(), told.scheme) as place:
        for shot in chosen:
            try:
                size = save(shot.take(place), told.into / f"{shot.name}.png")
            except NothingToShow as error:
                missing += 1
                print(f"{shot.name}: {error}", file=sys.stderr)
            else:
                print(f"{shot.name}.png, {size / 1000:.0f} kB")
    return 1 if missing else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m infra.docs.pictures", description="Take the documentation's pictures.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(shot.name for shot in SHOTS))
    parser.add_argument("--home", type=Path, default=Path("var"), help="whose pages are shown (default: var)")
    parser.add_argument("--into", type=Path, default=PICTURES, help="the folder for the pictures")
    parser.add_argument("--scheme", choices=("light", "dark"), default="light", help="of pages that have both")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
