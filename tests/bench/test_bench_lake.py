"""Speed of commits to the lake against bare Parquet writes of the same rows. Rows and schema are `bench_lake`'s."""

from pathlib import Path

import pyarrow.parquet as pq

from resources.storage.lake import Lake
from tests.bench.bench_lake import ROWS, SCHEMA, turns
from tests.bench.measuring import Usage, alternate, compared, show, timed

SLOWEST = 2.0
"""Half the rows a second is twice the time."""


def test_commits(tmp_path: Path) -> None:
    rows = turns()
    numbers = iter(range(1000))

    def commit() -> Usage:
        lake = Lake(tmp_path / f"lake-{next(numbers)}")
        return timed(lambda: lake.write(SCHEMA, "chip_design", rows))

    def write_bare() -> Usage:
        path = tmp_path / f"bare-{next(numbers)}.parquet"
        return timed(lambda: pq.write_table(rows, path, compression="zstd"))

    pair = alternate(commit, write_bare)
    show(
        f"{ROWS:,} turns of {rows.nbytes / ROWS:,.0f} bytes into a committed partition",
        [
            compared("seconds, median of five", pair.ours.wall_s, pair.peer.wall_s, "s", SLOWEST),
            compared("seconds, least of five", pair.ours.least_wall_s, pair.peer.least_wall_s, "s", None),
            compared("rows a second, median", ROWS / pair.ours.wall_s, ROWS / pair.peer.wall_s, "/s", None),
        ],
    )
