"""Pictures of the viewer: the list, a turn with its diff, a waveform, a part that turns."""

import contextlib
from pathlib import Path
from typing import Any

from PIL import Image

from assets.inspection.catalogue import Catalogue, Entry, Wanted
from assets.traces.schema import EXECUTION_TRACES
from assets.trajectories.schema import REAL_TRAJECTORIES
from assets.viewer_address import trajectory_path
from infra.docs.pictures.studio import NothingToShow, Shot, Studio, served
from resources.storage.lake import Lake

_FAILED = "FUNCTIONAL_MISMATCH"


def _serve(home: Path) -> contextlib.AbstractContextManager[str]:
    from orchestration.viewer.application import Viewer

    return served(Viewer(Lake(home / "lake"), "var").application())


def _page(studio: Studio, path: str, **where: Any) -> Image.Image:
    return studio.picture(studio.address("viewer", _serve) + path, **where)


def _list(studio: Studio) -> Image.Image:
    return _page(studio, "/")


def _turn(studio: Studio) -> Image.Image:
    entry, turn = _corrected(studio, "chip_design")
    return _page(studio, trajectory_path(entry.trajectory_id), place=f"#turn-{turn}", height=1150)


def _waveform(studio: Studio) -> Image.Image:
    identity, turn = _traced(studio, "chip_design")
    place = f"#turn-{turn} .trace"
    return _page(studio, trajectory_path(identity), place=place, ready=place, height=520)


def _part(studio: Studio) -> Image.Image:
    identity, turn = _wrong(studio, "cad_modeling")
    place = f"#turn-{turn} .part"
    made = f"{place} .views button"
    return _page(studio, trajectory_path(identity), place=place, ready=made, width=640, height=620)


def _entries(studio: Studio, domain: str) -> list[Entry]:
    """Those with most turns first."""
    wanted = Wanted({"domain": domain}, sort="turns", descending=True)
    return Catalogue(Lake(studio.home / "lake")).page(wanted).entries


def _corrected(studio: Studio, domain: str) -> tuple[Entry, int]:
    """A turn that mends what a test found, in a trajectory that tools answered throughout."""
    for entry in _entries(studio, domain):
        if entry.made == "real" and entry.passed and entry.labels[-2:-1] == [_FAILED]:
            return entry, entry.turns - 1
    raise NothingToShow(f"no solved trajectory of {domain} with a failed test")


def _wrong(studio: Studio, domain: str) -> tuple[str, int]:
    """The turn with the longest program whose part is another than the reference."""
    rows = Lake(studio.home / "lake").arrow(REAL_TRAJECTORIES.name, [domain]).to_pylist()
    wrong = [
        (len(turn["code"]), row["trajectory_id"], number)
        for row in rows
        for number, turn in enumerate(row["turns"])
        if turn["outcome"] == _FAILED
    ]
    if not wrong:
        raise NothingToShow(f"no trajectory of {domain} in which a part differs")
    _, identity, number = max(wrong)
    return identity, number


def _traced(studio: Studio, domain: str) -> tuple[str, int]:
    """A turn that does something else than the reference while it runs, and goes on for longest then."""
    lake = Lake(studio.home / "lake")
    known = lake.manifest(EXECUTION_TRACES.name, domain) is not None
    rows = lake.arrow(EXECUTION_TRACES.name, [domain]).to_pylist() if known else []
    differing = [row for row in rows if row["differs_at"] is not None]
    if not differing:
        raise NothingToShow(f"no execution trace of {domain} that differs from its reference")
    identity, _, turn = max(differing, key=_after)["turn_id"].partition(":")
    return identity, int(turn)


def _after(trace: dict[str, Any]) -> int:
    return sum(event["at"] > trace["differs_at"] for event in trace["events"])


SHOTS = (
    Shot("viewer-list", "The list of a home's trajectories, with its filters", _list),
    Shot("viewer-turn", "A turn: reasoning, a diff, the log of the tools", _turn),
    Shot("viewer-waveform", "A waveform, with the first difference from the reference", _waveform),
    Shot("viewer-part", "A part that turns: what is missing is blue, what is surplus red", _part),
)
