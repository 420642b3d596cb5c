"""The viewer over 100,000 trajectories: how long a list, a page of it and a trajectory take, and how much memory."""

from functools import partial
from pathlib import Path

from assets.inspection.catalogue import Catalogue, Wanted
from assets.inspection.inspection import read_trajectory
from tests.bench.measuring import Figure, limited, peak_megabytes, show, timed
from tests.bench.viewer_lake import make_lake

COUNT = 100_000
SLOWEST_PAGE_S = 1.0
SLOWEST_BEGINNING_S = 10.0
LIST = (
    "from assets.inspection.catalogue import Catalogue, Wanted; from resources.storage.lake import Lake; "
    "Catalogue(Lake({!r})).page(Wanted())"
)
WISHES = {
    "first page": Wanted(),
    "last page": Wanted(page=COUNT),
    "one domain by confidence": Wanted({"domain": "chip_design"}, sort="confidence", descending=True, page=300),
    "one task": Wanted(text="task_77"),
    "disagreements": Wanted(disagreeing=True),
}


def test_a_list_of_a_hundred_thousand(tmp_path: Path) -> None:
    lake = make_lake(tmp_path / "lake", COUNT)
    catalogue = Catalogue(lake)
    began = timed(partial(catalogue.page, Wanted())).wall_s
    pages = {name: timed(partial(catalogue.page, wanted)).wall_s for name, wanted in WISHES.items()}
    whole = catalogue.page(Wanted())
    assert whole.total == COUNT
    entry = whole.entries[20]
    opening = partial(read_trajectory, lake, f"{entry.made}_trajectories", entry.domain, entry.trajectory_id)
    megabytes = peak_megabytes(LIST.format(str(tmp_path / "lake")))
    show(
        "the viewer over 100,000 trajectories",
        [
            limited("reading the lake", began, SLOWEST_BEGINNING_S, "s"),
            *(limited(name, seconds, SLOWEST_PAGE_S, "s") for name, seconds in pages.items()),
            Figure("opening a trajectory", f"{timed(opening).wall_s:.2g} s", "", 0.0, None),
            Figure("peak memory of a process with the list", f"{megabytes:.0f} MB", "", 0.0, None),
        ],
    )
