"""Commits to the lake against bare Parquet writes: 100,000 turns of 1 KB, alternately, medians of five.

python tests/bench/bench_lake.py
"""

import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from rich.console import Console
from rich.table import Table

from resources.storage.lake import Lake
from resources.storage.schema import TableSchema

ROWS, REPEATS = 100_000, 5
SCHEMA = TableSchema(
    "turns",
    pa.schema(
        [
            pa.field("turn_id", pa.string(), nullable=False),
            pa.field("outcome", pa.string()),
            pa.field("code", pa.string()),
            pa.field("log", pa.binary()),
        ]
    ),
    ("turn_id",),
)
WORDS = ("always", "@(posedge", "clk)", "begin", "if", "(reset)", "count", "<=", "0;", "else", "end", "wire", "[7:0]")


def turns() -> pa.Table:
    """Turns of about 1 KB: code of words and numbers, so that it compresses as code does."""
    draw = random.Random(0)
    words = [f"{draw.choice(WORDS)} {draw.randrange(1000)} " for _ in range(4096)]
    rows = []
    for number in range(ROWS):
        code = "".join(draw.choices(words, k=70))
        rows.append({"turn_id": f"{number:024x}:0", "outcome": "PASS", "code": code, "log": code[:300].encode()})
    return SCHEMA.from_rows(rows)


def measure(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def main() -> None:
    rows = turns()
    bare: list[float] = []
    committed: list[float] = []
    read: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        for repeat in range(REPEATS):
            path = Path(folder) / f"bare-{repeat}.parquet"
            bare.append(measure(lambda path=path: pq.write_table(rows, path, compression="zstd")))  # type: ignore[misc]
            lake = Lake(Path(folder) / f"lake-{repeat}")
            committed.append(measure(lambda lake=lake: lake.write(SCHEMA, "chip_design", rows)))  # type: ignore[misc]
            read.append(measure(lambda lake=lake: lake.read("turns", "chip_design")))  # type: ignore[misc]
    report(rows, {"pyarrow.parquet.write_table": bare, "Lake.write": committed, "Lake.read, verified": read})


def report(rows: pa.Table, timings: dict[str, list[float]]) -> None:
    table = Table(title=f"{ROWS:,} turns of {rows.nbytes / ROWS:,.0f} bytes, zstd, medians of {REPEATS}")
    for heading in ("", "seconds", "rows/s", "of bare"):
        table.add_column(heading, justify="left" if not heading else "right")
    base = statistics.median(timings["pyarrow.parquet.write_table"])
    for name, seconds in timings.items():
        median = statistics.median(seconds)
        table.add_row(name, f"{median:.2f}", f"{ROWS / median:,.0f}", f"{base / median:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
