"""`icwm query`: rows of the warehouse on a terminal, or for the next program of a pipe."""

import polars as pl
from rich.console import Console

from orchestration.query_form import QueryForm
from orchestration.settings import read_settings
from resources.storage.lake import Lake
from resources.storage.warehouse import Warehouse

ROWS_SHOWN = 100
_CELL_WIDTH = 80
_NARROWEST_COLUMN = 12


def print_rows(console: Console, sql: str, form: QueryForm) -> int:
    """The command's exit status. Raises NoResult, LakeError and duckdb's errors, which say what to do."""
    frame = _warehouse().query(sql)
    if form is QueryForm.CSV:
        console.file.write(frame.write_csv())
    elif form is QueryForm.JSON:
        console.file.write(frame.write_ndjson())
    else:
        _print_table(console, frame)
    return 0


def _warehouse() -> Warehouse:
    """Published from the lake where no run came so far: what a run that failed has done can be asked."""
    settings = read_settings()
    warehouse, lake = Warehouse(settings.home.warehouse), Lake(settings.lake)
    if not settings.home.warehouse.exists() and lake.tables():
        warehouse.publish(lake)
        Console(stderr=True).print("[dim]no run has published the warehouse yet: this is the lake as it stands[/]")
    return warehouse


def _print_table(console: Console, frame: pl.DataFrame) -> None:
    if frame.width * _NARROWEST_COLUMN > console.width:
        text = "\n\n".join(_record(row, number) for number, row in enumerate(frame.head(ROWS_SHOWN).to_dicts(), 1))
        more = f"\n\n… of {frame.height} rows" if frame.height > ROWS_SHOWN else ""
        console.print(text + more, markup=False, highlight=False, soft_wrap=True)
        return
    with pl.Config(tbl_rows=ROWS_SHOWN, tbl_cols=20, fmt_str_lengths=_CELL_WIDTH, tbl_width_chars=console.width):
        console.print(str(frame), markup=False, highlight=False)


def _record(row: dict[str, object], number: int) -> str:
    """One row, a column a line: where side by side none could be read."""
    longest = max(map(len, row))
    return "\n".join([f"row {number}", *(f"  {name:<{longest}}  {_cell(value)}" for name, value in row.items())])


def _cell(value: object) -> str:
    text = " ".join(str(value).split(" ")).replace("\n", "\\n")
    return text if len(text) <= _CELL_WIDTH else f"{text[: _CELL_WIDTH - 1]}…"
