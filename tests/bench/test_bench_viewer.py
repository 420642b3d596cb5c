"""The viewer over 100,000 trajectories: how long a list, a page of it and a trajectory take, and how much memory."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from rich.console import Console

from assets.inspection.catalogue import Catalogue, Wanted
from assets.inspection.inspection import read_trajectory
from tests.bench.viewer_lake import make_lake

Made = TypeVar("Made")
COUNT = 100_000
SLOWEST_PAGE_S = 1.0
SLOWEST_BEGINNING_S = 10.0


def test_a_list_of_a_hundred_thousand(tmp_path: Path) -> None:
    lake = make_lake(tmp_path / "lake", COUNT)
    catalogue = Catalogue(lake)
    whole, began = timed(lambda: catalogue.page(Wanted()))
    assert whole.total == COUNT
    wishes = {
        "first page": Wanted(),
        "last page": Wanted(page=COUNT),
        "one domain by confidence": Wanted({"domain": "chip_design"}, sort="confidence", descending=True, page=300),
        "one task": Wanted(text="task_77"),
        "disagreements": Wanted(disagreeing=True),
    }
    pages = {name: timed(lambda wanted=wanted: catalogue.page(wanted))[1] for name, wanted in wishes.items()}  # type: ignore[misc]
    entry = whole.entries[20]
    _, opened = timed(lambda: read_trajectory(lake, f"{entry.made}_trajectories", entry.domain, entry.trajectory_id))
    for name, seconds in {"reading the lake": began, **pages, "opening a trajectory": opened}.items():
        Console().print(f"{name}: {seconds:.2f} s", highlight=False)
    assert began < SLOWEST_BEGINNING_S
    assert max(pages.values()) < SLOWEST_PAGE_S


def timed(work: Callable[[], Made]) -> tuple[Made, float]:
    started = time.perf_counter()
    made = work()
    return made, time.perf_counter() - started
